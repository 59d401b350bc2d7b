package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/orbitcert/orbitcert/core/say"
)

// look is how an argument is drawn, as on the page.
type look struct {
	name   string
	colour color.RGBA
	// dash are strokes and gaps in pixels of the page, nil for a solid line.
	dash []float64
}

// looks are those of the page's light theme; a test compares them with its sources.
var looks = map[string]look{
	"tight":      {"Tight", color.RGBA{0xc2, 0x25, 0x7f, 0xff}, nil},
	"orbit":      {"Orbit-based", color.RGBA{0x1a, 0x66, 0xc4, 0xff}, []float64{9, 5}},
	"black_box":  {"Black box", color.RGBA{0x2f, 0x35, 0x3b, 0xff}, []float64{2, 5}},
	"subsample":  {"Points that come and go", color.RGBA{0x7b, 0x3f, 0xb8, 0xff}, []float64{9, 3, 2, 3}},
	"parameters": {"Noise on transformations", color.RGBA{0x4f, 0x7a, 0x00, 0xff}, []float64{12, 3}},
	"attacked":   {"Under attack", color.RGBA{0x1b, 0x22, 0x26, 0xff}, []float64{2, 2}},
	"invariance": {"Invariance", color.RGBA{0x56, 0x60, 0x68, 0xff}, nil},
}

// wash returns 16 % of a colour, as premultiplied channels.
func wash(c color.RGBA) color.RGBA {
	channel := func(full uint8) uint8 { return uint8(0.16 * float64(full)) }
	return color.RGBA{channel(c.R), channel(c.G), channel(c.B), 0x29}
}

// pixel is a pixel of the page.
const pixel = vg.Length(0.75)

// line returns the style of an argument's lines.
func (l look) line(width vg.Length) draw.LineStyle {
	style := draw.LineStyle{Color: l.colour, Width: width}
	for _, length := range l.dash {
		style.Dashes = append(style.Dashes, vg.Length(length)*pixel)
	}
	return style
}

// pen makes panels and texts.
type pen struct{ tex bool }

// texSigns are the signs of our own texts that TeX needs in other words.
var texSigns = strings.NewReplacer("%", `\%`, "‖Δ‖", `$\|\Delta\|$`, "‖X‖", `$\|X\|$`, "ε₁", `$\tilde\epsilon_1$`, "ε₂", `$\tilde\epsilon_2$`, "θ",
	`$\theta$`, "±", `$\pm$`, "−", "$-$", "°", `$^\circ$`, "σ", `$\sigma$`)

func (p pen) text(s string) string {
	if p.tex {
		return texSigns.Replace(s)
	}
	return s
}

// panel is a plot with a legend above it, and a caption below. It is bounded if its bands reach down to a bound.
type panel struct {
	*plot.Plot
	keys    []key
	bounded bool
	caption string
}

// key is an entry of a legend.
type key struct {
	name string
	line draw.LineStyle
}

// sans is the font of all texts.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// panel returns an empty panel with labelled axes.
func (p pen) panel(x, y string) *panel {
	one := &panel{Plot: plot.New()}
	one.X.Label.Text, one.Y.Label.Text = p.text(x), p.text(y)
	one.X.Label.TextStyle.Font, one.Y.Label.TextStyle.Font = sans(9), sans(9)
	one.X.Tick.Label.Font, one.Y.Tick.Label.Font = sans(8), sans(8)
	return one
}

// named adds a line to the legend.
func (one *panel) named(name string, line draw.LineStyle) {
	one.keys = append(one.keys, key{name, line})
}

// Sizes of a legend.
const (
	keyHeight = 13
	keyStroke = 24
	keyGap    = 12
)

// draw draws the legend, in as many lines as it needs, the plot below, and the caption.
func (one *panel) draw(c draw.Canvas) {
	style := one.X.Tick.Label
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	x, y := c.Min.X, c.Max.Y-keyHeight/2
	for i, k := range one.keys {
		width := keyStroke + 4 + style.Width(k.name)
		if i > 0 && x+width > c.Max.X {
			x, y = c.Min.X, y-keyHeight
		}
		c.StrokeLine2(k.line, x, y, x+keyStroke, y)
		c.FillText(style, vg.Point{X: x + keyStroke + 4, Y: y + 1}, k.name)
		x += width + keyGap
	}
	if one.caption != "" {
		c.FillText(style, vg.Point{X: c.Min.X, Y: c.Min.Y + keyHeight/2}, one.caption)
		c = draw.Crop(c, 0, 0, keyHeight, 0)
	}
	if len(one.keys) > 0 {
		c = draw.Crop(c, 0, 0, 0, y-keyHeight-c.Max.Y)
	}
	one.Draw(c)
}

// down writes a number with three digits, rounded towards zero.
func down(x float64) string {
	text := say.Text(math.Abs(x), 3, say.Down)
	if x < 0 {
		return "−" + text
	}
	return text
}

// measure is a unit of parameters as people read it: the factor to it, and its sign.
type measure struct {
	factor float64
	sign   string
}

var measures = map[string]measure{
	"relative": {100, " %"}, "rad": {180 / math.Pi, "°"}, "1/length": {100, " % per length"}, "rad/length": {180 / math.Pi, "° per length"},
	"1/length²": {100, " % per squared length"}, "length": {1, ""},
}

// measured returns the factor and sign of a unit.
func measured(unit string) measure {
	if m, known := measures[unit]; known {
		return m
	}
	return measure{1, " " + unit}
}

// title begins a word with a capital letter.
func title(word string) string {
	if word == "" {
		return word
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
