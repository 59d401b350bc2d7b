package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const byElement = `{"attribute":"element","values":{"1":0.25,"6":0.5,"8":0.75}}`

// elementsEntry is a cloud with elements in turn.
func elementsEntry(seed uint64, dimension int, elements ...float64) judging.Ballot {
	e := randomEntry(seed, dimension, 7, 0.3, 9300)
	values := make([]float64, 7)
	for n := range values {
		values[n] = elements[n%len(elements)]
	}
	e.Cloud.Attributes = pointcloud.Attributes{{Name: "element", Values: values}}
	return e
}

// Points of one element may have changed places, and no others.
func TestRunsMatchPointsOfOneSigma(t *testing.T) {
	for elements, want := range map[string]string{"[6, 6]": "[1 1]", "[6, 8]": "[1 0]", "[8, 8]": "[1 1]"} {
		for _, more := range []string{"", seeing, `, "prediction": {"model": {"attributes": []}}`} {
			text := strings.Replace(fmt.Sprintf(halfTurn, more, `"attributes": {"element": `+elements+`}, `), `"sigma": 0.1`, `"sigma": `+byElement, 1)
			if got := orbitOf(t, mustParse(t, text, nil)); got != want {
				t.Errorf("%s%s: %s, want %s", elements, more, got, want)
			}
		}
	}
}

// A result says which σ it is of, and follows from its votes like any other.
func TestResultWithSigmaByAttribute(t *testing.T) {
	for _, attack := range []string{`{"family":"scale","norms":[0,0.1,0.5]}`, `{"family":"ball","norms":[0,0.1,0.5]}`} {
		s := mustSettings(t, `"sigma":`+byElement+`,"group":"SE","samples":0,"attack":`+attack)
		text, err := s.Document([]judging.ItemResult{s.Judge(elementsEntry(1, 3, 1, 6)), s.Judge(elementsEntry(2, 3, 8))})
		if err != nil || !strings.Contains(string(text), `"sigma":`+byElement) {
			t.Fatalf("%v: %s", err, text)
		}
		all, err := ReadResults(text)
		if err != nil || len(all) != 1 || all[0].Clouds != 2 {
			t.Fatalf("%v: %s", err, text)
		}
		forged := strings.Replace(string(text), `"black_box":[1,1,0]`, `"black_box":[1,1,1]`, 1)
		if _, err := ReadResults([]byte(forged)); err == nil || forged == string(text) {
			t.Errorf("a forged row is read: %s", text)
		}
	}
}

func TestSigmaByAttributeThatRunsRefuse(t *testing.T) {
	run := func(sigma, more, attributes string) string {
		return strings.Replace(fmt.Sprintf(halfTurn, more, attributes), `"sigma": 0.1`, `"sigma": `+sigma, 1)
	}
	voted := func(sigma, more string) string {
		text := strings.Replace(votedWith(0.1, `"group": "none", "sorted": true`, ""), `"sigma":0.1`, `"sigma":`+sigma+more, 1)
		return `, "voted": ` + text
	}
	const water = `"attributes": {"element": [6, 8]}, `
	for _, c := range []struct{ text, want string }{
		{run(`[0.1, 0.2]`, "", water), "sigma: must be one number in a run, or go by an attribute"},
		{run(`{"attribute": "element"}`, "", water), `sigma.values: is missing; give σ for each value of "element"`},
		{run(`{"attribute": "element", "values": {"6": -1}}`, "", water), "sigma.values.6: must be positive, got -1"},
		{run(byElement, voted("0.25", ""), water), `sigma: must be 0.25, with which the votes were counted, got ` + byElement},
		{run("0.25", voted(byElement, ""), water), `sigma: must be ` + byElement + `, with which the votes were counted, got 0.25`},
		{run(byElement, voted(strings.Replace(byElement, "0.75", "0.8", 1), ""), water), `"8":0.8}}, with which the votes were counted`},
		{run(byElement, voted(`{"attribute":"element"}`, ""), water), `voted.sampling.sigma.values: is missing`},
		{strings.Replace(run(byElement, `, "noise": {"twist": 0.1}`, water), `"none"`, `"axis", "axis": [0, 0, 1]`, 1), "noise"},
	} {
		if _, err := intake.Parse(intake.Memory([]byte(c.text)), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{run(byElement, "", `"attributes": {"element": [6, 7]}, `), `sigma.values: has no σ for 7, which is "element" of point 2; add it`},
		{run(byElement, "", ""), `has no attribute "element", which sigma goes by; add it, or give sigma as one number`},
		{run(`{"attribute": "element", "values": {"6": 1, "8": 1e-7}}`, "", water), "sigma: must differ by a factor of at most 1e+06"},
		{strings.NewReplacer("element", "nx", `"none"`, `"SE"`).Replace(run(byElement, "", water)), "attributes.nx: is part of a vector that turns with the cloud: held fixed it would break the invariance under rotations; give sigma as one number"},
	} {
		if got := orbitOf(t, mustParse(t, c.text, nil)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	table := func(string) (intake.Source, error) {
		return intake.Memory([]byte("name,label,predicted,sigma,0,1\na,1,1,0.25,5,995\n")), nil
	}
	text := strings.Replace(run(byElement, `, "votes": {"file": "votes.csv"}`, water), `, "votes_pred": [1, 99], "votes_cert": [5, 995]`, "", 1)
	if _, err := intake.Parse(intake.Memory([]byte(text)), table); err == nil || !strings.Contains(err.Error(), `sigma: is `+byElement+`, but `) {
		t.Errorf("votes of one σ: %v", err)
	}
}
