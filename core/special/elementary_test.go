package special

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// elementary are the functions that Go and gonum have too, at arguments of every size.
var elementary = []struct {
	name          string
	ours, theirs  func(float64) float64
	lowest, above float64
}{
	{"Log", Log, math.Log, 0x1p-1022, math.Inf(1)},
	{"Log1p", Log1p, math.Log1p, -1, math.Inf(1)},
	{"sin", func(x float64) float64 { sin, _ := Sincos(x); return sin }, math.Sin, -1 << 29, 1 << 29},
	{"cos", func(x float64) float64 { _, cos := Sincos(x); return cos }, math.Cos, -1 << 29, 1 << 29},
	{"NormalQuantile", NormalQuantile, mathext.NormalQuantile, 0x1p-1022, 1},
}

// bends are where these functions change their way.
var bends = []float64{
	0x1p-1022, 0x1p-54, 0x1p-29, math.Exp(-25), 0.075, math.Sqrt2/2 - 1, 1 - math.Sqrt2, math.Sqrt2 - 1, 0.5, math.Sqrt2 / 2,
	math.Pi / 4, 0.925, 1, math.Sqrt2, math.Pi / 2, 2, 3, 3 * math.Pi / 4, math.Pi, 0x1p53,
}

// arguments calls f with numbers of all exponents, of those near 1, and near the bends,
// made by bit operations alone.
func arguments(rounds int, f func(x float64)) {
	r := rand.New(rand.NewPCG(64, 20))
	for range rounds {
		bits := r.Uint64()
		near := math.Float64frombits(bits>>12 | (1023-r.Uint64N(64))<<52 | bits<<63)
		for _, x := range []float64{math.Float64frombits(bits), near, 1 - math.Abs(near), near * 64, near * 0x1p28} {
			f(x)
		}
		bend := bends[r.IntN(len(bends))]
		f(math.Copysign(math.Float64frombits(math.Float64bits(math.Abs(bend))+r.Uint64N(9)-4), bend))
	}
}

// fuses tells whether Go's math rounds x*y + z once on this machine.
func fuses() bool {
	switch runtime.GOARCH {
	case "amd64", "386", "wasm":
		return false
	}
	return true
}

// Our functions have the bits of Go's math where that does not fuse; elsewhere they differ in a few.
func TestElementaryAsGo(t *testing.T) {
	for _, f := range elementary {
		compared := 0
		arguments(100_000, func(x float64) {
			if !(x >= f.lowest && x <= f.above) {
				return
			}
			compared++
			got, want := f.ours(x), f.theirs(x)
			if same := math.Float64bits(got) == math.Float64bits(want); !same && (!fuses() || math.Abs(got-want) > 4e-15*max(1, math.Abs(want))) {
				t.Errorf("%s(%v) = %v, Go has %v", f.name, x, got, want)
			}
		})
		if compared < 50_000 {
			t.Errorf("%s: only %d arguments", f.name, compared)
		}
	}
}

// The bits are part of every certificate: natively, under qemu, on 386 and in WebAssembly.
func TestElementaryGolden(t *testing.T) {
	digest := sha256.New()
	arguments(10_000, func(x float64) {
		for _, f := range elementary {
			if x >= f.lowest && x <= f.above {
				binary.Write(digest, binary.LittleEndian, math.Float64bits(f.ours(x)))
			}
		}
	})
	const want = "b771e55c417460a4"
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:8]); got != want {
		t.Errorf("the digest of the values is %s, want %s", got, want)
	}
}

// ulps is the distance of a value from the true one in units in the last place of the latter.
func ulps(got, want float64) float64 {
	want = math.Abs(want)
	return math.Abs(math.Abs(got)-want) / (math.Nextafter(want, math.Inf(1)) - want)
}

func TestLogAgainst300Bits(t *testing.T) {
	for x := 5e-324; x < 1e308; x *= 3.7 {
		want := bigLog(new(big.Float).SetPrec(300).SetFloat64(x))
		if off := ulps(Log(x), want); !(off <= 1) {
			t.Errorf("Log(%v) = %v, want %v", x, Log(x), want)
		}
	}
	for x := 1e-17; x < 1e17; x *= 1.37 {
		for _, x := range []float64{x, -x} {
			if x <= -1 {
				continue
			}
			sum := new(big.Float).SetPrec(300).SetFloat64(x)
			want := bigLog(sum.Add(sum, big.NewFloat(1)))
			if off := ulps(Log1p(x), want); !(off <= 1) {
				t.Errorf("Log1p(%v) = %v, want %v", x, Log1p(x), want)
			}
		}
	}
}

// bigSincos sums both series in 400 bits.
func bigSincos(x float64) (sin, cos float64) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(x) }
	sums, term := [2]*big.Float{number(0), number(0)}, number(1)
	for k := range 250 {
		signed := new(big.Float).Set(term)
		if k&2 != 0 {
			signed.Neg(signed)
		}
		sums[k&1].Add(sums[k&1], signed)
		term.Mul(term, number(x)).Quo(term, number(float64(k+1)))
	}
	cos, _ = sums[0].Float64()
	sin, _ = sums[1].Float64()
	return sin, cos
}

func TestSincosAgainst400Bits(t *testing.T) {
	slow.Skip(t)
	for x := -60.0; x < 60; x += 0.127 {
		sin, cos := Sincos(x)
		wantSin, wantCos := bigSincos(x)
		if math.Abs(sin-wantSin) > 1.5*Unit || math.Abs(cos-wantCos) > 1.5*Unit {
			t.Errorf("Sincos(%v) = %v, %v, want %v, %v", x, sin, cos, wantSin, wantCos)
		}
	}
}

func TestElementarySpecialCases(t *testing.T) {
	infinite, none := math.Inf(1), math.NaN()
	for _, c := range []struct{ got, want float64 }{
		{Log(0), -infinite}, {Log(math.Copysign(0, -1)), -infinite}, {Log(-1), none}, {Log(none), none}, {Log(infinite), infinite}, {Log(1), 0},
		{Log(5e-324), -744.44007192138126}, {Log(math.MaxFloat64), 709.78271289338400},
		{Log1p(0), 0}, {Log1p(-1), -infinite}, {Log1p(-1.5), none}, {Log1p(-infinite), none}, {Log1p(none), none}, {Log1p(infinite), infinite}, {Log1p(5e-324), 5e-324},
		{NormalQuantile(0), -infinite}, {NormalQuantile(1), infinite}, {NormalQuantile(0.5), 0}, {NormalQuantile(none), none},
	} {
		if c.got != c.want && !(math.IsNaN(c.got) && math.IsNaN(c.want)) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1)} {
		if sin, cos := Sincos(x); math.Signbit(sin) != math.Signbit(x) || sin != 0 || cos != 1 || math.Signbit(Log1p(x)) != math.Signbit(x) {
			t.Errorf("Sincos(%v) = %v, %v; Log1p %v", x, sin, cos, Log1p(x))
		}
	}
	for _, x := range []float64{1 << 29, -infinite, none} {
		if sin, cos := Sincos(x); !math.IsNaN(sin) || !math.IsNaN(cos) {
			t.Errorf("Sincos(%v) = %v, %v", x, sin, cos)
		}
	}
	for _, p := range []float64{-1e-300, 1 + 2*Unit} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NormalQuantile(%v) gave a number", p)
				}
			}()
			NormalQuantile(p)
		}()
	}
}

func BenchmarkElementary(b *testing.B) {
	x := 0.0
	for _, f := range elementary {
		for _, way := range []struct {
			name string
			call func(float64) float64
		}{{f.name, f.ours}, {f.name + " of Go", f.theirs}} {
			b.Run(way.name, func(b *testing.B) {
				for b.Loop() {
					if x += 0.37 * 0x1p-10; x >= 1 {
						x = 0x1p-20
					}
					way.call(x)
				}
			})
		}
	}
}
