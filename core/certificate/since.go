package certificate

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// sinceText has the first core of each field that not every core could write. The command core/document/schema/gen makes it of the table of
// fields.
//
//go:embed since.json
var sinceText []byte

// newer lists the fields of a document that the core it names could not write.
func newer(core string, document []byte) (lines []string) {
	var firsts map[string]string
	if err := json.Unmarshal(sinceText, &firsts); err != nil {
		panic(err) // a file of ours
	}
	var paths []string
	for path, first := range firsts {
		if older(core, first) {
			paths = append(paths, path)
		}
	}
	for _, path := range present(document, paths) {
		lines = append(lines, fmt.Sprintf("%s: is in no document of core %s; the first core that writes it is %s", path, core, firsts[path]))
	}
	slices.Sort(lines)
	return lines
}

// present returns the paths whose field a value has.
func present(text json.RawMessage, paths []string) (found []string) {
	var object map[string]json.RawMessage
	if len(paths) == 0 || json.Unmarshal(text, &object) != nil {
		return nil
	}
	below := map[string][]string{}
	for _, path := range paths {
		name, rest, deeper := strings.Cut(path, ".")
		if deeper {
			below[name] = append(below[name], rest)
			continue
		}
		field, list := strings.CutSuffix(path, "[]")
		if value, there := object[field]; there && (!list || value[0] == '[') {
			found = append(found, path)
		}
	}
	for name, rest := range below {
		for _, path := range present(object[name], rest) {
			found = append(found, name+"."+path)
		}
	}
	return found
}
