package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// heat is a map over [−1, 1]², in rows from below, NaN outside the disc.
type heat struct{ rows [][]float64 }

// Dims, X, Y and Z are the map as gonum reads it.
func (h heat) Dims() (columns, rows int) { return len(h.rows), len(h.rows) }
func (h heat) X(column int) float64      { return float64(2*column+1-len(h.rows)) / float64(len(h.rows)) }
func (h heat) Y(row int) float64         { return h.X(row) }
func (h heat) Z(column, row int) float64 { return h.rows[row][column] }

// ends returns the least and the largest value.
func (h heat) ends() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, row := range h.rows {
		for _, value := range row {
			if !math.IsNaN(value) {
				least, most = min(least, value), max(most, value)
			}
		}
	}
	return least, most
}

// cividis is the page's scale of colours: J. R. Nuñez et al., PLoS ONE 13(7), 2018, by the polynomials of
// d3-scale-chromatic.
type cividis struct{}

// Colors returns 256 colours from low to high.
func (cividis) Colors() []color.Color {
	list := make([]color.Color, 256)
	channel := func(x float64) uint8 { return uint8(min(255, max(0, x+0.5))) }
	for i := range list {
		t := float64(i) / 255
		list[i] = color.RGBA{
			channel(-4.54 - t*(35.34-t*(2381.73-t*(6402.7-t*(7024.72-t*2710.57))))),
			channel(32.49 + t*(170.73+t*(52.82-t*(131.46-t*(176.58-t*67.37))))),
			channel(81.24 + t*(442.36-t*(2482.43-t*(6167.24-t*(6614.94-t*2475.67))))), 0xff,
		}
	}
	return list
}

// heatMap draws a map with its scale of colours beside the disc.
func (p pen) heatMap(h heat, rotation []float64) *panel {
	one := p.panel("Growth of the cloud, ε₁", "Rotation of the cloud, ε₂")
	drawn := plotter.NewHeatMap(h, cividis{})
	drawn.Min, drawn.Max = h.ends()
	if drawn.Min == drawn.Max {
		drawn.Max = math.Nextafter(drawn.Min, 2)
	}
	drawn.Rasterized = !p.tex
	one.Add(drawn, scale{drawn.Min, drawn.Max})
	one.X.Min, one.X.Max, one.Y.Min, one.Y.Max = -1, 1.35, -1, 1
	one.X.Tick.Marker = plot.ConstantTicks{{Value: -1, Label: "-1"}, {Value: 0, Label: "0"}, {Value: 1, Label: "1"}}
	one.Y.Tick.Marker = one.X.Tick.Marker
	one.Title.Text, one.Title.TextStyle.Font, one.Title.Padding = "Smallest prediction probability that certifies", sans(9), 6
	if len(rotation) == 2 {
		style := draw.GlyphStyle{Color: color.White, Radius: 4, Shape: draw.CrossGlyph{}}
		one.Add(&plotter.Scatter{XYs: plotter.XYs{{X: rotation[0], Y: rotation[1]}, {X: rotation[0], Y: -rotation[1]}}, GlyphStyle: style})
	}
	return one
}

// scale is the bar of colours with its ends, to the right of the disc.
type scale struct{ least, most float64 }

// Plot draws the bar.
func (s scale) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	colours := cividis{}.Colors()
	for i, colour := range colours {
		// each a little longer, so that no gap shows between two
		from, to := -1+2*float64(i)/256, min(1, -1+2*(float64(i)+1.5)/256)
		c.FillPolygon(colour, []vg.Point{{X: x(1.1), Y: y(from)}, {X: x(1.17), Y: y(from)}, {X: x(1.17), Y: y(to)}, {X: x(1.1), Y: y(to)}})
	}
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	c.FillText(style, vg.Point{X: x(1.19), Y: y(1)}, fmt.Sprintf("%.3f", s.most))
	style.YAlign = draw.YBottom
	c.FillText(style, vg.Point{X: x(1.19), Y: y(-1)}, fmt.Sprintf("%.3f", s.least))
}
