//go:build !js

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

// headersFile tells static hosts which headers to send: a path, in which * stands
// for any text, and below it indented lines "Name: value", or "! Name" to take
// back what an earlier path has set. Values of one name are joined by commas.
const headersFile = "_headers"

// headerRule is one line of the file.
type headerRule struct {
	path, name, value string
	detach            bool
}

// readHeaders reads the file in the folder of the page; none means no rules.
func readHeaders(root fs.FS) ([]headerRule, error) {
	text, err := fs.ReadFile(root, headersFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var rules []headerRule
	path := ""
	for i, line := range strings.Split(string(text), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#':
		case line[0] != ' ' && line[0] != '\t':
			path = trimmed
		default:
			rule, ok := parseHeader(path, trimmed)
			if !ok {
				return nil, fmt.Errorf("%s: line %d is no header below a path", headersFile, i+1)
			}
			rules = append(rules, rule)
		}
	}
	return rules, nil
}

func parseHeader(path, line string) (headerRule, bool) {
	if name, ok := strings.CutPrefix(line, "!"); ok {
		return headerRule{path: path, name: strings.TrimSpace(name), detach: true}, path != ""
	}
	name, value, ok := strings.Cut(line, ":")
	return headerRule{path: path, name: strings.TrimSpace(name), value: strings.TrimSpace(value)}, ok && name != "" && path != ""
}

// setHeaders sets the headers of a path, in place of those already there.
func setHeaders(h http.Header, rules []headerRule, path string) {
	found := http.Header{}
	for _, rule := range rules {
		switch {
		case !matchesPath(rule.path, path):
		case rule.detach:
			found.Del(rule.name)
		default:
			found.Add(rule.name, rule.value)
		}
	}
	for name, values := range found {
		h.Set(name, strings.Join(values, ", "))
	}
}

// matchesPath compares a path with a pattern in which * stands for any text.
func matchesPath(pattern, path string) bool {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(path, parts[0])
	for i, part := range parts[1:] {
		switch {
		case !ok:
			return false
		case i == len(parts)-2:
			return strings.HasSuffix(rest, part)
		}
		_, rest, ok = strings.Cut(rest, part)
	}
	return ok && rest == ""
}
