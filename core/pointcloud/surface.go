package pointcloud

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// Surface draws points from the surface of a mesh: a triangle with a probability
// in proportion to its area, then a point of it, uniformly. Its stream is that of
// rand.NewPCG(seed, 0), three numbers a point.
const Surface Method = "surface"

// Spot is a place on a mesh: w·a + u·b + v·c, w = 1 − u − v, on the face (a, b, c).
type Spot struct {
	Face int
	U, V float64
}

// Spots draws n places on the surface. The areas are those of the vertices given.
func Spots(vertices Cloud, faces Faces, n int, seed uint64) ([]Spot, error) {
	if len(faces) == 0 {
		return nil, errors.New("pointcloud: the cloud has no faces to draw points from")
	}
	below := areas(vertices, faces)
	total := below[len(below)-1]
	if !(total > 0) {
		return nil, errors.New("pointcloud: the surface has no area to draw points from")
	}
	random := rand.NewPCG(seed, 0)
	spots := make([]Spot, n)
	for i := range spots {
		at := uniform(random) * total
		s := Spot{Face: sort.Search(len(below)-1, func(k int) bool { return below[k] > at })}
		s.U, s.V = uniform(random), uniform(random)
		if s.U+s.V > 1 { // the other half of the parallelogram
			s.U, s.V = 1-s.U, 1-s.V
		}
		spots[i] = s
	}
	return spots, nil
}

// uniform returns a multiple of 2⁻⁵³ in [0, 1).
func uniform(random rand.Source) float64 { return float64(float64(random.Uint64()>>11) / (1 << 53)) }

// areas returns the areas of the faces, each with all before it, in units in which
// no coordinate is larger than 1.
func areas(vertices Cloud, faces Faces) []float64 {
	points := Scaled(vertices.Points, -Exponent(vertices.Points))
	sums, sum := make([]float64, faces.Count()), 0.0
	for i := range sums {
		sum += area(points, vertices.Dimension, faces[3*i:3*i+3])
		sums[i] = sum
	}
	return sums
}

// area returns twice the area of a triangle: the length of the cross product of
// two of its sides.
func area(points []float64, d int, corners []int32) float64 {
	var side [2][3]float64
	for k := range side {
		for j := range d {
			side[k][j] = points[int(corners[k+1])*d+j] - points[int(corners[0])*d+j]
		}
	}
	sum := 0.0
	for j := range 3 {
		a, b := (j+1)%3, (j+2)%3
		x := float64(side[0][a]*side[1][b]) - float64(side[0][b]*side[1][a])
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}

// At returns the points at places on a mesh. Colours (red, green, blue, alpha) are mixed as the places are of the corners; the other
// attributes are left out, since a mix of classes or elements has no meaning.
func At(vertices Cloud, faces Faces, spots []Spot) Cloud {
	d := vertices.Dimension
	c := Cloud{Points: make([]float64, 0, d*len(spots)), Dimension: d}
	for _, s := range spots {
		for j := range d {
			c.Points = append(c.Points, s.mix(faces, func(vertex int32) float64 { return vertices.Points[int(vertex)*d+j] }))
		}
	}
	for _, a := range vertices.Attributes {
		if !mixes(a.Name) {
			continue
		}
		values := make([]float64, len(spots))
		for i, s := range spots {
			values[i] = s.mix(faces, func(vertex int32) float64 { return a.Values[vertex] })
		}
		c.Attributes = append(c.Attributes, Attribute{a.Name, values})
	}
	return c
}

// mix returns what a place has of the values at the corners of its face.
func (s Spot) mix(faces Faces, at func(vertex int32) float64) float64 {
	corners := faces[3*s.Face : 3*s.Face+3]
	return float64((1-s.U-s.V)*at(corners[0])) + float64(s.U*at(corners[1])) + float64(s.V*at(corners[2]))
}

// Faces are triangles: three numbers of vertices each, counted from 0.
type Faces []int32

// Count returns the number of triangles.
func (f Faces) Count() int { return len(f) / 3 }

// maxFaces is the largest number of triangles that a mesh may have.
const maxFaces = 2_000_000

// usualSample is how many points classifiers are mostly given.
const usualSample = 1024

// mesh gathers the faces of a file. A polygon becomes the triangles at its first
// vertex. A problem of the faces keeps the vertices: the file then has no faces, and
// a note gives the reason.
type mesh struct {
	faces       Faces
	first, last int32 // of the polygon being added
	corners     int
	problem     string // the first one
}

// reserve makes room for at most so many faces.
func (m *mesh) reserve(faces uint64) {
	m.faces = make(Faces, 0, 3*min(faces, maxFaces))
}

// begin starts a polygon.
func (m *mesh) begin() { m.corners = 0 }

// corner adds the next vertex to the polygon.
func (m *mesh) corner(vertex int64) {
	if m.problem != "" {
		return // there are no faces any more
	}
	if vertex < 0 || vertex >= int64(maxPoints) {
		m.fail("a face has the vertex %d", vertex)
		return
	}
	v := int32(vertex)
	if m.corners++; m.corners == 1 {
		m.first = v
	}
	if m.corners > 2 {
		if len(m.faces) == 3*maxFaces {
			m.fail("there are more than %s triangles", thousands(maxFaces))
			return
		}
		m.faces = append(m.faces, m.first, m.last, v)
	}
	m.last = v
}

// fail records the first problem.
func (m *mesh) fail(format string, args ...any) {
	if m.problem == "" {
		m.problem = fmt.Sprintf(format, args...)
	}
}

// finish gives the faces to a file that has read its vertices.
func (m *mesh) finish(file *File) {
	count := file.Cloud.Count()
	for _, v := range m.faces {
		if int(v) >= count && file.Missing == nil {
			m.fail("a face has the vertex %d of %d, counted from 0", v, count)
		}
	}
	switch {
	case m.problem != "":
		file.Notes = append(file.Notes, note("The faces are left out, only the vertices are read: %s.", m.problem))
	case len(m.faces) > 0 && file.Missing == nil:
		file.Faces = m.faces
		file.Notes = append(file.Notes, file.surfaceNote())
	}
}

// surfaceNote says that a mesh is more than its vertices.
func (f *File) surfaceNote() Note {
	return Note{
		Text: fmt.Sprintf("The %s vertices of a mesh are read as points. Most classifiers are trained on points of the surface, which has %s triangles.",
			thousands(f.Cloud.Count()), thousands(f.Faces.Count())),
		Remedies: []Remedy{{
			Label:       fmt.Sprintf("Sample the surface: %s points", thousands(usualSample)),
			Preparation: &Preparation{Points: usualSample, Method: Surface},
		}},
	}
}

// colours are the names of the parts of a colour.
var colours = []string{"red", "green", "blue", "alpha"}

// mixes tells whether an attribute is part of a colour, which may be mixed.
func mixes(name string) bool { return slices.Contains(colours, name) }

// glbColours says what was found of the colours of vertices (COLOR_0): parts of 1, as the specification has them.
type glbColours struct {
	with, without int   // pieces
	width         int   // 4 where all have a fourth part, 3 where some have not
	problem       error // the first one
}

// colour finds the colours of the vertices of a piece, nil where it has none that can be read. A piece without them leaves those of the
// others without meaning, so that a note gives the reason and the vertices are read.
func (g *glb) colour(p *glbPrimitive, vertices int) *glbNumbers {
	at, given := p.Attributes["COLOR_0"]
	switch {
	case g.colours.problem != nil || vertices == 0:
		return nil
	case !given:
		g.colours.without++
		return nil
	}
	g.colours.with++
	var numbers *glbNumbers
	g.colours.problem = try(func() {
		var width int
		if numbers, width = g.colourNumbers(at, vertices); g.colours.width == 0 || width < g.colours.width {
			g.colours.width = width
		}
	})
	return numbers
}

// colourNumbers finds the numbers of an accessor of colours, and how many each colour has.
func (g *glb) colourNumbers(at, vertices int) (numbers *glbNumbers, width int) {
	var a glbAccessor
	take("accessor", g.Accessors, at, &a)
	switch width = 3; a.Type {
	case "VEC3":
	case "VEC4":
		width = 4
	default:
		stop(fmt.Errorf("accessor %d: colours of type %.20q instead of VEC3 or VEC4", at, a.Type))
	}
	const bytes, shorts, floats = 5121, 5123, 5126
	switch {
	case a.ComponentType == floats && !a.Normalized:
	case (a.ComponentType == bytes || a.ComponentType == shorts) && a.Normalized:
	default:
		stop(fmt.Errorf("accessor %d: colours of the component type %d, normalized: %v; want floats, or normalized bytes or shorts without a sign",
			at, a.ComponentType, a.Normalized))
	}
	if a.Count != vertices {
		stop(fmt.Errorf("accessor %d: %d colours for %d vertices", at, a.Count, vertices))
	}
	return g.numbers(at, a.Type, width), width
}

// settleColours leaves out the colours unless all pieces have them, and the fourth part unless all colours have it.
func (g *glb) settleColours() {
	c, cloud := &g.colours, &g.points.cloud
	if c.problem == nil && c.with > 0 && c.without > 0 {
		c.problem = errors.New("some pieces of the model have none")
	}
	if c.problem != nil {
		c.width = 0
	}
	cloud.Attributes = cloud.Attributes[:c.width]
}
