package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/statement"
)

// explain prints a paragraph about a certificate that verifies.
func (p *program) explain() *cobra.Command {
	c := &cobra.Command{
		Use:     "explain [--latex] CERTIFICATE.json",
		Short:   "print a paragraph about a certificate, for a paper",
		Long:    "The certificate is verified first. The paragraph states its numbers, rounded to the safe side, and its assumptions.",
		Example: "orbitcert explain --latex certificate.json",
	}
	latex := c.Flags().Bool("latex", false, "write LaTeX for a document with amsmath")
	return p.onFile(c, func(path string) ([]byte, error) {
		if *latex {
			return p.paragraph(path, statement.LaTeX)
		}
		return p.paragraph(path, statement.Plain)
	})
}

// paragraph writes about a certificate in a style.
func (p program) paragraph(path string, style statement.Style) ([]byte, error) {
	data, err := p.readText(path)
	if err != nil {
		return nil, err
	}
	v, err := certificate.Verify(data, p.beside(path))
	switch {
	case err != nil:
		return nil, named(path, otherKind(data, "a certificate", err))
	case len(v.Failed) > 0:
		return nil, failing(path, "verification failed", v.Failed)
	}
	text := strings.TrimSpace(statement.Write(v.Request, v.Own, style))
	if p.asJSON {
		return inJSON(map[string]any{"format": document.Format, "text": text})
	}
	return []byte(document.Printable(text) + "\n"), nil
}
