package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// A classifier that is invariant under all rotations gives X' turned in any way the answers of X'. So X' may be turned
// until its direction m comes to the direction n of X: the tight value of the rotations about n of that pair is a lower
// bound for every n and m. Of clouds much larger than σ the aligned pair, n = m, is the best; of smaller ones others
// proved up to 0.03 more.

// AxisPair is a direction of X and the one of the aligned X' that is brought to it.
type AxisPair struct{ Clean, Perturbed [3]float64 }

// smallCloud is the norm in units of σ up to which pairs of axes are searched for.
const smallCloud = 6

// AxisPairs returns the pairs of axes worth trying: AlignedAxes, and for small clouds the axis and the pair of axes about which the
// likelihoods averaged over the rotations overlap most, where they do so by a hundredth more than about those before.
func (l *Linear) AxisPairs() []AxisPair {
	pairs := l.AlignedAxes()
	if l.Dimension == 2 || len(pairs) == 0 {
		return pairs
	}
	o := newOverlap(l)
	if !(max(o.cleanSquare, o.perturbedSquare) <= smallCloud*smallCloud && min(o.cleanSquare, o.perturbedSquare) > 0) {
		return pairs
	}
	best := math.Inf(-1)
	for _, pair := range pairs {
		best = max(best, o.log(pair))
	}
	for _, found := range []AxisPair{o.search(o.alignedStart(), alignedMoves), o.search(o.start(), pairMoves)} {
		if value := o.log(found); value > best+float64(0.01*math.Abs(best)) {
			best, pairs = value, append(pairs, found)
		}
	}
	return pairs
}

// AlignedAxes returns the axes worth trying, each for both clouds.
func (l *Linear) AlignedAxes() (pairs []AxisPair) {
	for _, axis := range l.axes() {
		pairs = append(pairs, AxisPair{axis, axis})
	}
	return pairs
}

// AboutPair returns the problem of the rotations about a pair of axes, for a problem that is Linear.
func (p Problem) AboutPair(axes AxisPair) Problem {
	about := p.Linear.aboutPair(axes)
	if p.Axial > 0 {
		about.Axial = hypotenuse(about.Axial, p.Axial)
	}
	return about
}

// RodTradeoff is the curve of a pair of rods, of a problem that is Linear, nil where the group leaves a part of Δ alone.
func (p Problem) RodTradeoff() *Tradeoff {
	if p.Axial > 0 {
		return nil
	}
	return p.Linear.rodTradeoff()
}

func (l *Linear) aboutPair(axes AxisPair) Problem {
	if axes.Clean == axes.Perturbed || l.Dimension == 2 {
		return l.about(axes.Clean)
	}
	cleanFrame, perturbedFrame := invariance.AxisFrame(axes.Clean[:]), invariance.AxisFrame(axes.Perturbed[:])
	moved := l.moved()
	x, along := invariance.Resolve(cleanFrame, l.cloud(0))
	y, movedAlong := invariance.Resolve(perturbedFrame, columns(moved))
	defects := invariance.OrthogonalityDefect(cleanFrame, 3) + invariance.OrthogonalityDefect(perturbedFrame, 3)
	turned := float64((64*special.Unit + defects) * (l.norm() + rowsNorm(moved[:])))
	for i := range along {
		movedAlong[i] -= along[i]
	}
	delta := turnedTo(x.Points, y.Points)
	planar := NewPlanar(invariance.Aligned{Clean: x.Points, Residual: delta, Error: l.Slack + turned}, 1)
	return Problem{Planar: &planar, Axial: invariance.Norm(movedAlong)}
}

// columns returns three columns of six coordinates as a cloud of six points.
func columns(rows [3][6]float64) (points []float64) {
	for k := range 6 {
		points = append(points, rows[0][k], rows[1][k], rows[2][k])
	}
	return points
}

// turnedTo returns y − x for points in the plane, after the turn of y that brings it nearest to x.
func turnedTo(x, y []float64) []float64 {
	var cos, sin float64
	for i := 0; i < len(x); i += 2 {
		cos += float64(x[i]*y[i]) + float64(x[i+1]*y[i+1])
		sin += float64(x[i+1]*y[i]) - float64(x[i]*y[i+1])
	}
	if length := hypotenuse(cos, sin); length > 0 {
		cos, sin = cos/length, sin/length
	} else {
		cos, sin = 1, 0
	}
	delta := make([]float64, len(x))
	for i := 0; i < len(x); i += 2 {
		delta[i] = float64(cos*y[i]) - float64(sin*y[i+1]) - x[i]
		delta[i+1] = float64(sin*y[i]) + float64(cos*y[i+1]) - x[i+1]
	}
	return delta
}

// overlap compares the densities of Z around X and X', averaged over the rotations about n and m: ∫ff'/√(∫f²·∫f'²) is
//
//	I₀(c/2)·exp(−a²/4)/√(I₀(‖X_h‖²/2)·I₀(‖X'_h‖²/2)),
//
// with the parts X_h and X'_h across the axes, c the absolute value of their complex inner product, a the distance of
// the parts along them. It costs three Bessel functions, where a tight value costs integrals.
type overlap struct {
	clean, perturbed, mixed, cofactors invariance.Matrix // XᵀX, X'ᵀX', XᵀX' and its cofactors
	cleanSquare, perturbedSquare       float64
	mixedSquare                        float64
	cleanAxes, perturbedAxes           invariance.Matrix // principal, in columns
}

func newOverlap(l *Linear) (o overlap) {
	moved := l.moved()
	for i := range 3 {
		for j := range 3 {
			o.clean[i][j] = rowsDot(&l.Factor[i], &l.Factor[j])
			o.perturbed[i][j] = rowsDot(&moved[i], &moved[j])
			o.mixed[i][j] = rowsDot(&l.Factor[i], &moved[j])
			o.mixedSquare += float64(o.mixed[i][j] * o.mixed[i][j])
		}
		o.cleanSquare += o.clean[i][i]
		o.perturbedSquare += o.perturbed[i][i]
	}
	for i := range 3 {
		for j := range 3 {
			a, b, c, d := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
			o.cofactors[i][j] = float64(o.mixed[a][c]*o.mixed[b][d]) - float64(o.mixed[a][d]*o.mixed[b][c])
		}
	}
	o.cleanAxes, _, _ = invariance.SVD(o.clean, 3)
	o.perturbedAxes, _, _ = invariance.SVD(o.perturbed, 3)
	return o
}

func rowsDot(x, y *[6]float64) (sum float64) {
	for k := range x {
		sum += float64(x[k] * y[k])
	}
	return sum
}

// log returns the logarithm of the overlap, at most 0. The part of the mixed products across both axes is a 2×2 matrix K with
// c² = ‖K‖² + 2 det K, where det K = nᵀ·cofactors·m.
func (o *overlap) log(axes AxisPair) float64 {
	n, m := axes.Clean, axes.Perturbed
	alongClean, alongPerturbed, along := form(&o.clean, n, n), form(&o.perturbed, m, m), form(&o.mixed, n, m)
	left, right := 0.0, 0.0
	for i := range 3 {
		row := invariance.Along(&o.mixed[i], m[:])
		column := float64(o.mixed[0][i]*n[0]) + float64(o.mixed[1][i]*n[1]) + float64(o.mixed[2][i]*n[2])
		left, right = left+float64(column*column), right+float64(row*row)
	}
	square := o.mixedSquare - left - right + float64(along*along) + float64(2*form(&o.cofactors, n, m))
	apart := alongClean + alongPerturbed - float64(2*along)
	return special.LogI0(math.Sqrt(max(0, square))/2) -
		float64(special.LogI0(max(0, o.cleanSquare-alongClean)/2)/2) -
		float64(special.LogI0(max(0, o.perturbedSquare-alongPerturbed)/2)/2) - float64(apart/4)
}

// compass holds directions all around: to the faces, edges and corners of a cube, both ways.
var compass = func() (all [][3]float64) {
	for i := range 27 {
		if i != 13 {
			all = append(all, unitVector([3]float64{float64(i%3 - 1), float64(i/3%3 - 1), float64(i/9 - 1)}))
		}
	}
	return all
}()

func unitVector(x [3]float64) [3]float64 {
	length := invariance.Norm(x[:])
	return [3]float64{x[0] / length, x[1] / length, x[2] / length}
}

// inFrame returns a direction given in the columns of a frame.
func inFrame(frame *invariance.Matrix, x [3]float64) (out [3]float64) {
	for i := range out {
		out[i] = invariance.Along(&frame[i], x[:])
	}
	return unitVector(out)
}

// start returns the pair of compass directions, in the principal axes of both clouds, that overlaps most.
func (o *overlap) start() (best AxisPair) {
	most := math.Inf(-1)
	for _, n := range compass {
		for _, m := range compass {
			pair := AxisPair{inFrame(&o.cleanAxes, n), inFrame(&o.perturbedAxes, m)}
			if value := o.log(pair); value > most {
				best, most = pair, value
			}
		}
	}
	return best
}

// alignedStart is start with one axis for both clouds.
func (o *overlap) alignedStart() (best AxisPair) {
	most := math.Inf(-1)
	for _, frame := range []*invariance.Matrix{&o.cleanAxes, &o.perturbedAxes} {
		for _, n := range compass {
			axis := inFrame(frame, n)
			if value := o.log(AxisPair{axis, axis}); value > most {
				best, most = AxisPair{axis, axis}, value
			}
		}
	}
	return best
}

// The moves of a search: along a coordinate, of both axes together, or of one.
var (
	alignedMoves = movesOf([2]float64{1, 1})
	pairMoves    = movesOf([2]float64{1, 1}, [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{1, -1})
)

func movesOf(kinds ...[2]float64) (moves [][2][3]float64) {
	for _, kind := range kinds {
		for i := range 3 {
			for _, sign := range []float64{1, -1} {
				var move [2][3]float64
				move[0][i], move[1][i] = float64(sign*kind[0]), float64(sign*kind[1])
				moves = append(moves, move)
			}
		}
	}
	return moves
}

// search climbs from a pair of axes, by the best of the moves while one is better, else by half the step.
func (o *overlap) search(from AxisPair, moves [][2][3]float64) AxisPair {
	value, step := o.log(from), 0.25
	for range 200 {
		best, most := from, value
		for i := range moves {
			pair := AxisPair{stepped(from.Clean, moves[i][0], step), stepped(from.Perturbed, moves[i][1], step)}
			if v := o.log(pair); v > most {
				best, most = pair, v
			}
		}
		if most > value {
			from, value = best, most
			continue
		}
		if step /= 2; step < 1e-7 {
			break
		}
	}
	return from
}

func stepped(x, move [3]float64, step float64) [3]float64 {
	if move == ([3]float64{}) {
		return x
	}
	for i := range x {
		x[i] += float64(step * move[i])
	}
	return unitVector(x)
}
