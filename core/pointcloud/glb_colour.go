package pointcloud

import (
	"errors"
	"fmt"
	"slices"
)

// colours are the names of the parts of a colour.
var colours = []string{"red", "green", "blue", "alpha"}

// mixes tells whether an attribute is part of a colour, which may be mixed.
func mixes(name string) bool { return slices.Contains(colours, name) }

// glbColours says what a first pass has found of the colours of vertices (COLOR_0): parts of 1, as the specification has them.
type glbColours struct {
	with, without int   // pieces
	width         int   // 4 where all have a fourth part, 3 where some have not
	problem       error // the first one
	places        []int // of attributes
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
	numbers, width, err := g.colourNumbers(at, vertices)
	if err != nil {
		g.colours.problem = err
		return nil
	}
	if g.colours.width == 0 || width < g.colours.width {
		g.colours.width = width
	}
	return numbers
}

// colourNumbers finds the numbers of an accessor of colours, and how many each colour has.
func (g *glb) colourNumbers(at, vertices int) (numbers *glbNumbers, width int, err error) {
	var a glbAccessor
	if err := take("accessor", g.Accessors, at, &a); err != nil {
		return nil, 0, err
	}
	switch width = 3; a.Type {
	case "VEC3":
	case "VEC4":
		width = 4
	default:
		return nil, 0, fmt.Errorf("accessor %d: colours of type %.20q instead of VEC3 or VEC4", at, a.Type)
	}
	const bytes, shorts, floats = 5121, 5123, 5126
	switch {
	case a.ComponentType == floats && !a.Normalized:
	case (a.ComponentType == bytes || a.ComponentType == shorts) && a.Normalized:
	default:
		return nil, 0, fmt.Errorf("accessor %d: colours of the component type %d, normalized: %v; want floats, or normalized bytes or shorts without a sign",
			at, a.ComponentType, a.Normalized)
	}
	if a.Count != vertices {
		return nil, 0, fmt.Errorf("accessor %d: %d colours for %d vertices", at, a.Count, vertices)
	}
	numbers, err = g.numbers(at, a.Type, width)
	return numbers, width, err
}

// carryColours makes room for the colours if all pieces have them.
func (g *glb) carryColours() {
	c := &g.colours
	if c.problem == nil && c.with > 0 && c.without > 0 {
		c.problem = errors.New("some pieces of the model have none")
	}
	if c.with > 0 && c.problem == nil {
		c.places = g.points.carries(colours[:c.width]...)
	}
}

// carryColour carries the colour of a vertex with it.
func (g *glb) carryColour(numbers *glbNumbers, vertex int) {
	for k, place := range g.colours.places {
		g.points.carry(place, numbers.at(vertex, k))
	}
}

// finishColours says why colours were left out.
func (g *glb) finishColours(file *File) {
	if g.colours.problem != nil {
		file.Notes = append(file.Notes, note("The colours are left out: %v.", g.colours.problem))
	}
}
