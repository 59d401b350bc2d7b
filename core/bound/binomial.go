// Package bound holds the finite-sample bounds of the Monte Carlo: exact
// binomial tails, Clopper–Pearson bounds, and how the error probability α is
// shared among them.
//
// Every bound is rounded to its safe side: it is never beyond the exact one.
package bound

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// margin is the relative error allowed for a computed binomial tail. Bounds
// solve for α(1 − margin), so that the true tail is at most α.
const margin = 2e-10

// stirlingError[k] is log k! − log(√(2πk) (k/e)ᵏ) for k < 16, filled from
// exact factorials; the series is used from 16 on.
var stirlingError = func() (table [16]float64) {
	factorial := 1.0
	for k := 1; k < len(table); k++ {
		x := float64(k)
		factorial *= x
		table[k] = special.Log(factorial) - float64((x+0.5)*special.Log(x)) + x - halfLog2Pi
	}
	return table
}()

const halfLog2Pi = 0.91893853320467274178

// stirling returns log k! − log(√(2πk) (k/e)ᵏ) for k ≥ 1 by the Stirling series
// (NIST DLMF 5.11.1); four terms leave an error below 2e-14 from k = 16 on.
func stirling(k float64) float64 {
	if k < float64(len(stirlingError)) {
		return stirlingError[int(k)]
	}
	y := 1 / float64(k*k)
	return (1./12 - float64(y*(1./360-float64(y*(1./1260-float64(y/1680)))))) / k
}

// deviance returns x log(x/m) + m − x for x, m > 0 without cancellation near
// x = m: with v = (x−m)/(x+m), log(x/m) = 2 atanh v, and the series in v starts
// at (x−m)·v.
func deviance(x, m float64) float64 {
	diff := x - m
	if math.Abs(diff) > 0.1*(x+m) {
		return float64(x*special.Log(x/m)) + m - x
	}
	v := diff / (x + m)
	sum := float64(diff * v)
	power := float64(2 * x * v)
	for j := 3.0; ; j += 2 {
		power = float64(power * float64(v*v))
		next := sum + power/j
		if next == sum {
			return sum
		}
		sum = next
	}
}

// logMass returns log Pr[Bin(n, p) = k] for 0 ≤ k ≤ n and 0 < p < 1 by the
// saddle-point form of C. Loader, "Fast and accurate computation of binomial
// probabilities" (2000). The absolute error is below 1e-13 + 1e-15·|result|.
func logMass(k, n, p float64) float64 {
	q := 1 - p
	switch k {
	case 0:
		return float64(n * special.Log1p(-p))
	case n:
		return float64(n * special.Log(p))
	}
	rest := n - k
	return stirling(n) - stirling(k) - stirling(rest) -
		deviance(k, float64(n*p)) - deviance(rest, float64(n*q)) -
		halfLog2Pi - float64(0.5*special.Log(float64(k*(rest/n))))
}

// UpperTail returns Pr[Bin(n, p) ≥ k] for 0 ≤ p ≤ 1, as a sum of positive
// terms. The relative error is below 1e-10 for n ≤ 1e9.
func UpperTail(k, n int64, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	return tail(float64(k), float64(n), p)
}

func tail(k, n, p float64) float64 {
	if k < float64(n*p) {
		return 1 - sumMass(k-1, n, p, -1)
	}
	return sumMass(k, n, p, 1)
}

// sumMass adds the masses at k, k+step, … to the end of the support, in units
// of the first one; the terms fall, and once they fall geometrically the rest
// is below the last term over 1 − ratio.
func sumMass(k, n, p float64, step float64) float64 {
	first := logMass(k, n, p)
	odds := p / (1 - p)
	term, sum := 1.0, 1.0
	for j := k; ; j += step {
		var ratio float64
		if step > 0 {
			ratio = float64((n-j)/(j+1)) * odds
		} else {
			ratio = j / (n - j + 1) / odds
		}
		term = float64(term * ratio)
		sum += term
		if term <= sum*special.Unit*(1-ratio) {
			return min(1, float64(special.Exp(first)*sum))
		}
	}
}
