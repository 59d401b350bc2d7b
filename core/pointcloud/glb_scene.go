package pointcloud

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// glbNode places a mesh and its children.
type glbNode struct {
	Children    []int     `json:"children"`
	Mesh        *int      `json:"mesh"`
	Matrix      []float64 `json:"matrix"`
	Translation []float64 `json:"translation"`
	Rotation    []float64 `json:"rotation"`
	Scale       []float64 `json:"scale"`
	Weights     []float64 `json:"weights"`
	Skin        *int      `json:"skin"`
	Extensions  struct {
		Visibility struct {
			Visible *bool `json:"visible"`
		} `json:"KHR_node_visibility"`
		Instancing *struct {
			Attributes map[string]int `json:"attributes"`
		} `json:"EXT_mesh_gpu_instancing"`
	} `json:"extensions"`
}

// instances returns the maps of the copies of a mesh, only that of its node without the extension.
func (g *glb) instances(n *glbNode, t affine) []affine {
	if n.Extensions.Instancing == nil {
		return []affine{t}
	}
	var numbers [3]*glbNumbers
	count := -1
	for k, name := range []string{"TRANSLATION", "ROTATION", "SCALE"} {
		at, given := n.Extensions.Instancing.Attributes[name]
		if !given {
			continue
		}
		kind, width := "VEC3", 3
		if k == 1 {
			kind, width = "VEC4", 4
		}
		numbers[k] = g.numbers(at, kind, width)
		if count >= 0 && numbers[k].count != count || numbers[k].count > maxPoints || numbers[k].data == nil {
			stop(fmt.Errorf("accessor %d: %d instances; want as many of all kinds, at most %d", at, numbers[k].count, maxPoints))
		}
		count = numbers[k].count
	}
	if count < 0 {
		return []affine{t}
	}
	var places []affine
	for i := range count {
		var one glbNode
		for k, list := range []*[]float64{&one.Translation, &one.Rotation, &one.Scale} {
			for j := 0; numbers[k] != nil && j < 3+k%2; j++ {
				*list = append(*list, numbers[k].at(i, j))
			}
		}
		own := one.place()
		places = append(places, t.after(&own))
	}
	return places
}

// affine is a map x ↦ Ax + b: three columns of A, then b.
type affine [4][3]float64

var identity = affine{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// apply maps a point, or without b a direction.
func (t *affine) apply(x [3]float64, b [3]float64) (y [3]float64) {
	for i := range 3 {
		y[i] = float64(t[0][i]*x[0]) + float64(t[1][i]*x[1]) + float64(t[2][i]*x[2]) + b[i]
	}
	return y
}

// after returns the map that is t after s.
func (t *affine) after(s *affine) (r affine) {
	for k := range 3 {
		r[k] = t.apply(s[k], [3]float64{})
	}
	r[3] = t.apply(s[3], t[3])
	return r
}

// place returns the map of a node: its matrix, or scale, then rotation by the
// quaternion (x, y, z, w), then translation.
func (n *glbNode) place() affine {
	t := identity
	switch {
	case len(n.Matrix) == 16 && n.Matrix[3] == 0 && n.Matrix[7] == 0 && n.Matrix[11] == 0 && n.Matrix[15] == 1:
		for k := range 4 {
			copy(t[k][:], n.Matrix[4*k:4*k+3])
		}
		return t
	case len(n.Matrix) != 0, !isLong(n.Translation, 3), !isLong(n.Rotation, 4), !isLong(n.Scale, 3):
		stop(errors.New("a node has a matrix, translation, rotation or scale of another length, or a matrix that is not affine"))
	}
	if n.Rotation != nil {
		x, y, z, w := n.Rotation[0], n.Rotation[1], n.Rotation[2], n.Rotation[3]
		double := func(a, b float64) float64 { return float64(2 * a * b) }
		t[0] = [3]float64{1 - double(y, y) - double(z, z), double(x, y) + double(z, w), double(x, z) - double(y, w)}
		t[1] = [3]float64{double(x, y) - double(z, w), 1 - double(x, x) - double(z, z), double(y, z) + double(x, w)}
		t[2] = [3]float64{double(x, z) + double(y, w), double(y, z) - double(x, w), 1 - double(x, x) - double(y, y)}
	}
	for k := range n.Scale {
		for i := range 3 {
			t[k][i] *= n.Scale[k]
		}
	}
	copy(t[3][:], n.Translation)
	return t
}

func isLong(list []float64, length int) bool { return len(list) == 0 || len(list) == length }

// readScene goes through the nodes of the scene, or where there is none through
// all that are nobody's children; without nodes through the meshes.
func (g *glb) readScene() {
	g.visited = make([]bool, len(g.Nodes))
	if len(g.Nodes) == 0 {
		for i := range g.Meshes {
			g.readMesh(i, nil, []affine{identity})
		}
		return
	}
	var scene struct {
		Nodes []int `json:"nodes"`
	}
	shown := 0
	switch {
	case len(g.Scenes) == 0:
		scene.Nodes = g.roots()
	case g.Scene != nil:
		shown = *g.Scene
	case len(g.Scenes) > 1:
		stop(fmt.Errorf("there are %d and no default; export one of them", len(g.Scenes)))
	}
	if len(g.Scenes) > 0 {
		take("scene", g.Scenes, shown, &scene)
	}
	for _, i := range scene.Nodes {
		g.readNode(i, &identity, 0)
	}
}

// roots returns the nodes that no other node has as a child.
func (g *glb) roots() (roots []int) {
	below := map[int]bool{}
	for i := range g.Nodes {
		var node glbNode
		take("node", g.Nodes, i, &node)
		for _, child := range node.Children {
			below[child] = true
		}
	}
	for i := range g.Nodes {
		if !below[i] {
			roots = append(roots, i)
		}
	}
	return roots
}

// unseen counts the nodes with meshes that were not read.
func (g *glb) unseen() (n int) {
	for i := range g.visited {
		var node glbNode
		if !g.visited[i] && json.Unmarshal(g.Nodes[i], &node) == nil && node.Mesh != nil {
			n++
		}
	}
	return n
}

// readNode reads what is placed by a node, at most once as the format demands.
func (g *glb) readNode(i int, above *affine, depth int) {
	const deepest = 200
	var node glbNode
	take("node", g.Nodes, i, &node)
	if g.visited[i] || depth > deepest {
		stop(fmt.Errorf("node %d is placed twice, or in more than %d others", i, deepest))
	}
	if visible := node.Extensions.Visibility.Visible; visible != nil && !*visible {
		return
	}
	g.visited[i] = true
	own := node.place()
	t := above.after(&own)
	if node.Mesh != nil {
		g.readMesh(*node.Mesh, node.Weights, g.instances(&node, t))
		if node.Skin != nil {
			g.skins++
		}
	}
	for _, child := range node.Children {
		g.readNode(child, &t, depth+1)
	}
}

// glbPrimitive is a piece of a mesh.
type glbPrimitive struct {
	Attributes map[string]int             `json:"attributes"`
	Indices    *int                       `json:"indices"`
	Mode       *int                       `json:"mode"`
	Targets    []map[string]int           `json:"targets"`
	Extensions map[string]json.RawMessage `json:"extensions"`
}

func (g *glb) readMesh(i int, weights []float64, places []affine) {
	var mesh struct {
		Weights    []float64      `json:"weights"`
		Primitives []glbPrimitive `json:"primitives"`
	}
	take("mesh", g.Meshes, i, &mesh)
	known := map[glbVertices]int{}
	for _, p := range mesh.Primitives {
		if weights == nil {
			weights = mesh.Weights
		}
		about(fmt.Sprintf("mesh %d", i), func() { g.readPrimitive(&p, weights, places, known) })
	}
}

// glbVertices are accessors of vertices that pieces may share.
type glbVertices struct{ positions, colours int }

// readPrimitive adds the vertices of a piece, unless they are known as those of one before, and its triangles. A piece without positions has none.
func (g *glb) readPrimitive(p *glbPrimitive, weights []float64, places []affine, known map[glbVertices]int) {
	position, ok := p.Attributes["POSITION"]
	if !ok {
		return
	}
	const draco = "KHR_draco_mesh_compression"
	var base glbAccessor
	take("accessor", g.Accessors, position, &base)
	if _, packed := p.Extensions[draco]; packed && (slices.Contains(g.Required, draco) || base.BufferView == nil) {
		stop(errors.New("Draco compression is not supported; export the model without it"))
	}
	for name := range p.Attributes {
		if name[:min(1, len(name))] == "_" {
			g.custom[name] = true
		}
	}
	vertices := g.numbers(position, "VEC3", 3)
	count, corner := vertices.count, func(i int) int64 { return int64(i) }
	if p.Indices != nil {
		indices := g.numbers(*p.Indices, "SCALAR", 1)
		if indices.kind.kind == 'f' || indices.unit != 1 { // what such a number is as an index differs between processors
			stop(fmt.Errorf("accessor %d: the numbers of corners are not whole", *p.Indices))
		}
		count, corner = indices.count, func(i int) int64 { return int64(indices.at(i, 0)) }
	}
	mode := 4
	if p.Mode != nil {
		mode = *p.Mode
	}
	colours := g.colour(p, vertices.count)
	shared := glbVertices{position, -1}
	if at, given := p.Attributes["COLOR_0"]; given {
		shared.colours = at
	}
	before, seen := known[shared]
	if seen = seen && len(p.Targets) == 0; !seen && len(p.Targets) == 0 {
		known[shared] = g.points.rows
	}
	if !seen && g.points.rows+vertices.count*len(places) > maxPoints {
		stop(fmt.Errorf("there are more than %d vertices"+sampling, maxPoints))
	}
	morphs := g.morphs(p, weights, vertices.count)
	for k := range places {
		t, first := &places[k], int64(g.points.rows)
		if seen {
			first = int64(before + k*vertices.count)
		}
		for i := 0; i < vertices.count && !seen; i++ {
			for k := 0; colours != nil && k < g.colours.width; k++ {
				g.points.carry(k, colours.at(i, k))
			}
			at := [3]float64{vertices.at(i, 0), vertices.at(i, 1), vertices.at(i, 2)}
			for _, m := range morphs {
				for j := range at {
					at[j] += float64(m.weight * m.at(i, j))
				}
			}
			g.points.add(t.apply(at, t[3]))
		}
		g.addTriangles(mode, count, func(i int) {
			v := corner(i)
			if v >= int64(vertices.count) {
				g.mesh.fail("a face has the vertex %d of %d, counted from 0", v, vertices.count)
				return
			}
			g.mesh.corner(first + v)
		})
	}
}

// glbMorph is a movement of all vertices and how much of it there is.
type glbMorph struct {
	*glbNumbers
	weight float64
}

// morphs finds the movements of a piece that have a weight.
func (g *glb) morphs(p *glbPrimitive, weights []float64, vertices int) (all []glbMorph) {
	for k, target := range p.Targets[:min(len(p.Targets), len(weights))] {
		at, moves := target["POSITION"]
		if weights[k] == 0 || !moves {
			continue
		}
		about(fmt.Sprintf("morph target %d", k), func() {
			numbers := g.numbers(at, "VEC3", 3)
			if numbers.count != vertices {
				stop(fmt.Errorf("has the positions of %d vertices instead of %d", numbers.count, vertices))
			}
			all = append(all, glbMorph{numbers, weights[k]})
		})
	}
	return all
}

// addTriangles goes through the corners of separate triangles, of a strip or of a
// fan; other modes are points and lines.
func (g *glb) addTriangles(mode, count int, corner func(i int)) {
	const triangles, strip, fan = 4, 5, 6
	switch mode {
	case triangles:
		for i := range count / 3 * 3 {
			if i%3 == 0 {
				g.mesh.begin()
			}
			corner(i)
		}
	case strip:
		for i := range max(0, count-2) {
			g.mesh.begin()
			for k := range 3 {
				corner(i + k)
			}
		}
	case fan:
		g.mesh.begin()
		for i := range count {
			corner(i)
		}
	}
}
