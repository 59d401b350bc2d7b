package certificate

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/argument"
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
	pair := r.Reduced()
	m := r.undrawnMinimum(pair)
	if !r.Drawn(pair) {
		return m, nil
	}
	seed, err := r.seed("seed of the minimum", pair)
	if err != nil {
		return nil, err
	}
	drawn := min(r.drawnMinimum(*pair.Problem, seed), *m.Orbit)
	if m.Tight == nil {
		m.Tight = &TightMinimum{}
	}
	m.Tight.MonteCarlo = &drawn
	return m, nil
}

// undrawnMinimum returns what needs no draws: Φ(d/σ) for the distances, and what is
// computed.
func (r *Request) undrawnMinimum(pair argument.Pair) *Minimum {
	m := &Minimum{BlackBox: r.gaussianMinimum(pair.BlackBox), Orbit: r.gaussianMinimum(pair.Orbit)}
	if !pair.Way.Exact() {
		return m
	}
	p := *m.Orbit
	if pair.Way == argument.Integrals {
		p = min(p, argument.LeastIntegrated(pair.Tradeoff))
	}
	p = leastCertifying(p, func(p argument.Probabilities) bool {
		return r.Exact(pair, argument.NewClosed(pair.Orbit, r.Sigma, p), p).Certified
	})
	m.Tight = &TightMinimum{Exact: &p}
	return m
}

func (r *Request) gaussianMinimum(distance *float64) *float64 {
	if distance == nil {
		return nil
	}
	p := leastCertifying(argument.LeastGaussian(argument.InSigmas(*distance, r.Sigma)), func(p argument.Probabilities) bool {
		return argument.NewClosed(distance, r.Sigma, p).Certified
	})
	return &p
}

// leastCertifying rounds a minimum up until a prediction of that probability is
// certified; 1 when none below is.
func leastCertifying(p float64, certifies func(argument.Probabilities) bool) float64 {
	for step := special.Unit; p < 1; step *= 2 {
		if certifies(argument.Probabilities{Lower: p}) {
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

func (r *Request) drawnMinimum(problem tight.Problem, seed string) float64 {
	level := r.Levels(true).Draws
	if r.Bound == argument.BoundQuantile {
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
