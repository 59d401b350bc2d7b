package certificate

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// unequal lists where two JSON values differ, by the path of the field.
func unequal(path string, theirs, mine any) (lines []string) {
	a, isObject := theirs.(map[string]any)
	b, bothObjects := mine.(map[string]any)
	if !isObject || !bothObjects {
		if written(theirs) != written(mine) {
			lines = append(lines, differing(path, theirs, mine))
		}
		return lines
	}
	for _, name := range namesOf(a, b) {
		lines = append(lines, unequal(joined(path, name), a[name], b[name])...)
	}
	return lines
}

// unread lists the fields of a document that were read as something else: encoding/json takes names in any spelling and
// reads over those that it does not know.
func unread(path string, theirs, read any) (lines []string) {
	a, isObject := theirs.(map[string]any)
	b, bothObjects := read.(map[string]any)
	if !isObject || !bothObjects {
		if written(theirs) != written(read) {
			lines = append(lines, path+": is not a field that certificates have there")
		}
		return lines
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		lines = append(lines, unread(joined(path, name), a[name], b[name])...)
	}
	return lines
}

// namesOf lists the names in either object, sorted.
func namesOf(a, b map[string]any) []string {
	var names []string
	for name := range a {
		names = append(names, name)
	}
	for name := range b {
		if _, both := a[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func joined(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

func differing(path string, theirs, mine any) string {
	return fmt.Sprintf("%s: %s in the document, %s recomputed", path, spell(theirs), spell(mine))
}

func spell(value any) string {
	if value == nil {
		return "nothing"
	}
	return document.Shorten([]byte(written(value)))
}

// written returns the text of a JSON value, the same for equal ones.
func written(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// agreement is how far, relative to their size or to 1, numbers of two cores may be apart: each is
// rounded within 1e-10.
const agreement = 1e-9

// optional tells whether a field is a row that only some cores compute, or only for some requests, or the group of such rows.
func optional(path string) bool {
	return slices.ContainsFunc(argument.Optional, func(id argument.ID) bool { return path == string(id) || path == id.Group() })
}

// disagreeing lists where a document of an earlier core contradicts what this one computes. A row that
// only this core has is not a claim; one that only the document has is invented, since every row of the
// earlier cores is still computed. A row that claims not to certify may do so.
func disagreeing(path string, theirs, mine any) (lines []string) {
	switch a := theirs.(type) {
	case map[string]any:
		b, _ := mine.(map[string]any)
		for _, name := range namesOf(a, b) {
			inner := joined(path, name)
			if _, claims := a[name]; claims || !optional(inner) {
				lines = append(lines, disagreeing(inner, a[name], b[name])...)
			}
		}
		return lines
	case []any:
		b, _ := mine.([]any)
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) {
				return append(lines, differing(path, theirs, mine))
			}
			if _, is := a[i].(bool); is && a[i] != b[i] { // no weaker claim: others count these
				return append(lines, differing(path, theirs, mine))
			}
			lines = append(lines, disagreeing(path, a[i], b[i])...)
		}
		return lines
	case float64:
		if b, ok := mine.(float64); ok && math.Abs(a-b) <= agreement*max(1, math.Abs(b)) {
			return nil
		}
	case bool:
		if b, ok := mine.(bool); ok && (b || !a) {
			return nil
		}
	default:
		if written(theirs) == written(mine) {
			return nil
		}
	}
	return []string{differing(path, theirs, mine)}
}
