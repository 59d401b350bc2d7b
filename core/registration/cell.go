package registration

import (
	"math"

	"github.com/orbitcert/orbitcert/core/assignment"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// cellView is a cell with what its bounds need.
type cellView struct {
	reach reach
	turn  invariance.Matrix // the rotation in the middle, of mirrored points perhaps
	y     []float64         // the points so turned
}

// enter prepares a cell, and tells whether it is small enough to be worth it.
func (v *cellView) enter(s *scene, c *openCell) bool {
	v.reach = c.turns.reach()
	if v.reach.chord > widestCell {
		return false
	}
	v.turn = c.turns.rotation()
	if c.mirrored {
		mirror := s.mirror()
		v.turn = product(&v.turn, &mirror)
	}
	return true
}

// nearBound bounds the squared distance for all rotations of a cell by that of the
// nearest points, which need not be one to one: a rotation of the cell moves point
// x_i by at most 2 sin(ψ/2)‖x_i‖ from where the middle one takes it.
func (s *search) nearBound(v *cellView, enough float64) (sum float64) {
	slack := s.scene.cellSlack(0)
	looked := 0
	for i, radius := range s.branch.radius {
		looked++
		at := back(&v.turn, s.scene.x[3*i:3*i+3])
		if d := math.Sqrt(s.inY.bound(&at)) - float64(v.reach.chord*radius); d > 0 {
			if sum += float64(d * d); sum > enough+slack {
				break
			}
		}
	}
	s.work += 150 * looked
	return sum - slack
}

// alike tells whether point i of x may be matched with point j of y.
func (s *scene) alike(i, j int) bool { return s.labels == nil || s.labels[i] == s.labels[j] }

// dualBound bounds the squared distance for all rotations of a cell by the best
// permutation π for the middle one, with dual variables v. For any permutation ρ
//
//	cost_ρ(R) ≥ cost_π(R) − Σ_i max_j (v_j − v_π(i) + c_iπ(i)(R) − c_ij(R)),
//
// where c_iπ(i) − c_ij = ‖y_π(i)‖² − ‖y_j‖² + 2x_i·R(y_j − y_π(i)) differs from its
// value at the middle by no more than 2 sin ψ‖x_i × Δ‖ + 2(1 − cos ψ)‖x_i‖‖Δ‖, Δ =
// R(y_j − y_π(i)). Near the best rotation the maxima vanish and the bound is sharp.
// Of points with labels, ρ and j are those that keep them.
func (s *search) dualBound(r *Registration, v *cellView) float64 {
	d := s.branch.dense
	s.solveAt(v)
	s.centreDuals(v)
	cost := max(s.improve(r), s.scene.xx+s.scene.yy-2*s.mostOverlap(v))
	s.work += 12 * s.scene.n * s.scene.n
	loss := 0.0
	for i := range s.scene.n {
		loss += s.lossOf(v, i)
	}
	return cost - loss - s.scene.cellSlack(assignment.LargestAbs(d.v))
}

// solveAt fills the costs for the middle of a cell and solves.
func (s *search) solveAt(v *cellView) {
	d := s.branch.dense
	v.y = turned(&v.turn, s.scene.y)
	for i := range d.n {
		p, row := s.scene.x[3*i:3*i+3], d.cost[i*d.n:(i+1)*d.n]
		for j := range row {
			if row[j] = squareBetween(p, v.y[3*j:3*j+3]); !s.scene.alike(i, j) {
				row[j] = math.Inf(1)
			}
		}
	}
	d.work = 0
	d.solve()
	s.work += 5*d.n*d.n + 4*d.work
}

// centreDuals makes the loss of the cell small.
func (s *search) centreDuals(v *cellView) {
	b, d := s.branch, s.branch.dense
	for i, radius := range b.radius {
		b.room[i] = 2 * v.reach.chord * radius
	}
	d.work = 0
	for range centreSweeps {
		d.centre(b.room, b.apart)
	}
	d.settleDuals()
	s.work += 3 * d.work
}

// improve offers the permutation of the dense problem if it is better than the best,
// and returns the least squared distance with that permutation.
func (s *search) improve(r *Registration) (cost float64) {
	d := s.branch.dense
	cost = s.procrustes(d.columnOf)
	best := math.Ldexp(r.distance, -s.scene.exponent)
	if cost < float64(best*best)*(1-1e-9) {
		r.offer(integers(d.columnOf))
	}
	return cost
}

// procrustes returns the least squared distance for a permutation.
func (s *search) procrustes(p []int32) float64 {
	m := overlap(s.scene.x, s.scene.y, p)
	turn := s.scene.nearestTo(m)
	s.work += 5*s.scene.n + 3000
	sum := 0.0
	for i := range 3 {
		for j := range 3 {
			sum += float64(turn[i][j] * m[i][j])
		}
	}
	return s.scene.xx + s.scene.yy - 2*sum
}

// overlap is Σ x_i y_p(i)ᵀ of n×3 points.
func overlap[index int | int32](x, y []float64, p []index) (m invariance.Matrix) {
	for i, j := range p {
		for a := range 3 {
			for b := range 3 {
				m[a][b] += float64(x[3*i+a] * y[3*int(j)+b])
			}
		}
	}
	return m
}

// mostOverlap is max Σ x_i·R y_π(i) over the rotations of the cell, or more. With
// B = Σ x_i y_π(i)ᵀ for points turned by the middle rotation, axial vector a and
// largest eigenvalue λ of the symmetric part, a further turn by α about k gives
// tr B cos α + k·a sin α + (1 − cos α) kᵀBk ≤ λ + (tr B − λ) cos α + ‖a‖ sin α.
func (s *search) mostOverlap(v *cellView) float64 {
	b := overlap(s.scene.x, v.y, s.branch.dense.columnOf)
	axial := [3]float64{b[2][1] - b[1][2], b[0][2] - b[2][0], b[1][0] - b[0][1]}
	if s.scene.freedom == oneAngle {
		return b[2][2] + v.reach.most(0, b[0][0]+b[1][1], math.Abs(axial[2]))
	}
	return v.reach.most(largestEigenvalue(b), b[0][0]+b[1][1]+b[2][2], invariance.Norm(axial[:]))
}

// most is the maximum of λ + (t − λ) cos α + a sin α for 0 ≤ α ≤ ψ < π/2.
func (r *reach) most(lambda, t, a float64) float64 {
	t -= lambda
	if top := math.Sqrt(float64(t*t) + float64(a*a)); t > 0 && a <= float64(top*r.sine) {
		return lambda + top
	}
	return lambda + float64(t*(1-r.versine)) + float64(a*r.sine)
}

// largestEigenvalue of the symmetric part of b, by that of a positive matrix.
func largestEigenvalue(b invariance.Matrix) float64 {
	shift := 0.0
	for i := range 3 {
		for j := range 3 {
			shift += math.Abs(b[i][j])
		}
	}
	var sym invariance.Matrix
	for i := range 3 {
		for j := range 3 {
			sym[i][j] = (b[i][j] + b[j][i]) / 2
		}
		sym[i][i] += shift
	}
	_, values, _ := invariance.SVD(sym, 3)
	return values[0] - shift
}

// lossOf is max_j of what row i may gain by another column within the cell.
func (s *search) lossOf(v *cellView, i int) (loss float64) {
	d := s.branch.dense
	row, own := d.cost[i*d.n:(i+1)*d.n], d.columnOf[i]
	x, y := s.scene.x[3*i:3*i+3], v.y[3*own:3*own+3]
	radius := s.branch.radius[i]
	base := row[own] - d.v[own]
	flat := s.scene.freedom == oneAngle
	for j, c := range row {
		gap := c - d.v[j] - base
		if gap+loss > float64(14*v.reach.chord*radius) { // ‖Δ‖ < 2·2·√3
			continue
		}
		z := v.y[3*j : 3*j+3]
		delta := [3]float64{z[0] - y[0], z[1] - y[1], z[2] - y[2]}
		var gain float64
		if flat {
			across := float64(x[0]*delta[1]) - float64(x[1]*delta[0])
			along := float64(x[0]*delta[0]) + float64(x[1]*delta[1])
			gain = 2 * (float64(v.reach.sine*math.Abs(across)) + float64(v.reach.versine*math.Abs(along)))
		} else {
			length := math.Sqrt(invariance.Dot(delta[:], delta[:]))
			gain = 2 * (float64(v.reach.sine*math.Sqrt(crossSquare(x, delta[:]))) + float64(v.reach.versine*radius*length))
		}
		loss = max(loss, gain-gap)
	}
	return loss
}
