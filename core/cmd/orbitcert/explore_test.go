package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func TestCurveOptions(t *testing.T) {
	path := filepath.Join(folder(t), "request.json")
	var found explore.FoundCurve
	text, _ := mustCall(t, "curve", "--kind", "random", "--to", "0.5", "--steps", "2", "--directions", "3", "--seed", "7", path)
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err)
	}
	if found.Kind != "random" || len(found.X) != 3 || found.X[2] != 0.5 || len(found.Bounds) != 9 {
		t.Errorf("got %s", text)
	}
	for args, want := range map[string]string{
		"--kind turn":              `kind: must be one of scale, random, rotate, got "turn"`,
		"--to far":                 `to: must be a number, got "far"`,
		"--steps 0.5":              "steps: must be a whole number from 1 to 200, got 0.5",
		"--kind rotate --axis 0,1": "axis",
		"--direction 3":            "unknown option --direction; did you mean --directions?",
	} {
		code, out, errs := call("", append(append([]string{"curve"}, strings.Fields(args)...), path)...)
		if code != exitBadInput || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q, want %q", args, code, errs, want)
		}
	}
}

func TestRegionsChoosePairs(t *testing.T) {
	solid := filepath.Join("..", "..", "..", "site", "examples", "chair-points-3d.json")
	for _, one := range []struct{ args, families string }{{"", "taper rotation replaced"}, {"--pair rotation-shear", "rotation"}} {
		var found explore.FoundRegions
		text, _ := mustCall(t, append(append([]string{"regions", "--size", "3"}, strings.Fields(one.args)...), solid)...)
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			t.Fatal(err)
		}
		var families []string
		for _, r := range found.Regions {
			families = append(families, r.First.Family)
		}
		if got := strings.Join(families, " "); got != one.families {
			t.Errorf("%q: regions of %s, want %s", one.args, got, one.families)
		}
	}
	code, _, errs := call("", "regions", "--pair", "twist-moved", solid)
	if code != exitBadInput || !strings.Contains(errs, solid) {
		t.Errorf("exit %d, %q", code, errs)
	}
}

func TestMapRefuses(t *testing.T) {
	if code, _, errs := call(`{"norm": 2}`, "map", "-"); code != exitBadInput || !strings.Contains(errs, "distance: is missing") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

// The call read writes arrays that it reads again as the same cloud, with attributes.
func TestReadArrays(t *testing.T) {
	for _, cloud := range []string{
		`{"points": [[0,0.25],[1,2.5],[3,1],[2,2]]}`,
		`{"points": [[0,0.25,1],[1,2.5,3]], "attributes": {"element": [6,1], "dichte ρ": [0.5,-0.125]}}`,
	} {
		path := saved(t, "cloud.json", cloud)
		want, _ := mustCall(t, "read", path)
		array, _ := mustCall(t, "read", "--npy", path)
		if code, again, errs := call(array, "read", "-"); code != exitComputed || again != want {
			t.Errorf("exit %d, %q, want %q; %s", code, again, want, errs)
		}
		if _, err := pointcloud.Parse("cloud.npy", []byte(array), pointcloud.Reading{}); err != nil || !bytes.HasPrefix([]byte(array), []byte("\x93NUMPY")) {
			t.Error(err)
		}
	}
	code, out, errs := call(`{"points": [[0,0.25],[1,2.5]], "attributes": {"z": [6,1]}}`, "read", "--npy", "-")
	if code != exitBadInput || out != "" || !strings.Contains(errs, `the attribute "z" cannot be the name of a field; write JSON`) {
		t.Errorf("exit %d, %q", code, errs)
	}
}
