package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// With A = XᵀZ/σ² = U·diag(s)·Vᵀ in proper singular values, ZV is a function of the orbit of Z, and the
// pose Q = VᵀU of a clean draw has the density ∝ exp tr(diag(s)Q) over the rotations, given the orbit.
// So Q → DQD and Q → DQᵀD, D one of the four rotations diag(±1, ±1, ±1), keep its law, as do Q → Qᵀ in
// the plane: a mean over these poses is the mean over draws. L is the same for all of them.
//
// The frame U, V must be determined by the orbit. It is if s₁ > s₂ > |s₃|, but for signs, under
// which the eight poses are the same set. So it does for planar clouds in space, s₃ = 0: both third axes
// are the products of the other two. Where X is collinear, A has rank one: u₁ and v₁ are determined, the rest
// is a completion that depends on where in its orbit Z was drawn, and most poses have another law. Two keep it:
// Q, and DQD for D = diag(1, −1, −1), which is Z turned by half a turn about v₁ and one about u₁. For the
// part a = s₁v₁ of Z along X the first is no turn, and the second keeps the law of a, as u₁ is fixed; given a, both
// turn the rest of Z, which is normal in every direction. Where s₁ is next to s₂ only Q is left. Which poses a
// draw has depends on s alone, and so on its orbit.

// posed is one draw: log L, and log L_H at each of its poses, to within err of the exact poses.
type posed struct {
	logRatio float64
	controls [8]float64
	count    int
	err      float64
}

// source draws posed draws. along is t = ⟨Z − X, Δ⟩/(σ‖Δ‖) of the last one.
type source struct {
	problem  *Problem
	chosen   Chosen
	evaluate func(noise *[maxNoise]float64, z *posed)
	// size is how many normals make a draw, direction that of Δ among them.
	size      int
	direction [maxNoise]float64
	shift     float64
	along     float64
	noise     [maxNoise]float64
	z         posed
}

// maxNoise is how many normals a draw in space takes: six coordinates of three columns, and one that the group leaves alone.
const maxNoise = 19

func (d *Disagreement) newSource() *source {
	s := &source{problem: &d.Problem, chosen: d.Chosen, shift: d.Problem.shift()}
	if l := d.Problem.Linear; l != nil {
		s.size = 2 * l.Dimension * l.Dimension
		for j := range l.Dimension {
			copy(s.direction[2*l.Dimension*j:], l.Factor[l.Dimension+j][:2*l.Dimension])
		}
		s.evaluate = l.posed(d.Axis)
		if d.Problem.Axial > 0 {
			s.direction[s.size] = d.Problem.Axial
			s.evaluate = beside(s.evaluate, d.Problem.Axial, s.size)
			s.size++
		}
	} else {
		p := d.Problem.Planar
		s.size, s.direction[2], s.direction[4] = 5, p.Perp, d.Problem.Axial
		if p.Norm > 0 {
			s.direction[0] = p.Inner / p.Norm
		}
		s.evaluate = p.posed(d.Problem.Axial)
	}
	if length := invariance.Norm(s.direction[:]); length > 0 {
		for i := range s.direction {
			s.direction[i] /= length
		}
	}
	return s
}

// plain returns a clean draw, until the next one.
func (s *source) plain(n Normals) *posed {
	s.fill(n)
	return s.posed()
}

// slab returns a draw from the slab.
func (s *source) slab(n Normals) *posed {
	s.fill(n)
	if s.chosen.Slab > 0 {
		t := s.chosen.Centre + float64(s.chosen.Slab*n.Next())
		for i := range s.size {
			s.noise[i] += float64((t - s.along) * s.direction[i])
		}
		s.along = t
	}
	return s.posed()
}

func (s *source) fill(n Normals) {
	s.along = 0
	for i := range s.size {
		s.noise[i] = n.Next()
		s.along += float64(s.noise[i] * s.direction[i])
	}
}

func (s *source) posed() *posed {
	s.evaluate(&s.noise, &s.z)
	s.z.logRatio -= s.shift
	for k := range s.z.count {
		s.z.controls[k] -= s.shift
	}
	return &s.z
}

// posesError bounds the relative error of every e^{log L_H} and of the law of the poses. U and
// V are those of a matrix that differs from A by SingularError·‖A‖ and orthogonal to a few
// units; each of log L_H and log of the density has a slope of at most 2 in each of three values.
func (p *Problem) posesError() float64 {
	size := 0.0
	if p.Linear != nil {
		size = p.Linear.norm() + p.Linear.delta() + math.Abs(p.Axial)
	} else {
		size = p.Planar.Norm + p.Planar.delta() + math.Abs(p.Axial)
	}
	scale := float64(size * (size + 6*maxNormal))
	return float64((24*invariance.SingularError + 4*guardUnits) * scale)
}

// beside adds the log ratio of the part that the group leaves alone. noise[at] is the draw of that part.
func beside(evaluate func(*[maxNoise]float64, *posed), axial float64, at int) func(*[maxNoise]float64, *posed) {
	return func(noise *[maxNoise]float64, z *posed) {
		evaluate(noise, z)
		along := float64(axial * noise[at])
		z.logRatio += along
		for k := range z.count {
			z.controls[k] += along
		}
	}
}

// posed returns what evaluates a draw in the plane, turned about an axis or not: H is trivial,
// and the two poses are z and that with the opposite angle to x.
func (p Planar) posed(axial float64) func(noise *[maxNoise]float64, z *posed) {
	mean, share := float64(p.Norm*p.Norm), 0.0
	if p.Norm > 0 {
		share = p.Inner / p.Norm / p.Norm
	}
	return func(noise *[maxNoise]float64, z *posed) {
		a := mean + float64(p.Norm*noise[0])
		b := float64(p.Norm * noise[1])
		da := float64(p.Perp*noise[2]) + float64(share*a)
		db := float64(p.Perp*noise[3]) + float64(share*b)
		along := float64(axial * noise[4])
		z.logRatio = logBesselRatio(a, b, da, db) + along
		z.mirrored(a, b, da, db)
		for k := range z.count {
			z.controls[k] += along
		}
	}
}

// mirrored sets log L_H for a trivial H in the plane, with w = a + ib for ⟨x, z⟩ and δ = da +
// i·db for ⟨Δ, z⟩: Re δ, and where z is turned back by twice the angle of w, Re(δ·conj(w)²)/|w|².
func (z *posed) mirrored(a, b, da, db float64) {
	z.controls[0], z.count = da, 1
	if square := float64(a*a) + float64(b*b); square > leastSingular {
		re, im := (float64(a*a)-float64(b*b))/square, float64(2*a*b)/square
		z.controls[1], z.count = float64(da*re)+float64(db*im), 2
	}
}

// posed returns what evaluates a draw of SO(3), O(3) and O(2).
func (l *Linear) posed(axis [3]float64) func(noise *[maxNoise]float64, z *posed) {
	d := l.Dimension
	turned := axis != [3]float64{}
	reach := float64(l.delta() * (l.norm() + l.delta() + 6*maxNormal))
	return func(noise *[maxNoise]float64, z *posed) {
		var before, change invariance.Matrix
		for j := range d {
			var u [6]float64
			for k := range 2 * d {
				u[k] = l.Factor[j][k] + noise[2*d*j+k]
			}
			for i := range d {
				before[i][j], change[i][j] = l.project(i, &u), l.project(d+i, &u)
			}
		}
		if d == 2 {
			l.posedInPlane(&before, &change, turned, z)
			return
		}
		p := invariance.NewPose(&before, &change)
		z.logRatio = l.ratioInSpace(p.Before, p.After)
		if turned {
			z.aboutAxis(&p, axis)
		} else {
			z.gaussian(&p)
		}
		z.keepDetermined(p.Before, reach)
	}
}

const (
	// leastGap is how far apart singular values have to be, relative to the first, for their axes to be taken.
	leastGap = 0x1p-30
	// mostFrameError is the largest error of log L_H by axes that are taken.
	mostFrameError = 0x1p-10
	// leastSingular keeps squares of singular values normal.
	leastSingular = 1e-140
)

// keepDetermined keeps the poses whose axes s determines. reach bounds ‖Δ‖‖Z‖ in the space of both clouds, so that
// log L_H changes by at most that times the angle by which Z is turned otherwise. Each of the axes in U and V
// is off by at most 2·SingularError·s₁ over the gap (P.-Å. Wedin, BIT 12 (1972)), and a pose turns Z by four of them.
func (z *posed) keepDetermined(s [3]float64, reach float64) {
	first, second := s[0]-s[1], s[1]-math.Abs(s[2])
	off := func(gap float64) float64 { return float64(16 * invariance.SingularError * s[0] / gap * reach) }
	determined := func(gap float64) bool { return gap > float64(leastGap*s[0]) && off(gap) <= mostFrameError }
	switch {
	case s[0] < leastSingular || !determined(first):
		z.count, z.err = 1, 0
	case !determined(second):
		z.count, z.err = 2, off(first)
	default:
		z.err = off(min(first, second))
	}
}

// posedInPlane evaluates a draw of O(2). Where H are the rotations, all of a draw's poses are in
// one average.
func (l *Linear) posedInPlane(before, change *invariance.Matrix, turned bool, z *posed) {
	after := sum(before, change)
	z.logRatio, z.count = l.logRatio(before, &after), 1
	a, b := before[0][0]+before[1][1], before[1][0]-before[0][1]
	da, db := change[0][0]+change[1][1], change[1][0]-change[0][1]
	if turned {
		z.controls[0] = logBesselRatio(a, b, da, db)
		return
	}
	z.mirrored(a, b, da, db)
}

func sum(a, b *invariance.Matrix) (c invariance.Matrix) {
	for i := range c {
		for j := range c {
			c[i][j] = a[i][j] + b[i][j]
		}
	}
	return c
}

// gaussian sets log L_H for a trivial H: tr(KQ), K = UᵀCV, for Q and Qᵀ and the signs of D.
func (z *posed) gaussian(p *invariance.Pose) {
	k, q := &p.Change, &p.Turn
	along := float64(k[0][0]*q[0][0]) + float64(k[1][1]*q[1][1]) + float64(k[2][2]*q[2][2])
	z.count = 8
	for transposed := range 2 {
		pair := func(i, j int) float64 {
			if transposed == 1 {
				return float64(k[i][j]*q[i][j]) + float64(k[j][i]*q[j][i])
			}
			return float64(k[i][j]*q[j][i]) + float64(k[j][i]*q[i][j])
		}
		x, y, w := pair(0, 1), pair(0, 2), pair(1, 2)
		z.controls[4*transposed] = along + x + y + w
		z.controls[4*transposed+1] = along - x - y + w
		z.controls[4*transposed+2] = along - x + y - w
		z.controls[4*transposed+3] = along + x - y - w
	}
}

// signs of D.
var signs = [4][3]float64{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}

// aboutAxis sets log L_H for the rotations about an axis. The pose DQD of the axis U·m is the pose
// Q of U·Dm with DKD in the place of K.
func (z *posed) aboutAxis(p *invariance.Pose, axis [3]float64) {
	z.gaussian(p) // tr(KQ) of each pose
	s, q := &p.Before, &p.Turn
	traceSQ := float64(s[0]*q[0][0]) + float64(s[1]*q[1][1]) + float64(s[2]*q[2][2])
	var m [3]float64
	for i := range 3 {
		m[i] = invariance.Along(&p.U[i], axis[:])
	}
	for k, sign := range signs {
		t := turnedPose{}
		for i := range 3 {
			t.m[i] = float64(sign[i] * m[i])
		}
		for i := range 3 {
			for j := range 3 {
				t.change[j] += float64(p.Change[i][j] * float64(sign[i]*sign[j]) * t.m[i])
			}
		}
		for j := range 3 {
			// m × the column j of diag(s), and of K.
			var unit, column [3]float64
			unit[j] = s[j]
			for i := range 3 {
				column[i] = float64(p.Change[i][j] * float64(sign[i]*sign[j]))
			}
			t.scaled[j], t.moved[j] = invariance.Cross(t.m, unit), invariance.Cross(t.m, column)
		}
		for transposed := range 2 {
			t.set(s, q, transposed == 1)
			trace := z.controls[4*transposed+k]
			z.controls[4*transposed+k] = logBesselRatio(traceSQ-t.along, t.skew, trace-t.alongChange, t.skewChange) + t.alongChange
		}
	}
}

// turnedPose is the axis in the frame of one D.
type turnedPose struct {
	m [3]float64
	// change is Kᵀm.
	change [3]float64
	// scaled and moved are m × the columns of diag(s) and of K.
	scaled, moved [3][3]float64
	// along and alongChange are the parts of SQ and KQ along the axis, skew and skewChange those
	// that turn about it.
	along, alongChange, skew, skewChange float64
}

func (t *turnedPose) set(s *[3]float64, q *invariance.Matrix, transposed bool) {
	t.along, t.alongChange, t.skew, t.skewChange = 0, 0, 0, 0
	for i := range 3 {
		row := q[i]
		if transposed {
			row = [3]float64{q[0][i], q[1][i], q[2][i]}
		}
		turned := invariance.Along(&row, t.m[:])
		t.along += float64(float64(t.m[i]*s[i]) * turned)
		t.alongChange += float64(t.change[i] * turned)
		t.skew += invariance.Along(&row, t.scaled[i][:])
		t.skewChange += invariance.Along(&row, t.moved[i][:])
	}
}
