package certificate

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
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
	if r.Matrix == nil && r.Perturbed == nil {
		return nil, document.BadField("perturbed", "is missing: the minimum depends on it")
	}
	g := r.geometry()
	m := r.closedMinimum(g)
	if g.problem == nil || !g.problem.Sampled() || r.Samples == 0 {
		return m, nil
	}
	seed := r.Seed
	if seed == "" {
		var err error
		if seed, err = r.digest("seed of the minimum"); err != nil {
			return nil, err
		}
	}
	sampled := min(r.sampledMinimum(*g.problem, seed), *m.Orbit)
	if m.Tight == nil {
		m.Tight = &TightMinimum{}
	}
	m.Tight.MonteCarlo = &sampled
	return m, nil
}

// closedMinimum returns Φ(d/σ) for the distances, and what is exact.
func (r *Request) closedMinimum(g geometry) *Minimum {
	m := &Minimum{}
	gaussian := func(distance *float64) *float64 {
		if distance == nil {
			return nil
		}
		p := 0.5
		if *distance > 0 {
			p = roundedUp(1 - bound.Gaussian(0.5, inSigmas(*distance, r.Sigma)))
		}
		return &p
	}
	m.BlackBox, m.Orbit = gaussian(g.blackBox), gaussian(g.orbit)
	switch {
	case r.Group == invariance.Axis:
	case !r.Group.Turns() && r.Permutation:
	case !r.Group.Turns():
		m.Tight = &TightMinimum{Exact: m.Orbit}
	case g.problem.Planar != nil:
		p := min(planarMinimum(*g.problem.Planar), *m.Orbit)
		m.Tight = &TightMinimum{Exact: &p}
	}
	return m
}

func (r *Request) sampledMinimum(problem tight.Problem, seed string) float64 {
	if r.Bound == boundQuantile {
		levels := r.levels(true)
		return max(0.5, tight.Quantile{
			Problem: problem, Rank: levels.Rank, Count: levels.Count, Samples: r.Samples, Seed: seed,
		}.Minimum())
	}
	d := tight.Dual{Problem: problem, Inverse: true, Level: r.Alpha, Samples: r.Samples, Seed: seed}
	d, draws := d.Run()
	return max(0.5, d.Minimum(draws))
}

// MinimumDocument returns the document of the inverse certificate.
func MinimumDocument(m *Minimum) ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}
