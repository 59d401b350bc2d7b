package statement

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/vector"
)

// row is what one argument of a certificate says. Its numbers are texts, rounded to the side on which they hold, "" where the
// argument has none.
type row struct {
	id          argument.ID
	short, name string
	certified   bool
	// lower bounds the probability of the class at the perturbed cloud, which has to exceed bar.
	lower, bar string
	// distance is how far the perturbed cloud is, radius the distance below which every cloud is certified.
	distance, radius string
	// from and to are the ends of the interval of a number.
	from, to string
	// says is what the argument proves at the perturbed cloud, as a part of a sentence, "" without one.
	says string

	value  float64 // of lower, -1 without one
	stated argument.Stated
}

// names are those of the rows, in the order of argument.IDs: in a table, and in a sentence.
var names = [][2]string{
	{"Black box", "black-box certificate"},
	{"Orbit-based", "orbit-based certificate"},
	{"Tight", "tight certificate"},
	{"Tight, one axis", "tight certificate of the rotations about one axis"},
	{"Tight, Monte Carlo", "tight certificate, Monte Carlo with %d draws at level %s"},
	{"Samples of points", "certificate of subsampled votes"},
	{"Noise on transformations", "certificate of noise on transformations"},
}

// collect returns what each argument says. Where several state a number or labels, the last is the strongest.
func (p *paragraph) collect() (all []row) {
	for i, id := range argument.IDs {
		if claim := p.c.Row(id); claim != nil {
			all = append(all, p.row(id, names[i], claim))
		}
	}
	return all
}

// row rounds bounds on probabilities and radii down, those that have to be exceeded and distances up.
func (p *paragraph) row(id argument.ID, name [2]string, claim argument.Claim) row {
	row := row{id: id, short: name[0], name: name[1], certified: claim.Certifies(), value: -1, stated: claim.Statement()}
	if m, drawn := claim.(*argument.MonteCarlo); drawn {
		row.name = fmt.Sprintf(row.name, m.Samples, p.up(m.Level))
	}
	distance, radius := lengthsOf(claim)
	row.distance, row.radius = maybe(distance, p.up), maybe(radius, p.down)
	if bounds, known := claim.Bounds(); known {
		row.value, row.lower, row.bar = bounds.Lower, p.down(below(claim, bounds.Lower)), p.up(p.r.Top.Threshold(bounds.RunnerUp))
	}
	if i := row.stated.Interval; i != nil {
		row.from, row.to = maybe(i.Lower, p.down), maybe(i.Upper, p.up)
	}
	row.says = row.statement()
	if all := row.stated.Vectors; all != nil {
		row.says = p.within(all)
	}
	return row
}

// lengthsOf returns the distance of the perturbed cloud and the radius of an argument, nil where it has none.
func lengthsOf(claim argument.Claim) (distance, radius *float64) {
	switch c := claim.(type) {
	case *argument.Closed:
		return c.Distance, c.Radius
	case *argument.Subsampled:
		return &c.Distance, nil
	case *argument.Transformed:
		return c.Distance, c.Radii.Distance
	}
	return nil, nil
}

// below returns a bound that is not above the exact one: that of a value less its error is a rounded difference.
func below(claim argument.Claim, lower float64) float64 {
	switch c := claim.(type) {
	case *argument.Exact:
		if c.Error > 0 {
			return math.Nextafter(lower, -1)
		}
	case *argument.AxisBound:
		return below(&c.Exact, lower)
	}
	return lower
}

// maybe writes a number that may be absent.
func maybe(x *float64, write func(float64) string) string {
	if x == nil {
		return ""
	}
	return write(*x)
}

func (r row) statement() string {
	switch l := r.stated.Labels; {
	case r.from != "":
		return fmt.Sprintf("the median is between %s and %s", r.from, r.to)
	case r.stated.Interval != nil:
		return "the median is not bounded"
	case l != nil && l.Count != nil:
		return fmt.Sprintf("the labels of %d of %d points are certified to stay the same", *l.Count, len(l.Certified))
	case r.lower == "":
		return ""
	case r.certified:
		return fmt.Sprintf("the probability of the class is at least %s, above %s", r.lower, r.bar)
	}
	return fmt.Sprintf("the lower bound of its probability is %s, not above %s", r.lower, r.bar)
}

// within says how near each vector is to what is known of it.
func (p *paragraph) within(all []vector.Bound) string {
	most, angle := 0.0, 0.0
	for _, b := range all {
		most = max(most, b.Ball.Radius)
		if b.Angle == nil {
			angle = math.Inf(1)
		} else {
			angle = max(angle, *b.Angle)
		}
	}
	where := "the centre of its ball"
	if len(all) == 1 {
		numbers := make([]string, len(all[0].Ball.Centre))
		for j, x := range all[0].Ball.Centre {
			numbers[j] = p.style.typeset(strconv.FormatFloat(x, 'e', -1, 64))
		}
		where = p.math("(" + strings.Join(numbers, ", ") + ")")
	}
	says := fmt.Sprintf("%s, turned back, is within %s of %s", vectors(len(all)), p.up(most), where)
	if angle < 180 {
		says += fmt.Sprintf(" and %s degrees of its reference", p.up(angle))
	}
	return says
}

// states tells whether a row says something of a number, of labels or of vectors at the perturbed cloud.
func (r row) states() bool {
	return r.stated.Vectors != nil || r.stated.Interval != nil || r.stated.Labels != nil && r.stated.Labels.Count != nil
}

// named returns the row of an argument that the certificate has.
func (p *paragraph) named(id argument.ID) row {
	return p.rows[slices.IndexFunc(p.rows, func(row row) bool { return row.id == id })]
}
