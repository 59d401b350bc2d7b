//go:build !js

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
)

// headersFile tells static hosts which headers to send: a path, in which * stands
// for any text, and below it indented lines "Name: value", or "! Name" to take
// back what an earlier path has set. Values of one name are joined by commas.
const headersFile = "_headers"

// headerRule is one line of the file.
type headerRule struct {
	paths       *regexp.Regexp
	name, value string
	detach      bool
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
	var paths *regexp.Regexp
	for i, line := range strings.Split(string(text), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#':
		case line[0] != ' ' && line[0] != '\t':
			paths = regexp.MustCompile(`(?s)^` + strings.ReplaceAll(regexp.QuoteMeta(trimmed), `\*`, `.*`) + `$`)
		default:
			rule, ok := parseHeader(paths, trimmed)
			if !ok {
				return nil, fmt.Errorf("%s: line %d is not a header below a path", headersFile, i+1)
			}
			rules = append(rules, rule)
		}
	}
	return rules, nil
}

func parseHeader(paths *regexp.Regexp, line string) (headerRule, bool) {
	if name, ok := strings.CutPrefix(line, "!"); ok {
		return headerRule{paths: paths, name: strings.TrimSpace(name), detach: true}, paths != nil
	}
	name, value, ok := strings.Cut(line, ":")
	return headerRule{paths: paths, name: strings.TrimSpace(name), value: strings.TrimSpace(value)}, ok && name != "" && paths != nil
}

// setHeaders sets the headers of a path, in place of those already there.
func setHeaders(h http.Header, rules []headerRule, path string) {
	found := http.Header{}
	for _, rule := range rules {
		switch {
		case !rule.paths.MatchString(path):
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
