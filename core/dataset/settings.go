package dataset

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// Settings are what a run asks of every cloud.
type Settings struct {
	Attack Attack
	// Seed enters every random stream of the run, beside the cloud's name.
	Seed int64

	// base is the request of a cloud but for the clouds and the prediction.
	base certificate.Request
}

// Attack is a family of perturbations over a grid.
//
// "scale": X' = X(1 + ‖Δ‖/‖X‖) for every ‖Δ‖ in Norms. "rotate": noise in a
// uniformly random direction, of the norm Noise, then a rotation by each of
// Degrees, for each of Draws random directions; in 3-D about Axis, or about a
// random one per draw.
type Attack struct {
	Family  string    `json:"family"`
	Norms   []float64 `json:"norms,omitempty"`
	Degrees []float64 `json:"degrees,omitempty"`
	Noise   float64   `json:"noise,omitempty"`
	Axis    []float64 `json:"axis,omitempty"`
	Draws   int       `json:"draws,omitempty"`
}

const (
	familyScale  = "scale"
	familyRotate = "rotate"
)

// grid returns the values the accuracy is plotted against.
func (a *Attack) grid() []float64 {
	if a.Family == familyScale {
		return a.Norms
	}
	return a.Degrees
}

// draws returns how many perturbations there are at each value.
func (a *Attack) draws() int { return max(1, a.Draws) }

// ParseSettings reads a run document without its clouds and votes.
func ParseSettings(data []byte) (*Settings, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	return takeSettings(o, o)
}

// takeSettings takes the settings, the σ of them where it stands.
func takeSettings(o, sigma *document.Object) (*Settings, error) {
	s := &Settings{}
	s.base.Stop = argument.StopDecided
	takeSigma := func(*document.Object) error { return s.base.TakeSigma(sigma) }
	steps := []func(*document.Object) error{
		s.takeOrder, takeSigma, s.base.TakeGroup, s.base.TakeAxis, s.base.TakeAlpha, s.takeDraws, s.base.TakeBound, s.takeFamily, (*document.Object).Done,
	}
	for _, step := range steps {
		if err := step(o); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Settings) takeOrder(o *document.Object) (err error) {
	if s.base.Permutation, err = o.Truth("permutation"); err != nil {
		return err
	}
	return s.base.TakePreparation(o)
}

func (s *Settings) takeDraws(o *document.Object) (err error) {
	if err = s.base.TakeSamples(o); err != nil {
		return err
	}
	s.Seed, _, err = o.Whole("seed", 0, 1<<53)
	return err
}

func (s *Settings) takeFamily(o *document.Object) error {
	field, err := o.Child("attack")
	if err != nil {
		return err
	}
	if field == nil {
		return document.BadField("attack", "is missing")
	}
	if !field.Has("family") {
		return document.BadField("attack.family", "is missing")
	}
	a := &s.Attack
	if a.Family, err = field.OneOf("family", familyScale, familyRotate); err != nil {
		return err
	}
	if a.Family == familyScale {
		a.Norms, err = takeGrid(field, "norms", 0, document.MaxLength)
	} else {
		err = a.takeRotations(field)
	}
	if err != nil {
		return err
	}
	return field.Done()
}

func (a *Attack) takeRotations(field *document.Object) (err error) {
	if a.Degrees, err = takeGrid(field, "degrees", -1e6, 1e6); err != nil {
		return err
	}
	if a.Noise, _, err = field.Number("noise"); err != nil {
		return err
	}
	if a.Noise < 0 || a.Noise > document.MaxLength {
		return document.BadField("attack.noise", "must be a norm from 0 to 1e100, got %v", a.Noise)
	}
	if field.Has("axis") {
		if a.Axis, err = field.Direction("axis"); err != nil {
			return err
		}
	}
	draws, present, err := field.Whole("draws", 1, maxDraws)
	if !present {
		draws = defaultDraws
	}
	a.Draws = int(draws)
	return err
}

// takeGrid takes a rising list of numbers from low to high.
func takeGrid(field *document.Object, name string, low, high float64) ([]float64, error) {
	place := field.Name(name)
	if !field.Has(name) {
		return nil, document.BadField(place, "is missing")
	}
	texts, err := document.List(place, field.Take(name))
	if err != nil {
		return nil, err
	}
	if len(texts) == 0 || len(texts) > maxGrid {
		return nil, document.BadField(place, "must have 1 to %d values, got %d", maxGrid, len(texts))
	}
	grid := make([]float64, len(texts))
	for i, text := range texts {
		if grid[i], err = document.ParseNumber(place, text); err != nil {
			return nil, err
		}
		if grid[i] < low || grid[i] > high || i > 0 && grid[i] <= grid[i-1] {
			return nil, document.BadField(place, "must rise and lie from %v to %v, got %v", low, high, grid[i])
		}
	}
	return grid, nil
}

// MarshalJSON writes the settings in one order, defaults filled in; ParseSettings
// reads them back.
func (s *Settings) MarshalJSON() ([]byte, error) {
	r := &s.base
	return json.Marshal(struct {
		Sigma       float64                  `json:"sigma"`
		Group       string                   `json:"group"`
		Axis        []float64                `json:"axis,omitempty"`
		Translation bool                     `json:"translation,omitempty"`
		Permutation bool                     `json:"permutation"`
		Preparation *certificate.Preparation `json:"preparation,omitempty"`
		Alpha       float64                  `json:"alpha"`
		Samples     int                      `json:"samples"`
		Bound       string                   `json:"bound"`
		Seed        int64                    `json:"seed"`
		Attack      *Attack                  `json:"attack"`
	}{
		r.Sigma, string(r.Group), r.Axis, r.Translation, r.Permutation, r.Preparation,
		r.Alpha, r.Samples, r.Bound, s.Seed, &s.Attack,
	})
}
