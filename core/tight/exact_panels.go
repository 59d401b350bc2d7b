package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// exactPanel is the length of a panel of 31 nodes, in units of the noise of r
	// and of y. The 15-point rule has an error near 5e-12 then.
	exactPanel = 5.5
	// exactSharp is the range of y over a piece beyond which the part where the
	// probability given r is 0 or 1 to within rounding is cut off.
	exactSharp = 24
	// exactPanels bounds the work on one integral.
	exactPanels = 80
)

// panelTolerance is what the two rules of a panel may differ by in one of the tails. 0
// stands for the 15-point rule alone.
type panelTolerance struct {
	size  float64
	above bool
}

// met tells whether a difference is within the tolerance.
func (t panelTolerance) met(difference tailPair) bool {
	if t.above {
		return difference.above <= t.size
	}
	return difference.below <= t.size
}

// frontIntegral is the probability that ℓ is at most, or more than, a level: an
// integral over x = r − norm within width of 0.
type frontIntegral struct {
	norm, width float64
	// ordinate tells where on the noise that is left, given x, ℓ reaches the level.
	ordinate  func(x float64) float64
	integrand func(x float64) tailPair
	panelTolerance
	panels int
	// Near x = origin the integrand varies over a distance of grade, and from there on
	// like a function of x − origin: panels grow in proportion to it.
	origin, grade float64

	sum, difference tailPair
}

// integrate splits the range where the integrand is not smooth, at the point
// where sum + log I₀(norm·r) = 0, and where it turns.
func (f ratioFront) integrate(width float64, t panelTolerance) (sum, difference tailPair) {
	n := frontIntegral{
		norm: f.norm, width: width, ordinate: f.ordinate, integrand: f.integrand,
		panelTolerance: t, panels: exactPanels, origin: -f.norm,
	}
	low, high := -min(width, f.norm), width
	kink := special.LogI0Inverse(math.Abs(f.sum)) / f.norm
	if f.sum < 0 {
		n.origin += kink
		if root := min(n.origin, high); root > low {
			n.constant(low, root, false)
			low = root
		}
	}
	// Nearer to r = 0 there is no more mass than beyond width.
	floor := math.Sqrt2 * special.Exp((float64(f.norm*f.norm)-float64(width*width))/4)
	n.grade = max(f.perp/f.far, kink, floor)
	if low < high {
		turn := f.turn(low, high)
		n.monotone(low, turn)
		n.monotone(turn, high)
	}
	return n.sum, n.difference
}

// turn finds the only extremum of reach: with sum > 0 it is convex in r, with sum < 0
// concave. It is high where there is none.
func (f ratioFront) turn(low, high float64) float64 {
	rising := f.rising(low)
	if rising == f.rising(high) {
		return high
	}
	u, v := low, high
	steps := 24
	if f.quick {
		steps = 10
	}
	for range steps {
		middle := u + float64((v-u)/2)
		if f.rising(middle) == rising {
			u = middle
		} else {
			v = middle
		}
	}
	return u
}

// monotone integrates where the ordinate is monotone, after cutting off what lies more
// than width from the mean of y on either side.
func (n *frontIntegral) monotone(u, v float64) {
	if !(u < v) {
		return
	}
	yu, yv := n.ordinate(u), n.ordinate(v)
	if math.Abs(yv-yu) <= exactSharp {
		n.smooth(u, v, yu, yv)
		return
	}
	a, ya := n.cut(u, v, yu, yv)
	b, yb := n.cut(v, u, yv, yu)
	if a >= b {
		n.constant(u, v, yu > 0)
		return
	}
	n.constant(u, a, yu > 0)
	n.constant(b, v, yv > 0)
	n.smooth(a, b, ya, yb)
}

// cut returns a point up to which, coming from u, y stays more than width from 0
// on the side of yu, and the y there: between width and width + 1, or that of u when
// it is no more, or that of v when it does not come down to width.
func (n *frontIntegral) cut(u, v, yu, yv float64) (x, y float64) {
	side := math.Copysign(1, yu)
	if math.Abs(yu) <= n.width+1 {
		return u, yu
	}
	if side*yv >= n.width {
		return v, yv
	}
	edge := float64(side * (n.width + 0.5))
	return n.crossing(edge, u, v, yu-edge, yv-edge)
}

// crossing returns a point between u and v where y is within ½ of edge, by the
// Illinois method with every third step a bisection, and y there. fu and fv are
// y − edge at u and v, of opposite signs. Where y jumps across, it is the u of two
// neighbouring numbers.
func (n *frontIntegral) crossing(edge, u, v, fu, fv float64) (x, y float64) {
	last := 0
	for i := range 120 {
		x := u + float64((v-u)/2)
		if i%3 != 2 {
			x = u - float64(fu*((v-u)/(fv-fu)))
		}
		f := n.ordinate(x) - edge
		switch {
		case math.Abs(f) <= 0.5:
			return x, f + edge
		case x == u || x == v:
			return u, edge
		case (f > 0) == (fu > 0):
			u, fu = x, f
			if last == 1 {
				fv /= 2
			}
			last = 1
		default:
			v, fv = x, f
			if last == 2 {
				fu /= 2
			}
			last = 2
		}
	}
	return u, edge
}

// constant adds the mass of r between norm + u and norm + v, where ℓ is at most
// the level (below) or more.
func (n *frontIntegral) constant(u, v float64, below bool) {
	if !(u < v) {
		return
	}
	atU, aboveU := special.RiceAround(n.norm, u)
	atV, aboveV := special.RiceAround(n.norm, v)
	mass := atV - atU
	if u > 0 {
		mass = aboveU - aboveV
	}
	if below {
		n.sum.below += mass
	} else {
		n.sum.above += mass
	}
}

// smooth cuts a piece into panels.
func (n *frontIntegral) smooth(u, v, yu, yv float64) {
	if !(u < v) {
		return
	}
	length := exactPanel * min(1, (v-u)/math.Abs(yv-yu))
	for u < v {
		step := min(length, 4*max(u-n.origin, n.grade))
		// No stump at the end.
		if rest := v - u; rest < 1.5*step {
			step = rest
			if rest > length {
				step = rest / 2
			}
		}
		end := min(u+step, v)
		if !(end > u) {
			end = v
		}
		n.panel(u, end)
		u = end
	}
}

// panel adds one panel, halved as long as the two rules differ by too much.
func (n *frontIntegral) panel(u, v float64) {
	if n.size == 0 {
		n.sum = n.sum.plus(gaussRule(n.integrand, u, v))
		return
	}
	sum, difference := kronrodRule(n.integrand, u, v)
	n.panels--
	middle := u + float64((v-u)/2)
	if n.met(difference) || n.panels <= 0 || middle <= u || middle >= v {
		n.sum, n.difference = n.sum.plus(sum), n.difference.plus(difference)
		return
	}
	n.panel(u, middle)
	n.panel(middle, v)
}
