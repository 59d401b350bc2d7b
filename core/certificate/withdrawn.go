package certificate

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/invariance"
)

//go:embed withdrawn.json
var withdrawnText []byte

// withdrawn is a set of results, of collinear clean clouds, that a security fix has withdrawn.
type withdrawn struct {
	// Before is the first core whose results hold.
	Before    string   `json:"before"`
	Groups    []string `json:"groups"`
	Dimension int      `json:"dimension"`
	Reason    string   `json:"reason"`
}

// withdrawnReason tells why a result of a core, certified by no row that was verified, is withdrawn;
// "" where it is not.
func withdrawnReason(core string, r *Request) string {
	var all []withdrawn
	if err := json.Unmarshal(withdrawnText, &all); err != nil {
		panic(err) // a file of ours
	}
	for _, w := range all {
		if older(core, w.Before) && slices.Contains(w.Groups, string(r.Group)) && r.Dimension() == w.Dimension && r.hasCollinearClean() {
			return w.Reason
		}
	}
	return ""
}

// older compares versions of the core.
func older(a, b string) bool {
	return slices.Compare(numbersOf(a), numbersOf(b)) < 0
}

// numbersOf returns the three numbers of a version as cores write it, nil for what is not one.
func numbersOf(version string) (numbers []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || strconv.FormatUint(n, 10) != part {
			return nil
		}
		numbers = append(numbers, int(n))
	}
	if len(numbers) != 3 {
		return nil
	}
	return numbers
}

// hasCollinearClean tells whether all points of the clean cloud lie on a line, through the origin for
// groups without translations.
func (r *Request) hasCollinearClean() bool {
	var points []float64
	switch {
	case r.Matrix != nil:
		d := r.Matrix.Dimension
		for _, row := range r.Matrix.Matrix[d : 2*d] {
			points = append(points, row[d:2*d]...)
		}
	case r.Pair != nil:
		for i := range r.Pair.Dimension {
			points = append(points, r.Pair.Factor[i][:r.Pair.Dimension]...)
		}
	case r.Clean != nil:
		points = r.Clean.Points
		if r.Centres() {
			points, _ = invariance.Centre(*r.Clean)
		}
	}
	return haveRankOne(points, r.Dimension())
}

// haveRankOne tells whether all points are multiples of one of them, up to 1e-9 of the longest.
func haveRankOne(points []float64, dimension int) bool {
	var longest []float64
	for at := 0; at < len(points); at += dimension {
		if point := points[at : at+dimension]; invariance.Norm(point) > invariance.Norm(longest) {
			longest = point
		}
	}
	size := invariance.Norm(longest)
	for at := 0; at < len(points); at += dimension {
		point := points[at : at+dimension]
		along, rest := invariance.Dot(point, longest)/(size*size), 0.0
		for i, x := range point {
			d := x - float64(along*longest[i])
			rest += float64(d * d)
		}
		if math.Sqrt(rest) > agreement*size {
			return false
		}
	}
	return true
}
