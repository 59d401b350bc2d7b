package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// drawn returns the figure of a document in a format, drawn into a file, twice the same.
func drawn(t *testing.T, document, format string, options ...string) string {
	t.Helper()
	var figures [2][]byte
	for i := range figures {
		path := filepath.Join(t.TempDir(), "figure."+format)
		code, out, errs := call(document, append([]string{"plot", "-", "-o", path}, options...)...)
		if code != exitComputed || out != "" || errs != "" {
			t.Fatalf("exit %d, %q, %q", code, out, errs)
		}
		var err error
		if figures[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(figures[0], figures[1]) {
		t.Errorf("two figures of one document differ as %s", format)
	}
	return string(figures[0])
}

// plotted are documents with figures, and texts that stand in them.
func plotted(t *testing.T) map[string]struct {
	document string
	texts    []string
} {
	path := runFolder(t, "a,1,0,100,10,990\nlost,1,0,100,10,990\n")
	result, _ := mustCall(t, "run", path)
	other := filepath.Join(filepath.Dir(path), "families.json")
	if err := os.WriteFile(other, regexp.MustCompile(`(?s)"attack":\s*{.*?}`).ReplaceAll([]byte(read(t, path)), []byte(`"withstand": {}`)), 0o600); err != nil {
		t.Fatal(err)
	}
	families, _ := mustCall(t, "run", other)
	request := filepath.Join("..", "..", "..", "site", "examples", "chair-3d.json")
	ranges, _ := mustCall(t, "withstand", request)
	certified, _ := mustCall(t, "certify", filepath.Join("..", "..", "..", "site", "examples", "scaling-2d.json"))
	weighted := regexp.MustCompile(`"sigma":([0-9.]+)`).ReplaceAllString(result, `"sigma":{"attribute":"element","values":{"1":$1,"6":9}}`)
	planar := filepath.Join("..", "..", "..", "site", "examples", "scaling-2d.json")
	radii, _ := mustCall(t, "radii", planar)
	curve, _ := mustCall(t, "curve", "--kind", "random", "--steps", "4", "--directions", "3", planar)
	turned, _ := mustCall(t, "curve", "--kind", "rotate", "--steps", "2", request)
	points, _ := mustCall(t, "regions", "--size", "6", filepath.Join("..", "..", "..", "site", "examples", "chair-points-3d.json"))
	twisted, _ := mustCall(t, "regions", "--size", "6", filepath.Join("..", "..", "..", "site", "examples", "chair-twisted-3d.json"))
	bent, _ := mustCall(t, "withstand", filepath.Join("..", "..", "..", "site", "examples", "chair-twisted-3d.json"))
	_, computed, _ := call(`{"norm": 2, "distance": 0.5, "size": 12}`, "map", "-")
	type one = struct {
		document string
		texts    []string
	}
	return map[string]one{
		"result":   {result, []string{"Certified accuracy, %", "‖Δ‖, in the unit", "Tight", "Orbit-based", "Black box", "2 clouds; bands reach down to clouds not seen (95 %)", "#C2257F", "#1A66C4", "#2F353B"}},
		"weighted": {weighted, []string{"‖Δ‖, each point times "}},
		"families": {families, []string{"Scale, ± %", "Shear, ± %", "All arguments", "2 clouds; bands reach down"}},
		"compared": {`{"clouds": 20, "radii": [{"radius": 0, "first": 19, "second": 18, "p_value": 1, "holm": 1},
			{"radius": 0.1, "first": 18, "second": 4, "p_value": 0.001, "holm": 0.002}]}`,
			[]string{"First", "Second", "Difference shown", "20 clouds; a difference is shown at 1 of 2 radii (exact sign test, Holm, 5 %)"}},
		"alike":       {`{"clouds": 20, "radii": [{"radius": 0, "first": 19, "second": 18, "p_value": 1, "holm": 1}]}`, []string{"20 clouds; no difference shown"}},
		"ranges":      {ranges, []string{"Twist", "° per length", "Invariance", "any"}},
		"certificate": {certified, []string{"Black box", "Orbit-based"}},
		"every":       {radii, []string{"Tight, any direction", "0.72"}},
		"curve":       {curve, []string{"Probability of the class, at least", "Size of the noise ‖Δ‖", "Tight", "Black box"}},
		"turned":      {turned, []string{"Angle of rotation θ, in degrees"}},
		"points":      {points, []string{"Points replaced", "Other points moved, ‖Δ‖", "Points that come and go", "Twist, ° per length", "Rotation, °"}},
		"twisted":     {twisted, []string{"Noise on transformations"}},
		"bent":        {bent, []string{"Noise on transformations"}},
		"computed":    {computed, []string{"Rotation of the cloud", "Smallest prediction probability that certifies"}},
		"radii":       {`{"probability": {"lower": 0.9, "level": 0}, "norm": 2, "black_box": 0.2, "orbit": 0.2, "scaling": 0.31}`, []string{"Tight, scaling", "0.31"}},
		"map":         {`{"norm": 2, "distance": 0.5, "size": 12}`, []string{"Rotation of the cloud", "Smallest prediction probability that certifies"}},
	}
}

func TestPlot(t *testing.T) {
	slow.Skip(t)
	begins := map[string]string{"svg": "<?xml", "pdf": "%PDF-", "png": "\x89PNG\r\n", "tex": "%% "}
	for name, one := range plotted(t) {
		t.Run(name, func(t *testing.T) {
			figures := map[string]string{}
			for format, begin := range begins {
				figures[format] = drawn(t, one.document, format)
				if figure := figures[format]; !strings.HasPrefix(figure, begin) {
					t.Errorf("%s begins with %q", format, figure[:min(20, len(figure))])
				}
			}
			svg := figures["svg"]
			for _, text := range one.texts {
				if !strings.Contains(svg, text) {
					t.Errorf("no %q", text)
				}
			}
			if code, printed, errs := call(one.document, "plot", "-"); code != exitComputed || printed != svg || errs != "" {
				t.Errorf("without -o it prints something else: exit %d, %s", code, errs)
			}
			if strange := regexp.MustCompile(`[^ -~\n\t]`).FindString(figures["tex"]); strange != "" {
				t.Errorf("TeX gets %q", strange)
			}
		})
	}
}

func TestPlotRefused(t *testing.T) {
	result, _ := mustCall(t, "run", runFolder(t, "a,1,0,100,10,990\nlost,1,0,100,10,990\n"))
	for _, c := range []struct {
		in   string
		args []string
		want string
	}{
		{result, []string{"-", "-o", "figure.gif"}, "-o: must end in .svg, .pdf, .png or .tex"},
		{result, []string{"-", "--sigma", "x"}, "--sigma: must be a number, got x"},
		{result, []string{"-", "--sigma", "77"}, "--sigma: must be one of "},
		{strings.Replace(result, `"correct": 1`, `"correct": 2`, 1), []string{"-"}, "standard input: correct: does not follow"},
		{`{"points": []}`, []string{"-"}, "standard input: document: has no figure"},
		{`{"certified": false, "along": [0, 1]}`, []string{"-"}, "ranges: is missing"},
		{`{"along": 7}`, []string{"-"}, "document: does not have the form that orbitcert writes"},
		{`{"along": [1], "ranges": [{"family": "twist", "by": "magic"}]}`, []string{"-"}, "ranges[0]: does not have the form that withstand writes"},
		{`{"norm": 1, "orbit": 0, "black_box": 0}`, []string{"-"}, "document: has no radius above 0"},
		{`{"kind": "scale", "x": [0], "directions": 2, "bounds": [{}]}`, []string{"-"}, "bounds: do not have the form that curve writes"},
		{`{"regions": [{"certified": true, "size": 2, "rows": ["00"]}]}`, []string{"-"}, "regions[0]: does not have the form that regions writes"},
		{`{"regions": [{"certified": false, "size": 1, "rows": ["0"]}]}`, []string{"-"}, "regions: have no certified cell"},
		{`{"norm": 1, "size": 2, "rows": [[1, 1], [1]]}`, []string{"-"}, "rows[1]: does not have the form that map writes"},
		{`{"norm": -1, "distance": 1}`, []string{"-"}, "norm: must be from"},
		{"", []string{"nowhere.json"}, "nowhere.json"},
		{"", nil, "plot: needs one file, got 0"},
		{"", []string{"-", "another.json"}, "plot: takes one file, got 2"},
		{"", []string{"-", "--sigmas", "1"}, "plot: unknown option --sigmas; did you mean --sigma?"},
	} {
		if code, out, errs := call(c.in, append([]string{"plot"}, c.args...)...); code != exitBadInput || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
}

// Runs of numbers and of labels have their own shares, and no card.
func TestRunsThatReturnNumbersOrLabels(t *testing.T) {
	cloud := `{"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.5]},"returns":`
	for run, text := range map[string]string{
		cloud + `"number","tolerance":2,"clouds":[{"points":[[0,0],[1,0]],"values":[1,2,1,2,1,2,1,2,1,2,1,2],"select":[1,2]}]}`:         "Certified within ± 2, %",
		cloud + `"labels","clouds":[{"points":[[0,0],[1,0]],"labels":{"predicted":[0,1],"votes":[90,80],"samples":90}}]}`:               "Labels certified, %",
		cloud + `"labels","clouds":[{"points":[[0,0],[1,0]],"labels":{"predicted":[0,1],"votes":[90,80],"samples":90,"truth":[0,0]}}]}`: "Labels certified and true, %",
	} {
		code, result, errs := call(run, "run", "-")
		if code != exitComputed || errs != "" {
			t.Fatalf("exit %d: %s", code, errs)
		}
		if figure := drawn(t, result, "svg"); !strings.Contains(figure, text) {
			t.Errorf("no %q in %.2000s", text, figure)
		}
		if code, _, errs := call(result, "card", "-"); code != exitBadInput || !strings.Contains(errs, "a card describes classifiers alone") {
			t.Errorf("exit %d: %s", code, errs)
		}
	}
}
