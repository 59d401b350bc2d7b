package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/orbitcert/orbitcert/core/certificate"
)

const request = `{"clean":{"file":"clean.xyz"},"perturbed":{"points":[[0,0.1],[1,0],[0,1]]},
"sigma":0.5,"prediction":{"votes":990,"samples":1000},"group":"SE","samples":2000}`

// folder holds a request, its cloud and a bad cloud.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"request.json":           request,
		"clean.xyz":              "0 0\n1 0\n0 1\n",
		"bad.xyz":                "0 0\n1 x\n",
		"lost.json":              strings.Replace(request, "clean.xyz", "nowhere.xyz", 1),
		"ragged.json":            strings.Replace(request, "clean.xyz", "bad.xyz", 1),
		"nothing-predicted.json": strings.Replace(request, `"prediction":{"votes":990,"samples":1000},`, "", 1),
		"sigma.json":             strings.Replace(request, "0.5", "-1", 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// commands are those of the help, and readers those that read files.
func commands() []*cobra.Command { return (&program{}).root().Commands() }

func readers() []*cobra.Command {
	return slices.DeleteFunc(commands(), func(c *cobra.Command) bool { return c.GroupID == "" })
}

func call(in string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(args, strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

func TestCertify(t *testing.T) {
	code, out, errs := call("", "certify", filepath.Join(folder(t), "request.json"))
	var document struct {
		Certified bool
		Orbit     struct{ Distance float64 }
		Request   struct {
			Clean   struct{ Points [][]float64 }
			Alpha   float64
			Samples int
		}
	}
	if err := json.Unmarshal([]byte(out), &document); err != nil {
		t.Fatal(err)
	}
	if code != exitComputed || errs != "" || !document.Certified || document.Orbit.Distance > 0.1 {
		t.Errorf("exit %d, %q, %+v", code, errs, document)
	}
	if len(document.Request.Clean.Points) != 3 || document.Request.Alpha != 0.001 {
		t.Errorf("the request as computed lacks points or defaults: %+v", document.Request)
	}
}

// formatOf returns the format that a document names, 0 for none.
func formatOf(t *testing.T, text string) int {
	t.Helper()
	var document struct{ Format int }
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return document.Format
}

func TestEveryDocumentNamesItsFormat(t *testing.T) {
	dir, votes := folder(t), "a,1,0,100,10,990\n"
	run := runFolder(t, votes)
	several := filepath.Join(filepath.Dir(run), "several.json")
	text := strings.Replace(strings.Replace(runDocument, `"votes":{"file":"votes.csv"},`, "", 1), `"sigma":0.5`, `"sigmas":[{"sigma":0.5,"votes":{"file":"votes.csv"}},{"sigma":1,"votes":{"file":"votes.csv"}}]`, 1)
	if err := os.WriteFile(several, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"certify", filepath.Join(dir, "request.json")},
		{"pmin", filepath.Join(dir, "request.json")},
		{"withstand", filepath.Join(dir, "request.json")},
		{"radii", filepath.Join(dir, "request.json")},
		{"curve", "--steps", "1", filepath.Join(dir, "request.json")},
		{"regions", "--size", "2", filepath.Join(dir, "request.json")},
		{"run", run},
		{"run", several},
	} {
		code, out, errs := call("", args...)
		if code != exitComputed || formatOf(t, out) != 1 {
			t.Errorf("%q: exit %d, %s%s", args, code, out, errs)
		}
	}
	_, _, errs := call("", "--errors=json", "certify", filepath.Join(dir, "sigma.json"))
	if formatOf(t, errs) != 1 {
		t.Error(errs)
	}
}

func TestStandardInputAndConvert(t *testing.T) {
	code, out, _ := call("0 0\n1 2.5\n", "read", "-")
	if code != exitComputed || out != "{\"points\": [[0,0],[1,2.5]]}\n" {
		t.Errorf("exit %d, %q", code, out)
	}
	inline := strings.Replace(request, `{"file":"clean.xyz"}`, strings.TrimSpace(out), 1)
	inline = strings.Replace(inline, `{"points":[[0,0.1],[1,0],[0,1]]}`, `{"attack":"scale","norm":0.1}`, 1)
	if code, out, errs := call(inline, "certify", "-"); code != exitComputed || !strings.Contains(out, `"certified": true`) {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
}

func TestBadInput(t *testing.T) {
	dir := folder(t)
	for _, c := range []struct{ command, file, want string }{
		{"certify", "sigma.json", "sigma.json: sigma: must be positive, got -1"},
		{"certify", "lost.json", "nowhere.xyz"},
		{"certify", "ragged.json", "bad.xyz"},
		{"certify", "", "is a directory"},
		{"certify", "clean.xyz", `clean.xyz: is a point cloud; name it in a request: {"clean": {"file": "clean.xyz"}`},
		{"read", "bad.xyz", "line 2"},
		{"read", "nowhere.ply", "nowhere.ply"},
		{"read", "", "is a directory"},
	} {
		code, out, errs := call("", c.command, filepath.Join(dir, c.file))
		if code != exitBadInput || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s %s: exit %d, %q %q, want %q", c.command, c.file, code, out, errs, c.want)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, c := range commands() {
		for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
			if code, out, errs := call("", args...); code != exitComputed || errs != "" || !strings.Contains(out, "  "+c.Name()+" ") {
				t.Errorf("%q: exit code %d, %q, %q", args, code, out, errs)
			}
		}
		for _, args := range [][]string{{"help", c.Name()}, {c.Name(), "--help"}, {c.Name(), "-h"}} {
			code, out, errs := call("", args...)
			if code != exitComputed || errs != "" || !strings.Contains(out, "usage: orbitcert "+c.Use) {
				t.Errorf("%q: exit code %d, %q, %q", args, code, out, errs)
			}
			c.LocalNonPersistentFlags().VisitAll(func(option *pflag.Flag) {
				if option.Name != "help" && !strings.Contains(out, "--"+option.Name+" ") {
					t.Errorf("%q: --%s is missing in %q", args, option.Name, out)
				}
			})
		}
	}
	for _, args := range [][]string{{"--version"}, {"-V"}, {"version"}} {
		if code, out, _ := call("", args...); code != exitComputed || out != "orbitcert, core "+certificate.Core+"\n" {
			t.Errorf("%q: exit code %d, %q", args, code, out)
		}
	}
	if code, out, errs := call("", "help", "nothing"); code != exitBadInput || out != "" || errs != "orbitcert: unknown command \"nothing\"; run orbitcert help\n" {
		t.Errorf("help of no call: exit code %d, %q, %q", code, out, errs)
	}
}

// A call that does not exist, or has an unknown option, is named with what may be meant.
func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"fly", "x"}, `unknown command "fly"; run orbitcert help`},
		{[]string{"certfy", "x"}, `unknown command "certfy"; did you mean certify? Run orbitcert help`},
		{[]string{"Verify", "x"}, `unknown command "Verify"; did you mean verify? Run orbitcert help`},
		{[]string{"help", "mrge"}, `unknown command "mrge"; did you mean merge? Run orbitcert help`},
		{[]string{"--verison"}, "unknown option --verison; did you mean --version? Run orbitcert help"},
		{[]string{"certify"}, "certify: needs one file, got 0; run orbitcert help certify"},
		{[]string{"certify", "a", "b"}, "certify: takes one file, got 2: a, b; run orbitcert help certify"},
		{[]string{"certify", "--fresh", "a"}, "certify: unknown option --fresh; run orbitcert help certify"},
		{[]string{"verify", "--frsh", "a"}, "verify: unknown option --frsh; did you mean --fresh? Run orbitcert help verify"},
		{[]string{"verify", "-fresh", "a"}, "verify: unknown option -fresh; did you mean --fresh? Run orbitcert help verify"},
		{[]string{"verify", "a", "--model"}, "verify: --model needs a value; run orbitcert help verify"},
		{[]string{"certify", "--gram", "x", "a"}, `certify: --gram: must be a whole number, got "x"; run orbitcert help certify`},
		{[]string{"certify", "--json", "--table", "a"}, "certify: give --json or --table, not both; run orbitcert help certify"},
		{[]string{"certify", "--errors=xml", "a"}, `--errors: must be text or json, got "xml"`},
		{[]string{"verify", "--blocks", "3", "a"}, "verify: --blocks needs --model; run orbitcert help verify"},
		{[]string{"run", "--shard"}, "run: --shard needs a value; run orbitcert help run"},
		{[]string{"count", "a"}, "count: needs 2 arguments, got 1; run orbitcert help count"},
		{[]string{"merge"}, "merge: needs one file, got 0; run orbitcert help merge"},
		{[]string{"read", "--raed", "{}", "a"}, "read: unknown option --raed; did you mean --read? Run orbitcert help read"},
	} {
		if code, out, errs := call("", c.args...); code != exitBadInput || out != "" || errs != "orbitcert: "+c.want+"\n" {
			t.Errorf("%q: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
	if code, out, errs := call(""); code != exitBadInput || out != "" || !strings.HasPrefix(errs, "usage:") {
		t.Errorf("no call: exit %d, %q, %q", code, out, errs)
	}
}

func TestVerify(t *testing.T) {
	_, document, _ := call("", "certify", filepath.Join(folder(t), "request.json"))
	if code, out, errs := call(document, "verify", "-"); code != exitComputed || out != "" || errs != "orbitcert: -: verified\n" {
		t.Errorf("a fresh certificate: exit %d, %q, %q", code, out, errs)
	}
	forged := strings.Replace(document, `"radius": 0.`, `"radius": 0.9`, 1)
	if code, out, errs := call(document, "verify", "--errors=json", "-"); code != exitComputed || out != "" || errs != "" {
		t.Errorf("a program needs no more than exit 0: exit %d, %q, %q", code, out, errs)
	}
	code, _, errs := call(forged, "verify", "-")
	if code != exitVerificationFailed || !strings.Contains(errs, "black_box.radius: 0.9") {
		t.Errorf("a forged radius: exit %d, %q", code, errs)
	}
	signed := strings.Replace(document, "\n}", `, "signature": "`+strings.Repeat("A", 86)+`=="`+"\n}", 1)
	if code, _, errs := call(signed, "verify", "-"); code != exitComputed || !strings.Contains(errs, "signature was not checked") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if code, _, errs := call(`{"certified":true}`, "verify", "-"); code != exitBadInput || !strings.Contains(errs, "core: is missing") {
		t.Errorf("no certificate: exit %d, %q", code, errs)
	}
}

// The rule of an earlier core is told to people and to programs.
func TestVerifyTellsTheRule(t *testing.T) {
	for _, args := range [][]string{{"verify"}, {"verify", "--errors=json"}} {
		code, _, errs := call("", append(args, "../../certificate/testdata/released/0.8.0/labels-2d.json")...)
		if code != exitComputed || !strings.Contains(errs, "rule of core 0.8.0: all numbers hold together at 4 alpha") {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// A bug has one sentence and a code of its own.
func TestPanic(t *testing.T) {
	var errs strings.Builder
	code := run([]string{"certify", "-"}, nil, nil, &errs) // reading from nothing panics
	if code != exitFailed || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "a bug of orbitcert") || !strings.Contains(errs.String(), ".go:") {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}

func TestMinimum(t *testing.T) {
	dir := folder(t)
	_, want, _ := call("", "pmin", filepath.Join(dir, "request.json"))
	code, out, errs := call("", "pmin", filepath.Join(dir, "nothing-predicted.json"))
	if !strings.HasPrefix(out, want[:len(want)/2]) {
		t.Errorf("with a prediction %s, without one %s", want, out)
	}
	var document struct {
		BlackBox float64 `json:"black_box"`
		Orbit    float64
		Tight    struct {
			MonteCarlo float64 `json:"monte_carlo"`
		}
	}
	if err := json.Unmarshal([]byte(out), &document); err != nil {
		t.Fatal(err, errs)
	}
	if code != exitComputed || document.Tight.MonteCarlo < 0.5 || document.Tight.MonteCarlo > document.Orbit || document.Orbit > document.BlackBox {
		t.Errorf("exit %d, %+v", code, document)
	}
}

const frames = "3\nfirst\nO 0 0 0\nH 1 0 0\nH 0 1 0\n3\nsecond\nO 0 0 0\nH 2 0 0\nH 0 2 0\n"

// One of several clouds of a file is chosen by name.
func TestParts(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "water.xyz")
	if err := os.WriteFile(path, []byte(frames), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call("", "read", path); code != exitBadInput || out != "" || !strings.Contains(errs, `has 2 clouds: choose "1"`) {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if code, out, _ := call("", "read", path, "2"); code != exitComputed || !strings.Contains(out, "[2,0,0]") {
		t.Errorf("exit %d, %q", code, out)
	}
	if code, _, errs := call("", "read", path, "3"); code != exitBadInput || !strings.Contains(errs, `no part "3"`) {
		t.Errorf("exit %d, %q", code, errs)
	}
	document := `{"clean":{"file":"water.xyz","part":"1"},"perturbed":{"file":"water.xyz","part":"2"},
		"sigma":1,"prediction":{"probability":0.9},"group":"T","permutation":true}`
	if err := os.WriteFile(filepath.Join(dir, "parts.json"), []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call("", "certify", filepath.Join(dir, "parts.json")); code != exitComputed || !strings.Contains(out, `"permutation": [`) {
		t.Errorf("exit %d, %q", code, errs)
	}
}

// write puts a file into a folder and returns its path.
func write(t *testing.T, dir, name, content string) string {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Decisions of a reader about a file are printed beside the document, with the
// alternatives. Questions about an ambiguous file come with their answers, each in the
// fields that it names.
func TestAnswers(t *testing.T) {
	dir := t.TempDir()
	table := write(t, dir, "turned.csv", "1,2,3,4\n5,6,7,8\n")
	scan := write(t, dir, "scan.bin", strings.Repeat("\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40", 5))
	holes := write(t, dir, "holes.xyz", "1 2 3\nnan 0 0\n4 5 6\n")
	mesh := write(t, dir, "mesh.off", "OFF\n3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
	for _, c := range []struct {
		args      []string
		exit      int
		out, errs string
	}{
		{[]string{table}, exitBadInput, "", `  Read the rows as x and y: 4 points: "transposed": true beside "file"` + "\n"},
		{[]string{"--read", `{"transposed": false}`, table}, exitComputed, "[[1,2,3],[5,6,7]]", "The first three of 4 columns are read as x, y and z."},
		{[]string{"--read", `{"transposed": true}`, table}, exitComputed, "[[1,5],[2,6],[3,7],[4,8]]", "The rows are read as x and y."},
		{[]string{scan}, exitBadInput, "", `  Read 3 columns of float32 (x, y and z): "columns": 3, "type": "float32" beside "file"` + "\n"},
		{[]string{"--read", `{"columns": 3}`, scan}, exitComputed, "[[1,2,3],[1,2,3],", "Read as 3 columns of float32"},
		{[]string{holes}, exitBadInput, "", `  Drop the point without coordinates: "preparation": {"drop_missing": true}` + "\n"},
		{[]string{"--prepare", `{"drop_missing": true}`, holes}, exitComputed, "[[1,2,3],[4,5,6]]", ""},
		{[]string{mesh}, exitComputed, "[[0,0,0],[1,0,0],[0,1,0]]", `  Sample the surface: 1,024 points: "preparation": {"points": 1024, "method": "surface"}` + "\n"},
		{[]string{"--prepare", `{"points": 2, "method": "surface", "normalise": "centre"}`, mesh}, exitComputed, "[[", ""},
		{[]string{"--read", `columns`, scan}, exitBadInput, "", "--read: "},
		{[]string{"--read", `{"lines": 3}`, scan}, exitBadInput, "", "clean.lines: is not a known field"},
		{[]string{"--prepare", `{"method": "all"}`, mesh}, exitBadInput, "", "preparation.method: is not a known field"},
	} {
		code, out, errs := call("", append([]string{"read"}, c.args...)...)
		if code != c.exit || !strings.Contains(out, c.out) || (out == "") != (c.out == "") || !strings.Contains(errs, c.errs) {
			t.Errorf("%q: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
}

// A certificate holds the clouds as they were read and prepared: it stands
// without the files.
func TestPreparedCertificateStandsAlone(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "clean.off", "OFF\n4 2\n0 0 0\n1 0 0\n1 1 0\n0 1 1\n3 0 1 2\n3 0 2 3\n")
	write(t, dir, "holes.csv", "0,1,2,nan,4\n0,1,nan,3,4\n")
	for name, clouds := range map[string]string{
		"surface": `"clean": {"file": "clean.off"}, "perturbed": {"attack": "scale", "norm": 0.1}, "preparation": {"points": 7, "method": "surface", "seed": 3}`,
		"dropped": `"clean": {"file": "holes.csv", "transposed": true}, "perturbed": {"points": [[0,0],[1,1],[2,2],[3,3],[4,4.1]]}, "preparation": {"drop_missing": true}`,
	} {
		path := write(t, dir, name+".json", `{`+clouds+`, "sigma": 0.5, "prediction": {"probability": 0.99}, "group": "SE", "samples": 1000}`)
		code, out, errs := call("", "certify", path)
		if code != exitComputed {
			t.Fatalf("%s: exit %d, %q", name, code, errs)
		}
		if code, _, errs := call(out, "verify", "-"); code != exitComputed {
			t.Errorf("%s: exit %d, %q", name, code, errs)
		}
		if strings.Contains(out, `"file"`) || !strings.Contains(out, `"prepared"`) {
			t.Errorf("%s: %s", name, out)
		}
	}
}

func TestWithstand(t *testing.T) {
	dir := folder(t)
	code, out, errs := call("", "withstand", filepath.Join(dir, "request.json"))
	var document struct {
		Ranges []struct {
			Family, By string
			From, To   float64
		}
		Anywhere struct{ Single float64 } `json:"points_anywhere"`
		Core     string
	}
	if err := json.Unmarshal([]byte(out), &document); err != nil {
		t.Fatal(err)
	}
	if code != exitComputed || errs != "" || len(document.Ranges) != 7 || document.Core != certificate.Core || document.Anywhere.Single == 0 {
		t.Errorf("exit %d, %q, %+v", code, errs, document)
	}
	for _, r := range document.Ranges {
		if r.By != "invariance" && !(r.From < 0 && r.To > 0) {
			t.Errorf("%+v", r)
		}
	}
	aslant := strings.Replace(request, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1)
	aslant = strings.Replace(aslant, `"group"`, `"along": [0, 0, 1], "group"`, 1)
	code, out, errs = call(aslant, "--errors=json", "withstand", "-")
	if code != exitBadInput || out != "" || !strings.Contains(errs, `"field":"along"`) {
		t.Errorf("exit %d, %q, %s", code, out, errs)
	}
}
