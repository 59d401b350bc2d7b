package pointcloud

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// File is what was read from a file: a cloud, and in Notes what the reader
// decided that the owner of the file may want to know, a sentence each.
type File struct {
	Cloud Cloud
	Notes []string
}

// Part is one of the clouds or frames of a file. Arrays are called as NumPy
// calls them: "name", "name[0]", and "0" in a file of one array. Molecules and
// frames are numbered from "1"; Title is their title line. Count and Dimension
// are 0 when the part does not say.
type Part struct {
	Name      string `json:"name"`
	Title     string `json:"title,omitempty"`
	Count     int    `json:"count"`
	Dimension int    `json:"dimension"`
}

// maxParts bounds the list of a PartsError.
const maxParts = 1000

// PartsError says that a part of the file must be chosen, or that the part
// asked for does not exist.
type PartsError struct {
	File  string
	Part  string // what was asked for; "" for the only one
	Parts []Part // the first 1,000
	Total int
}

// Error names the first parts.
func (e *PartsError) Error() string {
	const most = 3
	var list []string
	for _, p := range e.Parts[:min(len(e.Parts), most)] {
		list = append(list, p.String())
	}
	if e.Total > most {
		list = append(list, "…")
	}
	problem := fmt.Sprintf("has %d clouds", e.Total)
	if e.Part != "" {
		problem = "has no part " + quote([]byte(e.Part))
	}
	if e.File != "" {
		problem = e.File + ": " + problem
	}
	return problem + ": choose " + strings.Join(list, ", ")
}

// String returns the part as messages show it: "pts" (1024 points).
func (p Part) String() string {
	var about []string
	if p.Title != "" {
		about = append(about, short(p.Title, 24))
	}
	if p.Count > 0 {
		about = append(about, fmt.Sprintf("%d points", p.Count))
	}
	name := `"` + short(p.Name, 40) + `"`
	if len(about) == 0 {
		return name
	}
	return name + " (" + strings.Join(about, ", ") + ")"
}

// short cuts a text to so many bytes, between two characters.
func short(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// title makes a line of a file fit to be shown: printable and not long.
func title(line []byte) string {
	const most = 80
	text := make([]rune, 0, most)
	for _, r := range string(line[:min(len(line), most)]) {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			r = ' '
		}
		text = append(text, r)
	}
	return string(bytes.TrimSpace([]byte(string(text))))
}

// catalogue lists the parts of a file and finds the one to read: the one that
// is wanted, or without a wish the first.
type catalogue struct {
	want  string
	found bool
	parts []Part
	total int
}

// add enters the next part and tells whether it is the one to read.
func (c *catalogue) add(p Part) bool {
	c.total++
	if len(c.parts) < maxParts {
		c.parts = append(c.parts, p)
	}
	if c.found || c.want != "" && c.want != p.Name {
		return false
	}
	c.found = true
	return true
}

// err tells whether the part to read is missing or one of several.
func (c *catalogue) err() error {
	if c.found && (c.want != "" || c.total == 1) {
		return nil
	}
	return &PartsError{Part: c.want, Parts: c.parts, Total: c.total}
}
