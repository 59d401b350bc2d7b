package explore

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Tight values that reach farther certify all the way, and none does a little beyond the end.
func TestWithstandByTight(t *testing.T) {
	slow.Skip(t)
	farther := 0
	for _, r := range withstandRequests(14, 2, 0.9) {
		if r.Group != invariance.Axis && (!r.Group.Turns() || r.Dimension() == 3 && r.Group != invariance.Euclidean) {
			continue
		}
		w := mustWithstand(t, r)
		for _, family := range w.Ranges {
			if family.By != byTight {
				continue
			}
			farther++
			for i := range 11 {
				x := *family.From + (*family.To-*family.From)*float64(i)/10
				if v, least := exactly(r, w, family, x); !(v > least) {
					t.Errorf("%v %s: at %v of %v to %v the tight value is %v", r.Group, family.Family, x, *family.From, *family.To, v)
				}
			}
			for _, end := range []float64{*family.From, *family.To} {
				if v, least := exactly(r, w, family, 1.01*end); end != -1 && v > least {
					t.Errorf("%v %s: it ends at %v, but at 1.01 of that the tight value is %v", r.Group, family.Family, end, v)
				}
			}
		}
	}
	if farther < 20 {
		t.Errorf("tight values reach farther %d times", farther)
	}
}

// exactly returns the tight lower bound that needs no draws, by the certificate's way, and what it has to exceed.
func exactly(r *certificate.Request, w *Withstood, family Range, x float64) (value, least float64) {
	at := *r.With(transformed(family, w.Along, w.Centre, *r.Clean, x))
	at.Samples = 0
	c, err := certificate.Certify(&at)
	if err != nil {
		panic(err)
	}
	e := c.Tight.Exact
	if e == nil {
		e = &c.Tight.Axis.Exact
	}
	return e.Lower(), at.Top.Threshold(e.UpperRunnerUp)
}

// The paper's example: scaling is certified up to 0.720, where the black box ends at 0.42.
func TestWithstandOfThePaper(t *testing.T) {
	for _, group := range []invariance.Group{invariance.Rotations, invariance.Rigid, invariance.Euclidean} {
		r := exploredRequest(group, 2, 30, 0.01, 0.8)
		scale := mustWithstand(t, r).Ranges[0]
		if to, blackBox := 0.01**scale.To, 0.01**scale.BlackBox.To; math.Abs(to-0.720) > 1e-3 || math.Abs(blackBox-0.421) > 1e-3 || scale.By != byTight {
			t.Errorf("%v: scaled by %v, the black box %v, by %s", group, to, blackBox, scale.By)
		}
	}
}

// In space, where the value about an axis stands for that of all rotations, draws do not rule it out.
func TestWithstandByTightAgainstDraws(t *testing.T) {
	slow.Skip(t)
	r := exploredRequest(invariance.Rigid, 3, 14, 1, 0.9)
	w := mustWithstand(t, r)
	for _, family := range w.Ranges {
		if family.By != byTight {
			continue
		}
		at := *r.With(transformed(family, w.Along, w.Centre, *r.Clean, *family.To))
		at.Samples = 4000
		c, err := certificate.Certify(&at)
		if err != nil {
			t.Fatal(err)
		}
		if c.Tight.MonteCarlo.Upper < 0.5 {
			t.Errorf("%s: at %v the tight value is below %v", family.Family, *family.To, c.Tight.MonteCarlo.Upper)
		}
	}
}
