package statement

import (
	"fmt"
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/say"
)

// deviations lists the noise on the parameters of transformations.
func (p *paragraph) deviations() string {
	n := p.r.Noise
	return p.list(n.Twist, n.Taper, n.Scale, n.Shear, say.Nearest)
}

// list names families with numbers; 0 is left out.
func (p *paragraph) list(twist, taper, scale, shear float64, side say.Side) string {
	var all []string
	for _, f := range []struct {
		name string
		x    float64
	}{{"twist %s rad per unit length", twist}, {"taper %s per unit length", taper}, {"scale across the axis %s", scale}, {"shear %s", shear}} {
		if f.x != 0 {
			all = append(all, fmt.Sprintf(f.name, p.math(p.style.number(f.x, side))))
		}
	}
	return strings.Join(all, ", ")
}

// parameters states what holds at a cloud that was transformed, moved and turned.
func (p *paragraph) parameters() {
	c := p.c.Parameters
	if c.Lower == nil {
		p.parameterRadii()
		return
	}
	shift := "no transformation"
	if names := p.shift(); names != "" {
		shift = "the transformation " + names
	}
	row := p.named(argument.ParametersRow)
	p.say("Up to a turn about the axis, the perturbed cloud is the clean one after %s, with points moved by at most %s in Frobenius norm.", shift, row.distance)
	if row.certified {
		p.say("%s there: %s.", p.certified(), row.says)
	} else {
		p.say("No certificate proves that %s there: %s.", p.stays(), row.says)
	}
	p.parameterRadii()
}

func (p *paragraph) shift() string {
	s := p.c.Parameters.Shift.Parameters()
	text := p.list(s.Twist, s.Taper, s.Scale, 0, say.Nearest)
	if s.Shear != [2]float64{} {
		text = fmt.Sprintf("shear (%s, %s)", p.math(p.style.number(s.Shear[0], say.Nearest)), p.math(p.style.number(s.Shear[1], say.Nearest)))
	}
	return text
}

// parameterRadii states below which size every parameter alone is certified.
func (p *paragraph) parameterRadii() {
	r := p.c.Parameters.Radii
	value := func(x *float64) float64 {
		if x == nil {
			return 0
		}
		return *x
	}
	if names := p.list(value(r.Twist), value(r.Taper), value(r.Scale), value(r.Shear), say.Down); names != "" {
		p.say("Every single transformation below these sizes is certified, together with any turn about the axis: %s.", names)
	}
}
