package smoothing

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// nasty is a model that reads every bit of its input: five logits from a hash of it.
func nasty(input []byte) (logits []float64) {
	hash := fnv.New64a()
	for c := range 5 {
		hash.Write(append([]byte{byte(c)}, input...))
		logits = append(logits, float64(float32(hash.Sum64()>>40)*0x1p-24))
	}
	return logits
}

// nastyClass returns the class of a cloud by that model.
func nastyClass(p posed, layout Layout, q float64, dimension int) int {
	var logits []float64
	if layout.together() {
		slices.SortFunc(p.poses, slices.Compare[[]float64])
		var all []byte
		for _, pose := range p.poses {
			all = layout.appendPose(all, Float32, pose, q, dimension)
		}
		c, _ := class(sumsOf(nasty(all), 5))
		return c
	}
	for _, pose := range p.poses {
		logits = append(logits, nasty(layout.appendPose(nil, Float32, pose, q, dimension))...)
	}
	c, _ := class(sumsOf(logits, 5))
	return c
}

// moved applies a random member of the group; the error is that of the arithmetic.
func moved(r *rand.Rand, s symmetry, z pointcloud.Cloud, shuffle bool) approximate {
	turn, shift := trials.Member(r, s.group, z.Dimension)
	out := trials.Moved(z, turn, shift)
	if s.group == invariance.Axis {
		out = trials.TurnAbout(z, s.axis, 7*r.Float64())
	}
	if s.translation {
		out = trials.Moved(out, invariance.Identity(3), [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
	}
	if shuffle {
		points := slices.Collect(slices.Chunk(out.Points, z.Dimension))
		r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		out.Points = slices.Concat(points...)
	}
	return approximate{Cloud: out, error: 64 * special.Unit * (largest(z.Points) + largest(out.Points))}
}

// No motion of a noisy cloud changes its class where both are settled: 300 motions for every
// symmetry, or as many as the environment says. Without poses most of them change it.
func TestClassUnderMotions(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 6))
	count := trials.Count(t, 100, 300)
	for _, dimension := range []int{2, 3} {
		for _, s := range symmetries(dimension) {
			settled, changed := 0, 0
			for i := range count {
				shuffle, layout := i%2 == 0, layouts[i%len(layouts)]
				x := trials.Cloud(r, 4+r.IntN(12), dimension)
				z := noisy(approximate{Cloud: x}, slices.Repeat([]float64{0.1}, x.Count()), newStream("motions", estimation, i))
				z.error = 0
				other := moved(r, s, z.Cloud, shuffle)
				q := Grid(0.1)
				before, after := s.pose(z, q, shuffle), s.pose(other, q, shuffle)
				if !before.settled || !after.settled {
					continue
				}
				settled++
				if nastyClass(before, layout, q, dimension) != nastyClass(after, layout, q, dimension) {
					t.Fatalf("%+v, %d dimensions, layout %s, motion %d: the class changes", s, dimension, layout, i)
				}
				bare := symmetry{group: invariance.None}
				if nastyClass(bare.pose(z, q, false), layout, q, dimension) != nastyClass(bare.pose(other, q, false), layout, q, dimension) {
					changed++
				}
			}
			if settled < count*99/100 {
				t.Errorf("%+v, %d dimensions: only %d of %d settled", s, dimension, settled, count)
			}
			if changed < count/4 {
				t.Errorf("%+v, %d dimensions: without poses only %d of %d classes change", s, dimension, changed, count)
			}
		}
	}
}

// Of the rotations only those of determinant +1 are poses of SO: a mirror image has others.
func TestMirrorImages(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 7))
	for _, dimension := range []int{2, 3} {
		different := 0
		for i := range 100 {
			z := noisy(approximate{Cloud: trials.Cloud(r, 10, dimension)}, slices.Repeat([]float64{0.1}, 10), newStream("mirror", estimation, i))
			mirror := approximate{Cloud: trials.Moved(z.Cloud, trials.Orthogonal(r, dimension, -1), [3]float64{}), error: z.error}
			for _, group := range []invariance.Group{invariance.Rotations, invariance.Orthogonal} {
				s := symmetry{group: group}
				same := slices.EqualFunc(sortedPoses(s.pose(z, 1./256, false).poses), sortedPoses(s.pose(mirror, 1./256, false).poses), slices.Equal)
				if group == invariance.Orthogonal && !same {
					t.Fatalf("%d dimensions: O tells a cloud from its mirror image", dimension)
				}
				if group == invariance.Rotations && !same {
					different++
				}
			}
		}
		if different != 100 {
			t.Errorf("%d dimensions: SO takes %d of 100 mirror images for the cloud", dimension, 100-different)
		}
	}
}

// pose takes a cloud through steps 1 to 3.
func (s symmetry) pose(z approximate, q float64, sorted bool) posed {
	z, turns := s.poses(z)
	return posedBy(z, turns, q, sorted)
}
