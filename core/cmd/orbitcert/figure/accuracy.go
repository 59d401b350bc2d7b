package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
)

// grids name what an accuracy is plotted against, by the family of the attack.
var grids = map[string]string{"scale": "‖Δ‖, in the unit of the coordinates", "rotate": "Angle of rotation θ, in degrees", "ball": "‖Δ‖ of any perturbation"}

// gridOf names what the accuracy of a run is plotted against.
func gridOf(s *judging.Settings) string {
	weight := s.Weight()
	switch {
	case weight == "" || s.Attack.Family == "rotate":
		return grids[s.Attack.Family]
	case s.Attack.Family == "scale":
		return "‖Δ‖, each point times " + weight
	}
	return grids[s.Attack.Family] + ", each point times " + weight
}

// run draws the certified accuracy of a run.
func (p pen) run(text []byte, sigma *float64) (*sheet, error) {
	all, err := results.ReadResults(text)
	if err != nil {
		return nil, err
	}
	r, err := chosen(all, sigma)
	if err != nil {
		return nil, err
	}
	if r.Population == nil { // no cloud has a verdict
		r.Population = &judging.Population{Lower: &judging.ByRow[judging.Shares]{}, Families: make([]judging.FamilyPopulation, len(r.Families)),
			Points: make([]judging.ChangePopulation, len(r.Changes))}
	}
	s := &sheet{nil, 3, 260, 200}
	if r.Settings.Withstand == nil {
		s = &sheet{[]*panel{p.attack(r)}, 1, 400, 280}
	}
	for i, f := range r.Families {
		s.panels = append(s.panels, p.family(f, r.Population.Families[i].Lower))
	}
	for i, c := range r.Changes {
		s.panels = append(s.panels, p.change(c, r.Population.Points[i].Lower))
	}
	for _, one := range s.panels {
		one.caption = p.text(caption(r, one))
	}
	return s, nil
}

// caption says what the shares of a panel are of, and what its bands are.
func caption(r *judging.Result, one *panel) string {
	text := fmt.Sprintf("%d clouds", r.Total)
	if one.bounded {
		text += fmt.Sprintf("; bands reach down to clouds not seen (%v %%)", 100*r.Population.Confidence)
	}
	return text
}

// chosen returns the only result, or that of one σ.
func chosen(all []results.Published, sigma *float64) (*judging.Result, error) {
	var sigmas []string
	for _, one := range all {
		own := one.Settings.Base.Sigma
		if len(all) == 1 && sigma == nil || sigma != nil && own == *sigma {
			return one.Result, nil
		}
		sigmas = append(sigmas, fmt.Sprint(own))
	}
	return nil, document.BadField("--sigma", "must be one of %s", strings.Join(sigmas, ", "))
}

// attack draws all arguments against the grid: the strongest first, so that the dashes of others show on its line.
func (p pen) attack(r *judging.Result) *panel {
	if r.Settings.Returns == judging.ReturnsLabels {
		return p.labels(r)
	}
	one := p.accuracy(gridOf(r.Settings), r.Grid[0], r.Grid[len(r.Grid)-1])
	over := r.OverDraws
	if over == nil {
		over = &judging.OverDraws{}
	}
	if r.Settings.Returns == judging.ReturnsNumber {
		one.Y.Label.Text = fmt.Sprintf("Certified within ± %v, %%", r.Settings.Tolerance)
	}
	a, lower := r.Accuracy, r.Population.Lower
	p.steps(one, "tight", looks["tight"].name, r.Grid, a.Tight, over.Tight, lower.Tight, 1.5)
	if differ(a.Tight, a.TightUpper) {
		p.steps(one, "tight", "Tight, at most", r.Grid, a.TightUpper, over.TightUpper, nil, 0.75)
	}
	if by := a.OneClass; by != nil && !slices.Equal(by.Orbit, a.Orbit) {
		p.steps(one, "orbit", looks["orbit"].name+", one class", r.Grid, by.Orbit, nil, nil, 0.75)
	}
	p.steps(one, "orbit", looks["orbit"].name, r.Grid, a.Orbit, over.Orbit, lower.Orbit, 1.5)
	p.steps(one, "black_box", looks["black_box"].name, r.Grid, a.BlackBox, over.BlackBox, lower.BlackBox, 1.5)
	p.steps(one, "subsample", "Samples of points", r.Grid, a.Subsample, over.Subsample, lower.Subsample, 1.5)
	if len(a.Attacked) > 0 {
		var points plotter.XYs
		for i, x := range r.Grid {
			points = append(points, plotter.XY{X: x, Y: 100 * a.Attacked[i]})
			if i+1 < len(r.Grid) { // an attack that is found counts for all larger values
				points = append(points, plotter.XY{X: r.Grid[i+1], Y: 100 * a.Attacked[i]})
			}
		}
		one.Add(&plotter.Line{XYs: points, LineStyle: looks["attacked"].line(1.5)})
		one.named(looks["attacked"].name, looks["attacked"].line(1.5))
	}
	return one
}

// labels draws the share of points whose label is certified, and true where that is known.
func (p pen) labels(r *judging.Result) *panel {
	name, s := "accuracy", r.Stated
	one := p.accuracy(gridOf(r.Settings), r.Grid[0], r.Grid[len(r.Grid)-1])
	one.Y.Label.Text = "Labels certified and true, %"
	if s.Orbit[name] == nil {
		name, one.Y.Label.Text = "share", "Labels certified, %"
	}
	for _, row := range []struct {
		argument string
		of       judging.StatedRow
	}{{"tight", s.Tight}, {"orbit", s.Orbit}, {"black_box", s.BlackBox}} {
		shares := make([]float64, len(row.of[name]))
		for at, share := range row.of[name] {
			if share != nil {
				shares[at] = *share
			}
		}
		p.steps(one, row.argument, looks[row.argument].name, r.Grid, shares, nil, nil, 1.5)
	}
	return one
}

func (p pen) family(f judging.Family, lower judging.FamilyAccuracy) *panel {
	unit := measured(f.Unit)
	sizes := make([]float64, len(f.Sizes))
	for i, size := range f.Sizes {
		sizes[i] = unit.factor * size
	}
	one := p.accuracy(strings.TrimSpace(title(f.Family)+", ±"+unit.sign), 0, sizes[len(sizes)-1])
	p.steps(one, "tight", "All arguments", sizes, f.Accuracy.Withstood, nil, lower.Withstood, 1.5)
	if by := f.Accuracy.OneClass; by != nil && !slices.Equal(by, f.Accuracy.Withstood) {
		p.steps(one, "tight", "All arguments, one class", sizes, by, nil, nil, 0.75)
	}
	p.steps(one, "black_box", looks["black_box"].name, sizes, f.Accuracy.BlackBox, nil, lower.BlackBox, 1.5)
	return one
}

func (p pen) change(c judging.Change, lower []float64) *panel {
	counts := make([]float64, len(c.Counts))
	for i, count := range c.Counts {
		counts[i] = float64(count)
	}
	one := p.accuracy("Points "+c.Change+", at most", 0, counts[len(counts)-1])
	p.steps(one, "subsample", looks["subsample"].name, counts, c.Accuracy, nil, lower, 1.5)
	return one
}

// differ tells whether more draws could show more anywhere, in tenths of a percent.
func differ(tight, upper []float64) bool {
	for i := range upper {
		if math.Floor(1000*upper[i]) != math.Floor(1000*tight[i]) {
			return true
		}
	}
	return false
}

// accuracy returns a panel of shares in percent.
func (p pen) accuracy(x string, from, to float64) *panel {
	one := p.panel(x, "Certified accuracy, %")
	one.X.Min, one.X.Max, one.Y.Min, one.Y.Max = from, to, 0, 100
	one.Add(&plotter.Grid{Horizontal: plotter.DefaultGridLineStyle})
	return one
}

// steps draws the share at each value of a grid. Between two values it draws the lower one, which both prove. Over several draws
// shares are their mean, and a band goes from the lowest draw to the highest. It goes down to the bound for clouds not seen, if known.
func (p pen) steps(one *panel, argument, name string, grid, shares []float64, over *judging.Band, bound []float64, width vg.Length) {
	if len(shares) == 0 {
		return
	}
	low, high := shares, shares
	if over != nil {
		low, high = over.Low, over.High
	}
	if bound != nil {
		low, one.bounded = bound, true
	}
	var middle, lower, upper plotter.XYs
	add := func(x float64, i int) {
		middle = append(middle, plotter.XY{X: x, Y: 100 * shares[i]})
		lower = append(lower, plotter.XY{X: x, Y: 100 * low[i]})
		upper = append(upper, plotter.XY{X: x, Y: 100 * high[i]})
	}
	for i, x := range grid {
		add(x, i)
		if i+1 < len(grid) {
			least := i
			if shares[i+1] <= shares[i] {
				least = i + 1
			}
			add(x, least)
			add(grid[i+1], least)
		}
	}
	l := looks[argument]
	if over != nil || bound != nil {
		for i := len(lower) - 1; i >= 0; i-- {
			upper = append(upper, lower[i])
		}
		one.Add(&plotter.Polygon{XYs: []plotter.XYs{upper}, Color: wash(l.colour)})
	}
	one.Add(&plotter.Line{XYs: middle, LineStyle: l.line(width)})
	one.named(p.text(name), l.line(width))
}
