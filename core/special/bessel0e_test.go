package special

import (
	"math"
	"testing"
)

// logI0eError is what LogI0e promises.
func logI0eError(y float64) float64 { return Unit * (12 + 2*math.Abs(y)) }

func TestLogI0eAgainstPowerSeries(t *testing.T) {
	for x := 1e-9; x < 120; x = x*1.07 + 1e-3 {
		// log I₀ is rounded before x is taken off.
		logI0 := bigLog(bigI0(x))
		want := logI0 - x
		if got := LogI0e(x); math.Abs(got-want) > logI0eError(want)+Unit*logI0 {
			t.Errorf("LogI0e(%v) = %.17g, want %.17g", x, got, want)
		}
	}
}

func TestLogI0eAgainstTail(t *testing.T) {
	for x := 20.0; x < 1e300; x *= 1.7 {
		want := logI0Tail(x) - 0.5*(log2Pi+math.Log(x))
		if got := LogI0e(x); math.Abs(got-want) > logI0eError(want)+4*Unit*math.Abs(want) {
			t.Errorf("LogI0e(%v) = %.17g, want %.17g", x, got, want)
		}
	}
}

func TestLogI0eFalls(t *testing.T) {
	last := 0.0
	for x := 0.0; x < 200; x += 1. / 512 {
		y := LogI0e(x)
		if y > last+2*logI0eError(y) {
			t.Fatalf("LogI0e(%v) = %v after %v", x, y, last)
		}
		last = y
	}
}

func TestLogI0eSpecialCases(t *testing.T) {
	if LogI0e(0) != 0 || LogI0e(math.Inf(1)) != math.Inf(-1) || !math.IsNaN(LogI0e(math.NaN())) || LogI0e(-3) != LogI0e(3) {
		t.Error("0, infinity, NaN or an odd sign")
	}
	if y := LogI0e(math.MaxFloat64); math.Abs(y+355.3) > 1 {
		t.Errorf("LogI0e(MaxFloat64) = %v", y)
	}
}

func TestLogI0eDifference(t *testing.T) {
	for x := 1e-3; x < 1e12; x *= 3.7 {
		for y := 1e-3; y < 1e12; y *= 5.1 {
			a, b := LogI0e(x), LogI0e(y)
			if got := LogI0eDifference(x, y); math.Abs(got-(b-a)) > logI0eError(a)+logI0eError(b) {
				t.Errorf("LogI0eDifference(%v, %v) = %v, want %v", x, y, got, b-a)
			}
		}
	}
}
