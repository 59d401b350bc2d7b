package smoothing

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// stage tells what samples are for.
type stage int

const (
	selection  stage = iota // name the class
	estimation              // bound its probability
	trying                  // try a declared invariance
	drawing                 // draw a class with the scores of a sample
)

// stream is one of independent standard normal draws.
type stream struct{ source *rand.ChaCha8 }

// newStream returns the stream of one sample.
func newStream(seed string, stage stage, sample int) stream {
	name := fmt.Sprintf("orbitcert samples\n%s\n%d\n%d", seed, stage, sample)
	return stream{rand.NewChaCha8(digest.Sum256([]byte(name)))}
}

// next returns a draw: a sign, and the quantile of a number U uniform in (0, ½) of which
// 63 bits are known, 126 where the first 11 of them are 0. So U is known to three units of 2⁻⁵³
// of itself. It is NaN below 2⁻⁴⁰, once in 5·10¹¹ draws; that sample is then not settled.
func (n stream) next() float64 {
	bits := n.source.Uint64()
	whole := int64(bits &^ (1 << 63))
	u := float64(float64(whole) * 0x1p-64)
	if whole < 1<<52 {
		u += float64(float64(int64(n.source.Uint64()>>1)) * 0x1p-127)
	}
	z := special.LowerQuantile(u)
	if bits>>63 != 0 {
		return -z
	}
	return z
}

// drawError bounds the error of σ times a draw, in units of σ.
const drawError = 32 * special.Unit

// approximate is a cloud each of whose coordinates is within error of the ideal one. An
// error that is not finite says that nothing is known.
type approximate struct {
	pointcloud.Cloud
	error float64
	// outside says that an attribute with noise is beyond its grid.
	outside bool
	// turned bounds how far rows of the matrices that pose it are from ideal ones.
	turned float64
}

// noisy returns X + E, the noise on point n of the standard deviation σₙ.
func noisy(x approximate, sigmas []float64, draws stream) approximate {
	z := approximate{Cloud: pointcloud.Cloud{Dimension: x.Dimension, Points: make([]float64, len(x.Points)), Attributes: x.Attributes}}
	for i, clean := range x.Points {
		z.Points[i] = clean + float64(sigmas[i/x.Dimension]*draws.next())
	}
	z.error = float64(drawError*largest(sigmas)) + float64(special.Unit*largest(z.Points)) + x.error
	return z
}

// largest returns the largest absolute value, NaN where one of them is NaN.
func largest(values []float64) (top float64) {
	for _, x := range values {
		// NaN is never ≤, and stays.
		if size := math.Abs(x); !(size <= top) && top == top {
			top = size
		}
	}
	return top
}
