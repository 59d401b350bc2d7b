package main

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/statement"
)

// explain prints a paragraph about a certificate that verifies.
func (p program) explain(args []string) ([]byte, error) {
	flags := newOptions("explain")
	latex := flags.Bool("latex", false, "")
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return nil, err
	}
	path, style := flags.Arg(0), statement.Plain
	if *latex {
		style = statement.LaTeX
	}
	data, err := p.readText(path)
	if err != nil {
		return nil, err
	}
	v, err := certificate.Verify(data, p.beside(path))
	switch {
	case err != nil:
		return nil, named(path, err)
	case len(v.Failed) > 0:
		return nil, failing(path, "verification failed", v.Failed)
	}
	return []byte(document.Printable(strings.TrimSpace(statement.Write(v.Request, v.Own, style))) + "\n"), nil
}
