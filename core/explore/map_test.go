package explore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// mapOf computes a whole map: p_min by [row][column], NaN outside the disc.
func mapOf(t *testing.T, norm, distance float64, size int) [][]float64 {
	t.Helper()
	plan, err := ParseMap(fmt.Appendf(nil, `{"norm": %v, "distance": %v, "size": %d}`, norm, distance, size))
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, size)
	for i := range out {
		out[i] = make([]float64, size)
		for k := range out[i] {
			out[i][k] = math.NaN()
		}
	}
	seen, coarsest := map[[2]int]bool{}, 0.0
	for block := range plan.Blocks {
		data, err := plan.Map.Run(block)
		if err != nil {
			t.Fatal(err)
		}
		cells := make([]float64, len(data)/8)
		if _, err := binary.Decode(data, binary.LittleEndian, cells); err != nil {
			t.Fatal(err)
		}
		for ; len(cells) > 0; cells = cells[mapNumbers:] {
			column, row, p := int(cells[0]), int(cells[1]), cells[3]
			if block == 0 && coarsest == 0 {
				coarsest = cells[2]
			}
			if block >= plan.Coarse && cells[2] == coarsest {
				t.Errorf("block %d has a cell of stride %v, %d are the coarse ones", block, coarsest, plan.Coarse)
			}
			if gain := plan.BlackBox - p; cells[4] < 0 || cells[4] > gain+1e-15 {
				t.Errorf("gain %v of %v", cells[4], gain)
			}
			if seen[[2]int{column, row}] {
				t.Errorf("cell (%d, %d) comes twice", column, row)
			}
			seen[[2]int{column, row}] = true
			out[row][column] = p
			out[size-1-row][column] = p
		}
	}
	return out
}

// Every cell of the disc comes once, and is that of the parameters at its centre.
func TestMapIsComplete(t *testing.T) {
	slow.Skip(t)
	for _, size := range []int{2, 7, 24, 31} {
		cells := mapOf(t, 1, 1.5, size)
		for row := range cells {
			for column, p := range cells[row] {
				x, y := float64(2*column+1-size)/float64(size), float64(2*row+1-size)/float64(size)
				if (x*x+y*y <= 1) == math.IsNaN(p) {
					t.Errorf("size %d: cell (%d, %d) is %v", size, column, row, p)
				} else if !math.IsNaN(p) {
					want, err := tight.Parameters{Norm: 1, Distance: 1.5, Along: x, Across: math.Abs(y)}.Planar().ExactMinimum()
					if math.Abs(p-want) > err+1e-13 {
						t.Errorf("size %d: cell (%d, %d) is %v, want %v", size, column, row, p, want)
					}
				}
			}
		}
	}
}

// The gain shrinks as ‖X‖ grows, and p_min is between ½ and Φ(‖Δ‖/σ).
func TestMapGainShrinks(t *testing.T) {
	before := mapOf(t, 0.02, 1, 16)
	for _, norm := range []float64{0.5, 2, 20} {
		cells := mapOf(t, norm, 1, 16)
		mean, earlier := 0.0, 0.0
		for row := range cells {
			for column, p := range cells[row] {
				if math.IsNaN(p) {
					continue
				}
				if p < 0.5 || p > special.NormalCDF(1)+1e-12 {
					t.Errorf("‖X‖ = %v: p_min = %v", norm, p)
				}
				mean, earlier = mean+p, earlier+before[row][column]
			}
		}
		if mean <= earlier {
			t.Errorf("‖X‖ = %v: the mean p_min falls from %v to %v", norm, earlier, mean)
		}
		before = cells
	}
}

// The rotations of the plan are where p_min comes down to ½.
func TestMapRotation(t *testing.T) {
	plan, err := ParseMap([]byte(`{"norm": 2, "distance": 3}`))
	if err != nil || plan.Map.Size != 100 || len(plan.Rotation) != 2 {
		t.Fatalf("%+v, %v", plan, err)
	}
	cells := mapOf(t, 2, 3, 40)
	near := func(x float64) int { return min(39, int((x+1)*20)) }
	if p := cells[near(0.95*plan.Rotation[1])][near(0.95*plan.Rotation[0])]; !(p < cells[20][39]-0.2) {
		t.Errorf("p_min is %v next to the rotation, %v at scaling", p, cells[20][39])
	}
	if plan, err = ParseMap([]byte(`{"norm": 1, "distance": 2.1}`)); err != nil || plan.Rotation != nil {
		t.Errorf("a rotation beyond 2‖X‖: %+v, %v", plan, err)
	}
}

func TestMapRefused(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"norm": 1}`, `{"norm": 0, "distance": 1}`, `{"norm": 1, "distance": -1}`, `{"norm": 1, "distance": 2e6}`,
		`{"norm": 1, "distance": 1, "size": 1}`, `{"norm": 1, "distance": 1, "size": 401}`, `{"norm": 1, "distance": 1, "x": 1}`, `1`,
	} {
		if m, err := ParseMap([]byte(text)); err == nil {
			t.Errorf("%s is taken: %+v", text, m)
		}
	}
	m := ParameterMap{Norm: 1, Distance: 1, Size: 20}
	for _, block := range []int{-1, m.plan().Blocks, math.MaxInt32} {
		if _, err := m.Run(block); err == nil {
			t.Errorf("block %d is computed", block)
		}
	}
}

// goldenExplored is the SHA-256 of a map, radii and curves, the same everywhere, goldenExploredStart that of what needs no draws; when they
// change, Core must change too. (The draws of sampled points depend on Core.)
const (
	goldenExploredStart = "671cf6c78cc6d7aa58ee94ec4833c525a06102b10c9c4b0f38c4f102d2fd9fbd"
	goldenExplored      = "12e39647d4e2b8340c80fcb519002570c4b1bf07781cf6b70a8bf0543d579137"
)

func TestExploredSameBits(t *testing.T) {
	hash := sha256.New()
	plane, space := exploredRequest("SE", 2, 9, 1, 0.85), exploredRequest("SE", 3, 9, 1, 0.85)
	radii := mustRadii(t, plane)
	_, random := answers(t, plane, `{"kind": "random", "steps": 6, "directions": 3}`)
	m := ParameterMap{Norm: 1, Distance: 2, Size: 30}
	for block := range m.plan().Blocks {
		data, _ := m.Run(block)
		hash.Write(data)
	}
	write := func(value any) {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(text)
	}
	for _, value := range []any{radii, radii.Ball.EveryDirection(), random} {
		write(value)
	}
	checkDigest(t, hash, goldenExploredStart)
	if testing.Short() {
		return
	}
	_, turned := answers(t, space, `{"kind": "rotate", "to": 40, "steps": 3, "noise": 1}`)
	write(turned)
	checkDigest(t, hash, goldenExplored)
}

// checkDigest holds what was written to a hash against the digest that is frozen.
func checkDigest(t *testing.T, hash hash.Hash, want string) {
	t.Helper()
	if got := hex.EncodeToString(hash.Sum(nil)); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

func BenchmarkMap(b *testing.B) {
	m := ParameterMap{Norm: 1, Distance: 1, Size: 100}
	for b.Loop() {
		for block := range m.plan().Blocks {
			m.Run(block)
		}
	}
}
