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
// sources do so at most. The goal is 12 each.
var named = []struct {
	name, pattern string
	most          int
}{
	{"alpha", `\b[aA]lpha\b`, 62},
	{"attribute_sigma", `attribute_sigma|[aA]ttributeSigma`, 28},
	{"draws", `\bNeededSamples\b|\bDRAWS\b|['"]draws['"]|values\.draws\b`, 16},
	{"noise", `\.Noise\b|['"]noise['"]|\bnoise: |twistNoise`, 68},
	{"pairing", `\b[pP]airing\b`, 20},
	{"permutation", `\b[pP]ermutation\b`, 70},
	{"preparation", `\b[pP]reparation\b`, 67},
	{"runner_up", `\brunner_up\b|\brunnerUp\b|\bRunnerUp\b`, 51},
	{"subsample", `\b[sS]ubsample\b`, 100},
	{"tolerance", `\b[tT]olerance\b`, 50},
	{"top", `\.Top\b|['"]top['"]|\.top\b|\btop=`, 50},
	{"translation", `\b[tT]ranslation\b`, 51},

	{"class", `\bOfClass\b|\bReturnsClasses\b|\bclass\{\}|['"]classes['"]`, 43},
	{"number", `\.Numbers\b|\bReturnsNumbers?\b|['"]number['"]`, 56},
	{"labels", `[^d]\.Labels\b|\bReturnsLabels\b|['"]labels['"]`, 53},
	{"vectors", `\.Vectors\b|['"]vectors['"]`, 12},

	{"black_box", `black_box|[bB]lackBox`, 81},
	{"orbit", `['"]orbit['"]|\.[oO]rbit\b|\bOrbitRow\b|\bbyOrbit\b|\bByOrbit\b`, 73},
	{"tight.exact", `\bExactRow\b|['"](tight\.)?exact['"]|\.[eE]xact\b`, 21},
	{"tight.axis", `\bAxisRow\b|tight\.axis`, 4},
	{"tight.monte_carlo", `monte_carlo|[mM]onteCarlo|\bDrawnRow\b`, 26},
	{"parameters", `\bParametersRow\b|['"]parameters['"]|\.[pP]arameters\b[^(]`, 44},
}

// programs are the files of the programs: no tests, docs, content or benchmarks.
var programs = regexp.MustCompile(`^(core|js|wasm|build/python|build/checker|build/[\w.-]+$).*\.(go|js|mjs|ts|py)$`)

var others = regexp.MustCompile(`_test\.|/test/|/testdata/|/internal/|\.test\.`)

var written = regexp.MustCompile(`^(?:[^\n]*\n){0,3}[^\n]*[gG]enerated by`)

// handWritten returns the texts of the sources that no program writes, by their paths.
func handWritten(t *testing.T) map[string]string {
	t.Helper()
	list, err := exec.Command("git", "-C", "..", "ls-files").Output()
	if err != nil {
		t.Skip(err)
	}
	texts := map[string]string{}
	for _, name := range strings.Fields(string(list)) {
		if !programs.MatchString(name) || others.MatchString(name) {
			continue
		}
		text, err := os.ReadFile(path.Join("..", name))
		if err == nil && !written.Match(text) {
			texts[name] = string(text)
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
		for _, text := range texts {
			if pattern.MatchString(text) {
				found++
			}
		}
		if found > n.most {
			t.Errorf("%s: named in %d sources, at most %d may", n.name, found, n.most)
		}
	}
}
