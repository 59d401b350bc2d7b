package certificate

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// parseReleased reads a request as a released core wrote it: earlier ones name Monte Carlo bounds that this core does not have.
func parseReleased(data []byte, core string, open Open) (*Request, error) {
	s := newSteps(open)
	if s.released = core != Core; s.released {
		s.Core = core
	}
	return s.parse(data, s.prediction(s.takePrediction)...)
}

// verifyReleased compares a document of another core with what this one computes from its request:
// with the order of points, the axis and the seed that the document states, since each of them gives
// a sound bound.
func (r *Request) verifyReleased(o *document.Object, core string, certify certifying) (*Verification, error) {
	claimed := &Certificate{}
	if text, err := json.Marshal(o.Rest()); err != nil {
		return nil, err
	} else if err := json.Unmarshal(text, claimed); err != nil {
		return nil, document.BadField("document", "has a field of the wrong type: %v", err)
	}
	v := &Verification{Core: core}
	if why := r.checkStated(claimed); why != "" {
		v.Failed = append(v.Failed, why)
		return v, nil
	}
	own, err := certify(r, startOf(claimed))
	if err != nil {
		return nil, err
	}
	v.Request, v.Own, v.Rule = r, own, r.rule(own)
	return v, r.compareReleased(v, o, claimed, own)
}

// start is what a document states and its numbers are computed again from.
type start struct {
	Drawn  bool
	Seed   string
	Order  []int
	Shift  *transform.Shift
	Paired []int // the order of the points behind Shift
	Axis   *argument.AxisBound
}

// startOf takes it from what a document claims.
func startOf(claimed *Certificate) (s start) {
	if m := claimed.MonteCarlo(); m != nil {
		s.Drawn, s.Seed = true, m.Seed
	}
	if a := stated(claimed); a != nil {
		s.Order = a.Permutation
	}
	if p := claimed.Parameters; p != nil {
		s.Shift = p.Shift
		if p.Alignment != nil {
			s.Paired = p.Alignment.Permutation
		}
	}
	if t := claimed.Tight; t != nil && t.Axis != nil {
		s.Axis = &argument.AxisBound{Axis: t.Axis.Axis, PerturbedAxis: t.Axis.PerturbedAxis}
	}
	return s
}

// certifying certifies a request anew from what a document states.
type certifying func(r *Request, from start) (*Certificate, error)

// leastDraws are enough to contradict a Monte Carlo row that is far from the truth.
const leastDraws = 10_000

// recompute certifies the request with what the document states.
func (r *Request) recompute(from start) (*Certificate, error) {
	r.Stop, r.NeededSamples, r.RiseCounts = argument.StopFull, false, r.before(oneEvent)
	if from.Drawn {
		r.Seed, r.Samples = from.Seed, max(r.Samples, leastDraws)
	} else {
		r.Samples = 0
	}
	if from.Order != nil && r.searches() {
		r.search = statedOrder{r.found(), from.Order}
	}
	r.goAs(from)
	own, err := Certify(r)
	if err != nil || from.Axis == nil || own.Tight == nil || own.Tight.Axis == nil {
		return own, err
	}
	what, pair := own.Tight.Axis.Stated, r.Reduced()
	pair.About(from.Axis)
	rows := r.Rows(pair)
	own.Prove(rows[len(rows)-1:], r.Voted())
	own.Tight.Axis.Stated = what
	return own, nil
}

// compareReleased fills in v.
func (r *Request) compareReleased(v *Verification, o *document.Object, claimed, own *Certificate) error {
	theirs, mine, err := bothFields(o, own)
	if err != nil {
		return err
	}
	read, err := fieldsOf(claimed)
	if err != nil {
		return err
	}
	v.Failed = append(v.Failed, unread(theirs, read)...)
	for _, note := range claimed.Notes {
		if !slices.Contains(own.Notes, note) {
			v.Partial = append(v.Partial, fmt.Sprintf("notes: this version does not write %q", note))
		}
	}
	for _, name := range []string{"core", "notes", "certified", "certified_by"} { // derived below
		delete(theirs, name)
		delete(mine, name)
	}
	drawn := claimed.MonteCarlo()
	if drawn != nil {
		delete(theirs["tight"].(map[string]any), "monte_carlo")
	}
	if own.Orbit != nil && own.Orbit.Alignment != nil && (claimed.Orbit == nil || claimed.Orbit.Alignment == nil) {
		v.fail("orbit.alignment: is missing")
	}
	withoutStated(theirs)
	withoutStated(mine)
	v.Failed = append(v.Failed, disagreeing("", theirs, mine)...)
	v.checkConclusion(claimed.Orbit, own.Orbit)
	v.checkErrors(r.Top, claimed.Tight)
	verified := drawn != nil && own.MonteCarlo() != nil && *drawn == *own.MonteCarlo()
	if drawn != nil && !verified {
		v.reestimate(drawn, own, r)
	}
	v.Certified = claimed.certifiesBy(own, verified)
	if claimed.Certified && !claimed.certifiesBy(own, false) {
		if why := withdrawnReason(v.Core, r); why != "" {
			v.Failed = append(v.Failed, "certified: "+why)
			v.Certified = false
		}
	}
	if claimed.CertifiedBy == nil || claimed.Certified != (len(claimed.CertifiedBy) > 0) || !slices.Equal(claimed.CertifiedBy, claimed.rows()) {
		v.Failed = append(v.Failed, "certified_by: does not list the rows that certify")
	}
	return nil
}

func (v *Verification) fail(format string, values ...any) {
	v.Failed = append(v.Failed, fmt.Sprintf(format, values...))
}

// checkConclusion compares what a search for the order of the points came to.
func (v *Verification) checkConclusion(claimed, own *argument.Closed) {
	switch {
	case claimed == nil || claimed.DistanceLower == nil && claimed.Conclusion == "":
	case claimed.DistanceLower == nil || claimed.Distance == nil || own.DistanceLower == nil:
		v.fail("orbit.conclusion: the request does not ask for a search of the order of the points")
	case *claimed.DistanceLower < 0:
		v.fail("orbit.distance_lower: must be at least 0, got %v", *claimed.DistanceLower)
	case *claimed.DistanceLower > *claimed.Distance:
		v.fail("orbit.distance_lower: %v exceeds the distance %v", *claimed.DistanceLower, *claimed.Distance)
	case claimed.Concluded() != claimed.Conclusion:
		v.fail("orbit.conclusion: %q does not follow from the distances", claimed.Conclusion)
	case *claimed.DistanceLower > *own.DistanceLower*(1+agreement):
		v.Partial = append(v.Partial,
			fmt.Sprintf("orbit.distance_lower: %v in the document; the search of this version reaches %v", *claimed.DistanceLower, *own.DistanceLower))
	}
}

// checkErrors refuses rows whose verdict does not follow from their value and error.
func (v *Verification) checkErrors(top argument.Top, t *argument.Tight) {
	if t == nil {
		return
	}
	check := func(field string, e *argument.Exact) {
		if !(e.Error >= 0) || e.Certified != (e.Lower() > top.Threshold(e.UpperRunnerUp)) {
			v.fail("%s.certified: %v does not follow from value %v and error %v", field, e.Certified, e.Value, e.Error)
		}
	}
	if t.Exact != nil {
		check("tight.exact", t.Exact)
	}
	if t.Axis != nil {
		check("tight.axis", &t.Axis.Exact)
	}
}

// rows lists the arguments whose rows say that they certify.
func (c *Certificate) rows() []string {
	v := c.Verdict
	v.Decide()
	return v.CertifiedBy
}

// certifiesBy tells whether a row of c that claims to certify does so in own, the certificate computed
// again. The drawn one counts only where the same draws gave the same numbers.
func (c *Certificate) certifiesBy(own *Certificate, drawn bool) bool {
	return slices.ContainsFunc(argument.IDs, func(id argument.ID) bool {
		a, b := c.Row(id), own.Row(id)
		return a != nil && b != nil && a.Certifies() && b.Certifies() && (drawn || id != argument.DrawnRow)
	})
}

// reestimate names a Monte Carlo row that this version does not draw, beside today's bound. A claim
// that today's values contradict fails.
func (v *Verification) reestimate(claimed *argument.MonteCarlo, own *Certificate, r *Request) {
	const field = "tight.monte_carlo"
	upper, known := own.Upper()
	switch {
	case !known:
		v.fail("%s: the request has no tight certificate that is drawn", field)
	case !(claimed.Lower <= claimed.Estimate && claimed.Estimate <= claimed.Upper):
		v.fail("%s: lower %v, estimate %v and upper %v are out of order", field, claimed.Lower, claimed.Estimate, claimed.Upper)
	case claimed.Certified != (claimed.Lower > r.Top.Threshold(claimed.UpperRunnerUp)):
		v.fail("%s.certified: %v, but the lower end is %v", field, claimed.Certified, claimed.Lower)
	case claimed.Lower > upper+agreement:
		v.fail("%s.lower: %v in the document, at most %v recomputed", field, claimed.Lower, upper)
	case claimed.Upper < own.Verdict.Lower()-agreement:
		v.fail("%s.upper: %v in the document, at least %v recomputed", field, claimed.Upper, own.Verdict.Lower())
	default:
		line := fmt.Sprintf("%s: this version does not compute the bound %q of core %s", field, claimed.Bound, v.Core)
		if m := own.MonteCarlo(); m != nil {
			line += fmt.Sprintf("; today's bound is %v to %v from %d draws", m.Lower, m.Upper, m.Samples)
		}
		v.Partial = append(v.Partial, line)
	}
}

// statedOrder is an order of points that a document states, with what a search says about the
// distance of any other.
type statedOrder struct {
	Search
	order []int
}

func (s statedOrder) Step() bool         { return false }
func (s statedOrder) Run()               {}
func (s statedOrder) Progress() float64  { return 1 }
func (s statedOrder) Permutation() []int { return s.order }

func stated(c *Certificate) *argument.Alignment {
	if c.Orbit == nil {
		return nil
	}
	return c.Orbit.Alignment
}

// withoutStated removes what checkStated has checked, and the distance that no member of the orbit is
// below, which is not searched for again.
func withoutStated(theirs map[string]any) {
	orbit, _ := theirs["orbit"].(map[string]any)
	for _, name := range []string{"alignment", "distance_lower", "conclusion"} {
		delete(orbit, name)
	}
	tight, _ := theirs["tight"].(map[string]any)
	if about, _ := tight["axis"].(map[string]any); about != nil {
		delete(about, "axis")
		delete(about, "perturbed_axis")
	}
}

func isUnit(axis []float64) bool {
	return len(axis) == 3 && math.Abs(invariance.Norm(axis)-1) < agreement
}

// checkStated checks what a document states: the axis must be a unit vector, and the alignment a
// member of the group that brings the clouds as near as the distance beside it says. It returns the
// line of what is wrong.
func (r *Request) checkStated(claimed *Certificate) string {
	if t := claimed.Tight; t != nil && t.Axis != nil {
		if !isUnit(t.Axis.Axis) {
			return "tight.axis.axis: is not a unit vector"
		}
		if t.Axis.PerturbedAxis != nil && !isUnit(t.Axis.PerturbedAxis) {
			return "tight.axis.perturbed_axis: is not a unit vector"
		}
	}
	if p := claimed.Parameters; p != nil && p.Alignment != nil && p.Alignment.Permutation != nil {
		if r.Perturbed == nil || !r.allows(p.Alignment.Permutation) {
			return "parameters.alignment: the permutation is not an order of the points that the request allows"
		}
	}
	const field = "orbit.alignment: "
	a := stated(claimed)
	switch {
	case a == nil:
		return ""
	case r.Clean == nil || r.Perturbed == nil || claimed.Orbit.Distance == nil:
		return field + "the request has no two clouds that it could align"
	}
	perturbed := *r.Perturbed
	if a.Permutation != nil {
		if !r.allows(a.Permutation) {
			return field + "the permutation is not an order of the points that the request allows"
		}
		perturbed = pointcloud.Pick(perturbed, a.Permutation)
	}
	dimension := r.Clean.Dimension
	if len(a.Matrix) != dimension || len(a.Offset) != dimension {
		return field + "has another dimension than the clouds"
	}
	var matrix invariance.Matrix
	for i, row := range a.Matrix {
		if len(row) != dimension {
			return field + "has another dimension than the clouds"
		}
		copy(matrix[i][:], row)
	}
	if !(invariance.OrthogonalityDefect(matrix, dimension) < agreement) || !r.Group.Contains(matrix, r.Axis, dimension) {
		return field + "the matrix is not a member of the group"
	}
	size := invariance.Norm(r.Clean.Points) + invariance.Norm(perturbed.Points) + float64(math.Sqrt(float64(perturbed.Count()))*invariance.Norm(a.Offset))
	d := r.WithAttributes(r.apart(perturbed, matrix, a.Offset), *r.Clean, perturbed)
	if !(math.Abs(d-*claimed.Orbit.Distance) <= 1e-13*size && size < math.MaxFloat64) {
		return fmt.Sprintf("orbit.distance: %v in the document, %v under the alignment in it", *claimed.Orbit.Distance, d)
	}
	return ""
}

// apart returns the weighted distance of the clean cloud from a moved one.
func (r *Request) apart(perturbed pointcloud.Cloud, matrix invariance.Matrix, offset []float64) float64 {
	dimension, sum := perturbed.Dimension, 0.0
	for n := range perturbed.Count() {
		x, y := r.Clean.Points[n*dimension:][:dimension], perturbed.Points[n*dimension:][:dimension]
		weight := 1.0
		if r.Sigmas != nil {
			weight = r.Sigma / r.Sigmas[n]
		}
		for i := range dimension {
			d := weight * (invariance.Along(&matrix[i], y) + offset[i] - x[i])
			sum += float64(d * d)
		}
	}
	return math.Sqrt(sum)
}

// allows tells whether the points of the perturbed cloud may be taken in an order: one that pairs equal attributes.
func (r *Request) allows(order []int) bool {
	if !r.Permutation || !isPermutation(order, r.Perturbed.Count()) {
		return false
	}
	own, other := pointcloud.Labels(r.Fixed(*r.Clean), r.Fixed(pointcloud.Pick(*r.Perturbed, order)))
	return slices.Equal(own, other)
}

func isPermutation(order []int, n int) bool {
	seen := make([]bool, n)
	for _, i := range order {
		if i < 0 || i >= n || seen[i] {
			return false
		}
		seen[i] = true
	}
	return len(order) == n
}
