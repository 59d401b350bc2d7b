package smoothing

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// votesFor returns how many of so many samples a class gets that reads the coordinates of the points.
func votesFor(t *testing.T, r Request, drawn int, classifier string, votes func(points []float64) bool) (count int) {
	t.Helper()
	p, err := takePlan(r, strings.Replace(someModel, "BDN", "BND", 1), classifier, `{"estimate": 100000}`)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSampler(p, *r.Clean)
	inputs, counts := s.Inputs(0, drawn)
	points := readNumbers(inputs, Float32)
	size := len(points) / drawn
	for i, standing := range counts {
		if standing == counted && votes(points[i*size:(i+1)*size]) {
			count++
		}
	}
	return count
}

// A point at the distance a is far if its first coordinate exceeds c once it is turned. The probabilities are from numerical integration.
func TestRandomTurnsHaveTheExactProbability(t *testing.T) {
	slow.Skip(t)
	drawn := trials.Count(t, 10_000, 100_000)
	for _, c := range []struct {
		dimension           int
		a, sigma, cut, want float64
	}{
		{2, 1, 0.5, 0.2, 0.425478684}, {2, 1, 0.25, -0.8, 0.814095032}, {3, 1, 0.5, 0.2, 0.405130381}, {3, 2, 0.25, -1.5, 0.874469331},
	} {
		for _, group := range []invariance.Group{invariance.Rotations, invariance.Orthogonal} {
			for _, side := range [][]float64{{1, 0, 0}, {0.6, 0.8, 0}} {
				at := make([]float64, c.dimension)
				for i := range at {
					at[i] = c.a * side[i]
				}
				r := Request{Clean: &pointcloud.Cloud{Dimension: c.dimension, Points: at}, Dimension: c.dimension, Sigma: c.sigma, Asked: Classifier{Group: group}}
				// Half a step of the grid makes the rounded coordinate pass where the exact one does.
				cut := math.Floor(c.cut/Grid(c.sigma))*Grid(c.sigma) + Grid(c.sigma)/2
				got := votesFor(t, r, drawn, `{"turn": "random"}`, func(x []float64) bool { return x[0] > cut })
				if off := float64(got)/float64(drawn) - c.want; math.Abs(off) > 4.5*math.Sqrt(c.want*(1-c.want)/float64(drawn))+Grid(c.sigma) {
					t.Errorf("%v: %s is off by %v", c, group, off)
				}
			}
		}
	}
}

// Whatever a class reads, copies that were moved get as many votes as far as chance goes.
func TestMovedCopiesGetAsManyVotes(t *testing.T) {
	slow.Skip(t)
	drawn := trials.Count(t, 10_000, 100_000)
	rng := rand.New(rand.NewPCG(18, 1))
	odd := func(x []float64) bool { return x[0]-0.3*x[4]+0.5*x[len(x)-1]*x[1] > 0.2 }
	for _, c := range []struct {
		group      invariance.Group
		dimension  int
		classifier string
		sorted     bool
	}{
		{invariance.Rotations, 2, `{"turn": "random"}`, true}, {invariance.Rigid, 3, `{"turn": "random"}`, false}, {invariance.Euclidean, 3, `{"turn": "random"}`, true},
		{invariance.Axis, 3, `{"turn": "random"}`, false}, {invariance.Rigid, 2, `{"pose": "one"}`, true}, {invariance.Rigid, 3, `{"pose": "one"}`, false},
		{invariance.Euclidean, 3, `{"pose": "one"}`, false}, {invariance.Axis, 3, `{"pose": "one"}`, true},
	} {
		clean := trials.Cloud(rng, 5, c.dimension)
		asked := Classifier{Group: c.group, Sorted: c.sorted}
		if c.group == invariance.Axis {
			asked.Axis = []float64{0, 1, 2}
		}
		r := Request{Clean: &clean, Dimension: c.dimension, Sigma: 0.3, Asked: asked}
		other := r
		copied := moved(rng, symmetry{group: c.group, axis: asked.Axis}, clean, c.sorted).Cloud
		other.Clean = &copied
		a, b := votesFor(t, r, drawn, c.classifier, odd), votesFor(t, other, drawn, c.classifier, odd)
		p := float64(a+b) / float64(2*drawn)
		if z := float64(a-b) / math.Sqrt(float64(2*drawn)*p*(1-p)); math.Abs(z) > 4.5 || p < 0.002 || p > 0.98 {
			t.Errorf("%+v: %d and %d votes", c, a, b)
		}
	}
}

func TestRandomTurnsAgainst60Digits(t *testing.T) {
	more, worst := rand.New(rand.NewPCG(18, 2)), 0.0
	for i := range trials.Count(t, 20, 2000) {
		dimension := 2 + i%2
		turn, off := newStream("turns", estimation, i).turn(dimension)
		ideal := idealTurn(newStream("turns", estimation, i), dimension, more)
		for row := range dimension {
			square := 0.0
			for column := range dimension {
				apart, _ := minus(exact(turn[row][column]), ideal[row][column]).Float64()
				square += apart * apart
			}
			worst = max(worst, math.Sqrt(square)/off)
		}
	}
	if worst > 1 || worst < 0.005 {
		t.Errorf("the largest error is %v of its bound", worst)
	}
}

// idealTurn is the rotation of the quaternion that a stream draws.
func idealTurn(draws stream, dimension int, more *rand.Rand) [][]number {
	q := []number{idealDraw(draws, more), zero(), zero(), idealDraw(draws, more)}
	if dimension == 3 {
		q[1], q[2] = idealDraw(draws, more), idealDraw(draws, more)
	}
	axis := q[1:]
	square := plus(times(q[0], q[0]), idealDot(axis, axis))
	turned := make([][]number, 3)
	for column := range 3 {
		unit := []number{zero(), zero(), zero()}
		unit[column] = exact(1)
		// v + 2w(a × v) + 2a × (a × v), of the unit quaternion (w, a).
		once := idealCross(axis, unit)
		twice := idealCross(axis, once)
		for row := range 3 {
			part := over(times(exact(2), plus(times(q[0], once[row]), twice[row])), square)
			turned[row] = append(turned[row], plus(unit[row], part))
		}
	}
	return turned
}

// goldenDraws is the SHA-256 of inputs with one pose or a random turn; when it changes, their votes cannot be recounted.
const goldenDraws = "84740d81d45517cd3d9aa213fdc3a77b72c1cef3ab34b8c430128df3a1923888"

func TestDrawsHaveTheSameBitsEverywhere(t *testing.T) {
	r, hash := rand.New(rand.NewPCG(18, 3)), sha256.New()
	for i := range 2000 {
		s := goldenSampler(r, i)
		c := &s.plan.Classifier
		if c.How = Made; c.symmetry().poseCount(3) == 1 || s.plan.Model.Layout.together() {
			continue
		}
		if c.Pose, c.Poses = One, 1; i%4 > 1 {
			c.Pose, c.Turn = "", Random
		}
		inputs, counts := s.Inputs(r.IntN(10_000), 1)
		hash.Write(inputs)
		hash.Write(counts)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenDraws {
		t.Errorf("the digest of the inputs is %s, want %s", got, goldenDraws)
	}
}

func TestDrawsBelongToPlans(t *testing.T) {
	seeds := map[string]string{}
	for _, classifier := range []string{`{}`, `{"pose": "one"}`, `{"turn": "random"}`} {
		p, err := takePlan(asked(), someModel, classifier, `{}`)
		if err != nil {
			t.Fatal(err)
		}
		if want := 2 - min(1, len(classifier)-2); p.Classifier.Poses != want {
			t.Errorf("%s: %d poses, want %d", classifier, p.Classifier.Poses, want)
		}
		seeds[p.Sampling.Seed] = classifier
	}
	if same, err := takePlan(asked(), someModel, `{"pose": "all"}`, `{}`); err != nil || seeds[same.Sampling.Seed] != `{}` || len(seeds) != 3 {
		t.Errorf("%v: %v", seeds, err)
	}
	together := strings.Replace(someModel, "BDN", "BPDN", 1)
	for _, c := range []struct{ model, classifier, field string }{
		{someModel, `{"pose": "two"}`, "pose"}, {someModel, `{"turn": "once"}`, "turn"}, {someModel, `{"pose": "one", "turn": "random"}`, "pose"},
		{someModel, `{"how": "declared", "pose": "one"}`, "pose"}, {someModel, `{"how": "declared", "turn": "random"}`, "turn"},
		{someModel, `{"turn": "random", "order": "falling"}`, "order"}, {together, `{"turn": "random"}`, "turn"}, {together, `{"pose": "one"}`, "pose"},
		{someModel, `{"pose": "one", "poses": 2}`, "poses"},
	} {
		_, err := takePlan(asked(), c.model, c.classifier, `{}`)
		if got := document.FailureOf(err).Field; got != "prediction.classifier."+c.field {
			t.Errorf("%s: %v", c.classifier, err)
		}
	}
	plain := asked()
	plain.Asked.Group = invariance.Translations
	if _, err := takePlan(plain, someModel, `{"turn": "random"}`, `{}`); err == nil {
		t.Error("a group without rotations is drawn from")
	}
}
