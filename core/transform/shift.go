package transform

import (
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/special"
)

// Shift is a transformation as documents name it.
type Shift struct {
	Twist float64     `json:"twist,omitempty"`
	Taper float64     `json:"taper,omitempty"`
	Scale float64     `json:"scale,omitempty"`
	Shear *[2]float64 `json:"shear,omitempty"`
}

// NewShift returns the transformation with these parameters.
func NewShift(p Parameters) Shift {
	s := Shift{Twist: p.Twist, Taper: p.Taper, Scale: p.Scale}
	if p.Shear != [2]float64{} {
		s.Shear = &p.Shear
	}
	return s
}

// Parameters returns those of the transformation.
func (s Shift) Parameters() Parameters {
	p := Parameters{Twist: s.Twist, Taper: s.Taper, Scale: s.Scale}
	if s.Shear != nil {
		p.Shear = *s.Shear
	}
	return p
}

// TakeShift takes a transformation, the identity where the field is absent.
func TakeShift(o *document.Object, field string) (s Shift, err error) {
	child, err := o.Child(field)
	if err != nil || child == nil {
		return s, err
	}
	for i, to := range []*float64{&s.Twist, &s.Taper, &s.Scale} {
		x, _, bad := child.Number(Names[i])
		*to, err = x, document.Join(err, bad, checkParameter(child.Name(Names[i]), x))
	}
	if child.Has("shear") {
		err = document.Join(err, s.takeShear(child))
	}
	return s, document.Join(err, child.Done())
}

// Has tells whether every parameter of a transformation has noise. A shear has none of its own beside other families: it is drawn
// after them.
func (n *Noise) Has(s Shift) bool {
	p := s.Parameters()
	return (p.Twist == 0 || n.Twist > 0) && (p.Taper == 0 || n.Taper > 0) && (p.Scale == 0 || n.Scale > 0) &&
		(p.Shear == [2]float64{} || n.Shear > 0 && !n.Multiplies())
}

func (s *Shift) takeShear(o *document.Object) error {
	name := o.Name("shear")
	list, err := document.List(name, o.Take("shear"))
	if err != nil {
		return err
	}
	if len(list) != 2 {
		return document.BadField(name, "must be two numbers, got %d", len(list))
	}
	var shear [2]float64
	for i, text := range list {
		if shear[i], err = document.ParseNumber(name, text); err != nil {
			return err
		}
		if err := checkParameter(name, shear[i]); err != nil {
			return err
		}
	}
	if shear != [2]float64{} {
		s.Shear = &shear
	}
	return nil
}

func checkParameter(name string, x float64) error {
	if math.Abs(x) > document.MaxLength {
		return document.BadField(name, "must be within ±1e100, got %v", x)
	}
	return nil
}

// Deviations returns the parameters in units of their standard deviations, sizes rounded up, in the order of the families;
// +Inf where a parameter without noise is not 0.
func (n *Noise) Deviations(p Parameters) (d [4]float64) {
	sizes := [4]float64{math.Abs(p.Twist), math.Abs(p.Taper), math.Abs(p.Scale), size(p.Shear[0], p.Shear[1])}
	for i, x := range sizes {
		switch s := *n.of(i); {
		case x == 0:
		case s == 0:
			d[i] = math.Inf(1)
		default:
			d[i] = x / s * (1 + 8*special.Unit)
		}
	}
	return d
}
