package main

import (
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// Options of every command.
const (
	errorsOption = "errors"
	limitOption  = "limit"
)

// errorForm is the form of failures; run reads it before all other options.
type errorForm struct{ text string }

func (e *errorForm) String() string { return e.text }

func (e *errorForm) Type() string { return "FORM" }

func (e *errorForm) Set(text string) error {
	if text != "text" && text != "json" {
		return badInput{document.BadField("--"+errorsOption, "must be text or json, got %q", text)}
	}
	e.text = text
	return nil
}

// size is a number of bytes.
type size int64

// units of sizes, in bytes.
var units = []struct {
	name  string
	bytes float64
}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"", 1}}

// Set reads a size such as 500MB.
func (s *size) Set(text string) error {
	for _, unit := range units {
		number, found := strings.CutSuffix(text, unit.name)
		if !found {
			continue
		}
		if x, err := strconv.ParseFloat(number, 64); err == nil && x > 0 && x*unit.bytes < 1e18 {
			*s = size(x * unit.bytes)
			return nil
		}
		break
	}
	return badInput{document.BadField("--"+limitOption, "must be a size such as 500MB or 4GB, got %q", text)}
}

func (s *size) Type() string { return "SIZE" }

// String writes a size in its largest unit, "" for the one that holds without the option.
func (s *size) String() string {
	if *s == usualLimit {
		return ""
	}
	return sizeText(int64(*s))
}

// sizeText writes a size in its largest unit.
func sizeText(size int64) string {
	for _, unit := range units {
		if float64(size) >= unit.bytes {
			return strings.TrimSpace(strconv.FormatFloat(float64(size)/unit.bytes, 'g', -1, 64) + " " + unit.name)
		}
	}
	return strconv.FormatInt(size, 10)
}
