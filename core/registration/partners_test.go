package registration

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// each fails where a perturbed point has two partners or none exists.
func each(t *testing.T, partners []int, clean, perturbed int) {
	t.Helper()
	taken, count := map[int]bool{}, 0
	for _, p := range partners {
		if p < 0 {
			continue
		}
		if p >= perturbed || taken[p] {
			t.Fatalf("%d is a partner twice, or is none of %d", p, perturbed)
		}
		taken[p], count = true, count+1
	}
	if len(partners) != clean || count != min(clean, perturbed) {
		t.Fatalf("%d partners for %d and %d points: %d pairs", len(partners), clean, perturbed, count)
	}
}

// edited turns and moves a cloud, shuffles it, and leaves out, replaces and adds points; partners are the true ones.
func edited(r *rand.Rand, clean pointcloud.Cloud, turn invariance.Matrix, shift float64, removed, replaced, added int) (out pointcloud.Cloud, partners []int) {
	n, d := clean.Count(), clean.Dimension
	order := r.Perm(n)[removed:]
	partners = slices.Repeat([]int{-1}, n)
	out.Dimension = d
	for i, from := range order {
		for k := range d {
			if i < replaced {
				out.Points = append(out.Points, 3*r.NormFloat64())
				continue
			}
			out.Points = append(out.Points, invariance.Along(&turn[k], clean.Points[from*d:][:d])+shift+1e-4*r.NormFloat64())
		}
		if i >= replaced {
			partners[from] = i
		}
	}
	for range added * d {
		out.Points = append(out.Points, 3*r.NormFloat64())
	}
	return out, partners
}

// Clouds that were turned, moved, shuffled and edited find their partners again: all but a few of those that stayed, in
// seven of eight clouds at least. These have no shape but their points, which is hard: a search may fail, and proves nothing then.
func TestPartnersOfEditedClouds(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(27, 11))
	for _, c := range []struct {
		group      invariance.Group
		axis       []float64
		translates bool
		dimension  int
		turned     bool
		shift      float64
	}{
		{"none", nil, false, 3, false, 0}, {"T", nil, true, 3, false, 2}, {"SO", nil, false, 3, true, 0}, {"SE", nil, true, 3, true, 2}, {"E", nil, true, 3, true, 2},
		{"axis", []float64{0, 0, 1}, true, 3, true, 2}, {"SO", nil, false, 2, true, 0}, {"SE", nil, true, 2, true, 2}, {"E", nil, true, 2, true, 2},
	} {
		failed := 0
		for range 8 {
			clean := pointcloud.Cloud{Dimension: c.dimension}
			for range 300 {
				clean.Points = append(clean.Points, []float64{2 * r.Float64(), r.NormFloat64() / 3, r.ExpFloat64() / 5}[:c.dimension]...)
			}
			turn := invariance.Identity(c.dimension)
			switch {
			case c.turned && (c.dimension == 2 || c.group == "axis"):
				sin, cos := special.Sincos(6 * r.Float64())
				turn[0], turn[1] = [3]float64{cos, -sin, 0}, [3]float64{sin, cos, 0}
			case c.turned:
				turn = quaternionMatrix([4]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
			}
			if c.turned && c.group == "E" {
				for k := range turn {
					turn[k][0] = -turn[k][0]
				}
			}
			perturbed, want := edited(r, clean, turn, c.shift, 12, 10, 7)
			got := Partners(c.group, c.axis, c.translates, clean, perturbed)
			each(t, got, clean.Count(), perturbed.Count())
			right := 0
			for n, partner := range want {
				if partner >= 0 && got[n] == partner {
					right++
				}
			}
			if right < 276 {
				failed++
			}
		}
		if failed > 1 {
			t.Errorf("%s in %d dimensions: %d of 8 clouds do not find their partners", c.group, c.dimension, failed)
		}
	}
}

// Whatever the clouds are, the pairing is one.
func TestPartnersOfOddClouds(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(27, 12))
	line := func(n, d int, scale float64) (c pointcloud.Cloud) {
		c.Dimension = d
		for i := range n {
			for k := range d {
				c.Points = append(c.Points, scale*float64(i*(1-k)))
			}
		}
		return c
	}
	for _, d := range []int{2, 3} {
		clouds := []pointcloud.Cloud{line(1, d, 1), line(2, d, 1), line(40, d, 0), line(40, d, 1e98), line(30, d, 1e-300), trials.Cloud(r, 7, d), trials.Cloud(r, 200, d)}
		for i, clean := range clouds {
			for _, perturbed := range []pointcloud.Cloud{clean, clouds[(i+1)%len(clouds)], clouds[(i+4)%len(clouds)]} {
				for _, g := range []invariance.Group{"none", "T", "O", "SE"} {
					each(t, Partners(g, nil, false, clean, perturbed), clean.Count(), perturbed.Count())
				}
				if d == 3 {
					each(t, Partners(invariance.Axis, []float64{1, 2, -1}, false, clean, perturbed), clean.Count(), perturbed.Count())
				}
			}
		}
	}
	if got := InOrder(3, 2); !slices.Equal(got, []int{0, 1, -1}) {
		t.Errorf("in order: %v", got)
	}
}

// The tree finds what a look at all points finds.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 13))
	for range 200 {
		cloud := trials.Cloud(r, 1+r.IntN(60), 2+r.IntN(2))
		for i := range cloud.Points {
			if r.IntN(2) == 0 {
				cloud.Points[i] = math.Round(2 * cloud.Points[i]) // many are equal
			}
		}
		tree, room := newTree(cloud), make([]neighbour, 1+r.IntN(6))
		at := [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		var all []neighbour
		for i := range cloud.Count() {
			all = append(all, neighbour{tree.square(int32(i), &at), int32(i)})
		}
		slices.SortFunc(all, func(a, b neighbour) int {
			if a.square != b.square {
				return int(math.Copysign(1, a.square-b.square))
			}
			return int(a.point - b.point)
		})
		if got, want := tree.near(&at, room), all[:min(len(room), len(all))]; !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// goldenPartners is the SHA-256 of pairings, the same on every processor.
const goldenPartners = "8a6411763964dec15029319b753587bb6332174e00d22fd66f4d228e38999e6c"

func TestPartnersHaveTheSameBitsEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 14))
	hash := sha256.New()
	for _, g := range []invariance.Group{"none", "T", "SO", "E"} {
		clean := trials.Cloud(r, 120, 3)
		perturbed, _ := edited(r, clean, invariance.Identity(3), 0.1, 9, 5, 3)
		fmt.Fprintln(hash, Partners(g, nil, false, clean, perturbed))
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenPartners {
		t.Errorf("the digest of the pairings is %s, want %s", got, goldenPartners)
	}
}
