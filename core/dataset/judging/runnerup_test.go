package judging

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// closed is the verdict of a closed form, and that by one class alone.
type closed struct{ is, alone bool }

// Of a simulated classifier, no more verdicts on a cloud have a wrong number than the level allows, whichever form the first votes choose: that
// a class is certified which is not the first, or by one class alone one of at most one half.
func TestDocumentsOfRunsWithTheRunnerUp(t *testing.T) {
	slow.Skip(t)
	const simulations, selected, samples, alpha = 20_000, 40, 150, 0.05
	s := mustSettings(t, `"sigma": 1, "group": "none", "alpha": 0.05, "runner_up": true, "attack": {"family": "ball", "norms": [0]}`)
	for number, law := range [][]float64{{0.5, 0.5}, {0.4, 0.4, 0.2}, {0.25, 0.25, 0.25, 0.25}, {0.34, 0.34, 0.2, 0.12}, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, {0.45, 0.46, 0.09}, {0.5, 0.3, 0.2}, {0.5, 0.48, 0.02}} {
		random := rand.New(rand.NewPCG(81, uint64(number)))
		vote := func(n int) []int64 {
			votes := make([]int64, len(law))
			for range n {
				x, class := random.Float64(), 0
				for class < len(law)-1 && x >= law[class] {
					x -= law[class]
					class++
				}
				votes[class]++
			}
			return votes
		}
		wrong, two := 0, 0
		known := map[string]closed{}
		for range simulations {
			// With a tie at the top of the law, every certificate is wrong.
			e := Ballot{Predict: vote(selected), Certify: vote(samples)}
			p := s.prediction(&e)
			key := fmt.Sprint(p.Votes, p.RunnerUp)
			if p.RunnerUp != nil {
				two++
				key = fmt.Sprint(p.Votes, p.RunnerUp.Votes, true)
			}
			certified, seen := known[key]
			if !seen {
				j := judge{settings: s, request: s.Base}
				j.request.Prediction = p
				certified = closed{!j.hopeless(), j.one().Certified()}
				known[key] = certified
			}
			if p := law[smoothing.MostVotes(e.Predict)]; certified.is && p <= second(law) || certified.alone && p <= 0.5 {
				wrong++
			}
		}
		if share := float64(wrong) / simulations; share > alpha+3*math.Sqrt(alpha/simulations) {
			t.Errorf("%v: %.4f of the simulations are wrong", law, share)
		}
		t.Logf("%v: %.4f wrong, %.2f by two classes", law, float64(wrong)/simulations, float64(two)/simulations)
	}
}

// second returns the second largest probability: a class of no more is not the first alone.
func second(law []float64) float64 {
	most, next := 0.0, 0.0
	for _, p := range law {
		if p > most {
			most, next = p, most
		} else {
			next = max(next, p)
		}
	}
	return next
}

// Samples without a class may be of any other, and are counted last where a votes document stands behind the votes.
func TestRivalCountsSamplesWithoutAClass(t *testing.T) {
	votes := []int64{50, 20, 10, 7}
	if got := (&Ballot{}).rival(votes, 0); got != 20 {
		t.Errorf("of four classes: %d", got)
	}
	if got := (&Ballot{Evidence: "sha256:00"}).rival(votes, 0); got != 27 {
		t.Errorf("of three classes: %d", got)
	}
}

// The form follows from votes_pred alone.
func TestFormIsChosenBeforeTheEstimate(t *testing.T) {
	s := mustSettings(t, `"sigma": 1, "group": "none", "runner_up": true, "attack": {"family": "ball", "norms": [0]}`)
	for _, c := range []struct {
		predict []int64
		two     bool
	}{{[]int64{55, 25, 20}, true}, {[]int64{99, 1, 0}, false}, {[]int64{1, 0, 0}, false}, {[]int64{40, 35, 25}, true}} {
		for _, certify := range [][]int64{{900, 50, 50}, {500, 400, 100}, {0, 0, 1000}} {
			e := Ballot{Predict: c.predict, Certify: certify}
			if two := s.prediction(&e).RunnerUp != nil; two != c.two {
				t.Errorf("%v, %v: two classes %v", c.predict, certify, two)
			}
		}
	}
}

// An attack looks for another first class, which no statement about the first two rules out.
func TestAttacksNeedTheFirstAlone(t *testing.T) {
	_, err := ParseSettings([]byte(`{"sigma": 1, "group": "SE", "top": 2, "attack": {"family": "ball", "norms": [0], "search": 10}}`))
	if err == nil || !strings.Contains(err.Error(), "attack.search: finds another first class, but top is 2") {
		t.Error(err)
	}
	e := randomEntry(1, 2, 5, 1, 9000)
	e.Attacked = []Candidate{}
	item := mustSettings(t, `"sigma": 1, "group": "SE", "top": 2, "attack": {"family": "ball", "norms": [0]}`).Judge(e)
	if !strings.Contains(item.Failure, "attacked: finds another first class") {
		t.Errorf("%+v", item)
	}
}

// Average radii, summed by hand.
func TestAverageRadius(t *testing.T) {
	s := mustSettings(t, `"sigma": 0.5, "group": "SE", "samples": 0, "attack": {"family": "scale", "norms": [0.1, 0.5, 2]}`)
	items := []ItemResult{s.Judge(randomEntry(1, 2, 5, 1, 9000)), s.Judge(randomEntry(2, 2, 5, 1, 8000)), s.Judge(randomEntry(3, 2, 5, 1, 4000)), {Name: "lost", Failure: "lost"}}
	wrong := randomEntry(4, 2, 5, 1, 9900)
	wrong.Label = 0
	items = append(items, s.Judge(wrong))
	want := 0.0
	for _, votes := range []int64{9000, 8000} {
		j := s.VotesOf(&Judged{Votes: votes, Samples: 10_000})
		want += *argument.NewClosed(nil, 0.5, j.Voted()).Radius / 5
	}
	r := s.Collect(items)
	a := r.AverageRadius
	if math.Abs(*a.BlackBox-want) > 1e-12 || *a.Orbit != *a.BlackBox || a.OneClass != nil || a.Subsample != nil {
		t.Errorf("%+v, want %v", a, want)
	}
	area := 0.1*r.Accuracy.Tight[0] + 0.4*r.Accuracy.Tight[1] + 1.5*r.Accuracy.Tight[2]
	if math.Abs(*a.Tight-max(area, want)) > 1e-12 {
		t.Errorf("tight: %v, want %v", *a.Tight, max(area, want))
	}
}

// A run bounds the runner-up unless it says otherwise; a result that says nothing did not.
func TestRunsBoundTheRunnerUpByDefault(t *testing.T) {
	const asks = `{"sigma": 1, "group": "SE", %s"attack": {"family": "ball", "norms": [0]}}`
	for _, c := range []struct {
		more         string
		asked, there bool // by a run; whether the settings say so
		written      bool // of a result
	}{{"", true, true, false}, {`"runner_up": false, `, false, true, false}, {`"runner_up": true, `, true, true, true}, {`"top": 2, `, false, false, false}} {
		s, err := ParseSettings(fmt.Appendf(nil, asks, c.more))
		if err != nil || s.RunnerUp != c.asked || bytes.Contains(JSON(s), []byte("runner_up")) != c.there {
			t.Errorf("%s: %v, %s", c.more, err, JSON(s))
		}
		again, err := ReadSettings(JSON(s), Written)
		if err != nil || again.RunnerUp != c.asked || !bytes.Equal(JSON(again), JSON(s)) {
			t.Errorf("%s: read again as %s", JSON(s), JSON(again))
		}
		if old, err := ReadSettings(fmt.Appendf(nil, asks, c.more), Written); err != nil || old.RunnerUp != c.written {
			t.Errorf("%s in a result: %v, %s", c.more, err, JSON(old))
		}
	}
}
