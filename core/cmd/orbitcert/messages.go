package main

import (
	"fmt"
	"io"

	"github.com/orbitcert/orbitcert/core/document"
)

// messages are what the command line says on its error stream. Every line of them passes Printable, since it may hold
// names, notes and fields that others chose.
type messages struct{ to io.Writer }

// say writes a message on one line.
func (m messages) say(format string, values ...any) error {
	return m.list(fmt.Sprintf(format, values...), nil)
}

// list writes a message, and what belongs to it on lines of their own.
func (m messages) list(line string, rest []string) error {
	text := "orbitcert: " + document.Printable(line) + "\n"
	for _, one := range rest {
		text += "  " + document.Printable(one) + "\n"
	}
	_, err := io.WriteString(m.to, text)
	return err
}
