package judging

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

const anytimeBall = `"sigma": 0.25, "group": "SE", "runner_up": true, "anytime": {"classes": 3, "planned": 1000}, "attack": {"family": "ball", "norms": [0, 0.25]}`

// anytimeEntry is a cloud with votes for the class 1, and last those without a class.
func anytimeEntry(votes ...int64) Ballot {
	e := randomEntry(1, 2, 5, 1, 1)
	e.Predict, e.Certify, e.Evidence = nil, votes, "sha256:00"
	return e
}

func TestVotesOfAnotherRuleFail(t *testing.T) {
	any, two := mustSettings(t, anytimeBall), mustSettings(t, strings.Replace(anytimeBall, `"anytime": {"classes": 3, "planned": 1000}, `, "", 1))
	both := anytimeEntry(2, 90, 3, 5)
	both.Predict = []int64{0, 9, 0, 0}
	for _, c := range []struct {
		s    *Settings
		e    Ballot
		want string
	}{
		{any, both, "has votes_pred, but under anytime"}, {any, anytimeEntry(0, 990, 11, 0), "has 1001 votes; anytime.planned is 1000"},
		{any, anytimeEntry(0, 9, 1, 0, 0), "has votes for 4 classes; anytime.classes is 3"}, {two, anytimeEntry(2, 90, 3, 5), "add votes_pred"},
	} {
		if item := c.s.Judge(c.e); !strings.Contains(item.Failure, c.want) {
			t.Errorf("%q, want %q", item.Failure, c.want)
		}
	}
}

// Most samples have no class, which names none, though the label has the number that would be theirs.
func TestSamplesWithoutAClassNameNone(t *testing.T) {
	e := anytimeEntry(5, 5, 0, 990)
	e.Predict, e.Label = []int64{0, 1, 0, 99}, 3
	s := mustSettings(t, strings.Replace(anytimeBall, `"anytime": {"classes": 3, "planned": 1000}, `, "", 1))
	item := s.Judge(e)
	if r := s.Collect([]ItemResult{item}); item.Judged == nil || item.Predicted != 1 || item.LabelVotes != nil || r.Correct != 0 || r.Accuracy.Orbit[0] != 0 {
		t.Errorf("%+v, %+v", item, r)
	}
}

// A cloud that is there twice tells of clouds not seen once.
func TestCloudsCountOnceForThoseNotSeen(t *testing.T) {
	s := mustSettings(t, anytimeBall)
	item := s.Judge(anytimeEntry(2, 990, 3, 5))
	once, twice := s.Collect([]ItemResult{item}), s.Collect([]ItemResult{item, item, item})
	if a, b := once.Population.Lower.Orbit[0], twice.Population.Lower.Orbit[0]; !(a > 0 && a == b) {
		t.Errorf("%v of one cloud, %v of it three times", a, b)
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
	slow.Skip(t)
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
			j := of.judgeOf(Ballot{Certify: append(votes, none), Evidence: "counted"})
			for _, norm := range s.Attack.Norms {
				is, alone := j.within(norm)
				all = append(all, closed{is, alone})
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
	slow.Skip(t)
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
					certified = !s.judgeOf(Ballot{Certify: votes[:], Evidence: "counted"}).hopeless()
					known[votes] = certified
				}
				if e := (Ballot{Certify: votes[:], Evidence: "counted"}); certified && law[e.named(s.Anytime)] <= second(law) {
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
