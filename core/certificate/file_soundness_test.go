package certificate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Files that are nearer than the radius of the file, after any transformation that the group and the preparation ignore, are prepared to
// clouds nearer than the radius of the prepared cloud. make soundness moves 10,000 files of each normalisation and group.
func TestMovedFilesStayWithinTheRadius(t *testing.T) {
	count := trials.Count(t, 200, 10_000)
	for _, normalise := range []string{"unit_sphere", "rms"} {
		for _, frame := range []string{"", "clean"} {
			for _, group := range invariance.Groups {
				r := rand.New(rand.NewPCG(17, uint64(len(normalise)+10*len(frame))))
				worst := 0.0
				for range count {
					worst = max(worst, movedFile(t, r, &Preparation{Preparation: pointcloud.Preparation{Normalise: normalise, Frame: frame}}, group))
				}
				// By the farthest point the bound is for the worst cloud; by the others it is reached.
				if worst < 0.999 && (normalise == "rms" || frame == "clean") {
					t.Errorf("%s %s %s: files come only as far as %v of the radius", normalise, frame, group, worst)
				}
			}
		}
	}
}

// movedFile moves a file by all but 1e-9 of its radius, and returns how far the prepared cloud is then, over its radius.
func movedFile(t *testing.T, r *rand.Rand, p *Preparation, group invariance.Group) float64 {
	t.Helper()
	dimension, n := 2+r.IntN(2), []int{2, 3, 8, 40}[r.IntN(4)]
	if group == invariance.Axis {
		dimension = 3
	}
	size, away := math.Pow(10, -3+6*r.Float64()), math.Pow(10, 3*r.Float64()-2)
	file := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	for i := range file.Points {
		file.Points[i] = size * (away*float64(1+i%dimension) + r.NormFloat64())
	}
	radius := math.Pow(10, -4+5*r.Float64())
	request := &Request{Preparation: p}
	request.Group = group
	if group == invariance.Axis {
		request.Axis = []float64{0, 0, 1}
	}
	clean := cloned(file)
	if err := request.PrepareClouds(&pointcloud.File{Cloud: clean}); err != nil {
		t.Fatal(err)
	}
	ruler := request.Ruler()
	length := ruler.Radius(radius) * (1 - 1e-9)
	moved := cloned(file)
	delta := direction(r, file)
	for i, x := range delta {
		moved.Points[i] += length * x
	}
	if request.DividesScale() {
		moved = Scaled(moved, math.Pow(10, 4*r.Float64()-2))
	}
	files := []*pointcloud.File{{Cloud: cloned(file)}, {Cloud: moved}}
	if err := request.PrepareClouds(files...); err != nil {
		t.Fatal(err)
	}
	distance := *request.Reduce(*request.Clean, *request.Perturbed, *request.Perturbed).Orbit
	if distance >= radius {
		t.Errorf("%v, group %s: a file of %d points moved by %v comes to %v, the radius is %v", p.Preparation, group, n, length, distance, radius)
	}
	return distance / radius
}

func cloned(c pointcloud.Cloud) pointcloud.Cloud {
	c.Points = slices.Clone(c.Points)
	return c
}

// direction returns one of length 1: random, along the file, of one point, or across the file, which turns its ray most.
func direction(r *rand.Rand, file pointcloud.Cloud) []float64 {
	d, n := file.Dimension, file.Count()
	centred, _ := invariance.Centre(file)
	delta := make([]float64, len(file.Points))
	switch kind := r.IntN(4); kind {
	case 1: // along the file, in or out
		copy(delta, centred)
	case 2: // the farthest point alone, out or in
		far := 0
		for i := range n {
			if invariance.Norm(centred[i*d:(i+1)*d]) > invariance.Norm(centred[far*d:(far+1)*d]) {
				far = i
			}
		}
		copy(delta[far*d:], centred[far*d:(far+1)*d])
	default:
		for i := range delta {
			delta[i] = r.NormFloat64()
		}
		if kind == 3 { // straight across
			delta, _ = invariance.Centre(pointcloud.Cloud{Dimension: d, Points: delta})
			share := invariance.Dot(delta, centred) / invariance.Dot(centred, centred)
			for i := range delta {
				delta[i] -= share * centred[i]
			}
		}
	}
	norm := invariance.Norm(delta)
	if r.IntN(2) == 0 {
		norm = -norm
	}
	for i := range delta {
		delta[i] /= norm
	}
	return delta
}
