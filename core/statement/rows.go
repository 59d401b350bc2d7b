package statement

import (
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
)

// row is what one argument of a certificate says. Its numbers are texts, rounded to the side on which they hold, "" where the
// argument has none.
type row struct {
	id, name  string
	certified bool
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

// collect returns what each argument says. Where several state a number or labels, the last is the strongest.
func (p *paragraph) collect() (all []row) {
	closed := func(id, name string, c *argument.Closed) {
		if c != nil {
			all = append(all, p.row(id, name, c.Certified, c.Lower, c.UpperRunnerUp, c.Distance, c.Radius, c.Stated))
		}
	}
	exact := func(id, name string, e *argument.Exact) {
		lower := e.Lower()
		if e.Error > 0 {
			lower = math.Nextafter(lower, -1) // the difference is rounded
		}
		row := p.row(id, name, e.Certified, &lower, e.UpperRunnerUp, nil, nil, e.Stated)
		row.value = e.Lower()
		all = append(all, row)
	}
	closed("black_box", "black-box certificate", p.c.BlackBox)
	closed("orbit", "orbit-based certificate", p.c.Orbit)
	if t := p.c.Tight; t != nil {
		if t.Axis != nil {
			exact("axis", "tight certificate of the rotations about one axis", &t.Axis.Exact)
		}
		if t.Exact != nil {
			exact("exact", "tight certificate", t.Exact)
		}
		if m := t.MonteCarlo; m != nil {
			name := fmt.Sprintf("tight certificate, Monte Carlo with %d draws at level %s", m.Samples, p.up(m.Level))
			all = append(all, p.row("monte_carlo", name, m.Certified, &m.Lower, m.UpperRunnerUp, nil, nil, argument.Stated{}))
		}
	}
	if s := p.c.Subsample; s != nil {
		all = append(all, p.row("subsample", "certificate of subsampled votes", s.Certified, &s.Lower, s.UpperRunnerUp, &s.Distance, nil, s.Stated))
	}
	if t := p.c.Parameters; t != nil {
		all = append(all, p.row("parameters", "certificate of noise on transformations", t.Certified, t.Lower, t.UpperRunnerUp, t.Distance, t.Radii.Distance,
			t.Stated))
	}
	return all
}

// row rounds bounds on probabilities and radii down, those that have to be exceeded and distances up.
func (p *paragraph) row(id, name string, certified bool, lower, runnerUp, distance, radius *float64, stated argument.Stated) row {
	row := row{id: id, name: name, certified: certified, distance: maybe(distance, p.up), radius: maybe(radius, p.down), value: -1, stated: stated}
	if lower != nil {
		row.value, row.lower, row.bar = *lower, p.down(*lower), p.up(p.r.Top.Threshold(runnerUp))
	}
	if i := stated.Interval; i != nil {
		row.from, row.to = maybe(i.Lower, p.down), maybe(i.Upper, p.up)
	}
	row.says = row.statement()
	return row
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

// states tells whether a row says something of a number or of labels at the perturbed cloud.
func (r row) states() bool {
	return r.stated.Interval != nil || r.stated.Labels != nil && r.stated.Labels.Count != nil
}

// named returns the row of an argument that the certificate has.
func (p *paragraph) named(id string) row {
	return p.rows[slices.IndexFunc(p.rows, func(row row) bool { return row.id == id })]
}
