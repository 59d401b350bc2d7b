package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/special"
)

// Minimum is the inverse certificate: the smallest clean prediction
// probability with which the prediction at the perturbed cloud is certified,
// rounded up, for each argument.
type Minimum struct {
	// Top is among how many classes the one predicted is to stay; 0 is the first alone.
	Top      argument.Top  `json:"top,omitempty"`
	BlackBox *float64      `json:"black_box,omitempty"`
	Orbit    *float64      `json:"orbit,omitempty"`
	Tight    *TightMinimum `json:"tight,omitempty"`
	// Subsample is that of votes of samples of some points, where points come and go.
	Subsample *float64 `json:"subsample,omitempty"`
	// Parameters is that of votes with noise on transformations.
	Parameters *float64 `json:"parameters,omitempty"`
}

// TightMinimum holds the minima of the tight certificates.
type TightMinimum struct {
	Exact *float64 `json:"exact,omitempty"`
	// Axis is the smallest over the axes tried.
	Axis *float64 `json:"axis,omitempty"`
	// MonteCarlo certifies with the draws of Seed, when that is the seed of a request.
	MonteCarlo *float64 `json:"monte_carlo,omitempty"`
	Seed       string   `json:"seed,omitempty"`
}

// FindMinimum computes the inverse certificate of a request. The prediction is
// not used.
func FindMinimum(r *Request) (*Minimum, error) {
	if r.alone() {
		return nil, document.BadField("perturbed", "is missing: the minimum depends on it")
	}
	if r.Noise != nil {
		return r.transformedMinimum(), nil
	}
	pair := r.Reduced()
	r.settleSamples(pair)
	m := r.undrawnMinimum(pair)
	m.Subsample = r.leastSubsample()
	if !r.Drawn(pair) {
		return m, nil
	}
	seed, err := r.seed("seed of the minimum", pair)
	if err != nil {
		return nil, err
	}
	drawn := min(r.LeastDrawn(*pair.Problem, r.Levels().Draws, seed), *m.Orbit)
	if m.Tight == nil {
		m.Tight = &TightMinimum{}
	}
	if m.Tight.Axis != nil {
		drawn = min(drawn, *m.Tight.Axis)
	}
	m.Tight.MonteCarlo, m.Tight.Seed = &drawn, seed
	return m, nil
}

// undrawnMinimum returns what needs no draws: Φ(d/σ) for the distances, and what is
// computed.
func (r *Request) undrawnMinimum(pair argument.Pair) *Minimum {
	m := &Minimum{Top: r.Top, BlackBox: r.gaussianMinimum(pair.BlackBox), Orbit: r.gaussianMinimum(pair.Orbit)}
	if !pair.Way.Exact() && !pair.HasAxes() {
		return m
	}
	p, value := *m.Orbit, r.Top.Threshold(nil)
	if pair.Way == argument.Integrals {
		p = min(p, argument.LeastIntegrated(pair.Tradeoff, value))
	}
	p = min(p, pair.LeastAbout(value))
	p = argument.LeastCertifying(p, special.Unit, func(p float64) bool {
		at := argument.Probabilities{Lower: p, Top: r.Top}
		v := &argument.Verdict{Orbit: argument.NewClosed(pair.Orbit, r.Sigma, at)}
		r.Compute(v, pair, at)
		return v.Tight.Certified()
	})
	m.Tight = &TightMinimum{Exact: &p}
	if pair.HasAxes() {
		m.Tight = &TightMinimum{Axis: &p}
	}
	return m
}

func (r *Request) leastSubsample() *float64 {
	if r.Subsample == 0 {
		return nil
	}
	least := r.Top.LeastProbability(func(p argument.Probabilities) bool { return r.subsampled(p).Certified })
	return &least
}

func (r *Request) gaussianMinimum(distance *float64) *float64 {
	if distance == nil {
		return nil
	}
	start := argument.LeastGaussian(argument.InSigmas(*distance, r.Sigma), r.Top.Threshold(nil))
	p := argument.LeastCertifying(start, special.Unit, func(p float64) bool {
		return argument.NewClosed(distance, r.Sigma, argument.Probabilities{Lower: p, Top: r.Top}).Certified
	})
	return &p
}

// MinimumDocument returns the document of the inverse certificate.
func MinimumDocument(m *Minimum) ([]byte, error) { return document.Indented(m) }
