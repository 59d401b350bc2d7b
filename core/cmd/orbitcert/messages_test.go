package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/pflag"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// forgery clears a terminal, says "verified" on a line of its own and turns the direction of writing.
const forgery = "\x1b[2J\r\n" + forgedLine + "\n\u202e\u009b\x7f"

const forgedLine = "orbitcert: forged.json: verified"

// draws reports what a text makes of a terminal: a hidden character, or the forged line.
func draws(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == forgedLine {
			return "the forged line"
		}
		if at := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) }); at >= 0 {
			return fmt.Sprintf("%q", line[max(0, at-40):min(len(line), at+20)])
		}
	}
	return ""
}

// forged calls do with each document in which one field has the forgery for a value, for its name, or beside it.
func forged(t *testing.T, text string, do func(text string)) {
	t.Helper()
	var whole any
	if err := json.Unmarshal([]byte(text), &whole); err != nil {
		t.Fatal(err)
	}
	written := func() {
		out, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		do(string(out))
	}
	var visit func(value any, set func(any))
	visit = func(value any, set func(any)) {
		set(forgery)
		written()
		set(value)
		switch value := value.(type) {
		case []any:
			for i := range value[:min(2, len(value))] {
				visit(value[i], func(other any) { value[i] = other })
			}
		case map[string]any:
			value[forgery] = 1
			written()
			delete(value, forgery)
			for _, name := range slices.Sorted(maps.Keys(value)) {
				held := value[name]
				delete(value, name)
				value[forgery] = held
				written()
				delete(value, forgery)
				value[name] = held
				visit(held, func(other any) { value[name] = other })
			}
		}
	}
	visit(whole, func(other any) { whole = other })
}

// checkTerminal runs a call, in words and with errors as JSON.
func checkTerminal(t *testing.T, in string, args ...string) {
	t.Helper()
	for _, args := range [][]string{args, append([]string{"--errors=json"}, args...)} {
		_, out, errs := call(in, args...)
		if drawn := draws(errs); drawn != "" {
			t.Errorf("%q: standard error draws %s", args, drawn)
		}
		if drawn := draws(strings.ReplaceAll(out, "\t", " ")); drawn != "" { // pictures have tabs
			t.Errorf("%q: standard output draws %s", args, drawn)
		}
	}
}

const noPlace = "votes,label\n1,x\n"

func TestNoFieldOfADocumentSteersTheTerminal(t *testing.T) {
	slow.Skip(t)
	dir := t.TempDir()
	write := writer(t, dir)
	t.Chdir(dir)
	write("clean.xyz", "0 0\n1 0\n0 1\n")
	write("votes.csv", noPlace)
	named := strings.Replace(request, `"samples":2000`, `"samples":0`, 1)
	prepared := strings.Replace(named, `"sigma"`, `"attribute_sigma":{"grey":0.1},"preparation":{"normalise":"unit_sphere","points":2},"sigma"`, 1)
	_, certificate, errs := call(named, "certify", "-")
	if certificate == "" {
		t.Fatal(errs)
	}
	counted := fmt.Sprintf(planned, plan)
	classes := make([]int32, 500)
	_, votes, errs := call("", "count", "--all", write("plan.json", counted), write("classes.npy", npy("<i4", "(500,)", classes)))
	if votes == "" {
		t.Fatal(errs)
	}
	_, voted, errs := call(fmt.Sprintf(planned, `{"evidence":`+votes+`}`), "certify", "-")
	if voted == "" {
		t.Fatal(errs)
	}
	run := `{"partial":true,"clouds":[{"name":"a","points":[[0,0],[1,0],[0,1]],"label":1,"votes_pred":[0,100],"votes_cert":[10,990]},{"file":"lost.xyz","label":0}],
		"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.5]}}`
	_, result, errs := call(run, "run", "-")
	if result == "" {
		t.Fatal(errs)
	}
	apart := strings.Replace(strings.Replace(run, `"label":1,"votes_pred":[0,100],"votes_cert":[10,990]`, `"part":"1"`, 1), `"clouds"`, `"votes":{"file":"votes.csv"},"clouds"`, 1)
	part, _, _ := strings.Cut(partOf(t, run), "\n")
	for _, c := range []struct {
		document string
		calls    []string
	}{
		{named, []string{"certify -", "certify --lines -", "pmin -", "radii -", "curve --steps 1 -", "regions --size 2 -", "withstand -", "plot -"}},
		{prepared, []string{"certify -", "withstand -"}},
		{certificate, []string{"verify -", "verify --fresh -", "explain -", "explain --latex -", "plot -"}},
		{voted, []string{"verify -", "explain -", "verify --clean clean.xyz -"}},
		{counted, []string{"draw -", "count - classes.npy"}},
		{run, []string{"run -", "count --run - plan.json classes.npy"}},
		{apart, []string{"run -"}},
		{result, []string{"card -", "card --badge -", "plot -"}},
		{`{"norm":1,"distance":0.5,"size":4,"top":1}`, []string{"map -", "plot -"}},
		{part, []string{"merge parts"}},
	} {
		forged(t, c.document, func(text string) {
			for _, words := range c.calls {
				if words == "merge parts" {
					write(filepath.Join("parts", "1"+partEnding), text+"\n")
				}
				args := strings.Fields(words)
				if args[0] == "draw" {
					_, _, errs := call(text, args...)
					if drawn := draws(errs); drawn != "" {
						t.Errorf("%q draws %s", args, drawn)
					}
					continue
				}
				checkTerminal(t, text, args...)
			}
		})
	}
}

// partOf returns the part that a run writes, in a folder "parts".
func partOf(t *testing.T, run string) string {
	t.Helper()
	if err := os.Mkdir("parts", 0o700); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call(run, "run", "--out", "other", "-"); code != exitComputed {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(partsIn(t, "other")[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// clouds are files of which a reader may name a word.
var clouds = map[string]string{
	"a.csv": "x,y,z,grey\n0,0,0,1\n1,0,0,2\n", "a.xyz": "3\nLattice=\"1 0 0 0 1 0 0 0 1\" Properties=species:S:1:pos:R:3\nC 0 0 0\nH 1 0 0\nH 0 1 0\n",
	"a.off": "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "a.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
	"a.ply": "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty float grey\nend_header\n0 0 0 1\n1 0 0 2\n",
	"a.pcd": gap, "a.json": `{"points": [[0, 0], [1, 1]], "attributes": {"grey": [1, 2]}}`,
	"a.pdb": "ATOM      1  CA  ALA A   1      11.104   6.134  -6.504  1.00  0.00           C\n",
	"a.sdf": "m\n  x\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\nM  END\n$$$$\n",
}

func TestNoWordOfACloudSteersTheTerminal(t *testing.T) {
	slow.Skip(t)
	t.Chdir(t.TempDir())
	write := writer(t, ".")
	words := regexp.MustCompile(`[^\s,]+`)
	for name, text := range clouds {
		for _, at := range words.FindAllStringIndex(text, -1) {
			for _, forgery := range []string{forgery, strings.ReplaceAll(forgery, "\n", "")} {
				path := write(name, text[:at[0]]+forgery+text[at[1]:])
				checkTerminal(t, "", "read", path)
				checkTerminal(t, `{"clean":{"file":"`+path+`"},"sigma":1,"group":"T","prediction":{"probability":0.9}}`, "radii", "-")
			}
		}
	}
}

func TestNoFileNameSteersTheTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("Windows has no such names")
		return
	}
	t.Chdir(t.TempDir())
	write := writer(t, ".")
	lost, text := forgery+"lost", `{"sigma": "x"}`
	files := []string{lost, write(forgery+".json", text), write(forgery+".csv", clouds["a.csv"]), write(forgery, "?")}
	if err := os.Mkdir(forgery+"d", 0o700); err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(forgery+"d", forgery+partEnding), "{}\n")
	files = append(files, forgery+"d")
	for _, c := range readers() {
		for _, file := range files {
			checkTerminal(t, "", c.Name(), file)
			checkTerminal(t, "", c.Name(), file, file)
		}
	}
	for _, file := range files {
		name, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range []string{
			fmt.Sprintf(`{"clean":{"file":%s},"sigma":1,"group":"T","prediction":{"probability":0.9}}`, name),
			fmt.Sprintf(`{"clouds":[{"file":%s}],"votes":{"file":%[1]s},"sigma":1,"group":"T","attack":{"family":"scale","norms":[0]}}`, name),
		} {
			checkTerminal(t, document, "radii", "-")
			checkTerminal(t, document, "run", "-")
		}
	}
}

func TestNoOptionSteersTheTerminal(t *testing.T) {
	path := filepath.Join(folder(t), "request.json")
	checkTerminal(t, "", forgery)
	checkTerminal(t, "", "help", forgery)
	checkTerminal(t, "", "--limit", forgery, "certify", path)
	for _, c := range readers() {
		checkTerminal(t, "", c.Name(), "--"+forgery, path)
		c.Flags().VisitAll(func(option *pflag.Flag) {
			name := "--" + option.Name
			checkTerminal(t, "", c.Name(), name, forgery, path)
			checkTerminal(t, "", c.Name(), name+"="+forgery, path)
			checkTerminal(t, "", c.Name(), path, name+forgery)
		})
	}
}
