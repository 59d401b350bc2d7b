package smoothing

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// The classifier's first steps in 60-digit arithmetic, written from the definition: what the
// samples that are settled are held against.

// digits is the precision: 264 bits, of which Φ(z) loses 40 at z = −7; 60 decimal digits
// are 200.
const digits = 264

type number = *big.Float

func exact(x float64) number { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func zero() number           { return exact(0) }
func plus(a, b number) number {
	return zero().Add(a, b)
}
func minus(a, b number) number { return zero().Sub(a, b) }
func times(a, b number) number { return zero().Mul(a, b) }
func over(a, b number) number  { return zero().Quo(a, b) }
func root(a number) number     { return zero().Sqrt(a) }

// rootTwoPi is √(2π) to 80 digits (OEIS A019727).
var rootTwoPi, _, _ = big.ParseFloat("2.5066282746310005024157652848110452530069867406099383166299235763422936546078419749", 10, digits, big.ToNearestEven)

// exponential sums eˣ for the argument halved 16 times.
func exponential(x number) number {
	r := times(x, exact(0x1p-16))
	sum, term := exact(1), exact(1)
	for n := 1.0; n < 40; n++ {
		term = over(times(term, r), exact(n))
		sum = plus(sum, term)
	}
	for range 16 {
		sum = times(sum, sum)
	}
	return sum
}

// normalSlope returns 1/φ(z).
func normalSlope(z number) number {
	return times(rootTwoPi, exponential(times(exact(0.5), times(z, z))))
}

// normalCDF returns Φ(z) = ½ + φ(z)(z + z³/3 + z⁵/15 + …) for |z| < 8.
func normalCDF(z number) number {
	square := times(z, z)
	sum, term := z, z
	for n := 3.0; n < 500; n += 2 {
		term = over(times(term, square), exact(n))
		sum = plus(sum, term)
	}
	return plus(exact(0.5), over(sum, normalSlope(z)))
}

// node is where quantiles are expanded: coefficients of (u − centre)ᵏ.
type node struct {
	centre number
	terms  []number
}

// quantiles keeps the nodes: 64 in each octave, 34 terms, since the nearest singularity is
// 129 half-widths away.
var quantiles = map[[2]int]*node{}

// normalQuantile returns Φ⁻¹(u) for 0 < u < ½.
func normalQuantile(u number) number {
	mantissa, exponent := zero(), u.MantExp(nil)
	mantissa.SetMantExp(u, -exponent) // in [½, 1)
	leading, _ := mantissa.Float64()
	place := [2]int{exponent, min(63, int((leading-0.5)*128))}
	n := quantiles[place]
	if n == nil {
		n = newNode(math.Ldexp(0.5+(float64(place[1])+0.5)/128, exponent))
		quantiles[place] = n
	}
	t, sum := minus(u, n.centre), zero()
	for k := len(n.terms) - 1; k >= 0; k-- {
		sum.Mul(sum, t)
		sum.Add(sum, n.terms[k])
	}
	return sum
}

// newNode solves Φ(z) = u by Newton's method, which doubles the digits, and expands z by
// z′ = g, g′ = z g².
func newNode(u float64) *node {
	z := exact(special.NormalQuantile(u))
	for range 5 {
		z = plus(z, times(minus(exact(u), normalCDF(z)), normalSlope(z)))
	}
	terms, g := []number{z}, []number{normalSlope(z)}
	var products []number // of z·g
	for k := range 33 {
		terms = append(terms, over(g[k], exact(float64(k+1))))
		products = append(products, convolve(terms, g, k))
		g = append(g, over(convolve(products, g, k), exact(float64(k+1))))
	}
	return &node{exact(u), terms}
}

func convolve(a, b []number, k int) number {
	sum := zero()
	for i := range k + 1 {
		sum = plus(sum, times(a[i], b[k-i]))
	}
	return sum
}

// idealDraw returns the draw that next computes, for a number U of which next sees the first
// bits: the others are drawn here.
func idealDraw(n stream, more *rand.Rand) number {
	bits := n.source.Uint64()
	whole := int64(bits &^ (1 << 63))
	u := zero().SetInt64(whole)
	fraction := float64(more.Uint64()) * 0x1p-64
	if whole < 1<<52 {
		second := zero().SetUint64(n.source.Uint64() >> 1)
		u.Add(u, times(plus(second, exact(fraction)), exact(0x1p-63)))
	} else {
		u.Add(u, exact(fraction))
	}
	z := normalQuantile(times(u, exact(0x1p-64)))
	if bits>>63 != 0 {
		z.Neg(z)
	}
	return z
}

// idealCloud is N×D.
type idealCloud struct {
	points    []number
	dimension int
}

func idealNoisy(x pointcloud.Cloud, sigmas []float64, draws stream, more *rand.Rand) idealCloud {
	z := idealCloud{dimension: x.Dimension}
	for i, clean := range x.Points {
		z.points = append(z.points, plus(exact(clean), times(exact(sigmas[i/x.Dimension]), idealDraw(draws, more))))
	}
	return z
}

func (c idealCloud) centred() idealCloud {
	out := idealCloud{make([]number, len(c.points)), c.dimension}
	for j := range c.dimension {
		sum := zero()
		for i := j; i < len(c.points); i += c.dimension {
			sum.Add(sum, c.points[i])
		}
		mean := over(sum, exact(float64(len(c.points)/c.dimension)))
		for i := j; i < len(c.points); i += c.dimension {
			out.points[i] = minus(c.points[i], mean)
		}
	}
	return out
}

func (c idealCloud) moment() [][]number {
	m := make([][]number, c.dimension)
	for i := range m {
		for j := range c.dimension {
			sum, product := zero(), zero()
			for n := 0; n < len(c.points); n += c.dimension {
				sum.Add(sum, product.Mul(c.points[n+i], c.points[n+j]))
			}
			m[i] = append(m[i], sum)
		}
	}
	return m
}

// turned returns the points times the transpose of a matrix.
func (c idealCloud) turned(rows [][]number) idealCloud {
	out := idealCloud{make([]number, len(c.points)), c.dimension}
	product := zero()
	for n := 0; n < len(c.points); n += c.dimension {
		for i, row := range rows {
			sum := zero()
			for j, x := range row {
				sum.Add(sum, product.Mul(x, c.points[n+j]))
			}
			out.points[n+i] = sum
		}
	}
	return out
}

// eigenvectors returns unit vectors in rising order of their eigenvalues by Jacobi's method
// (G. Golub and C. Van Loan, Matrix Computations, 8.5).
func eigenvectors(m [][]number) (rows [][]number) {
	d := len(m)
	v := idealIdentity(d)
	for range 12 {
		for p := range d {
			for q := p + 1; q < d; q++ {
				jacobi(m, v, p, q)
			}
		}
	}
	order := make([]int, d)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return m[i][i].Cmp(m[j][j]) })
	for _, i := range order {
		rows = append(rows, v[i])
	}
	return rows
}

func idealIdentity(d int) (v [][]number) {
	for i := range d {
		v = append(v, make([]number, d))
		for j := range d {
			v[i][j] = zero()
		}
		v[i][i] = exact(1)
	}
	return v
}

// jacobi makes m[p][q] zero; the rows of v turn along.
func jacobi(m, v [][]number, p, q int) {
	if m[p][q].Sign() == 0 {
		return
	}
	tau := over(minus(m[q][q], m[p][p]), times(exact(2), m[p][q]))
	t := over(exact(1), plus(zero().Abs(tau), root(plus(exact(1), times(tau, tau)))))
	if tau.Sign() < 0 {
		t.Neg(t)
	}
	c := over(exact(1), root(plus(exact(1), times(t, t))))
	s := times(t, c)
	for i := range m {
		m[i][p], m[i][q] = minus(times(c, m[i][p]), times(s, m[i][q])), plus(times(s, m[i][p]), times(c, m[i][q]))
	}
	for i := range m {
		m[p][i], m[q][i] = minus(times(c, m[p][i]), times(s, m[q][i])), plus(times(s, m[p][i]), times(c, m[q][i]))
		v[p][i], v[q][i] = minus(times(c, v[p][i]), times(s, v[q][i])), plus(times(s, v[p][i]), times(c, v[q][i]))
	}
}

// idealTurns returns the matrices that pose a cloud, and the cloud they turn.
func (s symmetry) idealTurns(z idealCloud) (idealCloud, [][][]number) {
	if s.group.Translates() || s.translation {
		z = z.centred()
	}
	switch {
	case s.group == invariance.Axis:
		return z, s.idealAboutAxis(z)
	case !s.group.Turns():
		return z, [][][]number{idealIdentity(z.dimension)}
	}
	rows := eigenvectors(z.moment())
	if s.falling {
		slices.Reverse(rows)
	}
	return z, idealSigns(rows, s.group.Reflects())
}

// idealSigns lists the matrices with these rows, their signs changed in every way, that
// have determinant +1, or all.
func idealSigns(rows [][]number, reflections bool) (turns [][][]number) {
	for signs := range 1 << len(rows) {
		turn := make([][]number, len(rows))
		for i, row := range rows {
			for _, x := range row {
				if signs>>i&1 == 1 {
					x = minus(zero(), x)
				}
				turn[i] = append(turn[i], x)
			}
		}
		if reflections || idealDeterminant(turn).Sign() > 0 {
			turns = append(turns, turn)
		}
	}
	return turns
}

func idealDeterminant(m [][]number) number {
	if len(m) == 2 {
		return minus(times(m[0][0], m[1][1]), times(m[0][1], m[1][0]))
	}
	c := idealCross(m[1], m[2])
	return idealDot(m[0], c)
}

func idealCross(a, b []number) []number {
	c := make([]number, 3)
	for i := range c {
		j, k := (i+1)%3, (i+2)%3
		c[i] = minus(times(a[j], b[k]), times(a[k], b[j]))
	}
	return c
}

func idealDot(a, b []number) number {
	sum := zero()
	for i := range a {
		sum = plus(sum, times(a[i], b[i]))
	}
	return sum
}

func idealUnit(a []number) (unit []number) {
	length := root(idealDot(a, a))
	for _, x := range a {
		unit = append(unit, over(x, length))
	}
	return unit
}

// idealAboutAxis: in the frame (f₀, f₁, axis), the axes of the plane's second moment with
// determinant +1, and back.
func (s symmetry) idealAboutAxis(z idealCloud) (turns [][][]number) {
	frame := idealFrame(s.axis)
	framed := z.turned(frame)
	plane := idealCloud{dimension: 2}
	for n := 0; n < len(framed.points); n += 3 {
		plane.points = append(plane.points, framed.points[n], framed.points[n+1])
	}
	rows := eigenvectors(plane.moment())
	if s.falling {
		slices.Reverse(rows)
	}
	for _, turn := range idealSigns(rows, false) {
		turns = append(turns, backFromFrame(frame, turn))
	}
	return turns
}

// backFromFrame returns Fᵀ diag(turn, 1) F.
func backFromFrame(frame, turn [][]number) [][]number {
	m := idealIdentity(3)
	for i := range 3 {
		for j := range 3 {
			sum := times(frame[2][i], frame[2][j])
			for k := range 2 {
				for l := range 2 {
					sum = plus(sum, times(times(frame[k][i], turn[k][l]), frame[l][j]))
				}
			}
			m[i][j] = sum
		}
	}
	return m
}
