//go:build !js

package core

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// named are the terms of requests, the outputs of models and the rows of certificates, how sources name each, and how many hand-written
// sources do so at most, comments apart. The goal is 12 each.
var named = []struct {
	name, pattern string
	most          int
}{
	{"alpha", `\b[aA]lpha\b`, 49},
	{"attribute_sigma", `attribute_sigma|[aA]ttributeSigma`, 25},
	{"draws", `\bNeededSamples\b|\bDRAWS\b|['"]draws['"]|values\.draws\b`, 16},
	{"noise", `\.Noise\b|['"]noise['"]|\bnoise: |twistNoise`, 64},
	{"pairing", `\b[pP]airing\b`, 15},
	{"permutation", `\b[pP]ermutation\b`, 59},
	{"preparation", `\b[pP]reparation\b`, 52},
	{"runner_up", `\brunner_up\b|\brunnerUp\b|\bRunnerUp\b`, 49},
	{"subsample", `\b[sS]ubsample\b`, 93},
	{"tolerance", `\b[tT]olerance\b`, 41},
	{"top", `\.Top\b|['"]top['"]|\.top\b|\btop=`, 49},
	{"translation", `\b[tT]ranslation\b`, 47},

	{"class", `\bOfClass\b|\bReturnsClasses\b|\bclass\{\}|['"]classes['"]`, 41},
	{"number", `\.Numbers\b|\bReturnsNumbers?\b|['"]number['"]`, 53},
	{"labels", `[^d]\.Labels\b|\bReturnsLabels\b|['"]labels['"]`, 50},
	{"vectors", `\.Vectors\b|['"]vectors['"]`, 12},

	{"black_box", `black_box|[bB]lackBox`, 78},
	{"orbit", `['"]orbit['"]|\.[oO]rbit\b|\bOrbitRow\b|\bbyOrbit\b|\bByOrbit\b`, 69},
	{"tight.exact", `\bExactRow\b|['"](tight\.)?exact['"]|\.[eE]xact\b`, 20},
	{"tight.axis", `\bAxisRow\b|tight\.axis`, 4},
	{"tight.monte_carlo", `monte_carlo|[mM]onteCarlo|\bDrawnRow\b`, 25},
	{"parameters", `\bParametersRow\b|['"]parameters['"]|\.[pP]arameters\b[^(]`, 39},
}

// programs are the files of the programs: no tests, docs, content or benchmarks.
var programs = regexp.MustCompile(`^(core|js|wasm|build/python|build/checker|build/[\w.-]+$).*\.(go|js|mjs|ts|py)$`)

var others = regexp.MustCompile(`_test\.|/test/|/testdata/|/internal/|\.test\.`)

// sameWord are rooms of mathematics where a word is another thing than the term: a level or an angle, an order of points that a search finds,
// and how exact a number has to be.
var sameWord = map[string]*regexp.Regexp{
	"alpha":       regexp.MustCompile(`^core/(anytime|bound|box|invariance|special|pointcloud)/`),
	"permutation": regexp.MustCompile(`^core/(assignment|registration)/`),
	"tolerance":   regexp.MustCompile(`^core/tight/`),
}

// comments are those that stand by themselves or end a line, and docstrings.
var comments = regexp.MustCompile(`(?m)/\*\*\s(?s:.*?)\*/|^\s*"""(?s:.*?)"""|(?:^|\s)(?://|# ).*$`)

var written = regexp.MustCompile(`^(?:[^\n]*\n){0,3}[^\n]*[gG]enerated by`)

// handWritten returns the texts of the sources that no program writes, by their paths.
func handWritten(t *testing.T) map[string]string {
	t.Helper()
	list, err := exec.Command("git", "-C", "..", "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, name := range strings.Fields(string(list)) {
		if !programs.MatchString(name) || others.MatchString(name) {
			continue
		}
		text, err := os.ReadFile(path.Join("..", name))
		if err == nil && !written.Match(text) {
			texts[name] = comments.ReplaceAllString(string(text), "")
		}
	}
	return texts
}

// A term, an output or a row is named in few places, so that another one touches few.
func TestFewSourcesNameEach(t *testing.T) {
	slow.Skip(t)
	texts := handWritten(t)
	if len(texts) < 500 {
		t.Fatalf("%d sources", len(texts))
	}
	for _, n := range named {
		pattern, found := regexp.MustCompile(n.pattern), 0
		other := sameWord[n.name]
		for name, text := range texts {
			if pattern.MatchString(text) && (other == nil || !other.MatchString(name)) {
				found++
			}
		}
		if found > n.most {
			t.Errorf("%s: named in %d sources, at most %d may", n.name, found, n.most)
		}
	}
}
