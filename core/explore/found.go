package explore

import (
	"encoding/json"
	"errors"
	"math"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// Each calls do for every number below count, in any order and at the same time.
type Each func(count int, do func(i int))

// InTurn is an Each that calls do for one number after another.
func InTurn(count int, do func(i int)) {
	for i := range count {
		do(i)
	}
}

// FoundRadii is the document of radii.
type FoundRadii struct {
	Radii
	// Ball hides the question for Every.
	Ball *Ball `json:"ball,omitempty"`
	// Every is there where the tight certificate is computed exactly.
	Every *Every `json:"every,omitempty"`
	Core  string `json:"core"`
}

// RadiiDocument returns how far the prediction of a request is certified.
func RadiiDocument(r *certificate.Request) ([]byte, error) {
	radii, err := FindRadii(r)
	if err != nil {
		return nil, err
	}
	found := FoundRadii{Radii: *radii, Core: certificate.Core}
	if radii.Ball != nil {
		found.Every = new(radii.Ball.EveryDirection())
	}
	return document.Indented(found)
}

// FoundCurve is the document of a curve: Bounds[i·Directions + j] are those at X[i] in direction j.
type FoundCurve struct {
	Curve
	// Points hides the questions for Bounds.
	Points []string      `json:"points,omitempty"`
	Bounds []PointBounds `json:"bounds"`
	// Reach is how far along a curve of scalings every cloud is certified, in the unit of the coordinates, rounded down.
	// It is absent where the tight certificate is computed exactly.
	Reach *float64 `json:"reach,omitempty"`
	Core  string   `json:"core"`
}

// CurveDocument returns the bounds at all points of the curve that a question asks for.
func CurveDocument(r *certificate.Request, q *Question, each Each) ([]byte, error) {
	c, err := PlanCurve(r, q)
	if err != nil {
		return nil, err
	}
	found := FoundCurve{Curve: *c, Bounds: make([]PointBounds, len(c.Points)), Core: certificate.Core}
	errs := make([]error, len(c.Points))
	each(len(c.Points), func(i int) {
		bounds, err := AnswerPoint([]byte(c.Points[i]))
		if errs[i] = err; err == nil {
			found.Bounds[i] = *bounds
		}
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.Kind == "scale" && c.Tight != "" && c.Tight != "exact" {
		reach, err := c.Reach(found.Bounds)
		if err != nil {
			return nil, err
		}
		found.Reach = &reach
	}
	return document.Indented(found)
}

// FoundMap is the document of a map.
type FoundMap struct {
	ParameterMap
	BlackBox float64   `json:"black_box"`
	Rotation []float64 `json:"rotation,omitempty"`
	// Rows has the smallest probability of each cell with its centre in the unit disc, rounded up, in rows from below. The
	// numbers of a row are those in its middle: as many cells lie outside on its left as on its right.
	Rows [][]float64 `json:"rows"`
	Core string      `json:"core"`
}

// MapDocument returns a whole map, on one line.
func MapDocument(p *MapPlan, each Each) ([]byte, error) {
	found := FoundMap{ParameterMap: p.Map, BlackBox: p.BlackBox, Rotation: p.Rotation, Core: certificate.Core}
	for _, row := range p.Map.Whole(each) {
		within := []float64{}
		for _, value := range row {
			if !math.IsNaN(value) {
				within = append(within, value)
			}
		}
		found.Rows = append(found.Rows, within)
	}
	text, err := json.Marshal(found)
	if err != nil {
		return nil, err
	}
	return append(document.Written(text), '\n'), nil
}

// Whole returns the map in rows of its size, NaN outside the disc, or an error for rows that do not have the form of a map.
func (f *FoundMap) Whole() ([][]float64, error) {
	rows := make([][]float64, len(f.Rows))
	for i, row := range f.Rows {
		outside := f.Size - len(row)
		if outside < 0 || outside%2 != 0 || len(f.Rows) != f.Size {
			return nil, document.BadField(document.Numbered("rows", i), "does not have the form that map writes")
		}
		rows[i] = make([]float64, f.Size)
		for column := range rows[i] {
			rows[i][column] = math.NaN()
		}
		copy(rows[i][outside/2:], row)
	}
	return rows, nil
}

// FoundRegions is the document of regions.
type FoundRegions struct {
	Regions []*Region `json:"regions"`
	Notes   []string  `json:"notes,omitempty"`
	Core    string    `json:"core"`
}

// RegionsDocument returns which compositions of two transformations a prediction withstands, a region for each question.
func RegionsDocument(a *Asked, questions []*RegionQuestion) ([]byte, error) {
	found := FoundRegions{Notes: a.LengthNotes(), Core: certificate.Core}
	for _, q := range questions {
		region, err := FindRegion(a, q)
		if err != nil {
			return nil, err
		}
		found.Regions = append(found.Regions, region)
	}
	return document.Indented(found)
}

// Pairs returns the names of the pairs of transformations that have a region for a request.
func (a *Asked) Pairs() (pairs []string) {
	if a.Noise != nil {
		return []string{twistMoved}
	}
	if a.Dimension() == 3 {
		pairs = []string{"taper-twist"}
	}
	pairs = append(pairs, "rotation-shear")
	if a.Subsample > 0 {
		pairs = append(pairs, replacedMoved)
	}
	return pairs
}
