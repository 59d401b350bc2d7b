package results

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// halfTurn is a run of two points that a half turn swaps, in any order.
const halfTurn = `{"sigma": 0.1, "group": "none", "permutation": true, "attack": {"family": "rotate", "degrees": [0, 180], "axis": [0, 0, 1], "draws": 1}%s,
	"clouds": [{"name": "a", "points": [[1, 0, 0], [-1, 0, 0]], %s"label": 1, "votes_pred": [1, 99], "votes_cert": [5, 995]}]}`

const seeing = `, "prediction": {"model": {"attributes": ["element"]}}`

// orbitOf returns what the orbit-based argument certifies of the only cloud of a run.
func orbitOf(t *testing.T, r *intake.Run) string {
	t.Helper()
	text, err := Line(r, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var l struct {
		Results []judging.ItemResult `json:"results"`
	}
	if err := json.Unmarshal(text, &l); err != nil || len(l.Results) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	if l.Results[0].Failure != "" {
		return l.Results[0].Failure
	}
	return fmt.Sprint(l.Results[0].Orbit)
}

// Points are matched only if the model sees the same attributes.
func TestRunsMatchEqualAttributes(t *testing.T) {
	for _, c := range []struct{ more, attributes, want string }{
		{"", "", "[1 1]"},
		{seeing, `"attributes": {"element": [6, 6]}, `, "[1 1]"},
		{seeing, `"attributes": {"element": [6, 8]}, `, "[1 0]"},
		{"", `"attributes": {"element": [6, 8]}, `, "[1 0]"},
		{`, "prediction": {"model": {"attributes": []}}`, `"attributes": {"element": [6, 8]}, `, "[1 1]"},
		{`, "prediction": {"model": {"attributes": [{"name": "element", "values": [6, 8]}]}}`, `"attributes": {"charge": [1, 2], "element": [6, 6]}, `, "[1 1]"},
	} {
		r := mustParse(t, fmt.Sprintf(halfTurn, c.more, c.attributes), nil)
		if got := orbitOf(t, r); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.more, c.attributes, got, c.want)
		}
		entries, err := r.Turn(0)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(entries[0])
		again, err := intake.ParseEntry(text)
		if err != nil {
			t.Fatal(err)
		}
		if item := r.Settings[0].Judge(again.Ballot); fmt.Sprint(item.Orbit) != c.want {
			t.Errorf("%s: the entry %s has %v", c.more, text, item.Orbit)
		}
	}
}

// A cloud is certified as a request about the turned cloud is.
func TestRunWithAttributesIsThatOfRequests(t *testing.T) {
	points := `[[1, 0, 0], [-1, 0, 0], [0, 0.4, 1]]`
	attributes := `{"element": [6, 8, 8]}`
	run := strings.Replace(fmt.Sprintf(halfTurn, seeing+`, "runner_up": false`, `"attributes": `+attributes+`, `), `[[1, 0, 0], [-1, 0, 0]]`, points, 1)
	request := fmt.Sprintf(`{"clean": {"points": %s, "attributes": %s}, "perturbed": {"attack": "rotate", "degrees": 180, "axis": [0, 0, 1]},
		"sigma": 0.1, "group": "none", "permutation": true, "prediction": {"votes": 995, "samples": 1000}}`, points, attributes)
	c := certifiedText(t, request)
	if got, want := orbitOf(t, mustParse(t, run, nil)), map[bool]string{true: "[1 1]", false: "[1 0]"}[c.Orbit.Certified]; got != want {
		t.Errorf("%s, by requests %s", got, want)
	}
}

func TestBadAttributesOfRuns(t *testing.T) {
	fail := func(more, attributes string) string {
		return orbitOf(t, mustParse(t, fmt.Sprintf(halfTurn, more, attributes), nil))
	}
	for _, c := range []struct{ more, attributes, want string }{
		{seeing, "", `has no attribute "element", which the model sees; add it, or leave it out of prediction.model.attributes`},
		{seeing, `"attributes": {"element": [6]}, `, "attributes.element: has 1 values for 2 points"},
		{seeing, `"attributes": {"element": [6, null]}, `, "attributes.element[1]: must be a number"},
		{seeing, `"attributes": {"element": ["C", "O"]}, `, "attributes.element[0]: must be a number"},
		{seeing, `"attributes": [6, 8], `, "attributes: must be a JSON object"},
	} {
		if got := fail(c.more, c.attributes); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.attributes, got, c.want)
		}
	}
	turning := strings.Replace(fmt.Sprintf(halfTurn, "", `"attributes": {"nx": [0, 1]}, `), `"none"`, `"SE"`, 1)
	if got := orbitOf(t, mustParse(t, turning, nil)); !strings.Contains(got, "attributes.nx: is part of a vector that turns with the cloud") {
		t.Errorf("a normal under rotations: %s", got)
	}
	for _, c := range []struct{ more, want string }{
		{`, "prediction": {"votes": 3}`, "prediction.model.attributes: is missing"},
		{`, "prediction": {"model": {}}`, "prediction.model.attributes: is missing"},
		{`, "prediction": {"model": {"attributes": "element"}}`, "prediction.model.attributes: must be a list"},
		{`, "prediction": {"model": {"attributes": ["a", "a"]}}`, `prediction.model.attributes[1]: names "a" a second time`},
		{`, "prediction": {"model": {"attributes": ["a"], "name": "x"}}`, "prediction.model.name: is not a known field here"},
		{seeing + `, "voted": ` + votedWith(0.1, `"group": "none", "sorted": true`, ""), "prediction.model.attributes: must name the attributes that the votes were counted with, []"},
	} {
		if _, err := intake.Parse(intake.Memory([]byte(fmt.Sprintf(halfTurn, c.more, ""))), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.more, err, c.want)
		}
	}
}

// Votes say which attributes of files the model saw.
func TestAttributesOfFiles(t *testing.T) {
	open := func(string) (intake.Source, error) {
		return intake.Memory([]byte("2\nmolecule\nC 1 0 0\nO -1 0 0\n")), nil
	}
	voted := strings.Replace(votedWith(0.1, `"group": "none", "sorted": true`, ""), `"layout"`, `"attributes": ["element"], "layout"`, 1)
	votes := `"votes_pred": [1, 9, 0], "votes_cert": [0, 100, 0], "evidence": "sha256:` + strings.Repeat("0a", 32) + `"`
	for _, c := range []struct{ more, want string }{
		{`, "voted": ` + voted, "[1 0]"},
		{`, "voted": ` + strings.Replace(voted, "element", "charge", 1), `has no attribute "charge"`},
		{"", "[1 1]"},
	} {
		text := strings.Replace(fmt.Sprintf(halfTurn, c.more, ""), `"points": [[1, 0, 0], [-1, 0, 0]]`, `"file": "a.xyz"`, 1)
		text = strings.Replace(text, `"votes_pred": [1, 99], "votes_cert": [5, 995]`, votes, 1)
		if got := orbitOf(t, mustParse(t, text, open)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.more, got, c.want)
		}
	}
}
