package certificate

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
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
	if err := r.NoProbability(); err != nil {
		return nil, err
	}
	if r.Alone() {
		return nil, document.BadField("perturbed", "is missing: the minimum depends on it")
	}
	pair := r.Reduced()
	r.settleSamples(pair)
	m := &Minimum{Top: r.Top}
	for _, row := range r.rows(pair) {
		if least := r.least(row); least != nil {
			*m.place(row.ID) = least
		}
	}
	if !r.Drawn(pair) {
		return m, nil
	}
	seed, err := r.seed("seed of the minimum", pair)
	if err != nil {
		return nil, err
	}
	drawn := min(r.DrawnOf(*pair.Problem, r.Levels().Draws, seed).Least(r.Top), *m.Orbit)
	if m.Tight != nil && m.Tight.Axis != nil {
		drawn = min(drawn, *m.Tight.Axis)
	}
	*m.place(argument.DrawnRow) = &drawn
	m.Tight.Seed = seed
	return m, nil
}

// rows returns the rows of a request that need no draws, for the pair of its clouds.
func (r *Request) rows(pair argument.Pair) []argument.Row {
	if r.Noise != nil {
		return []argument.Row{r.transformedRow()}
	}
	if rows := r.turning(pair); rows != nil {
		return rows
	}
	rows := r.Rows(pair)
	if r.Subsample > 0 && (r.Changes != nil || r.points != nil || r.Perturbed != nil) {
		rows = append(rows, argument.Row{ID: argument.SubsampleRow, Prove: func(p argument.Probabilities) argument.Claim { return r.subsampled(p) }})
	}
	return rows
}

// least returns the least probability with which a row certifies, or nil without a perturbed cloud.
func (r *Request) least(row argument.Row) *float64 {
	if row.Unpaired {
		return nil
	}
	return new(row.Least(r.Top))
}

// Least returns the least probability with which a row certifies, or nil if the document has no such row.
func (m *Minimum) Least(id argument.ID) *float64 {
	own := *m // place may fill it in
	return *own.place(id)
}

// place returns the field of a row.
func (m *Minimum) place(id argument.ID) **float64 {
	if id.Group() == "tight" && m.Tight == nil {
		m.Tight = &TightMinimum{}
	}
	tight := m.Tight
	if tight == nil {
		tight = &TightMinimum{}
	}
	places := []**float64{ // in the order of argument.IDs
		&m.BlackBox, &m.Orbit, &tight.Exact, &tight.Axis, &tight.MonteCarlo, &m.Subsample, &m.Parameters,
	}
	return places[slices.Index(argument.IDs, id)]
}

// MinimumDocument returns the document of the inverse certificate.
func MinimumDocument(m *Minimum) ([]byte, error) { return document.Indented(m) }
