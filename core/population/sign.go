package population

import (
	"sort"

	"github.com/orbitcert/orbitcert/core/bound"
)

// SignTest returns the probability that the clouds which only one of two models certifies are divided at least this
// unevenly, if each is equally likely to be of either: 2 Pr[Bin(a + b, ½) ≥ max(a, b)], at most 1.
//
// It is below any x with probability at most x if the models certify the same share of all clouds. Domain: a, b ≥ 0.
// Source: Q. McNemar, Psychometrika 12 (1947), in its exact form.
func SignTest(a, b int64) float64 {
	return min(1, 2*bound.UpperTail(max(a, b), a+b, 0.5))
}

// Holm returns p-values that hold for all tests at once: in rising order the j-th of N times N − j + 1, never below the one
// before, at most 1. Any of the true hypotheses has one of at most x with probability at most x, however the tests depend.
//
// Source: S. Holm, Scandinavian Journal of Statistics 6 (1979).
func Holm(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return values[order[i]] < values[order[j]] })
	adjusted, least := make([]float64, len(values)), 0.0
	for j, i := range order {
		least = max(least, min(1, float64(len(values)-j)*values[i]))
		adjusted[i] = least
	}
	return adjusted
}
