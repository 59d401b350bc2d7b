package certificate

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Minimum is the inverse certificate: the smallest clean prediction
// probability with which the prediction at the perturbed cloud is certified,
// rounded up, for each argument.
type Minimum struct {
	BlackBox *float64      `json:"black_box,omitempty"`
	Orbit    *float64      `json:"orbit,omitempty"`
	Tight    *TightMinimum `json:"tight,omitempty"`
}

// TightMinimum holds the minima of the tight certificates.
type TightMinimum struct {
	Exact      *float64 `json:"exact,omitempty"`
	MonteCarlo *float64 `json:"monte_carlo,omitempty"`
}

// FindMinimum computes the inverse certificate of a request. The prediction is
// not used.
func FindMinimum(r *Request) (*Minimum, error) {
	if r.Clean != nil && r.Perturbed == nil {
		return nil, document.BadField("perturbed", "is missing: the minimum depends on it")
	}
	g := r.geometry()
	m := r.closedMinimum(g)
	if !r.sampled(g) {
		return m, nil
	}
	seed, err := r.seed("seed of the minimum", g)
	if err != nil {
		return nil, err
	}
	sampled := min(r.sampledMinimum(*g.problem, seed), *m.Orbit)
	if m.Tight == nil {
		m.Tight = &TightMinimum{}
	}
	m.Tight.MonteCarlo = &sampled
	return m, nil
}

// closedMinimum returns what needs no draws: Φ(d/σ) for the distances, and what is
// exact.
func (r *Request) closedMinimum(g geometry) *Minimum {
	m := &Minimum{BlackBox: r.gaussianMinimum(g.blackBox), Orbit: r.gaussianMinimum(g.orbit)}
	if !r.hasExact(g) {
		return m
	}
	p := *m.Orbit
	if g.problem != nil {
		p = min(p, planarMinimum(*g.problem.Planar))
	}
	p = leastCertifying(p, func(p probabilities) bool {
		return r.exact(g, newClosed(g.orbit, r.Sigma, p), p).Certified
	})
	m.Tight = &TightMinimum{Exact: &p}
	return m
}

func (r *Request) gaussianMinimum(distance *float64) *float64 {
	if distance == nil {
		return nil
	}
	p := leastCertifying(gaussianMinimum(inSigmas(*distance, r.Sigma)), func(p probabilities) bool {
		return newClosed(distance, r.Sigma, p).Certified
	})
	return &p
}

// leastCertifying rounds a minimum up until a prediction of that probability is
// certified; 1 when none below is.
func leastCertifying(p float64, certifies func(probabilities) bool) float64 {
	for step := special.Unit; p < 1; step *= 2 {
		if certifies(probabilities{lower: p}) {
			return p
		}
		if p == largestBelowOne {
			break
		}
		p = min(p+step, largestBelowOne)
	}
	return 1
}

const largestBelowOne = 1 - 0x1p-53

func (r *Request) sampledMinimum(problem tight.Problem, seed string) float64 {
	level := r.levels(true).Draws
	if r.Bound == boundQuantile {
		return max(0.5, tight.Quantile{
			Problem: problem, Rank: level / 2, Count: level / 2, Samples: r.Samples, Seed: seed,
		}.Minimum())
	}
	d := tight.Dual{Problem: problem, Inverse: true, Level: level, Samples: r.Samples, Seed: seed}
	d, draws := d.Run()
	return max(0.5, d.Minimum(draws))
}

// MinimumDocument returns the document of the inverse certificate.
func MinimumDocument(m *Minimum) ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}
