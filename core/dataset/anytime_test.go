package dataset

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

const anytimeBall = `"sigma": 0.25, "group": "SE", "runner_up": true, "anytime": {"classes": 3, "planned": 1000}, "attack": {"family": "ball", "norms": [0, 0.25]}`

// anytimeEntry is a cloud with votes for the class 1, and last those without a class.
func anytimeEntry(votes ...int64) Entry {
	e := randomEntry(1, 2, 5, 1, 1)
	e.Predict, e.Certify, e.Evidence = nil, votes, "sha256:00"
	return e
}

func TestVotesAtAnyTimeNameAndBoundTheClass(t *testing.T) {
	s := mustSettings(t, anytimeBall)
	item := s.item(anytimeEntry(2, 90, 3, 5))
	if item.Judged == nil || item.Predicted != 1 || *item.RunnerUp != 8 || item.Samples != 100 {
		t.Fatalf("%s", text(item))
	}
	j := s.votesOf(item.Judged)
	rule := anytime.Rule{Classes: 3, Planned: 1000}
	level := j.request.Levels().Votes
	if p := j.bounds(); p.Lower != rule.Lower(90, 100, level/2) || *p.RunnerUp != min(rule.Upper(8, 100, level/2), *p.RunnerUp) || j.one().Lower != rule.Lower(90, 100, level) {
		t.Errorf("%+v, %+v", p, j.one())
	}
	if none := s.item(anytimeEntry(10, 20, 10, 60)); none.Predicted != 1 || none.Orbit[0] != 0 {
		t.Errorf("samples without a class name none: %s", text(none))
	}
	document, err := s.document([]ItemResult{item})
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

func TestVotesOfAnotherRuleFail(t *testing.T) {
	any, two := mustSettings(t, anytimeBall), mustSettings(t, strings.Replace(anytimeBall, `"anytime": {"classes": 3, "planned": 1000}, `, "", 1))
	both := anytimeEntry(2, 90, 3, 5)
	both.Predict = []int64{0, 9, 0, 0}
	for _, c := range []struct {
		s    *Settings
		e    Entry
		want string
	}{
		{any, both, "has votes_pred, but under anytime"}, {any, anytimeEntry(0, 990, 11, 0), "has 1001 votes; anytime.planned is 1000"},
		{any, anytimeEntry(0, 9, 1, 0, 0), "has votes for 4 classes; anytime.classes is 3"}, {two, anytimeEntry(2, 90, 3, 5), "add votes_pred"},
	} {
		if item := c.s.item(c.e); !strings.Contains(item.Failure, c.want) {
			t.Errorf("%q, want %q", item.Failure, c.want)
		}
	}
}

// votedAnytime is a run of one cloud whose votes say what counted them.
const votedAnytime = `{"sigma": 0.25, "group": "SE", %s"attack": {"family": "ball", "norms": [0]%s},
	"voted": {"model": {"sha256": "%064d", "layout": "BND", "classes": ["a", "b"]}, "classifier": {"group": "SE", "how": "made", "poses": 2, "sorted": false, "grid": 0.0009765625},
	"sampling": {"sigma": 0.25, "select": %d, "estimate": 1000, "block": %d}},
	"clouds": [{"name": "x", "label": 1, "points": [[0,0],[1,0],[0,1]], %s"votes_cert": [1, %d, 0], "evidence": "sha256:%064d"}]}`

func TestRuleFollowsFromWhatCountedTheVotes(t *testing.T) {
	run := func(more, search string, selected int, predict string, votes int) ([]*Settings, error) {
		block := 10
		if selected > 0 {
			block = 50
		}
		r, err := Parse(Memory(fmt.Appendf(nil, votedAnytime, more, search, 1, selected, block, predict, votes, 2)), nil)
		if err != nil {
			return nil, err
		}
		return r.Settings, nil
	}
	s, err := run("", "", 0, "", 99)
	if err != nil || s[0].Anytime == nil || *s[0].Anytime != (anytime.Rule{Classes: 2, Planned: 1000}) {
		t.Fatalf("%v, %v", s, err)
	}
	if s, err := run("", "", 100, `"votes_pred": [0, 100, 0], `, 999); err != nil || s[0].Anytime != nil {
		t.Errorf("votes of two stages: %v", err)
	}
	for _, c := range []struct {
		more, search, predict string
		selected, votes       int
		want                  string
	}{
		{"", "", "", 100, 999, "votes_pred: is missing"},
		{`"anytime": {"classes": 2, "planned": 999}, `, "", "", 0, 9, "anytime: must be that of voted, 2 classes and 1000 samples planned"},
		{`"anytime": {"classes": 2, "planned": 1000}, `, "", `"votes_pred": [0, 100, 0], `, 100, 999, "anytime: is named, but voted.sampling.select is 100"},
		{"", `, "search": 9`, "", 0, 9, "attack.search: needs votes of two stages"},
	} {
		if _, err := run(c.more, c.search, c.selected, c.predict, c.votes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// drawn returns the coded classes of so many samples by a law, and the plan of as many.
func drawn(seed uint64, samples int, law ...float64) (*smoothing.Plan, []byte) {
	p := &smoothing.Plan{Model: smoothing.Model{Classes: make([]string, len(law))}, Sampling: smoothing.Sampling{Estimate: samples}}
	random, coded := rand.New(rand.NewPCG(53, seed)), make([]byte, samples)
	for i := range coded {
		x, class := random.Float64(), 0
		for class < len(law)-1 && x >= law[class] {
			x -= law[class]
			class++
		}
		coded[i] = byte(class)
	}
	return p, coded
}

// A count that stops early has the verdicts of all its samples.
func TestDecidedIsTheVerdictOfAllSamples(t *testing.T) {
	s := mustSettings(t, `"sigma": 0.25, "group": "SE", "runner_up": true, "attack": {"family": "ball", "norms": [0, 0.1, 0.25]}`)
	stopped := 0
	for seed := range uint64(60) {
		p := [3]float64{0.995, 0.6 + 0.005*float64(seed), 0.3}[seed%3]
		plan, coded := drawn(seed, 2000, p, (1-p)*0.7, (1-p)*0.3)
		at := s.Decided(plan, coded, 0)
		if again := s.Decided(plan, coded[:max(at, 10)], 0); again != at && at > 0 {
			t.Errorf("%d: decided at %d, with fewer samples at %d", seed, at, again)
		}
		if at == 0 {
			continue
		}
		stopped++
		of := *s
		of.Anytime = &anytime.Rule{Classes: 3, Planned: 2000}
		verdict := func(samples int) (all []closed) {
			votes, none := plan.Count(coded, 0, samples)
			j := of.judgeOf(Entry{Certify: append(votes, none), Evidence: "counted"})
			for _, norm := range s.Attack.Norms {
				all = append(all, j.within(norm))
			}
			return all
		}
		if early, all := verdict(at), verdict(2000); fmt.Sprint(early) != fmt.Sprint(all) {
			t.Errorf("%d: decided at %d as %v, all samples say %v", seed, at, early, all)
		}
	}
	if stopped < 40 {
		t.Errorf("%d of 60 counts stop early", stopped)
	}
}

func TestRunsWithOtherRowsTakeAllSamples(t *testing.T) {
	plan, coded := drawn(1, 1000, 0.999, 0.001)
	for settings, want := range map[string]bool{
		`"attack": {"family": "ball", "norms": [0]}`: true, `"attack": {"family": "scale", "norms": [0]}`: true,
		`"subsample": 4, "attack": {"family": "ball", "norms": [0]}`: false, `"attack": {"family": "ball", "norms": [0], "search": 9}`: false,
		`"attack": {"family": "rotate", "degrees": [0]}`: false, `"withstand": {}`: false,
	} {
		if at := mustSettings(t, `"sigma": 1, "group": "SE", `+settings).Decided(plan, coded, 0); at > 0 != want {
			t.Errorf("%s: decided at %d", settings, at)
		}
	}
	unsure, votes := drawn(2, 1000, 0.4, 0.3, 0.3)
	if at := mustSettings(t, `"sigma": 1, "group": "SE", "attack": {"family": "scale", "norms": [0]}`).Decided(unsure, votes, 0); at > 0 {
		t.Errorf("what draws may certify is decided at %d", at)
	}
}

// Coverage: however a count is stopped, and whichever class it names, a cloud whose class is not the first is certified no more
// often than the level allows.
func TestCoverageOfRunsAtAnyTime(t *testing.T) {
	const simulations, samples, alpha = 20_000, 150, 0.05
	s := mustSettings(t, `"sigma": 1, "group": "none", "alpha": 0.05, "runner_up": true, "anytime": {"classes": 3, "planned": 150}, "attack": {"family": "ball", "norms": [0]}`)
	for number, law := range [][]float64{{0.5, 0.5}, {0.4, 0.4, 0.2}, {0.34, 0.34, 0.32}, {0.45, 0.46, 0.09}} {
		wrong, known := 0, map[[4]int64]bool{}
		for seed := range uint64(simulations) {
			_, coded := drawn(seed<<8|uint64(number), samples, law...)
			votes := [4]int64{}
			for i, class := range coded {
				votes[class]++
				if (i+1)%10 != 0 {
					continue
				}
				certified, seen := known[votes]
				if !seen {
					certified = !s.judgeOf(Entry{Certify: votes[:], Evidence: "counted"}).hopeless()
					known[votes] = certified
				}
				if e := (Entry{Certify: votes[:], Evidence: "counted"}); certified && law[e.named(s.Anytime)] <= second(law) {
					wrong++
					break
				}
			}
		}
		if share := float64(wrong) / simulations; share > alpha+3*math.Sqrt(alpha/simulations) {
			t.Errorf("%v: %.4f of the simulations are wrong", law, share)
		}
		t.Logf("%v: %.4f wrong", law, float64(wrong)/simulations)
	}
}
