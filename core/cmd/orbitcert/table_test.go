package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asPeople calls with --table, which is what a terminal shows.
func asPeople(t *testing.T, in string, args ...string) string {
	t.Helper()
	code, out, errs := call(in, append(args, "--table")...)
	if code != exitComputed {
		t.Fatalf("%q: exit %d, %s", args, code, errs)
	}
	return out
}

func TestTables(t *testing.T) {
	path := filepath.Join(folder(t), "request.json")
	_, certificate, _ := call("", "certify", path)
	run := runFolder(t, "a,1,0,100,10,990\n")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"certify", path}, []string{"Certified: the prediction stays the same.", "Orbit-based", "radius", "yes"}},
		{[]string{"verify", "-"}, []string{"Certified: ", "Black box"}},
		{[]string{"pmin", path}, []string{"Orbit-based", "certifies from probability"}},
		{[]string{"withstand", path}, []string{"rotation", "any", "invariance"}},
		{[]string{"run", run}, []string{"Certified accuracy", " 50 %", "black box"}},
		{[]string{"explain", "-"}, []string{"The classifier is smoothed"}},
	} {
		out := asPeople(t, certificate, c.args...)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%q: lacks %q in\n%s", c.args, want, out)
			}
		}
		_, out, _ = call(certificate, append(c.args, "--json")...)
		if !json.Valid([]byte(out)) || out == "" {
			t.Errorf("%q --json: %s", c.args, out)
		}
	}
}

// A table never says more than the document: it rounds to the safe side, and a missing verdict is none.
func TestTablesAreSafe(t *testing.T) {
	request := `{"clean":{"points":[[0,0],[1,0]]},"perturbed":{"points":[[0,0.12345678],[1,0.12345678]]},"sigma":1,"prediction":{"probability":0.99999},"group":"none"}`
	out := asPeople(t, request, "certify", "-")
	for _, want := range []string{"4.264", "0.1746"} { // σΦ⁻¹(0.99999) = 4.26489…, ‖Δ‖ = 0.174594…
		if !strings.Contains(out, " "+want) {
			t.Errorf("lacks %s in\n%s", want, out)
		}
	}
	alone := asPeople(t, strings.Replace(request, `"perturbed":{"points":[[0,0.12345678],[1,0.12345678]]},`, "", 1), "certify", "-")
	if strings.Contains(alone, "certified:") || !strings.Contains(alone, "no verdict") || strings.Contains(alone, "yes") {
		t.Errorf("without a perturbed cloud:\n%s", alone)
	}
}

// Files and the null device get JSON.
func TestOnlyATerminalGetsATable(t *testing.T) {
	if file, err := os.CreateTemp(t.TempDir(), ""); err != nil || isTerminal(file) {
		t.Errorf("a file is a terminal, or %v", err)
	}
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil || isTerminal(null) {
		t.Errorf("the null device is a terminal, or %v", err)
	}
}

func TestCompletions(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, _ := call("", "completion", shell); code != exitComputed || !strings.Contains(out, "orbitcert") {
			t.Errorf("%s: exit %d, %q", shell, code, out)
		}
	}
	for words, want := range map[string]string{"verify --f": "--fresh\t", "ver": "verify\t", "help cert": "certify\t", "certify ": "json\n"} {
		if _, out, _ := call("", append([]string{"__complete"}, strings.Split(words, " ")...)...); !strings.HasPrefix(out, want) {
			t.Errorf("%s completes to %q", words, out)
		}
	}
}

func TestManualPageHasEveryCommand(t *testing.T) {
	_, out, _ := call("", "man")
	for _, c := range readers() {
		if !strings.Contains(out, ".SS "+c.Name()+"\n.nf\nusage: orbitcert "+roff.Replace(c.Use)) {
			t.Errorf("lacks %s", c.Name())
		}
	}
}

// TestPopulationCommands compares two results, prints how many samples a radius needs, and refuses what has no answer.
func TestPopulationCommands(t *testing.T) {
	folder := t.TempDir()
	result := filepath.Join(folder, "result.json")
	computed := func(args ...string) []byte {
		code, out, errs := call("", args...)
		if code != exitComputed {
			t.Fatalf("%q: exit %d, %s", args, code, errs)
		}
		return []byte(out)
	}
	if err := os.WriteFile(result, computed("run", "../../../site/docs/examples/run.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	var compared struct {
		Clouds int
		Radii  []struct {
			OnlyFirst int     `json:"only_first"`
			PValue    float64 `json:"p_value"`
		}
	}
	if err := json.Unmarshal(computed("compare", result, result, "--radii", "0,0.1"), &compared); err != nil {
		t.Fatal(err)
	}
	if compared.Clouds != 3 || len(compared.Radii) != 2 || compared.Radii[0].OnlyFirst != 0 || compared.Radii[0].PValue != 1 {
		t.Errorf("%+v", compared)
	}
	var planned struct{ Samples int }
	plan := computed("plan", "--probability", "0.95", "--radius", "0.1", "--sigma", "0.1")
	if err := json.Unmarshal(plan, &planned); err != nil || planned.Samples != 163 {
		t.Errorf("%+v, %v", planned, err)
	}
	var calibrated struct {
		Clouds, Rank, Needed int
		Q, Threshold         float64
		Results              []struct{ Votes, Samples int }
	}
	if err := json.Unmarshal(computed("calibrate", result, "--coverage", "0.5", "--radius", "0.1"), &calibrated); err != nil {
		t.Fatal(err)
	}
	if c := calibrated; c.Clouds != 3 || c.Rank != 1 || !(c.Threshold < c.Q && c.Q < 0.58) || len(c.Results) != 3 || c.Results[2].Votes != 580 {
		t.Errorf("%+v", calibrated)
	}
	if err := json.Unmarshal(computed("calibrate", result), &calibrated); err != nil || calibrated.Rank != 0 || calibrated.Needed != 10 {
		t.Errorf("%+v, %v", calibrated, err)
	}
	for _, bad := range [][]string{
		{"calibrate", result, "--coverage", "1"}, {"calibrate", result, "--radius", "-1"}, {"calibrate", "../../../site/docs/examples/run.json"},
		{"plan", "--probability", "0.6", "--radius", "1", "--sigma", "0.1"}, {"plan", "--probability", "2", "--radius", "1", "--sigma", "1"},
		{"plan", "--probability", "0.9", "--radius", "1"}, {"compare", result, result, "--radii", "-1"}, {"compare", result, "../../../site/docs/examples/run.json"},
	} {
		if code, _, _ := call("", bad...); code != exitBadInput {
			t.Errorf("%v: exit code %d", bad, code)
		}
	}
}
