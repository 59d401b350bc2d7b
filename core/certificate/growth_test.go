package certificate

import (
	"slices"
	"strings"
	"testing"
)

// The interval at a distance is that of the certificate of a cloud at that distance.
func TestGrowthIsThatOfCertificates(t *testing.T) {
	prediction := `{"values": ` + ascending(500, 3) + `}`
	growth, err := FindGrowth(shifted(t, 1, prediction))
	if err != nil {
		t.Fatal(err)
	}
	if growth.Median != 249 || len(growth.Distances) != growthSteps+1 || len(growth.Intervals) != len(growth.Distances) {
		t.Fatalf("median %v, %d distances", growth.Median, len(growth.Distances))
	}
	for _, i := range []int{0, 17, 50, 100} {
		d := growth.Distances[i]
		want, got := mustCertify(t, shifted(t, d, prediction)).BlackBox.Interval, growth.Intervals[i]
		if *got.Lower != *want.Lower || *got.Upper != *want.Upper {
			t.Errorf("d = %v: %v to %v, want %v to %v", d, *got.Lower, *got.Upper, *want.Lower, *want.Upper)
		}
	}
	beyond := growth.Distances[growthSteps] * 1.001
	if i := mustCertify(t, shifted(t, beyond, prediction)).BlackBox.Interval; i.Lower != nil || i.Upper != nil {
		t.Errorf("at %v there is still an interval", beyond)
	}
	if !slices.IsSorted(growth.Distances) {
		t.Error("distances fall")
	}
}

// Too few numbers, or none that is settled, have no interval at any distance.
func TestGrowthOfFewNumbers(t *testing.T) {
	for _, values := range []string{"[1, 2, 3]", "[null, null]"} {
		growth, err := FindGrowth(shifted(t, 1, `{"values": `+values+`}`))
		if err != nil || len(growth.Distances) != 0 {
			t.Errorf("%s: %v, %v", values, growth, err)
		}
	}
	_, err := FindGrowth(shifted(t, 1, `{"votes": 9, "samples": 10}`))
	if err == nil || !strings.Contains(err.Error(), "prediction.values") {
		t.Errorf("of a class: %v", err)
	}
}
