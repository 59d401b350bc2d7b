package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// A rod is a cloud on one line through the origin. For X = e·uᵀ‖X‖ and X' = e·uᵀ‖X'‖ with unit vectors e over the
// points and u in space, the likelihoods averaged over SO(3) or O(3) depend on Z through r = ‖Zᵀe‖ alone:
//
//	β_X(Z) = sinh(‖X‖r)/(‖X‖r),
//
// and L rises with r where ‖X'‖ > ‖X‖, falls where it is shorter. r has the noncentral χ law with three degrees of
// freedom and centre ‖X‖ around X, ‖X'‖ around X' (lengths in units of σ). In the plane it is the Rice law.

// rodOff is how far clouds may be off a common line, in units of σ; it is paid for as slack.
const rodOff = 1e-9

// rod is a pair of clouds off a line by at most off, of the lengths near and near + along.
type rod struct{ near, along, off float64 }

// rodTradeoff returns the curve of a pair of rods on one line, or of clouds in the plane that are rods on two,
// whose reflections are rotations of them; nil for other pairs.
func (l *Linear) rodTradeoff() *Tradeoff {
	if l.Dimension == 2 {
		return l.flatRods()
	}
	r, ok := l.rod()
	if !ok {
		return nil
	}
	distance := math.Abs(r.along)
	return &Tradeoff{
		pair:     planarPair{norm: r.near, along: r.along, far: r.near + r.along, distance: distance},
		distance: distance, slack: l.Slack + r.off, curve: rodCurve{r.near, r.along},
	}
}

// flatRods returns the curve of O(2): a reflection of a rod in the plane is a rotation of it, so that it is that of SO(2).
func (l *Linear) flatRods() *Tradeoff {
	_, _, before := lengthwise(l.Factor[:2])
	moved := l.moved()
	_, _, after := lengthwise(moved[:])
	if off := max(before, after); off <= rodOff {
		t := l.about([3]float64{0, 0, 1}).Tradeoff()
		t.slack += off
		return t
	}
	return nil
}

// moved returns the columns of X'.
func (l *Linear) moved() (rows [3][6]float64) {
	for i := range l.Dimension {
		for k := range rows[i] {
			rows[i][k] = l.Factor[i][k] + l.Factor[l.Dimension+i][k]
		}
	}
	return rows
}

// rod returns the pair in space as one of rods; ok is false where one of them is off the line of the longer one.
func (l *Linear) rod() (r rod, ok bool) {
	longer, moved := l.Factor[:3], l.moved()
	if invariance.Norm(l.cloud(0)) < rowsNorm(moved[:]) {
		longer = moved[:]
	}
	u, e, _ := lengthwise(longer)
	near, offX := onLine(l.Factor[:3], u, e)
	along, offDelta := onLine(l.Factor[3:], u, e)
	if near < 0 {
		near, along = -near, -along
	}
	if near+along < 0 { // a half turn brings it nearer
		along = -(near + along) - near
	}
	r = rod{near, along, offX + offDelta + float64(16*special.Unit*(near+math.Abs(along)))}
	return r, r.off <= rodOff
}

// lengthwise returns the direction u in which the columns of a cloud are longest together, their coordinates along it
// as a unit vector e over the points, and how far the cloud is off the rod ‖X‖·e·uᵀ.
func lengthwise(rows [][6]float64) (u [3]float64, e [6]float64, off float64) {
	var products invariance.Matrix
	scale := rowsNorm(rows)
	if !(scale > 0 && scale <= exactHuge) {
		return [3]float64{1}, [6]float64{1}, scale
	}
	for i := range rows {
		for j := range rows {
			for k := range e {
				products[i][j] += float64(float64(rows[i][k]/scale) * float64(rows[j][k]/scale))
			}
		}
	}
	frame, _, _ := invariance.SVD(products, len(rows))
	for i := range rows {
		u[i] = frame[i][0]
	}
	for k := range e {
		for i := range rows {
			e[k] += float64(u[i] * rows[i][k])
		}
	}
	length := invariance.Norm(e[:])
	for k := range e {
		e[k] /= length
	}
	_, off = onLine(rows, u, e)
	return u, e, off
}

// onLine returns how long a cloud is along e·uᵀ and the norm of the rest.
func onLine(rows [][6]float64, u [3]float64, e [6]float64) (along, off float64) {
	for i := range rows {
		for k := range e {
			along += float64(u[i] * float64(rows[i][k]*e[k]))
		}
	}
	rest := make([]float64, 0, 18)
	for i := range rows {
		for k := range e {
			rest = append(rest, rows[i][k]-float64(along*float64(u[i]*e[k])))
		}
	}
	return along, invariance.Norm(rest)
}

func rowsNorm(rows [][6]float64) float64 {
	entries := make([]float64, 0, 18)
	for i := range rows {
		entries = append(entries, rows[i][:]...)
	}
	return invariance.Norm(entries)
}

// nearlyRod is how far off a line, relative to its length, a clean cloud is taken for a rod by the draws.
const nearlyRod = 1e-9

// rodAxis returns the axis of X where it is a rod.
func (l *Linear) rodAxis() (axis [3]float64, ok bool) {
	u, _, off := lengthwise(l.Factor[:3])
	return u, l.norm() > 0 && off <= nearlyRod*l.norm()
}

// rodCurve is the curve of a pair of rods in space: near = ‖X‖/σ, along = (‖X'‖ − ‖X‖)/σ.
type rodCurve struct{ near, along float64 }

func (c rodCurve) tangent(p float64) tangent {
	var t tangent
	if c.along > 0 {
		t = c.at(special.Chi3QuantileAround(c.near, p, 1-p))
	} else {
		t = c.at(special.Chi3QuantileAround(c.near, 1-p, p))
	}
	// The slope changes by much less than a factor 2 between the quantile found and the exact one.
	t.bend = float64(t.slope * math.Abs(t.gap(tailPair{p, 1 - p})))
	return t
}

func (c rodCurve) reaching(value float64) tangent {
	var t tangent
	if c.along > 0 {
		t = c.at(special.Chi3QuantileAround(c.near+c.along, value, 1-value) + c.along)
	} else {
		t = c.at(special.Chi3QuantileAround(c.near+c.along, 1-value, value) + c.along)
	}
	t.bend = math.Abs(value - t.perturbed.below)
	return t
}

// at returns the line at the threshold r = near + x.
func (c rodCurve) at(x float64) (t tangent) {
	t.clean.below, t.clean.above, t.cleanErr = special.Chi3Around(c.near, x)
	t.perturbed.below, t.perturbed.above, t.perturbedErr = special.Chi3Around(c.near+c.along, x-c.along)
	if c.along < 0 {
		t.clean, t.perturbed = t.clean.flipped(), t.perturbed.flipped()
	}
	t.cleanErr += float64(special.Unit * min(t.clean.below, t.clean.above))
	t.perturbedErr += special.Unit
	t.slope = special.Chi3Ratio(c.near, c.along, x)
	return t
}
