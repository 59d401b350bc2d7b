package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// bar is a range of a quantity by one argument, with texts at its ends, and within it the range of the black box.
type bar struct {
	argument string
	from, to float64
	least    string
	most     string
	inner    *[2]float64
}

// bars are drawn in rows, the first on top.
type bars []bar

// Plot draws the bars.
func (all bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := p.X.Tick.Label
	style.YAlign = draw.YCenter
	for i, b := range all {
		at := y(float64(len(all) - 1 - i))
		c.StrokeLine2(draw.LineStyle{Color: looks[b.argument].colour, Width: 9}, x(b.from), at, x(b.to), at)
		if b.inner != nil {
			c.StrokeLine2(draw.LineStyle{Color: p.BackgroundColor, Width: 5}, x(b.inner[0]), at, x(b.inner[1]), at)
			c.StrokeLine2(draw.LineStyle{Color: looks["black_box"].colour, Width: 3}, x(b.inner[0]), at, x(b.inner[1]), at)
		}
		style.XAlign = draw.XLeft
		c.FillText(style, vg.Point{X: x(b.to) + 4, Y: at + 1}, b.most)
		style.XAlign = draw.XRight
		c.FillText(style, vg.Point{X: x(b.from) - 4, Y: at + 1}, b.least)
	}
}

// rows returns a panel of bars between two ends, with a legend.
func (p pen) rows(all bars, names []string, from, to float64, legend []string) *sheet {
	one := p.panel("", "")
	one.Add(all)
	slices.Reverse(names)
	one.NominalY(names...)
	one.HideX()
	one.X.Min, one.X.Max = from, to
	one.Y.Min, one.Y.Max = -0.5, float64(len(names))-0.5
	for _, argument := range legend {
		one.named(looks[argument].name, draw.LineStyle{Color: looks[argument].colour, Width: 5})
	}
	height := vg.Length(len(names))*17 + 2*keyHeight + 10
	return &sheet{[]*panel{one}, 1, 440, height}
}

// ranges draws how far each family of transformations may go, each row in its own unit.
func (p pen) ranges(text []byte) (*sheet, error) {
	var w explore.Withstood
	if err := decode(text, &w); err != nil {
		return nil, err
	}
	if len(w.Ranges) == 0 {
		return nil, document.BadField("ranges", "is missing: nothing follows from a prediction that is not certified itself")
	}
	var all bars
	var names, legend []string
	seen := map[string]bool{}
	for k, r := range w.Ranges {
		if _, known := looks[r.By]; !known || !r.Any && (r.From == nil || r.To == nil) {
			return nil, document.BadField(document.Numbered("ranges", k), "does not have the form that withstand writes")
		}
		all = append(all, p.rangeBar(r))
		names = append(names, title(r.Family))
		if !seen[r.By] {
			seen[r.By] = true
			legend = append(legend, r.By)
		}
	}
	if !seen["black_box"] {
		legend = append(legend, "black_box")
	}
	return p.rows(all, names, -1.5, 1.5, legend), nil
}

// rangeBar fills the row of a range to the end that is further from 0.
func (p pen) rangeBar(r explore.Range) bar {
	if r.Any {
		return bar{argument: r.By, from: -1, to: 1, most: "any"}
	}
	unit := measured(r.Unit)
	widest := max(-*r.From, *r.To, math.SmallestNonzeroFloat64)
	b := bar{argument: r.By, from: *r.From / widest, to: *r.To / widest, least: p.text(down(unit.factor * *r.From)),
		most: p.text(down(unit.factor**r.To) + unit.sign)}
	if box := r.BlackBox; r.By != "black_box" && box.From != nil && box.To != nil {
		b.inner = &[2]float64{max(-1, *box.From/widest), min(1, *box.To/widest)}
	}
	return b
}

// radii draws how far a prediction is certified by each argument.
func (p pen) radii(text []byte) (*sheet, error) {
	var r explore.FoundRadii
	if err := decode(text, &r); err != nil {
		return nil, err
	}
	found := lengths{}
	found.add("black_box", "Black box", &r.BlackBox)
	found.add("orbit", "Orbit-based", &r.Orbit)
	found.add("tight", "Tight, scaling", r.Scaling)
	if r.Every != nil {
		found.add("tight", "Tight, any direction", &r.Every.Radius)
	}
	found.add("subsample", "Samples of points", r.Sampled)
	return found.draw(p)
}

// certificate draws the radii of a certificate.
func (p pen) certificate(text []byte) (*sheet, error) {
	var c struct {
		BlackBox *argument.Closed `json:"black_box"`
		Orbit    *argument.Closed
	}
	if err := decode(text, &c); err != nil {
		return nil, err
	}
	found := lengths{}
	if c.BlackBox != nil {
		found.add("black_box", "Black box", c.BlackBox.Radius)
	}
	if c.Orbit != nil {
		found.add("orbit", "Orbit-based", c.Orbit.Radius)
		found.add("invariance", "Distance of this pair, aligned", c.Orbit.Distance)
	}
	return found.draw(p)
}

// lengths are radii with their names.
type lengths struct {
	bars  bars
	names []string
	most  float64
}

func (l *lengths) add(argument, name string, radius *float64) {
	if radius == nil {
		return
	}
	l.bars = append(l.bars, bar{argument: argument, to: *radius, most: down(*radius)})
	l.names = append(l.names, name)
	l.most = max(l.most, *radius)
}

func (l *lengths) draw(p pen) (*sheet, error) {
	if l.most == 0 {
		return nil, document.BadField("document", "has no radius above 0")
	}
	return p.rows(l.bars, l.names, 0, 1.2*l.most, nil), nil
}
