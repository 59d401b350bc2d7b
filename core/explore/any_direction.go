package explore

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// AnyDirection is what may be done to a cloud in every direction at once, by its length alone.
type AnyDirection struct {
	// EachPoint is how far every point may move.
	EachPoint float64 `json:"each_point"`
	// PointsAnywhere is about points that move alone.
	PointsAnywhere PointsAnywhere `json:"points_anywhere"`
	// Noise is the standard deviation of Gaussian noise on the coordinates that is withstood
	// 999 times of 1,000 at least.
	Noise float64 `json:"noise"`
	// Linear is the Frobenius norm of any E in y ↦ y + Ey, y as seen from the centre; absent where no
	// such map moves a point.
	Linear *float64 `json:"linear,omitempty"`
}

// PointsAnywhere is how many points, whichever they are, may move anywhere within the extent of
// the cloud, and how far a single one may.
type PointsAnywhere struct {
	Points int `json:"points"`
	// Within is the diagonal of the box around the cloud, rounded up.
	Within float64 `json:"within"`
	Single float64 `json:"single"`
}

// noiseMissed is how often sensor noise may be longer.
const noiseMissed = 0.001

// anyDirection divides the radius by the norm of what each of them can do. They hold below the
// radius, so numbers are rounded down.
func (s scene) anyDirection(radius float64) *AnyDirection {
	down := 1 - 8*special.Unit
	count := float64(s.cloud.Count())
	a := &AnyDirection{
		EachPoint:      float64(radius / s.weighing.rootOfPoints(s.cloud.Count()) * down),
		PointsAnywhere: PointsAnywhere{Within: s.diagonal(), Single: float64(radius * down)},
		Noise:          float64(radius / noiseNorm(len(s.cloud.Points)) * down),
	}
	if times := a.PointsAnywhere.Single / a.PointsAnywhere.Within; times < math.Sqrt(count) {
		a.PointsAnywhere.Points = int(float64(times * times * down))
	} else {
		a.PointsAnywhere.Points = s.cloud.Count()
	}
	if s.weighing != nil {
		a.PointsAnywhere.Points = s.heaviest(float64(a.PointsAnywhere.Single / a.PointsAnywhere.Within))
	}
	if size := s.largestSingular(); size > 0 {
		a.Linear = new(s.length(s.radius*down/size, 0))
	}
	return a
}

// heaviest returns how many points may move by 1 each, whichever they are, so that their weighted norm stays below a length.
func (s scene) heaviest(length float64) (points int) {
	weights, square := slices.Clone(s.weighing.weights), 0.0
	slices.Sort(weights)
	limit := float64(length * length * (1 - 16*invariance.SumError))
	for points < len(weights) {
		w := weights[len(weights)-1-points]
		if square += float64(w * w); square >= limit {
			return points
		}
		points++
	}
	return points
}

// diagonal returns that of the box around the cloud, rounded up.
func (s scene) diagonal() float64 {
	sides := make([]float64, s.dimension)
	for i := range sides {
		least, most := math.Inf(1), math.Inf(-1)
		for n := i; n < len(s.cloud.Points); n += s.dimension {
			least, most = min(least, s.cloud.Points[n]), max(most, s.cloud.Points[n])
		}
		// The coordinates are differences from the centre, below 1.
		sides[i] = most - least
		if sides[i] > 0 {
			sides[i] += 4 * special.Unit
		}
	}
	return math.Ldexp(float64(invariance.Norm(sides)*(1+8*special.Unit)), s.exponent)
}

// largestSingular bounds the largest singular value of X as it counts, N×D, centred where the group translates, from above, in the unit of
// the scene.
func (s scene) largestSingular() float64 {
	points, lost := s.weighing.weighed(s.cloud).Points, 0.0
	if s.weighing != nil && s.Centres() {
		lost = float64(invariance.SumError * invariance.Norm(points))
		s.weighing.centreInto(points, pointcloud.Cloud{Points: points, Dimension: s.dimension})
	}
	_, squares, _ := invariance.SVD(invariance.CrossMoment(points, points, s.dimension), s.dimension)
	return float64(math.Sqrt(squares[0])*(1+4*invariance.SumError)) + lost
}

// noiseNorm returns a length that a vector of k independent standard normal numbers has
// with probability 0.999 at least, k ≥ 2: of the χ distribution with k degrees of freedom a
// quantile, rounded up. By the concavity of the logarithm of the integrand, for y > a − 1 ≥ 0,
//
//	Γ(a, y) = ∫_y^∞ s^{a−1}e^{−s} ds ≤ y^a e^{−y}/(y − a + 1),
//
// and Stirling's series ends below log Γ(a) after its second term (NIST DLMF 5.11.1, 5.11(ii)).
// The result is above the quantile by less than 0.14 %, most at k = 30.
func noiseNorm(k int) float64 {
	a := float64(float64(k) / 2)
	inverse := 1 / a
	logGamma := float64((a-0.5)*special.Log(a)) - a + 0.9189385332046727 + float64(inverse/12) - float64(inverse*inverse*inverse/360)
	least := special.Log(noiseMissed) - 1e-6 // the terms are below 1e8 and known to 1e-15 of that
	low, high := a, float64(4*a)+20
	for range 100 {
		y := float64((low + high) / 2)
		if float64(a*special.Log(y))-y-special.Log(y-a+1)-logGamma <= least {
			high = y
		} else {
			low = y
		}
	}
	return float64(math.Sqrt(2*high) * (1 + 4*special.Unit))
}

// parallel tells whether two directions are on one line exactly: all a_i·b_j − a_j·b_i are 0.
func parallel(a, b []float64) bool {
	for i := range a {
		j := (i + 1) % len(a)
		p, q := a[i]*b[j], a[j]*b[i]
		if p != q || math.FMA(a[i], b[j], -p) != math.FMA(a[j], b[i], -q) {
			return false
		}
	}
	return true
}
