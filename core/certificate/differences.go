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

// compared walks through two JSON values, and lists what say returns for each field that differs. names chooses the fields of an object.
func compared(path string, theirs, mine any, names func(a, b map[string]any) []string, say func(path string, theirs, mine any) string) (lines []string) {
	a, isObject := theirs.(map[string]any)
	b, bothObjects := mine.(map[string]any)
	switch {
	case isObject && bothObjects:
		for _, name := range names(a, b) {
			place := joined(path, name)
			if value, there := a[name]; there && value == nil && !has(b, name) { // null stands for nothing, but is written
				lines = append(lines, say(place, nil, nil))
				continue
			}
			lines = append(lines, compared(place, a[name], b[name], names, say)...)
		}
	case written(theirs) != written(mine):
		lines = append(lines, say(path, theirs, mine))
	}
	return lines
}

// unread lists the fields of a document that were read as something else: encoding/json takes names in any spelling and
// reads over those that it does not know.
func unread(theirs, read any) []string {
	own := func(a, _ map[string]any) []string { return slices.Sorted(maps.Keys(a)) }
	return compared("", theirs, read, own, func(path string, _, _ any) string { return path + ": is not a field that certificates have there" })
}

func has(object map[string]any, name string) bool { _, there := object[name]; return there }

// namesOf lists the names in either object, sorted.
func namesOf(a, b map[string]any) []string {
	both := map[string]any{}
	maps.Copy(both, a)
	maps.Copy(both, b)
	return slices.Sorted(maps.Keys(both))
}

// unequal returns the first name whose values differ, "" if none do.
func unequal(a, b map[string]any) string {
	for _, name := range namesOf(a, b) {
		if written(a[name]) != written(b[name]) {
			return name
		}
	}
	return ""
}

// fieldsOf returns the fields of a value as JSON has them.
func fieldsOf(value any) (fields map[string]any, err error) {
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	return fields, err
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
