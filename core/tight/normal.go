package tight

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/special"
)

// Normals is a stream of independent standard normal draws: ChaCha8 turned
// into normals by the ziggurat method (G. Marsaglia and W. Tsang, J. Stat.
// Softw. 5 (2000)) with 256 layers and 53-bit uniforms, in the form that needs
// no rounding of the table (J. Doornik 2005).
type Normals struct{ source *rand.ChaCha8 }

// NewNormals returns the stream of the given name. Distinct names have
// independent streams.
func NewNormals(name string) Normals {
	return Normals{rand.NewChaCha8(digest.Sum256([]byte(name)))}
}

// stream returns the draws of one block of one stage.
func stream(seed string, stage, block int) Normals {
	return NewNormals(fmt.Sprintf("orbitcert draws\n%s\n%d\n%d", seed, stage, block))
}

const (
	layers = 256
	// tailStart is where the lowest layer turns into the tail.
	tailStart = 3.6541528853610088
	// maxNormal bounds every draw: the tail's exponential draw is at most
	// 53·ln 2/tailStart = 10.1.
	maxNormal = 13.8
)

// edges[i] is the right edge of layer i, and inner[i] the share of it that
// lies under the curve for certain.
var edges, inner = func() (x [layers + 1]float64, ratio [layers]float64) {
	density := special.Exp(-float64(tailStart*tailStart) / 2)
	area := float64(tailStart*density) + float64((1-special.NormalCDF(tailStart))*math.Sqrt(2*math.Pi))
	x[0] = area / density
	x[1] = tailStart
	for i := 2; i < layers; i++ {
		density += area / x[i-1]
		x[i] = math.Sqrt(-2 * special.Log(density))
	}
	for i := range ratio {
		ratio[i] = x[i+1] / x[i]
	}
	return x, ratio
}()

// Next returns one draw.
func (n Normals) Next() float64 {
	for {
		bits := n.source.Uint64()
		layer := bits & (layers - 1)
		u := float64(int64(bits)>>11) * 0x1p-52
		x := u * edges[layer]
		if math.Abs(u) < inner[layer] {
			return x
		}
		if layer == 0 {
			return n.tail(u < 0)
		}
		// Between the two edges: compare with the curve, all relative to its
		// height at x.
		square := float64(x * x)
		outer := special.Exp((square - float64(edges[layer]*edges[layer])) / 2)
		upper := special.Exp((square - float64(edges[layer+1]*edges[layer+1])) / 2)
		if outer+float64(n.uniform()*(upper-outer)) < 1 {
			return x
		}
	}
}

// tail draws from the normal distribution beyond tailStart.
func (n Normals) tail(negative bool) float64 {
	for {
		x := -special.Log(n.uniform()) / tailStart
		y := -special.Log(n.uniform())
		if 2*y > float64(x*x) {
			if negative {
				return -tailStart - x
			}
			return tailStart + x
		}
	}
}

// uniform returns a draw from (0, 1].
func (n Normals) uniform() float64 {
	return float64(n.source.Uint64()>>11+1) * 0x1p-53
}
