package certificate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/special"
)

// randomDegenerate returns two clouds of n points: usual ones, a rod, a plane, equal singular values, points that are there twice,
// one or two points, at any scale; the second is the first, moved, scaled, flattened or another one.
func randomDegenerate(random *rand.Rand, dimension int) (clean, perturbed [][]float64, size float64) {
	n := []int{1, 2, 3, 4, 8, 20}[random.IntN(6)]
	kind, change := random.IntN(6), random.IntN(5)
	size = math.Pow(10, []float64{0, 0, 0, -8, 8}[random.IntN(5)])
	stretch := 0.2 + 6*random.Float64()
	for i := range n {
		x := make([]float64, dimension)
		for j := range x {
			x[j] = random.NormFloat64()
			if kind == 1 && j > 0 || kind == 2 && j == dimension-1 {
				x[j] = 0
			}
		}
		switch {
		case kind == 3: // corners of a cross: equal singular values
			x = make([]float64, dimension)
			x[i%dimension] = float64(1 - 2*(i/dimension%2))
		case kind == 4 && i > 0:
			x = slices.Clone(clean[0])
		}
		clean = append(clean, x)
	}
	norm := 0.0
	for _, x := range clean {
		for _, c := range x {
			norm += c * c
		}
	}
	step := 0.3 + random.Float64()
	for _, x := range clean {
		y := make([]float64, dimension)
		for j := range x {
			x[j] *= stretch / math.Sqrt(max(norm, 1e-9))
			switch change {
			case 0:
				y[j] = x[j] + step*random.NormFloat64()/math.Sqrt(float64(dimension*n))
			case 1:
				y[j] = step * x[j]
			case 2:
				y[j] = x[j] * []float64{1.3, 0.4, 1}[j]
			case 3:
				y[j] = -x[(j+1)%dimension]
			case 4:
				y[j] = step * random.NormFloat64()
			}
		}
		perturbed = append(perturbed, y)
	}
	for i := range clean {
		for j := range clean[i] {
			clean[i][j] *= size
			perturbed[i][j] *= size
		}
	}
	return clean, perturbed, size
}

// turnedBy returns a cloud turned in the plane of the first two coordinates and of the last two.
func turnedBy(cloud [][]float64, a, b float64) [][]float64 {
	out := make([][]float64, len(cloud))
	for i, x := range cloud {
		y := slices.Clone(x)
		y[0], y[1] = math.Cos(a)*x[0]-math.Sin(a)*x[1], math.Sin(a)*x[0]+math.Cos(a)*x[1]
		if len(y) == 3 {
			y[1], y[2] = math.Cos(b)*y[1]-math.Sin(b)*y[2], math.Sin(b)*y[1]+math.Cos(b)*y[2]
		}
		out[i] = y
	}
	return out
}

func requestOf(t *testing.T, group string, clean, perturbed [][]float64, sigma, p float64, samples int) *Request {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"clean": map[string]any{"points": clean}, "perturbed": map[string]any{"points": perturbed},
		"sigma": sigma, "group": group, "prediction": map[string]any{"probability": p}, "samples": samples,
	})
	if err != nil {
		t.Fatal(err)
	}
	return mustParse(t, string(text))
}

// planarTruth estimates the tight value of SO(2) from draws of the noise itself: quantile and share of the log ratio
// log I₀(|⟨x', z⟩|) − log I₀(|⟨x, z⟩|) of the definition, with complex inner products and lengths in units of σ.
func planarTruth(random *rand.Rand, clean, perturbed [][]float64, sigma, p float64, draws int) float64 {
	ratio := func(around [][]float64) float64 {
		var a, b complex128
		for i, x := range around {
			z := complex(x[0]/sigma+random.NormFloat64(), x[1]/sigma+random.NormFloat64())
			a += complex(clean[i][0]/sigma, -clean[i][1]/sigma) * z
			b += complex(perturbed[i][0]/sigma, -perturbed[i][1]/sigma) * z
		}
		return special.LogI0(math.Hypot(real(b), imag(b))) - special.LogI0(math.Hypot(real(a), imag(a)))
	}
	var before []float64
	below := 0
	for range draws {
		before = append(before, ratio(clean))
	}
	slices.Sort(before)
	threshold := before[min(draws-1, int(p*float64(draws)))]
	for range draws {
		if ratio(perturbed) <= threshold {
			below++
		}
	}
	return float64(below) / float64(draws)
}

// Random requests of degenerate clouds at any scale: bounds keep their order and do not change when both clouds are
// turned. Values in the plane agree with the definition, and the minimum probability certifies.
// ORBITCERT_REQUESTS sets how many; 2,000 take a minute.
func TestRandomRequestsAgree(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(91, 92))
	count := 60
	if n, err := strconv.Atoi(os.Getenv("ORBITCERT_REQUESTS")); err == nil {
		count = n
	}
	compared := 0
	for k := range count {
		dimension := 2 + k%2
		group := []string{"none", "T", "SO", "O", "SE", "E"}[random.IntN(6)]
		clean, perturbed, sigma := randomDegenerate(random, dimension)
		p := 0.55 + 0.449*random.Float64()
		what := fmt.Sprintf("%d: %s, %d-D, %v, %v, p = %v", k, group, dimension, clean, perturbed, p)
		samples := 0
		if k%4 < 2 {
			samples = 10_000
		}
		r := requestOf(t, group, clean, perturbed, sigma, p, samples)
		c := mustCertify(t, r)
		if said := c.Contradiction(); said != "" {
			t.Errorf("%s: %s", what, said)
		}
		lower, upper := *c.Orbit.Lower, 1.0
		if c.BlackBox != nil && *c.BlackBox.Lower > lower {
			t.Errorf("%s: black box %v, orbit %v", what, *c.BlackBox.Lower, lower)
		}
		if tight := c.Tight; tight != nil {
			if tight.Exact != nil {
				upper = tight.Exact.Value + tight.Exact.Error
				if tight.Exact.Lower() < lower-1e-9 || upper > p+1e-9 {
					t.Errorf("%s: exact %v ± %v, orbit %v", what, tight.Exact.Value, tight.Exact.Error, lower)
				}
				lower = max(lower, tight.Exact.Lower())
			}
			if tight.Axis != nil {
				lower = max(lower, tight.Axis.Lower())
			}
			if m := tight.MonteCarlo; m != nil {
				upper = min(upper, m.Upper)
				lower = max(lower, m.Lower)
			}
		}
		if lower > upper+1e-9 {
			t.Errorf("%s: at least %v, at most %v", what, lower, upper)
		}
		if dimension == 2 && group == "SO" && c.Tight != nil && c.Tight.Exact != nil {
			const draws = 4000
			truth := planarTruth(random, clean, perturbed, sigma, p, draws)
			if off := math.Abs(truth - c.Tight.Exact.Value); off > 6*math.Sqrt(0.5/draws)+c.Tight.Exact.Error && c.Tight.Exact.Error < 1e-6 && !inOrbit(c, sigma) {
				t.Errorf("%s: exact %v ± %v, by draws %v", what, c.Tight.Exact.Value, c.Tight.Exact.Error, truth)
			}
			compared++
		}
		a, b := 6*random.Float64(), 6*random.Float64()
		turned := mustCertify(t, requestOf(t, group, turnedBy(clean, a, b), turnedBy(perturbed, a, b), sigma, p, 0))
		if math.Abs(*turned.Orbit.Lower-*c.Orbit.Lower) > 1e-7 {
			t.Errorf("%s: orbit %v, turned %v", what, *c.Orbit.Lower, *turned.Orbit.Lower)
		}
		if c.Tight != nil && c.Tight.Exact != nil && turned.Tight != nil && turned.Tight.Exact != nil {
			if x, y := c.Tight.Exact, turned.Tight.Exact; math.Abs(x.Value-y.Value) > x.Error+y.Error+1e-7 {
				t.Errorf("%s: exact %v, turned %v", what, x.Value, y.Value)
			}
		}
		r.Samples = 0
		m, err := FindMinimum(r)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for name, least := range leastOf(m) {
			if least >= 1 || least < 0.5 {
				continue
			}
			if !mustCertify(t, requestOf(t, group, clean, perturbed, sigma, least, 0)).Certified {
				t.Errorf("%s: %s needs %v, which does not certify", what, name, least)
			}
		}
	}
	if count >= 60 && compared == 0 {
		t.Error("nothing was compared with the definition")
	}
}

// inOrbit tells whether the clouds are one after alignment, where draws of the ratio are ties.
func inOrbit(c *Certificate, sigma float64) bool { return *c.Orbit.Distance < 1e-6*sigma }

func leastOf(m *Minimum) map[string]float64 {
	all := map[string]float64{}
	for name, p := range map[string]*float64{"black box": m.BlackBox, "orbit": m.Orbit} {
		if p != nil {
			all[name] = *p
		}
	}
	if m.Tight != nil {
		for name, p := range map[string]*float64{"exact": m.Tight.Exact, "axis": m.Tight.Axis} {
			if p != nil {
				all[name] = *p
			}
		}
	}
	return all
}
