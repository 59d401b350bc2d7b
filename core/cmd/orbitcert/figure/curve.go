package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// across name what a curve is plotted against, by its kind.
var across = map[string]string{"scale": "Size of the scaling ‖Δ‖, in the unit of the coordinates",
	"random": "Size of the noise ‖Δ‖, in the unit of the coordinates", "rotate": grids["rotate"]}

// curve draws the lower bound of each argument along a family of perturbations.
func (p pen) curve(text []byte) (*sheet, error) {
	var c explore.FoundCurve
	if err := decode(text, &c); err != nil {
		return nil, err
	}
	if len(c.X) == 0 || c.Directions < 1 || len(c.Bounds) != len(c.X)*c.Directions || across[c.Kind] == "" {
		return nil, document.BadField("bounds", "do not have the form that curve writes")
	}
	comparing := c.Bounds[0].BlackBox.RunnerUp != nil
	label, least, goal := "Probability of the class, at least", 0.0, c.Top.Threshold(nil)
	if comparing {
		label, least, goal = "Lead over the runner-up, at least", -1, 0
	}
	one := p.panel(across[c.Kind], label)
	one.X.Min, one.X.Max, one.Y.Min, one.Y.Max = 0, c.X[len(c.X)-1], least, 1
	one.Add(&plotter.Line{XYs: plotter.XYs{{X: 0, Y: goal}, {X: one.X.Max, Y: goal}}, LineStyle: draw.LineStyle{Color: looks["invariance"].colour, Width: 0.5}})
	for _, argument := range []string{"tight", "orbit", "black_box"} {
		heights := heightsOf(&c, argument)
		if heights == nil {
			continue
		}
		p.bounds(one, argument, c.X, heights)
	}
	return &sheet{[]*panel{one}, 1, 400, 280}, nil
}

// heightsOf returns the sorted bounds of an argument at each place, nil for one that the curve does not have.
func heightsOf(c *explore.FoundCurve, by string) (all [][]float64) {
	for i := range c.X {
		var at []float64
		for _, b := range c.Bounds[i*c.Directions : (i+1)*c.Directions] {
			bound := map[string]*argument.Probabilities{"black_box": &b.BlackBox, "orbit": &b.Orbit, "tight": b.Tight}[by]
			if bound == nil {
				return nil
			}
			height := bound.Lower
			if bound.RunnerUp != nil {
				height -= *bound.RunnerUp
			}
			at = append(at, height)
		}
		slices.Sort(at)
		all = append(all, at)
	}
	return all
}

// bounds draws the median over the directions, the lower one of two, and a band from the least to the largest.
func (p pen) bounds(one *panel, argument string, x []float64, heights [][]float64) {
	var middle, low, high plotter.XYs
	for i, at := range heights {
		last := len(at) - 1
		middle = append(middle, plotter.XY{X: x[i], Y: at[last/2]})
		low, high = append(low, plotter.XY{X: x[i], Y: at[0]}), append(high, plotter.XY{X: x[i], Y: at[last]})
	}
	l := looks[argument]
	if len(heights[0]) > 1 {
		slices.Reverse(low)
		one.Add(&plotter.Polygon{XYs: []plotter.XYs{append(high, low...)}, Color: wash(l.colour)})
	}
	one.Add(&plotter.Line{XYs: middle, LineStyle: l.line(1.5)})
	one.named(p.text(l.name), l.line(1.5))
}

// marks are the arguments that certify a cell of a region.
var marks = map[byte]string{'1': "orbit", '2': "black_box", '3': "subsample", '4': "parameters"}

// sides name the sides of a region that are no family of transformations.
var sides = map[string]string{"replaced": "Points replaced", "moved": "Other points moved, ‖Δ‖"}

// regions draws the regions of a document side by side.
func (p pen) regions(text []byte) (*sheet, error) {
	var found explore.FoundRegions
	if err := decode(text, &found); err != nil {
		return nil, err
	}
	var panels []*panel
	for k, r := range found.Regions {
		if r == nil || len(r.Rows) != r.Size || r.Size == 0 || slices.ContainsFunc(r.Rows, func(row string) bool { return len(row) != r.Size }) {
			return nil, document.BadField(document.Numbered("regions", k), "does not have the form that regions writes")
		}
		if r.Certified {
			panels = append(panels, p.region(r))
		}
	}
	if panels == nil {
		return nil, document.BadField("regions", "have no certified cell: nothing follows from a prediction that is not certified itself")
	}
	return &sheet{panels, 3, 320, 280}, nil
}

// region draws a rectangle for every run of cells that the same argument certifies.
func (p pen) region(r *explore.Region) *panel {
	first, second := sideOf(r.First), sideOf(r.Second)
	one := p.panel(first.name, second.name)
	one.X.Min, one.X.Max, one.Y.Min, one.Y.Max = first.from, first.to, second.from, second.to
	seen := map[string]bool{}
	for row, cells := range r.Rows {
		for start := 0; start < r.Size; {
			end := start
			for end < r.Size && cells[end] == cells[start] {
				end++
			}
			if argument, certified := marks[cells[start]]; certified {
				seen[argument] = true
				x, y := [2]float64{first.at(start, r.Size), first.at(end, r.Size)}, [2]float64{second.at(row, r.Size), second.at(row+1, r.Size)}
				one.Add(area(x, y, looks[argument].colour))
			}
			start = end
		}
	}
	for _, argument := range []string{"black_box", "orbit", "subsample", "parameters"} {
		if seen[argument] {
			one.named(p.text(looks[argument].name), draw.LineStyle{Color: looks[argument].colour, Width: 5})
		}
	}
	return one
}

// area is a filled rectangle. Its outline closes the gap to its neighbours.
func area(x, y [2]float64, colour color.RGBA) *plotter.Polygon {
	corners := plotter.XYs{{X: x[0], Y: y[0]}, {X: x[1], Y: y[0]}, {X: x[1], Y: y[1]}, {X: x[0], Y: y[1]}}
	return &plotter.Polygon{XYs: []plotter.XYs{corners}, Color: colour, LineStyle: draw.LineStyle{Color: colour, Width: vg.Length(0.25)}}
}

// edge is a side of a region in the unit that people read.
type edge struct {
	name     string
	from, to float64
}

func sideOf(s explore.Side) edge {
	if name, known := sides[s.Family]; known {
		return edge{name, s.From, s.To}
	}
	unit := measured(s.Unit)
	name := title(s.Family)
	if unit.sign != "" {
		name += "," + map[bool]string{true: " "}[unit.sign[0] != ' '] + unit.sign
	}
	return edge{name, unit.factor * s.From, unit.factor * s.To}
}

// at returns the place of a cell's beginning among so many.
func (e edge) at(cell, of int) float64 { return e.from + (e.to-e.from)*float64(cell)/float64(of) }
