package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/tight"
)

// blockPoints is how many points are reduced at once: their columns stay in the processor's cache.
const blockPoints = 1 << 10

// pairInBlocks reduces two clouds of so many coordinates as tight.NewPair does, with memory for one block instead of for all
// columns. With orthonormal Qᵦ, a block is QᵦFᵦ but for its error, and the blocks Fᵦ below each other are QF but for theirs: so the
// clouds are diag(Qᵦ)QF but for both. A first column that is constant stays so.
func pairInBlocks(dimension, count int, fill func(from, to int, x, v []float64)) tight.Pair {
	size := blockPoints * dimension
	blocks := (count + size - 1) / size
	rows := 2 * dimension * dimension
	xs, vs := make([]float64, 0, blocks*rows), make([]float64, 0, blocks*rows)
	errors := make([]float64, 0, blocks)
	x, v := make([]float64, size), make([]float64, size)
	for from := 0; from < count; from += size {
		to := min(from+size, count)
		x, v := x[:to-from], v[:to-from]
		clear(x)
		clear(v)
		fill(from, to, x, v)
		block := tight.NewPair(invariance.Aligned{Clean: x, Residual: v}, 0, dimension)
		xs, vs, errors = append(xs, block.Rows(0)...), append(vs, block.Rows(dimension)...), append(errors, block.Error)
	}
	pair := tight.NewPair(invariance.Aligned{Clean: xs, Residual: vs}, 0, dimension)
	pair.Error = math.Nextafter(pair.Error+invariance.RoundUp(invariance.Norm(errors)), math.Inf(1))
	return pair
}
