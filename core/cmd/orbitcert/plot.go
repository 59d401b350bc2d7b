package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/cmd/orbitcert/figure"
	"github.com/orbitcert/orbitcert/core/document"
)

// plot draws the figure of a document into a file, or prints it as SVG. Options may follow the document.
func (p program) plot(args []string) ([]byte, error) {
	flags := newOptions("plot")
	out, sigma := flags.String("o", "", ""), flags.String("sigma", "", "")
	if len(args) > 0 && (args[0] == "-" || !strings.HasPrefix(args[0], "-")) {
		args = append(slices.Clone(args[1:]), args[0])
	}
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return nil, err
	}
	path := flags.Arg(0)
	options := figure.Options{Format: "svg"}
	if *out != "" {
		options.Format = strings.TrimPrefix(filepath.Ext(*out), ".")
	}
	if *sigma != "" {
		value, err := strconv.ParseFloat(*sigma, 64)
		if err != nil {
			return nil, badInput{document.BadField("--sigma", "must be a number, got %s", document.Shorten([]byte(*sigma)))}
		}
		options.Sigma = &value
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
}
