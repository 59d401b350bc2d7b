package judging

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

const balls = `"sigma":0.5,"group":"SE","attack":{"family":"ball","norms":[0,0.2,0.4,0.6,0.8,1,1.2,1.4,2.6]}`

// moved is a cloud turned and shifted, behind noise of a norm; votes of 1,000 are for class 0.
func moved(e Ballot, norm float64, votes int64) Candidate {
	random := rand.New(rand.NewPCG(7, 7))
	noise := make([]float64, len(e.Cloud.Points))
	size := 0.0
	for i := range noise {
		noise[i] = random.NormFloat64()
		size += noise[i] * noise[i]
	}
	c := Candidate{Cloud: pointcloud.Cloud{Dimension: e.Cloud.Dimension, Points: slices.Clone(e.Cloud.Points)}, Votes: []int64{votes, 1000 - votes}, Samples: 1000}
	for i := range noise {
		c.Cloud.Points[i] += norm / math.Sqrt(size) * noise[i]
	}
	certificate.Turn(c.Cloud, 40, []float64{1, 2, 2})
	for i := range c.Cloud.Points {
		c.Cloud.Points[i] += 0.3
	}
	return c
}

// The second route: the certificate of all clouds within the norm.
func TestBallIsTheCertificateOfEachNorm(t *testing.T) {
	crossed, sampled := 0, 0
	for _, group := range []string{`"none"`, `"SE"`, `"E"`, `"axis","axis":[0,0,1]`} {
		for _, subsample := range []string{"", `"subsample":4,`} {
			s := mustSettings(t, subsample+strings.Replace(balls, `"SE"`, group, 1))
			e := randomEntry(3, 3, 12, 0.4, 9800)
			got := s.Judge(e)
			points, _ := json.Marshal(e.Cloud)
			for at, norm := range s.Attack.Norms {
				c := certifiedText(t, fmt.Sprintf(`{"clean":{"points":%s},"perturbed":{"changes":{"moved":%v}},%s"sigma":0.5,"group":%s,"samples":0,"prediction":{"votes":9800,"samples":10000}}`,
					points, norm, subsample, group))
				if one(c.Orbit.Certified) != got.Orbit[at] || got.BlackBox[at] != got.Orbit[at] {
					t.Errorf("%s, norm %v: orbit %v, got %+v", group, norm, c.Orbit.Certified, *got.Judged)
				}
				crossed += got.Orbit[at]
				if subsample == "" {
					continue
				}
				if one(c.Subsample.Certified) != got.Subsample[at] {
					t.Errorf("%s, norm %v: samples %v, got %v", group, norm, c.Subsample.Certified, got.Subsample)
				}
				sampled += got.Subsample[at]
			}
			if got.Tight != nil || (got.Subsample == nil) != (subsample == "") {
				t.Errorf("%s: %+v", group, *got.Judged)
			}
		}
	}
	if crossed < 20 || crossed > 60 || sampled <= crossed/2 || sampled == 36 {
		t.Errorf("%d and %d of 72 certified: the grid does not cross", crossed, sampled)
	}
}

// The second route for votes of samples of some points: the certificate of each cloud of the other families, in the order of its points.
func TestSampledAttacksAreCertificates(t *testing.T) {
	e := randomEntry(5, 3, 20, 0.4, 9700)
	points, _ := json.Marshal(e.Cloud)
	certifies := func(group, perturbed string) int {
		c := certifiedText(t, fmt.Sprintf(`{"clean":{"points":%s},"perturbed":%s,"sigma":0.25,"group":%s,"subsample":5,"pairing":"order","samples":0,"prediction":{"votes":9700,"samples":10000}}`,
			points, perturbed, group))
		return one(c.Subsample.Certified)
	}
	count := 0
	for _, group := range []string{`"none"`, `"SE"`, `"axis","axis":[0,0,1]`} {
		base := `"sigma":0.25,"group":` + group + `,"subsample":5,"samples":0,`
		s := mustSettings(t, base+`"attack":{"family":"scale","norms":[0,0.2,0.4,0.8,1.6]}`)
		got := s.Judge(e)
		for at, norm := range s.Attack.Norms {
			if want := certifies(group, fmt.Sprintf(`{"attack":"scale","norm":%v}`, norm)); got.Subsample[at] != want {
				t.Errorf("%s scaled by %v: %v, want %d", group, norm, got.Subsample, want)
			}
			count += got.Subsample[at]
		}
		s = mustSettings(t, base+`"attack":{"family":"rotate","degrees":[0,10,60],"noise":0.3,"draws":2,"axis":[0,0,1]}`)
		got = s.Judge(e)
		j, _ := s.newJudge(e)
		for at, degrees := range s.Attack.Degrees {
			want := 0
			for draw := range 2 {
				noisy, axis := j.noise(draw)
				certificate.Turn(noisy, degrees, axis)
				text, _ := json.Marshal(noisy)
				want += certifies(group, fmt.Sprintf(`{"points":%s}`, text))
			}
			if got.Subsample[at] != want {
				t.Errorf("%s turned by %v: %v, want %d", group, degrees, got.Subsample, want)
			}
			count += want
		}
	}
	if count < 8 || count > 28 {
		t.Errorf("%d of 33 certified: the grids do not cross", count)
	}
}

// The second route to the rule: binomial sums of whole numbers.
func TestChangedIsPredict(t *testing.T) {
	slow.Skip(t)
	told := 0
	for _, votes := range [][]int64{{11, 0}, {10, 0}, {0, 11}, {30, 6}, {30, 9}, {30, 8}, {9, 20, 30}, {560, 440}, {551, 449}, {400, 300, 300}, {500, 1, 1}} {
		for _, none := range []int64{0, 1, 200} {
			c := Candidate{Votes: votes, Samples: smoothing.Total(votes) + none}
			for predicted := range int64(len(votes) + 1) {
				class, most := int64(-1), int64(-1)
				for i, n := range votes {
					if int64(i) != predicted && n > most {
						class, most = int64(i), n
					}
				}
				n := most + none
				if predicted < int64(len(votes)) {
					n += votes[predicted]
				}
				tail := new(big.Int)
				for k := most; k <= n; k++ {
					tail.Add(tail, new(big.Int).Binomial(n, k))
				}
				p, _ := new(big.Rat).SetFrac(tail, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
				got, is := c.changed(predicted, 0.001)
				if got != class || is != (2*p <= 0.001) {
					t.Errorf("%v and %d without a class, predicted %d: %d, %v; want %d, p = %v", votes, none, predicted, got, is, class, 2*p)
				}
				told += one(is)
			}
		}
	}
	if told < 20 {
		t.Errorf("%d changes told", told)
	}
}

// An attack counts from its distance after the best alignment; undecided votes do not count, and the
// level is shared by all that was tried.
func TestAttacksCount(t *testing.T) {
	s := mustSettings(t, balls)
	e := randomEntry(3, 3, 12, 0.4, 9800)
	e.Attacked = []Candidate{moved(e, 1.9, 900), moved(e, 1.1, 540), moved(e, 1.5, 900), moved(e, 0.5, 100)}
	got := s.Judge(e)
	want := moved(e, 1.5, 900)
	request := &certificate.Request{Terms: s.Base.Terms, Clean: &e.Cloud}
	if d := *request.With(want.Cloud).Reduced().Orbit; got.Attacked.Found == nil || got.Attacked.Found.Distance != d || d > 1.5 || d < 1.1 {
		t.Fatalf("%+v, want the distance %v", got.Attacked.Found, d)
	}
	if got.Attacked.Clouds != 4 || *got.Attacked.Found != (Found{got.Attacked.Found.Distance, 0, 900, 1000}) || got.Attacked.Contradicted != nil {
		t.Errorf("%+v", got.Attacked)
	}
	other := randomEntry(4, 3, 12, 0.4, 9900)
	other.Attacked = []Candidate{}
	wrong := randomEntry(5, 3, 12, 0.4, 9900)
	wrong.Label = 0
	items := []ItemResult{got, s.Judge(other), s.Judge(wrong), s.Judge(randomEntry(6, 3, 12, 0.4, 9900))}
	r := s.Collect(items)
	for at, norm := range r.Grid {
		shares := 0.75
		if norm >= got.Attacked.Found.Distance {
			shares = 0.5
		}
		if r.Accuracy.Attacked[at] != shares || r.Accuracy.Orbit[at] > shares {
			t.Errorf("%v within %v, want %v; certified %v", r.Accuracy.Attacked[at], norm, shares, r.Accuracy.Orbit[at])
		}
	}
	if !reflect.DeepEqual(r.Attacks, &Attacks{Clouds: 2, Found: 1, Level: 0.001}) {
		t.Errorf("%+v", r.Attacks)
	}
	// 540 of 1,000 would be told at the level 0.012.
	one := mustSettings(t, strings.Replace(balls, `"attack"`, `"alpha":0.02,"attack"`, 1))
	for n, told := range map[int]bool{1: true, 2: false} {
		e.Attacked = slices.Repeat([]Candidate{moved(e, 1.6, 540)}, n)
		if got := one.Judge(e); (got.Attacked.Found != nil) != told {
			t.Errorf("%d candidates of 540 votes: %+v", n, got.Attacked)
		}
	}
}

// No candidate has votes of more samples than its cloud: invented numbers prove whatever they like.
func TestAttacksHaveNoMoreSamples(t *testing.T) {
	s := mustSettings(t, balls)
	e := randomEntry(3, 3, 12, 0.4, 9800)
	c := moved(e, 1.5, 900)
	c.Votes, c.Samples = []int64{9000, 1001}, 10_001
	e.Attacked = []Candidate{moved(e, 1.9, 900), c}
	want := "attacked[1].samples: is 10001, more than the 10000 that the clean cloud was voted on with: count no more"
	if got := s.Judge(e); got.Failure != want {
		t.Errorf("%q, want %q", got.Failure, want)
	}
}

// No attack that changes a classifier whose probabilities are known is ever certified: a half space, where the black box is exact.
func TestNoTrueAttackIsContradicted(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	s := mustSettings(t, strings.Replace(balls, `"SE"`, `"none"`, 1))
	changes := 0
	for range 300 {
		e := randomEntry(random.Uint64(), 3, 4, 0.4, 0)
		normal := make([]float64, 12)
		length := 0.0
		for i := range normal {
			normal[i] = random.NormFloat64()
			length += normal[i] * normal[i]
		}
		clean, away := 0.1+1.5*random.Float64(), 2.5*random.Float64() // how far X is inside, and X' from X, along the normal
		votes := func(inside float64, samples int64) (n int64) {
			for range samples {
				if inside+0.5*random.NormFloat64() > 0 {
					n++
				}
			}
			return n
		}
		inside := votes(clean, 2000)
		e.Certify = []int64{2000 - inside, inside}
		c := Candidate{Cloud: pointcloud.Cloud{Dimension: 3, Points: slices.Clone(e.Cloud.Points)}, Samples: 1000}
		for i := range normal {
			c.Cloud.Points[i] -= away * normal[i] / math.Sqrt(length)
		}
		stays := votes(clean-away, 1000)
		c.Votes = []int64{1000 - stays, stays}
		e.Attacked = []Candidate{c}
		got := s.Judge(e)
		if got.Contradicted() {
			t.Errorf("%v inside, attacked by %v: %+v", clean, away, got.Attacked)
		}
		if got.Attacked.Found != nil {
			changes++
		}
	}
	if changes < 60 || changes > 250 {
		t.Errorf("%d of 300 attacks found", changes)
	}
}
