package pointcloud

import (
	"math/rand/v2"
	"sort"
	"strings"
)

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

// mostSampled is how many points are offered of a file with more than MaxPoints.
const mostSampled = 100_000

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

// askSample offers a sample in place of too many points.
func askSample(tooMany error) error {
	return &Question{tooMany,
		[]Remedy{{Label: "Take " + thousands(min(mostSampled, maxPoints)) + " of them at random", Reading: &Reading{Sample: min(mostSampled, maxPoints)}}}}
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
	t.kept = sampleFew(t.counted, t.Points, rand.NewPCG(t.Seed, 0))
	file, err := parse(name, data, reading, room)
	if err != nil {
		return File{}, err
	}
	file.Of = t.counted
	file.Notes = append(file.Notes, note("Of the %s points, a sample of %s is read.", thousands(t.counted), thousands(t.Points)))
	return file, nil
}

// sampleFew is sampleRandom for few of many, without a list of all.
func sampleFew(count, n int, random rand.Source) []int {
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

// thinnedFile is gathered.file where a sample is kept.
func (g *gathered) thinnedFile(fail failing) (File, error) {
	switch g.thin.counted = g.valid; {
	case g.valid == 0:
		return File{}, fail("has no points")
	case g.valid < g.rows:
		return File{}, fail("%s of %s points have no coordinates; leave them out before a sample is drawn of more than %s", thousands(g.rows-g.valid),
			thousands(g.rows), thousands(maxPoints))
	}
	file := File{Cloud: g.cloud}
	return file, nil
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
