// Package figure draws documents with gonum.org/v1/plot, in the colours and dashes of the page: certified accuracy of
// a run, ranges of transformations, radii, and maps of the smallest probability. Only the command line imports it.
package figure

import (
	"bytes"
	"encoding/json"
	"image/color"
	"io"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
	"gonum.org/v1/plot/vg/vgtex"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// formats are the endings.
var formats = []string{"svg", "pdf", "png", "tex"}

// Options are how a document is drawn.
type Options struct {
	// Format is "svg", "pdf", "png" or "tex", a pgfpicture.
	Format string
	// Sigma chooses one result of a run over several σ.
	Sigma *float64
}

// sheet is a figure before it is drawn: panels in rows.
type sheet struct {
	panels  []*panel
	columns int
	// width and height are those of a panel.
	width, height vg.Length
}

// Draw returns the figure of a document: the result of a run, a comparison of two, a certificate, ranges, radii, a curve, regions, a map, or the
// question for a map, {"norm": ‖X‖/σ, "distance": ‖Δ‖/σ}.
func Draw(text []byte, options Options) ([]byte, error) {
	if !slices.Contains(formats, options.Format) {
		return nil, document.BadField("-o", "must end in .svg, .pdf, .png or .tex")
	}
	o, err := document.Parse("", text)
	if err != nil {
		return nil, err
	}
	pen := pen{tex: options.Format == "tex"}
	var s *sheet
	switch {
	case o.Has("results") || o.Has("sigmas"):
		s, err = pen.run(text, options.Sigma)
	case o.Has("certified_by"):
		s, err = pen.certificate(text)
	case o.Has("radii") && o.Has("clouds"):
		s, err = pen.compared(text)
	case o.Has("bounds"):
		s, err = pen.curve(text)
	case o.Has("regions"):
		s, err = pen.regions(text)
	case o.Has("along"):
		s, err = pen.ranges(text)
	case o.Has("norm") && o.Has("orbit"):
		s, err = pen.radii(text)
	case o.Has("norm") && o.Has("rows"):
		s, err = pen.wholeMap(text)
	case o.Has("norm"):
		s, err = pen.plane(text)
	default:
		err = document.BadField("document",
			"has no figure; give a run's result, a comparison, a certificate, the answer of withstand, radii, curve, map or regions, or {\"norm\", \"distance\"} for a map")
	}
	if err != nil {
		return nil, err
	}
	return s.draw(options.Format)
}

// decode reads a document that this program has written.
func decode(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return document.BadField("document", "does not have the form that orbitcert writes: %v", err)
	}
	return nil
}

// margin surrounds the panels.
const margin = 8

func (s *sheet) draw(format string) ([]byte, error) {
	columns := min(s.columns, len(s.panels))
	rows := (len(s.panels) + columns - 1) / columns
	width, height := vg.Length(columns)*(s.width+margin)+margin, vg.Length(rows)*(s.height+margin)+margin
	canvas := canvasOf(format, width, height)
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	tiles := draw.Tiles{Cols: columns, Rows: rows, PadTop: margin, PadBottom: margin, PadLeft: margin, PadRight: margin, PadX: margin, PadY: margin}
	for i, one := range s.panels {
		one.draw(tiles.At(c, i%columns, i/columns))
	}
	var out bytes.Buffer
	_, err := canvas.WriteTo(&out)
	return out.Bytes(), err
}

// undated stands in every PDF, so that the same document gives the same bytes.
var undated = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// canvas is a page of some format.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

func canvasOf(format string, width, height vg.Length) canvas {
	switch format {
	case "pdf":
		fpdf.SetDefaultCreationDate(undated)
		fpdf.SetDefaultModificationDate(undated)
		return vgpdf.New(width, height)
	case "png":
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(192))}
	case "tex":
		return vgtex.New(width, height)
	}
	return vgsvg.New(width, height)
}

// wholeMap draws a map that was computed.
func (p pen) wholeMap(text []byte) (*sheet, error) {
	var found explore.FoundMap
	if err := decode(text, &found); err != nil {
		return nil, err
	}
	rows, err := found.Whole()
	if err != nil {
		return nil, err
	}
	return p.mapSheet(heat{rows}, found.Rotation), nil
}

func (p pen) mapSheet(m heat, rotation []float64) *sheet {
	return &sheet{[]*panel{p.heatMap(m, rotation)}, 1, 360, 340}
}

// plane draws the smallest probability over the parameters of all perturbations of one norm.
func (p pen) plane(text []byte) (*sheet, error) {
	question, err := explore.ParseMap(text)
	if err != nil {
		return nil, err
	}
	return p.mapSheet(heat{question.Map.Whole(explore.InTurn)}, question.Rotation), nil
}
