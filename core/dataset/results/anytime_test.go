package results

import (
	"bytes"
	"testing"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

const anytimeBall = `"sigma": 0.25, "group": "SE", "runner_up": true, "anytime": {"classes": 3, "planned": 1000}, "attack": {"family": "ball", "norms": [0, 0.25]}`

// anytimeEntry is a cloud with votes for the class 1, and last those without a class.
func anytimeEntry(votes ...int64) judging.Ballot {
	e := randomEntry(1, 2, 5, 1, 1)
	e.Predict, e.Certify, e.Evidence = nil, votes, "sha256:00"
	return e
}

func TestVotesAtAnyTimeNameAndBoundTheClass(t *testing.T) {
	s := mustSettings(t, anytimeBall)
	item := s.Judge(anytimeEntry(2, 90, 3, 5))
	if item.Judged == nil || item.Predicted != 1 || *item.RunnerUp != 8 || item.Samples != 100 {
		t.Fatalf("%s", judging.JSON(item))
	}
	j := s.VotesOf(item.Judged)
	rule := anytime.Rule{Classes: 3, Planned: 1000}
	level := j.Levels().Votes
	alone := j
	alone.Prediction = j.Prediction.Alone()
	if p, one := j.Voted(), alone.Voted(); p.Lower != rule.Lower(90, 100, level/2) || *p.RunnerUp != min(rule.Upper(8, 100, level/2), *p.RunnerUp) || one.Lower != p.Lower || one.RunnerUp != nil {
		t.Errorf("%+v, %+v", p, one)
	}
	if none := s.Judge(anytimeEntry(10, 20, 10, 60)); none.Predicted != 1 || none.Orbit[0] != 0 {
		t.Errorf("samples without a class name none: %s", judging.JSON(none))
	}
	document, err := s.Document([]judging.ItemResult{item})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResults(document); err != nil {
		t.Error(err)
	}
	for old, forged := range map[string]string{
		`"planned":1000`: `"planned":99`, `"samples":100,"runner_up":8`: `"samples":100`,
		`"anytime":{"classes":3,"planned":1000},`: ``,
	} {
		if changed := bytes.ReplaceAll(document, []byte(old), []byte(forged)); bytes.Equal(changed, document) {
			t.Errorf("no %s in %s", old, document)
		} else if _, err := ReadResults(changed); err == nil {
			t.Errorf("%s passes", forged)
		}
	}
}
