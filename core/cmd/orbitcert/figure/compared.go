package figure

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
)

// shownLevel is that of a difference that is shown, at all radii at once.
const shownLevel = 0.05

// compared draws what two models certify of the same clouds, and marks the radii at which a difference is shown.
func (p pen) compared(text []byte) (*sheet, error) {
	var c results.Comparison
	if err := decode(text, &c); err != nil {
		return nil, err
	}
	if len(c.Radii) == 0 || c.Clouds <= 0 {
		return nil, document.BadField("radii", "has no radius to draw")
	}
	if c.Radii[0].Pair != nil {
		return nil, document.BadField("radii[0].pair", "is one of several; compare two results for a figure")
	}
	var grid, first, second []float64
	for _, at := range c.Radii {
		grid = append(grid, at.Radius)
		first, second = append(first, float64(at.First)/float64(c.Clouds)), append(second, float64(at.Second)/float64(c.Clouds))
	}
	one := p.accuracy("Radius", grid[0], grid[len(grid)-1])
	mark := draw.LineStyle{Color: wash(looks["attacked"].colour), Width: 4}
	shown := 0
	for _, at := range c.Radii {
		if at.Holm <= shownLevel {
			shown++
			one.Add(&plotter.Line{XYs: plotter.XYs{{X: at.Radius, Y: 0}, {X: at.Radius, Y: 100}}, LineStyle: mark})
		}
	}
	p.steps(one, "tight", "First", grid, first, nil, nil, 1.5)
	p.steps(one, "attacked", "Second", grid, second, nil, nil, 1.5)
	one.caption = fmt.Sprintf("%d clouds; no difference shown", c.Clouds)
	if shown > 0 {
		one.named("Difference shown", mark)
		one.caption = p.text(fmt.Sprintf("%d clouds; a difference is shown at %d of %d radii (exact sign test, Holm, 5 %%)", c.Clouds, shown, len(c.Radii)))
	}
	return &sheet{[]*panel{one}, 1, 400, 280}, nil
}
