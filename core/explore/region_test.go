package explore

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

var pairs = []string{"taper-twist", "rotation-shear"}

func mustRegion(t testing.TB, r *certificate.Request, along []float64, pair string, size int) *Region {
	t.Helper()
	q, err := ParseRegion(fmt.Appendf(nil, `{"pair":%q,"size":%d}`, pair, size))
	if err != nil {
		t.Fatal(err)
	}
	region, err := FindRegion(&Asked{r, along, 0}, q)
	if err != nil {
		t.Fatal(err)
	}
	return region
}

// both is the composition by the definitions of its families, one after the other.
func (r *Region) both(request *certificate.Request, w *Withstood, x, y float64) pointcloud.Cloud {
	of := func(family string) Range {
		for _, f := range w.Ranges {
			if f.Family == family {
				return f
			}
		}
		panic(family)
	}
	once := transformed(of(r.First.Family), w.Along, w.Centre, *request.Clean, x)
	return transformed(of(r.Second.Family), w.Along, w.Centre, once, y)
}

// checkPoints looks at so many points of certified cells, and counts these.
func (r *Region) checkPoints(t *testing.T, name string, request *certificate.Request, w *Withstood, random *rand.Rand, points int) (cells int) {
	t.Helper()
	type cell struct {
		row, column int
		mark        byte
	}
	var certified []cell
	for row, text := range r.Rows {
		for column := range text {
			if text[column] != '0' {
				certified = append(certified, cell{row, column, text[column]})
			}
		}
	}
	if len(certified) == 0 {
		return 0
	}
	for range points {
		c := certified[random.IntN(len(certified))]
		at := func(side Side, i int) float64 {
			part := []float64{0, 1, random.Float64(), random.Float64()}[random.IntN(4)] // edges too
			return side.From + (side.To-side.From)*(float64(i)+part)/float64(r.Size)
		}
		x, y := at(r.First, c.column), at(r.Second, c.row)
		moved := r.both(request, w, x, y)
		blackBox, orbit := apart(request, moved)
		if c.mark == '2' {
			orbit = blackBox
		}
		rounding := 4e-13 * (invariance.Norm(request.Clean.Points) + invariance.Norm(moved.Points))
		if !(orbit < w.Radius+rounding) {
			t.Errorf("%s: at %v, %v in a cell of %c the distance is %v, the radius %v", name, x, y, c.mark, orbit, w.Radius)
			return len(certified)
		}
	}
	return len(certified)
}

// No point of a certified cell is as far as the radius, and along the axes of the rectangle cells are certified as far as
// the ranges of the families go, but for the cells at their ends.
func TestRegion(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(4, 11))
	for _, r := range withstandRequests(14, 24, 0.9) {
		along := []float64{0.2, 0.1, 1}[3-r.Dimension():]
		w := mustWithstand(t, r, along...)
		for _, pair := range pairs {
			if r.Dimension() == 2 && pair == pairs[0] {
				continue
			}
			name := fmt.Sprint(r.Group, " ", r.Dimension(), "-D ", pair)
			region := mustRegion(t, r, along, pair, 24)
			if cells := region.checkPoints(t, name, r, w, random, 400); cells < 40 || !region.Certified {
				t.Errorf("%s: %d cells certified:\n%s", name, cells, strings.Join(region.Rows, "\n"))
			}
			region.checkAxes(t, name, w)
		}
	}
}

func (r *Region) checkAxes(t *testing.T, name string, w *Withstood) {
	t.Helper()
	zero := func(side Side) int { return int(float64(r.Size) * -side.From / (side.To - side.From)) }
	column, row := zero(r.First), zero(r.Second)
	for _, f := range w.Ranges {
		count, width := 0, 0.0
		switch f.Family {
		case r.First.Family:
			width = (r.First.To - r.First.From) / float64(r.Size)
			count = r.Size - strings.Count(r.Rows[row], "0")
		case r.Second.Family:
			width = (r.Second.To - r.Second.From) / float64(r.Size)
			for i := range r.Rows {
				if r.Rows[i][column] != '0' {
					count++
				}
			}
		default:
			continue
		}
		long := 2 * math.Pi
		if !f.Any {
			long = *f.To - *f.From
		}
		if got := float64(count) * width; got < long-6*width || !f.Any && f.By != byTight && got > long+1e-9*long {
			t.Errorf("%s: along %s %v is certified, of a range of %v, in cells of %v:\n%s", name, f.Family, got, long, width, strings.Join(r.Rows, "\n"))
		}
	}
}

// Clouds that are flat, on a line, of one point, symmetric, large, small and far away: what is said of them holds.
func TestRegionOfHostileClouds(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(9, 3))
	certified := 0
	for range 60 {
		r, along := hostileWithstand(random)
		if invariance.Norm(along) == 0 {
			along[0] = 1
		}
		w := mustWithstand(t, r, along...)
		for _, pair := range pairs {
			if w.Ranges == nil || r.Dimension() == 2 && pair == pairs[0] {
				continue
			}
			certified += mustRegion(t, r, along, pair, 9).checkPoints(t, fmt.Sprintf("%s %s %+v", r.Group, pair, r.Clean), r, w, random, 60)
		}
	}
	for name, points := range map[string][]float64{
		"flat": {1, 0, 0, -1, 0.5, 0, 0, -1, 0, 0.3, 0.4, 0}, "line": {0, 0, -1, 0, 0, 1, 0, 0, 0.5}, "aslant": {1, 1, 1, -1, -1, -1, 0.5, 0.5, 0.5}, "one point": {0.3, 0.2, -0.1},
		"origin": {0, 0, 0, 0, 0, 0}, "symmetric": {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1},
	} {
		for _, group := range invariance.Groups {
			r := exploredRequest(group, 3, 1, 1, 0.9)
			r.Clean, r.Sigma = &pointcloud.Cloud{Points: points, Dimension: 3}, 0.05
			w := mustWithstand(t, r, 0, 0, 1)
			for _, pair := range pairs {
				cells := mustRegion(t, r, []float64{0, 0, 1}, pair, 12).checkPoints(t, fmt.Sprint(name, " ", group, " ", pair), r, w, random, 100)
				if cells == 0 && name != "one point" { // rotations, which no cell undoes, move it a long way
					t.Errorf("%s %s %s: nothing is certified", name, group, pair)
				}
				certified += cells
			}
		}
	}
	if certified < 3000 {
		t.Errorf("%d cells", certified)
	}
}

// Finer cells certify what coarse ones do, and more.
func TestRegionIsRefined(t *testing.T) {
	for _, r := range withstandRequests(12, 24, 0.9)[4:8] {
		along := []float64{0, 0, 1}[3-r.Dimension():]
		coarse, fine := mustRegion(t, r, along, "rotation-shear", 10), mustRegion(t, r, along, "rotation-shear", 40)
		count := func(r *Region) (n int) { return r.Size*r.Size - strings.Count(strings.Join(r.Rows, ""), "0") }
		if 16*count(coarse) > count(fine)+16 || count(fine) > 40*count(coarse) {
			t.Errorf("%s: %d cells of 100, %d of 1600", r.Group, count(coarse), count(fine))
		}
		for row, text := range coarse.Rows {
			for column := range text {
				if text[column] != '0' && fine.Rows[4*row+1][4*column+1] == '0' {
					t.Errorf("%s: the coarse cell %d, %d alone is certified", r.Group, column, row)
				}
			}
		}
	}
}

func TestBadRegions(t *testing.T) {
	for _, text := range []string{`{"pair":"melt"}`, `{"size":0}`, `{"size":1000}`, `{"speed":1}`, `7`} {
		if _, err := ParseRegion([]byte(text)); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	q, _ := ParseRegion([]byte(`{}`))
	if _, err := FindRegion(&Asked{exploredRequest(invariance.Rigid, 2, 5, 1, 0.9), []float64{0, 1}, 0}, q); err == nil {
		t.Error("a twist in the plane is no error")
	}
	unsure := mustRegion(t, exploredRequest(invariance.Rigid, 3, 5, 1, 0.5), []float64{0, 0, 1}, pairs[0], 3)
	if unsure.Certified || strings.Join(unsure.Rows, "") != "000000000" {
		t.Errorf("of a prediction of ½: %+v", unsure)
	}
}

// The documents of regions are the same on every platform; they change only with Core.
func TestRegionSameBits(t *testing.T) {
	digest := sha256.New()
	for _, r := range withstandRequests(9, 24, 0.9)[2:] {
		text, err := json.Marshal(mustRegion(t, r, []float64{2, -1, 3}[:r.Dimension()], "rotation-shear", 8))
		if err != nil {
			t.Fatal(err)
		}
		digest.Write(text)
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:8]); got != "7baa8bb5e3e07cbb" {
		t.Errorf("the digest is %s", got)
	}
}

func BenchmarkRegion(b *testing.B) {
	for _, pair := range pairs {
		b.Run(pair, func(b *testing.B) {
			r := exploredRequest(invariance.Rigid, 3, 1024, 19.17, 0.95)
			r.Sigma = 0.1
			for b.Loop() {
				mustRegion(b, r, []float64{0, 0, 1}, pair, defaultRegion)
			}
		})
	}
}
