package pointcloud

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"sort"
	"strings"
)

// Method names a way to choose some of a cloud's points.
type Method string

const (
	// Random takes every subset with the same probability, by the stream of
	// rand.NewPCG(seed, 0). The choice depends on N, n and the seed alone.
	Random Method = "random"
	// Farthest starts at the point farthest from the mean and goes on to the
	// point farthest from all points taken (Gonzalez, Theor. Comput. Sci. 38,
	// 1985; PointNet++, arXiv 1706.02413, starts at random). It needs no seed,
	// so that clouds that differ in order, position and rotation give the same
	// points, ties and rounding aside. Of equal distances the first point's
	// counts. It takes O(nN) steps.
	Farthest Method = "farthest"
)

// Sample returns the indices of n different points: in ascending order for
// Random, in the order of choice for Farthest.
func Sample(c Cloud, n int, method Method, seed uint64) ([]int, error) {
	if n < 1 || n > c.Count() {
		return nil, fmt.Errorf("pointcloud: cannot take %d of %d points", n, c.Count())
	}
	switch method {
	case Random:
		return sampleRandom(c.Count(), n, rand.NewPCG(seed, 0)), nil
	case Farthest:
		return sampleFarthest(c, n), nil
	}
	return nil, fmt.Errorf("pointcloud: sampling method %.24q is not known; want %q or %q", string(method), Random, Farthest)
}

// NoPartner marks a point without a partner in a pairing of two clouds.
const NoPartner = -1

// Pick returns the cloud of the points with the given indices.
func Pick(c Cloud, indices []int) Cloud {
	picked := Cloud{Points: make([]float64, 0, len(indices)*c.Dimension), Dimension: c.Dimension, Attributes: pickAttributes(c.Attributes, indices)}
	for _, i := range indices {
		picked.Points = append(picked.Points, c.Points[i*c.Dimension:(i+1)*c.Dimension]...)
	}
	return picked
}

// sampleRandom takes the first n of the Fisher–Yates shuffle, without a list of all.
func sampleRandom(count, n int, random rand.Source) []int {
	moved := map[int]int{}
	at := func(i int) int {
		if k, ok := moved[i]; ok {
			return k
		}
		return i
	}
	chosen := make([]int, n)
	for i := range n {
		j := i + int(below(uint64(count-i), random))
		chosen[i], moved[j] = at(j), at(i)
	}
	sort.Sort(sort.IntSlice(chosen))
	return chosen
}

// below returns a number in [0, n), each with the same probability (Lemire,
// ACM Trans. Model. Comput. Simul. 29, 2019): rand.IntN may change between
// versions of Go, the stream of a source may not.
func below(n uint64, random rand.Source) uint64 {
	for {
		high, low := bits.Mul64(random.Uint64(), n)
		if low >= n || low >= -n%n {
			return high
		}
	}
}

func sampleFarthest(c Cloud, n int) []int {
	d := c.Dimension
	points := Scaled(c.Points, -Exponent(c.Points))
	centre := mean(points, d)
	next, far := 0, -1.0
	for i := range c.Count() {
		if q := squaredDistance(points[i*d:(i+1)*d], centre[:d]); q > far {
			next, far = i, q
		}
	}
	nearest := make([]float64, c.Count()) // squared distance to the points taken, -1 for these
	for i := range nearest {
		nearest[i] = 4 * float64(d) // no distance in [-1, 1]ᴰ is larger
	}
	chosen := make([]int, 0, n)
	for len(chosen) < n {
		chosen = append(chosen, next)
		nearest[next] = -1
		next = farther(points, nearest, points[next*d:(next+1)*d])
	}
	return chosen
}

// farther takes note of a point taken and returns the one farthest from all.
func farther(points, nearest, taken []float64) int {
	next, far, d := 0, -1.0, len(taken)
	for i, q := range nearest {
		if q < 0 {
			continue
		}
		if to := squaredDistance(points[i*d:(i+1)*d], taken); to < q {
			q = to
			nearest[i] = q
		}
		if q > far {
			next, far = i, q
		}
	}
	return next
}

func squaredDistance(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		difference := x[i] - y[i]
		sum += float64(difference * difference)
	}
	return sum
}

// Centre returns the cloud less its mean. Coordinates whose differences are
// beyond float64 are an error.
func Centre(c Cloud) (Cloud, error) {
	exponent := Exponent(c.Points)
	points := Scaled(c.Points, -exponent)
	for range 2 { // the second time removes what rounding left
		centre := mean(points, c.Dimension)
		for i := range points {
			points[i] -= centre[i%c.Dimension]
		}
	}
	points = Scaled(points, exponent)
	for _, x := range points {
		if !finite(x) {
			return Cloud{}, errors.New("pointcloud: the coordinates are too large to be centred")
		}
	}
	return Cloud{Points: points, Dimension: c.Dimension, Attributes: c.Attributes}, nil
}

var errNoSize = errors.New("pointcloud: all points are equal: the cloud has no size to divide by")

// Size names the size of a cloud by which it is divided.
type Size string

const (
	// OfFarthest is the largest distance of a point from the mean, OfMeanSquare the root mean square of all.
	OfFarthest   Size = "unit_sphere"
	OfMeanSquare Size = "rms"
)

// Resize returns the cloud less its mean and divided by a size of it, as pipelines of machine learning normalise shapes, and that size. Points
// that are all equal are an error.
func Resize(c Cloud, by Size) (Cloud, float64, error) {
	if allEqual(c) {
		return Cloud{}, 0, errNoSize
	}
	whole := Exponent(c.Points)
	centred, err := Centre(Cloud{Points: Scaled(c.Points, -whole), Dimension: c.Dimension})
	if err != nil {
		return Cloud{}, 0, err
	}
	left := Exponent(centred.Points)
	points, d := Scaled(centred.Points, -left), c.Dimension
	var origin [3]float64
	norm := by.of(points, origin[:d]) // of the farthest point at least 1/2
	for i := range points {
		points[i] /= norm
	}
	return Cloud{Points: points, Dimension: d, Attributes: c.Attributes}, math.Ldexp(norm, whole+left), nil
}

// of returns the size of a cloud about its mean.
func (s Size) of(points, centre []float64) float64 {
	d := len(centre)
	far, squares := 0.0, make([]float64, 0, len(points)/d)
	for n := 0; n < len(points); n += d {
		square := squaredDistance(points[n:n+d], centre)
		far, squares = max(far, square), append(squares, square)
	}
	if s == OfMeanSquare {
		return math.Sqrt(mean(squares, 1)[0])
	}
	return math.Sqrt(far)
}

func allEqual(c Cloud) bool {
	for i, x := range c.Points {
		if x != c.Points[i%c.Dimension] {
			return false
		}
	}
	return true
}

// Exponent returns the e for which the largest coordinate is in
// [2ᵉ⁻¹, 2ᵉ). Scaled by 2⁻ᵉ no square, sum or difference overflows, and none
// that matters underflows.
func Exponent(points []float64) int {
	largest := 0.0
	for _, x := range points {
		largest = max(largest, math.Abs(x))
	}
	_, exponent := math.Frexp(largest)
	return exponent
}

// Scaled returns the points times 2ᵉ, which is exact where the results are
// normal numbers.
func Scaled(points []float64, exponent int) []float64 {
	result := make([]float64, len(points))
	ScaledInto(result, points, exponent)
	return result
}

// ScaledInto is Scaled with a place for the points, which may be that of the points themselves.
func ScaledInto(result, points []float64, exponent int) {
	if exponent < -1022 || exponent > 1023 {
		for i, x := range points {
			result[i] = math.Ldexp(x, exponent)
		}
		return
	}
	power := math.Ldexp(1, exponent) // a product with it rounds as Ldexp does, and takes a tenth of the time in a browser
	for i, x := range points {
		result[i] = float64(x * power)
	}
}

// mean sums by halves, so that its error grows with the logarithm of the
// number of points.
func mean(points []float64, dimension int) [3]float64 {
	sum := pairwise(points, dimension)
	for i := range dimension {
		sum[i] /= float64(len(points) / dimension)
	}
	return sum
}

func pairwise(points []float64, dimension int) (sum [3]float64) {
	if len(points) > 64*dimension {
		half := len(points) / dimension / 2 * dimension
		sum = pairwise(points[:half], dimension)
		for i, x := range pairwise(points[half:], dimension) {
			sum[i] += x
		}
		return sum
	}
	for i, x := range points {
		sum[i%dimension] += x
	}
	return sum
}

// MaxThinned is the largest number of points that a file may have where a sample of them is drawn
// while it is read.
const MaxThinned = 100_000_000

// Thin asks for a random sample of a file with more than MaxPoints points: the one that Sample
// draws of all, without them in memory. Points is 0 for none.
type Thin struct {
	Points int
	Seed   uint64
}

// thinning is a sample that is drawn in two passes: the first counts the points, the second keeps
// those of the sample.
type thinning struct {
	Thin
	counted int
	kept    []int // nil in the first pass
}

// limit is the largest number of points that a reader may meet.
func (t *thinning) limit() int {
	if t == nil {
		return maxPoints
	}
	return MaxThinned
}

// problem is countProblem for a file that may be thinned.
func (t *thinning) problem(n uint64) string {
	if t != nil && n > 0 && n <= MaxThinned {
		return ""
	}
	return countProblem(n)
}

// gather makes room for the points to keep.
func (t *thinning) gather(rows uint64, dimension int) *gathered {
	if t == nil {
		return gather(rows, dimension)
	}
	return &gathered{cloud: Cloud{Points: make([]float64, 0, len(t.kept)*dimension), Dimension: dimension}, thin: t}
}

// isTooMany tells the errors about more points than the limit by their words, which all readers share.
func isTooMany(err error) bool {
	text := err.Error()
	return strings.Contains(text, " points") && strings.Contains(text, "the limit")
}

// countThin tells whether a refused file has more than MaxPoints points and a sample of them can be read.
func countThin(name string, data []byte, reading Reading, room int) bool {
	t := &thinning{Thin: Thin{Points: 1}}
	reading.thinning = t
	_, err := parse(name, data, reading, room)
	return err == nil && t.counted > maxPoints
}

// sampled returns a sample of so many points and says so, or all where there are no more or n is 0.
func (f File) sampled(n int) (File, error) {
	if n == 0 || f.Cloud.Count() <= n {
		return f, nil
	}
	if f.Missing != nil {
		return File{}, atLine(0, "%s of %s points have no coordinates; leave them out before a sample is drawn", thousands(f.Missing.Count), thousands(f.Rows()))
	}
	kept, err := Sample(f.Cloud, n, Random, 0)
	if err != nil {
		return File{}, err
	}
	f.Of = f.Cloud.Count()
	f.Notes = append(f.Notes, note("Of the %s points, a sample of %s is read.", thousands(f.Of), thousands(n)))
	f.Cloud, f.Faces = Pick(f.Cloud, kept), nil
	return f, nil
}

// parseThin reads a sample of a file; tooMany is the error of reading all of it, which stays
// where that has another reason.
func parseThin(name string, data []byte, reading Reading, room int, tooMany error) (File, error) {
	t := &thinning{Thin: reading.Thin}
	reading.Thin, reading.thinning = Thin{}, t
	switch _, err := parse(name, data, reading, room); {
	case t.counted <= maxPoints || t.counted < t.Points:
		return File{}, tooMany
	case err != nil:
		return File{}, err
	}
	t.kept = sampleRandom(t.counted, t.Points, rand.NewPCG(t.Seed, 0))
	file, err := parse(name, data, reading, room)
	if err != nil {
		return File{}, err
	}
	file.Of = t.counted
	file.Notes = append(file.Notes, note("Of the %s points, a sample of %s is read.", thousands(t.counted), thousands(t.Points)))
	return file, nil
}

// thinnedFile is gathered.file where a sample is kept.
func (g *gathered) thinnedFile(stop stopping) File {
	switch g.thin.counted = g.valid; {
	case g.valid == 0:
		stop("has no points")
	case g.valid < g.rows:
		stop("%s of %s points have no coordinates; leave them out before a sample is drawn of more than %s", thousands(g.rows-g.valid),
			thousands(g.rows), thousands(maxPoints))
	}
	return File{Cloud: g.cloud, rest: g.lost}
}

// keep takes a point where it is one of the sample.
func (g *gathered) keep(point []float64) {
	if kept := g.cloud.Count(); kept < len(g.thin.kept) && g.thin.kept[kept] == g.valid {
		g.cloud.Points = append(g.cloud.Points, point...)
		g.takeAttributes()
	}
	g.valid++
	g.rows++
}
