package certificate

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// takeClouds takes the clean and the perturbed cloud, or the Gram matrix of
// both. Whether the order of the points matters decides how they are sampled.
func (r *Request) takeClouds(o *object, open Open) (err error) {
	if r.Permutation, err = o.truth("permutation"); err != nil {
		return err
	}
	if err = r.takePreparation(o); err != nil {
		return err
	}
	if o.has("gram") {
		if o.has("clean") || o.has("perturbed") {
			return badField("gram", "stands instead of clean and perturbed; give one or the other")
		}
		return r.takeGram(o)
	}
	if !o.has("clean") {
		return badField("clean", "is missing (or gram instead of the clouds)")
	}
	clean, err := o.child("clean")
	if err != nil {
		return err
	}
	if r.Clean, err = clean.cloud(open); err != nil {
		return err
	}
	return r.takePerturbed(o, open)
}

// takePerturbed takes the perturbed cloud where there is one. An attack starts
// from the clean cloud as prepared.
func (r *Request) takePerturbed(o *object, open Open) error {
	perturbed, err := o.child("perturbed")
	switch {
	case err != nil:
		return err
	case perturbed != nil && !perturbed.has("attack"):
		if r.Perturbed, err = perturbed.cloud(open); err != nil {
			return err
		}
	}
	if err := r.prepareClouds(); err != nil {
		return err
	}
	if perturbed != nil && perturbed.has("attack") {
		return r.takeAttack(perturbed)
	}
	return nil
}

// cloud reads {"points": …} or {"file": …, "part": …}.
func (source *object) cloud(open Open) (*pointcloud.Cloud, error) {
	cloud := &pointcloud.Cloud{}
	if source.has("file") {
		if err := source.file(cloud, open); err != nil {
			return nil, err
		}
	} else if err := source.points(cloud); err != nil {
		return nil, err
	}
	if err := source.done(); err != nil {
		return nil, err
	}
	return cloud, checkCoordinates(source.path, *cloud)
}

func (o *object) file(cloud *pointcloud.Cloud, open Open) error {
	path, part, err := o.filePart()
	if err != nil {
		return err
	}
	if open == nil {
		return badField(o.name("file"), "files are not read here; give points or gram")
	}
	*cloud, err = open(path, part)
	return err
}

// filePart takes the name of a file and of the cloud in it, "" for the only one.
func (o *object) filePart() (path, part string, err error) {
	if path, _, err = o.text("file"); err != nil {
		return "", "", err
	}
	part, _, err = o.text("part")
	return path, part, err
}

func (o *object) points(cloud *pointcloud.Cloud) error {
	text := o.take("points")
	if text == nil {
		return badField(o.path, "needs points, a file or an attack")
	}
	if err := cloud.UnmarshalJSON(text); err != nil {
		return badField(o.path, "%v", err)
	}
	return nil
}

type gramDocument struct {
	Dimension int         `json:"dimension"`
	Matrix    [][]float64 `json:"matrix"`
}

func newGramDocument(g tight.Gram) *gramDocument {
	d := &gramDocument{Dimension: g.Dimension}
	for i := range 2 * g.Dimension {
		d.Matrix = append(d.Matrix, append([]float64(nil), g.Matrix[i][:2*g.Dimension]...))
	}
	return d
}

func (r *Request) takeGram(o *object) error {
	field, err := o.child("gram")
	if err != nil {
		return err
	}
	dimension, present, err := field.whole("dimension", 2, 3)
	if err != nil {
		return err
	}
	if !present {
		return badField("gram.dimension", "is missing")
	}
	g := tight.Gram{Dimension: int(dimension)}
	if err := takeMatrix(field, &g); err != nil {
		return err
	}
	if err := g.Validate(); err != nil {
		return badField("gram.matrix", "%v", err)
	}
	r.Matrix = &g
	return field.done()
}

func takeMatrix(field *object, g *tight.Gram) error {
	size := 2 * g.Dimension
	var rows [][]json.RawMessage
	if json.Unmarshal(field.take("matrix"), &rows) != nil || len(rows) != size {
		return badField("gram.matrix", "must be %d rows of %d numbers", size, size)
	}
	for i, row := range rows {
		if len(row) != size {
			return badField("gram.matrix", "row %d has %d numbers, want %d", i, len(row), size)
		}
		for j, text := range row {
			x, err := parseNumber("gram.matrix", text)
			if err != nil {
				return err
			}
			g.Matrix[i][j] = x
		}
	}
	return nil
}
