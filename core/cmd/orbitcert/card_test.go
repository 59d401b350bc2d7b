package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The output of run becomes a card, of the only σ or of each; the options are in it.
func TestCard(t *testing.T) {
	_, result, _ := call("", "run", runFolder(t, "a,1,0,100,10,990\nlost,1,0,100,10,990\n"))
	path := filepath.Join(t.TempDir(), "result.json")
	if err := os.WriteFile(path, []byte(result), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := call("", "card", "--model", "net: 1", "--dataset", "shapes", "--url", "https://example.org/r", path)
	for _, want := range []string{"- name: \"net: 1\"\n", "type: \"shapes\"\n", "url: \"https://example.org/r\"\n", "Certified accuracy at ‖Δ‖ = 0.5, tight"} {
		if code != exitComputed || errs != "" || !strings.Contains(out, want) {
			t.Errorf("exit %d, %q, no %q in\n%s", code, errs, want, out)
		}
	}
	if code, out, _ := call(result, "card", "--badge", "--at", "5", "-"); code != exitComputed || !strings.HasPrefix(out, "<svg ") || !strings.Contains(out, "0 % at ‖Δ‖ = 5 (2 clouds; not seen: ≥ 0 %)<") {
		t.Errorf("exit %d, %s", code, out)
	}
	withstood, err := os.ReadFile(filepath.FromSlash("../../card/testdata/withstood.json"))
	if err != nil {
		t.Fatal(err)
	}
	if code, out, _ := call(string(withstood), "card", "-"); code != exitComputed || !strings.Contains(out, "Certified accuracy under every shear up to 0.1, best of all") {
		t.Errorf("exit %d, %s", code, out)
	}
	if code, out, _ := call(string(withstood), "card", "--badge", "--family", "twist", "--at", "25", "-"); code != exitComputed || !strings.Contains(out, "% under every twist up to 25°/length (") {
		t.Errorf("exit %d, %s", code, out)
	}
	for _, c := range []struct {
		in   string
		args []string
		want string
	}{
		{result, []string{"--family", "shear", "-"}, "card: --family needs --badge"},
		{result, []string{"--badge", "--family", "shear", "-"}, "--family: needs a run with withstand"},
		{result, []string{"--badge", "--at", "4", "-"}, "--at: must be of the grid 0, 0.5, 5, got 4"},
		{result, []string{"--badge", "--at", "x", "-"}, "--at: must be a number, got x"},
		{result, []string{"--url", "javascript:alert(1)", "-"}, "--url: must be an address like"},
		{strings.Replace(result, `"correct": 1`, `"correct": 2`, 1), []string{"-"}, "standard input: correct: does not follow"},
		{"", []string{"nowhere.json"}, "nowhere.json"},
		{result, []string{"--at", "5", "-"}, "card: --at needs --badge"},
		{result, []string{"--fast", "-"}, "card: unknown option --fast"},
	} {
		if code, out, errs := call(c.in, append([]string{"card"}, c.args...)...); code != exitBadInput || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
}
