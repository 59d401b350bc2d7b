package registration

import "github.com/orbitcert/orbitcert/core/invariance"

const (
	quickSample = 64  // points of the quick score
	drawSample  = 256 // points that draw a pose
	rankSample  = 1024
)

// prepare makes the tables of neighbours and the sample.
func (s *search) prepare(*Registration) (part float64) {
	k := s.next
	s.next++
	s.work += 500 * s.scene.n
	switch {
	case k == 0:
		s.inX, s.inY = beginNeighbours(s.scene.x), beginNeighbours(s.scene.y)
	case k <= slabs:
		s.inX.fillSlab(k - 1)
		s.work += 3000 * s.scene.n
	case k <= 2*slabs:
		s.inY.fillSlab(k - 1 - slabs)
		s.work += 3000 * s.scene.n
	default:
		s.sample = farPoints(s.scene.x, drawSample)
	}
	return float64(s.next) / float64(2*slabs+2)
}

// farPoints picks points far from each other, the one farthest from the origin
// first (T. Gonzalez, Theoret. Comput. Sci. 38 (1985)).
func farPoints(points []float64, count int) (picked []int32) {
	n := len(points) / 3
	far := make([]float64, n)
	for i := range far {
		far[i] = invariance.Dot(points[3*i:3*i+3], points[3*i:3*i+3])
	}
	for range min(count, n) {
		best := 0
		for i := range far {
			if far[i] > far[best] {
				best = i
			}
		}
		picked = append(picked, int32(best))
		p := points[3*best : 3*best+3]
		for i := range far {
			a, b, c := points[3*i]-p[0], points[3*i+1]-p[1], points[3*i+2]-p[2]
			d := float64(a*a) + float64(b*b) + float64(c*c)
			if len(picked) == 1 || d < far[i] {
				far[i] = d
			}
		}
		far[best] = -1
	}
	return picked
}

// back returns Rᵀp.
func back(r *invariance.Matrix, p []float64) [3]float64 {
	a, b, c := p[0], p[1], p[2]
	return [3]float64{
		float64(r[0][0]*a) + float64(r[1][0]*b) + float64(r[2][0]*c),
		float64(r[0][1]*a) + float64(r[1][1]*b) + float64(r[2][1]*c),
		float64(r[0][2]*a) + float64(r[1][2]*b) + float64(r[2][2]*c),
	}
}

// try scores a pose by the mean squared distance of the sample from near points.
func (s *search) try(turn invariance.Matrix) {
	sample := s.sample[:min(quickSample, len(s.sample))]
	s.work += 30 * len(sample)
	sum := 0.0
	for _, i := range sample {
		at := back(&turn, s.scene.x[3*i:3*i+3])
		_, d := s.inY.close(&at)
		sum += d
	}
	s.all = append(s.all, pose{turn, sum / float64(len(sample))})
}

// draw moves a pose so that the sample comes nearer to its nearest points, several
// times (P. Besl and N. McKay, IEEE PAMI 14 (1992)).
func (s *search) draw(turn invariance.Matrix) invariance.Matrix {
	for range 8 {
		s.work += 60*len(s.sample) + 3000
		var m invariance.Matrix
		for _, i := range s.sample {
			p := s.scene.x[3*i : 3*i+3]
			at := back(&turn, p)
			j, _ := s.inY.close(&at)
			q := s.scene.y[3*j : 3*j+3]
			for a := range 3 {
				for b := range 3 {
					m[a][b] += float64(p[a] * q[b])
				}
			}
		}
		before := turn
		if turn = s.scene.nearestTo(m); apartness(&turn, &before) < 1e-8 {
			break
		}
	}
	return turn
}

// rank scores a pose by the squared distance to the nearest points, of x from y or
// of y from x, whichever is larger.
func (s *search) rank(turn invariance.Matrix) float64 {
	stride := (s.scene.n + rankSample - 1) / rankSample
	there, again := 0.0, 0.0
	for i := 0; i < s.scene.n; i += stride {
		s.work += 200
		at := back(&turn, s.scene.x[3*i:3*i+3])
		_, d := s.inY.nearest(&at)
		there += d
		for k := range at {
			at[k] = invariance.Along(&turn[k], s.scene.y[3*i:3*i+3])
		}
		_, d = s.inX.nearest(&at)
		again += d
	}
	return max(there, again) * float64(stride)
}

// apartness is ‖A − B‖² for two rotations.
func apartness(a, b *invariance.Matrix) (sum float64) {
	for i := range 3 {
		for j := range 3 {
			sum += float64((a[i][j] - b[i][j]) * (a[i][j] - b[i][j]))
		}
	}
	return sum
}

// drawPoses draws every pose, ranks it, and drops what came to the same place.
func (s *search) drawPoses(*Registration) (part float64) {
	if s.next < len(s.poses) {
		p := &s.poses[s.next]
		p.turn = s.draw(p.turn)
		p.score = s.rank(p.turn)
		s.next++
		return float64(s.next) / float64(len(s.poses)+1)
	}
	sortPoses(s.poses)
	s.poses = distinct(s.poses, maxFinalists)
	return 1
}

// distinct keeps the first poses that are not near one kept before.
func distinct(poses []pose, count int) (kept []pose) {
	for _, p := range poses {
		fresh := len(kept) < count
		for k := 0; k < len(kept) && fresh; k++ {
			fresh = apartness(&kept[k].turn, &p.turn) > sameTurn
		}
		if fresh {
			kept = append(kept, p)
		}
	}
	return kept
}

// sameTurn is the square of the Frobenius distance below which two poses count as
// one: an angle of about half a degree.
const sameTurn = 2 * 0.009 * 0.009
