package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/cmd/orbitcert/figure"
)

// plot draws the figure of a document into a file, or prints it as SVG.
func (p *program) plot() *cobra.Command {
	c := &cobra.Command{
		Use:   "plot RESULT.json [-o FIGURE.svg]",
		Short: "draw a result as SVG, PDF, PNG or TeX",
		Long: `Draws the certified accuracy of a result, a comparison of two, the ranges of withstand, the radii of a certificate or of radii, a curve, a map, its
question, or regions, in the colours of the page.`,
		Example: "orbitcert run site/docs/examples/run.json > result.json\norbitcert plot result.json -o accuracy.pdf",
	}
	out := c.Flags().StringP("output", "o", "", "`FILE` to write; its ending chooses the format: .svg, .pdf, .png, or .tex for a pgfpicture; without it, print SVG")
	sigma := c.Flags().String("sigma", "", "`VALUE` of σ in a run over several")
	return p.onFile(c, func(path string) ([]byte, error) {
		options := figure.Options{Format: "svg"}
		if *out != "" {
			options.Format = strings.TrimPrefix(filepath.Ext(*out), ".")
		}
		var err error
		if options.Sigma, err = parseNumber("--sigma", *sigma); err != nil {
			return nil, badInput{err}
		}
		text, err := p.readText(path)
		if err != nil {
			return nil, err
		}
		drawn, err := figure.Draw(text, options)
		if err != nil || *out == "" {
			return drawn, named(path, err)
		}
		return nil, os.WriteFile(*out, drawn, 0o666)
	})
}
