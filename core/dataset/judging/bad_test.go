package judging

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// A bug that one cloud meets is the failure of that cloud: here one that no file can hold.
func TestPanicFailsOneCloud(t *testing.T) {
	s := mustSettings(t, scaling)
	broken := randomEntry(1, 3, 7, 0.2, 9300)
	broken.Certify = nil
	if got := s.Judge(broken); got.Judged != nil || !strings.HasPrefix(got.Failure, "internal error of the certifier: ") {
		t.Errorf("%+v", got)
	}
}

// No finite input ends in a panic, a NaN or a hang.
func TestExtremeClouds(t *testing.T) {
	for _, group := range []string{"none", "T", "SO", "SE", "O"} {
		for _, family := range []string{`"family":"scale","norms":[0,1e-300,1e100]`, `"family":"rotate","degrees":[0,1e6],"noise":1e100,"draws":2`} {
			s := mustSettings(t, fmt.Sprintf(`"sigma":1e-3,"group":"%s","samples":100,"attack":{%s}`, group, family))
			for _, points := range [][]float64{{0, 0, 0, 0}, {1e100, 1e100, -1e100, 3}, {5e-324, 0, 0, 0}, {1e8, 1, 1e8, 1}} {
				e := Ballot{Name: "x", Predict: []int64{1, 0}, Certify: []int64{1000, 0}, Cloud: pointcloud.Cloud{Dimension: 2, Points: points}}
				got := s.Judge(e)
				if (got.Judged == nil) != (got.Failure != "") || got.Judged != nil && math.Abs(float64(got.Orbit[0])) > 2 {
					t.Errorf("%s %s %v: %+v", group, family, points, got)
				}
			}
		}
	}
}
