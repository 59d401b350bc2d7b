package certificate

import (
	"encoding/json"
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/tight"
)

// gramDocument is what certificates depend on: the Gram matrix of both clouds, in one of
// two forms. See tight.Gram and tight.Pair. For a rotation about an axis it is that of
// their coordinates across the axis. Axial is the distance of what the group leaves alone: along the axis, and of attributes with noise.
type gramDocument struct {
	Dimension int      `json:"dimension"`
	Axial     *float64 `json:"axial,omitempty"`
	// Matrix is MᵀM, M = [X' X].
	Matrix [][]float64 `json:"matrix,omitempty"`
	// Factor is the Cholesky factor of the Gram matrix of [X Δ].
	Factor   [][]float64 `json:"factor,omitempty"`
	Distance *float64    `json:"distance,omitempty"`
	BlackBox *float64    `json:"black_box_distance,omitempty"`
	Error    *float64    `json:"error,omitempty"`
	// Cloud is there without a perturbation.
	Cloud *CloudDigest `json:"cloud,omitempty"`
	// Points is there where points come and go, or where every perturbation within some changes is meant.
	Points *sharedPoints `json:"points,omitempty"`
	// Parameters is there with noise on transformations.
	Parameters *knownText `json:"parameters,omitempty"`
}

func (r *Request) gramDocument() (d *gramDocument) {
	axial := 0.0
	switch {
	case r.Matrix != nil:
		g := r.Matrix
		d, axial = &gramDocument{Dimension: g.Dimension, Matrix: corner(g.Matrix, g.Dimension)}, g.Axial
	case r.Pair != nil:
		p := r.Pair
		d = &gramDocument{
			Dimension: p.Dimension, Factor: corner(p.Factor, p.Dimension),
			Distance: &p.Distance, Error: &p.Error,
		}
		if !math.IsInf(p.BlackBox, 1) {
			d.BlackBox = &p.BlackBox
		}
		axial = p.Axial
	case r.transformed != nil || r.Digest != nil:
		return &gramDocument{Dimension: r.gramDimension, Cloud: r.Digest, Parameters: newKnownText(r.transformed)}
	case r.points != nil:
		return &gramDocument{Dimension: r.points.dimension, Points: r.points}
	}
	if d != nil {
		d.Points = r.points
	}
	if d != nil && (r.Group == invariance.Axis || len(r.AttributeSigma) > 0) {
		d.Axial = &axial
	}
	return d
}

// corner returns the 2D×2D matrix in the upper left.
func corner(m [6][6]float64, dimension int) (rows [][]float64) {
	for _, row := range m[:2*dimension] {
		rows = append(rows, append([]float64(nil), row[:2*dimension]...))
	}
	return rows
}

// takeGram takes either form.
func (r *Request) takeGram(o *document.Object) error {
	field, err := o.Child("gram")
	if err != nil {
		return err
	}
	var dimension int
	err = document.First(field.Need("dimension", ""), document.PutWhole(&dimension)(field.Whole("dimension", 2, 3)))
	axial := 0.0
	if r.axial = field.Has("axial"); r.axial {
		err = document.First(err, document.Put(&axial)(takeLength(field, "axial", 0)))
	}
	var points, parameters, cloud *document.Object
	if err = document.First(err, document.Put(&points)(field.Child("points"))); err != nil {
		return err
	}
	err = document.Put(&parameters)(field.Child("parameters"))
	bad := document.Put(&cloud)(field.Child("cloud"))
	if bad == nil && cloud != nil {
		bad = r.takeDigest(cloud, dimension)
	}
	err = document.Join(err, bad)
	if err == nil && parameters != nil {
		r.gramDimension = dimension
		err = r.takeKnown(parameters)
	}
	switch {
	case err != nil:
		return err
	case field.Has("factor"):
		err = r.takePair(field, dimension, axial)
	case field.Has("matrix") || points == nil && parameters == nil && cloud == nil:
		err = r.takeMatrix(field, dimension, axial)
	}
	if err == nil && points != nil {
		err = r.takePoints(points, dimension)
	}
	if err != nil { // fields behind it are not known yet
		return err
	}
	return field.Done()
}

func (r *Request) takeMatrix(field *document.Object, dimension int, axial float64) (err error) {
	g := tight.Gram{Dimension: dimension, Axial: axial}
	if g.Matrix, err = takeSquare(field, "matrix", 2*dimension); err != nil {
		return err
	}
	if err := g.Validate(); err != nil {
		return document.BadField("gram.matrix", "%v", err)
	}
	r.Matrix = &g
	return nil
}

func (r *Request) takePair(field *document.Object, dimension int, axial float64) (err error) {
	p := tight.Pair{Dimension: dimension, Axial: axial}
	if p.Factor, err = takeSquare(field, "factor", 2*dimension); err != nil {
		return err
	}
	if err := p.ValidateFactor(); err != nil {
		return document.BadField("gram.factor", "%v", err)
	}
	if p.Distance, err = takeLength(field, "distance", p.LeastDistance()); err != nil {
		return err
	}
	p.BlackBox = math.Inf(1)
	if field.Has("black_box_distance") {
		if p.BlackBox, err = takeLength(field, "black_box_distance", p.Distance); err != nil {
			return err
		}
	}
	p.Error, err = takeLength(field, "error", 0)
	r.Pair = &p
	return err
}

// takeLength takes a number that is at least so much.
func takeLength(o *document.Object, name string, least float64) (float64, error) {
	x, err := o.NeedNumber(name, "")
	switch {
	case err != nil:
		return 0, err
	case x < least || x > 1e10*document.MaxLength:
		return 0, document.BadField(o.Name(name), "must be at least %v, got %v", least, x)
	}
	return x, nil
}

// takeSquare takes a matrix of so many rows.
func takeSquare(o *document.Object, name string, size int) (m [6][6]float64, err error) {
	place := o.Name(name)
	var rows [][]json.RawMessage
	if json.Unmarshal(o.Take(name), &rows) != nil || len(rows) != size {
		return m, document.BadField(place, "must be %d rows of %d numbers", size, size)
	}
	for i, row := range rows {
		if len(row) != size {
			return m, document.BadField(place, "row %d has %d numbers, want %d", i, len(row), size)
		}
		for j, text := range row {
			if m[i][j], err = document.ParseNumber(place, text); err != nil {
				return m, err
			}
		}
	}
	return m, nil
}
