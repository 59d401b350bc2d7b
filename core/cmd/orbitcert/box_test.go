package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// certifiedPart certifies a part of the box of the docs with some texts of its request replaced, and returns the path of the certificate.
func certifiedPart(t *testing.T, part string, replaced ...string) string {
	t.Helper()
	request, err := os.ReadFile("../../../site/docs/examples/box-" + part + ".json")
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := call(strings.NewReplacer(replaced...).Replace(string(request)), "certify", "-")
	if code != exitComputed {
		t.Fatal(errs)
	}
	return saved(t, part+".json", out)
}

// inSpace replaces the plane by space, and the group by another.
func inSpace(group string) []string {
	replaced := []string{`"SE"`, group}
	for _, point := range []string{"[-2,-1]", "[2,-1]", "[2,1]", "[0,1]", "[-2,1]", "[-2,0]"} {
		replaced = append(replaced, point, strings.Replace(point, "]", ",0]", 1))
	}
	for _, part := range []string{"centre", "heading"} {
		text, _ := os.ReadFile("../../../site/docs/examples/box-" + part + ".json")
		_, vectors, _ := strings.Cut(string(text), `"select"`)
		for _, v := range regexp.MustCompile(`\[[-\d.]+,[-\d.]+\]`).FindAllString(vectors, -1) {
			replaced = append(replaced, v, strings.Replace(v, "]", ",0.01]", 1))
		}
	}
	return replaced
}

func TestBox(t *testing.T) {
	var parts []string
	for _, part := range []string{"centre", "heading", "length", "width"} {
		parts = append(parts, certifiedPart(t, part))
	}
	centre, heading, length, width := parts[0], parts[1], parts[2], parts[3]
	var flat, solid struct {
		IoU, Level float64
		Size       []float64
	}
	code, out, errs := call("", append([]string{"box"}, parts...)...)
	if err := json.Unmarshal([]byte(out), &flat); code != exitComputed || err != nil || strings.Count(errs, ": verified") != 4 {
		t.Fatal(code, errs, err)
	}
	if flat.Level != 0.04 || len(flat.Size) != 2 || flat.Size[0] != 4.18 {
		t.Errorf("%s", out)
	}
	const said = "IoU with the reference box at least 0.6534, with error probability at most 0.04\n"
	if _, out, _ := call("", append([]string{"box", "--table"}, parts...)...); out != said {
		t.Error(out)
	}
	space := []string{"box"}
	for _, part := range []string{"centre", "heading", "length", "width", "width"} {
		space = append(space, certifiedPart(t, part, inSpace(`"axis","axis":[0,0,1],"translation":true`)...))
	}
	_, out, errs = call("", space...)
	if err := json.Unmarshal([]byte(out), &solid); err != nil || !(solid.IoU > 0.3 && solid.IoU < flat.IoU) || len(solid.Size) != 3 {
		t.Errorf("%s %s %v", out, errs, err)
	}
	text, err := os.ReadFile(width)
	if err != nil {
		t.Fatal(err)
	}
	forged := saved(t, "forged.json", strings.Replace(string(text), `"upper": 1`, `"upper": 2`, 1))
	for _, c := range []struct {
		says  string
		files []string
	}{
		{"needs 4 arguments", []string{centre, heading, length}},
		{"length.json: request.prediction: has no vector with a reference", []string{centre, length, heading, width}},
		{"heading.json: request.prediction: has no numbers", []string{centre, heading, heading, width}},
		{"a fifth certificate", []string{centre, heading, length, width, width}},
		{"width.json: request.sigma: differs", []string{centre, heading, length, certifiedPart(t, "width", `"sigma":0.5`, `"sigma":0.6`)}},
		{"width.json: request.perturbed: differs", []string{centre, heading, length, certifiedPart(t, "width", "0.02", "0.03")}},
		{"request.perturbed: is missing", []string{certifiedPart(t, "centre", `"perturbed":{"changes":{"moved":0.02}},`, ""), heading, length, width}},
		{"turns the up axis", []string{certifiedPart(t, "centre", inSpace(`"SE"`)...), heading, length, width}},
		{"length.json: has no interval of positive lengths", []string{centre, heading, certifiedPart(t, "length", `"alpha":0.01`, `"alpha":1e-90`), width}},
		{"forged.json: verification failed", []string{centre, heading, length, forged}},
	} {
		code, _, errs := call("", append([]string{"box"}, c.files...)...)
		if code != exitBadInput && code != exitVerificationFailed || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit %d, %s", c.says, code, errs)
		}
	}
}
