package smoothing

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Tests is how many noisy clouds a declared invariance is tried on.
const Tests = 200

// TestInputs returns, for so many noisy clouds from first on, the rows of the cloud and those of
// the same cloud moved by a random member of the group, its points in a random order
// where the order is not to matter. counts has a byte for either; see Inputs.
func (s *Sampler) TestInputs(first, count int) (inputs, counts []byte) {
	for sample := first; sample < first+count; sample++ {
		draws := newStream(s.plan.Sampling.Seed, trying, sample)
		z := s.noisy(draws)
		moved := approximate{Cloud: s.plan.Classifier.moved(z.Cloud, draws), outside: z.outside}
		for _, cloud := range []approximate{z, moved} {
			p := s.pose(cloud, draws)
			p.settled = true // what is tried is the model, on either cloud as it is
			inputs = s.append(inputs, p, p.inside)
			counts = append(counts, p.standing())
		}
	}
	return inputs, counts
}

// Tested is what came of the test of an invariance.
type Tested struct {
	// Clouds were classified with and without a motion; Changed of them changed their class.
	Clouds  int `json:"clouds"`
	Changed int `json:"changed"`
	// Rate bounds the share of such clouds that change their class, at 95 %, where none
	// was seen to.
	Rate float64 `json:"rate,omitempty"`
}

// Tested takes the coded classes of what TestInputs returned. Where both clouds have no class
// nothing was learnt.
func (p *Plan) Tested(coded []byte) (t Tested) {
	for i := 0; 2*i+1 < len(coded)/p.width(); i++ {
		before, after := p.classAt(coded, 2*i), p.classAt(coded, 2*i+1)
		if before == none && after == none {
			continue
		}
		t.Clouds++
		if before != after {
			t.Changed++
		}
	}
	t.limit()
	return t
}

// take takes a test that did not refute the invariance: one that did leaves nothing to count.
func (t *Tested) take(o *document.Object) (err error) {
	err = document.First(o.Need("clouds", ""), document.PutWhole(&t.Clouds)(o.Whole("clouds", 0, Tests)), agree(o, "changed", 0))
	t.limit()
	return document.First(err, agree(o, "rate", t.Rate), o.Done())
}

// limit bounds the share of clouds that change their class where none did.
func (t *Tested) limit() {
	if t.Clouds > 0 && t.Changed == 0 {
		// (1 − r)ᵐ ≥ 0.05 gives r ≤ ln 20/m < 3/m.
		t.Rate = min(1, 3/float64(t.Clouds))
	}
}

// takeTested takes how a declared invariance was tried, where the document says it.
func (e *Evidence) takeTested(o *document.Object) error {
	field, err := o.Child("tested")
	switch {
	case err != nil || field == nil:
		return err
	case e.Classifier.How != Declared:
		return document.BadField(o.Name("tested"), "is the test of a declared invariance; this one is %s", e.Classifier.How)
	}
	e.Tested = &Tested{}
	return e.Tested.take(field)
}

// Declaration says what a declared invariance rests on.
func (e *Evidence) Declaration() string {
	if e.Tested == nil || e.Tested.Clouds == 0 {
		return "the invariance of the model is declared and was not tried: the counter claims that the model has it"
	}
	return fmt.Sprintf("the invariance of the model is declared: none of %d noisy clouds changed its class when it was moved, which is evidence and no "+
		"proof", e.Tested.Clouds)
}

// moved returns the cloud moved by a random member of the group: a uniform rotation, a
// reflection half of the time, a translation as large as the cloud.
func (c *Classifier) moved(z pointcloud.Cloud, draws stream) pointcloud.Cloud {
	turn := invariance.Identity(z.Dimension)
	switch {
	case c.Group.Turns():
		turn = randomTurn(z.Dimension, c.Group.Reflects(), draws)
	case c.Group == invariance.Axis:
		turn = invariance.TurnInFrame(invariance.AxisFrame(c.Axis), randomTurn(2, false, draws))
	}
	var shift [3]float64
	if c.translates() {
		size := invariance.Norm(z.Points) / math.Sqrt(float64(z.Count()))
		for i := range z.Dimension {
			shift[i] = float64(size * draws.next())
		}
	}
	out := pointcloud.Cloud{Dimension: z.Dimension, Points: make([]float64, 0, len(z.Points))}
	order := c.order(z.Count(), draws)
	if z.Attributes != nil {
		out.Attributes = pointcloud.Pick(z, order).Attributes
	}
	for _, n := range order {
		point := z.Points[n*z.Dimension : (n+1)*z.Dimension]
		for i := range z.Dimension {
			out.Points = append(out.Points, invariance.Along(&turn[i], point)+shift[i])
		}
	}
	return out
}

// randomTurn makes normal draws orthonormal: a uniform rotation, with reflections an
// orthogonal matrix.
func randomTurn(dimension int, reflections bool, draws stream) invariance.Matrix {
	var m invariance.Matrix
	for i := range dimension {
		for j := range dimension {
			m[i][j] = draws.next()
		}
	}
	turn := invariance.NearestRotation(m, dimension, reflections)
	return turn
}

// order returns the numbers of the points, shuffled (Fisher–Yates) where the order is not to
// matter.
func (c *Classifier) order(count int, draws stream) []int {
	order := make([]int, count)
	for n := range order {
		order[n] = n
		if c.Sorted {
			other := int(draws.source.Uint64() % uint64(n+1))
			order[n], order[other] = order[other], n
		}
	}
	return order
}
