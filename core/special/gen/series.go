//go:build ignore

// Shared by the generators of this folder: arithmetic in 400 bits of math/big, and power series.
package main

import "math/big"

const precision = 400

var pi, _, _ = big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651328230664709384460955058223172535940812848111745", 10, precision, big.ToNearestEven)

func float(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func add(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Quo(x, y) }

// negligible tells whether a term no longer counts.
func negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-precision
}

// exponential returns eˣ by halving x 20 times.
func exponential(x *big.Float) *big.Float {
	r := mul(x, float(0x1p-20))
	sum, term := float(1), float(1)
	for n := 1.0; !negligible(term, sum); n++ {
		term = quo(mul(term, r), float(n))
		sum = add(sum, term)
	}
	for range 20 {
		sum = mul(sum, sum)
	}
	return sum
}
