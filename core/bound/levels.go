package bound

import "math"

// Levels shares the error probability α of a certificate between the votes that its
// classifier cast and what is drawn here.
type Levels struct {
	// Votes is spent on the clean prediction probabilities.
	Votes float64
	// Draws is spent on everything Monte Carlo: all bounds and all looks share it.
	Draws float64
}

// drawsLevel is out of reach even if somebody tries inputs until the draws suit: a million
// tries find a false bound with a probability below 10⁻⁶. The draws follow from the
// inputs, so every input is a seed.
const drawsLevel = 0x1p-40

// DrawsLevel returns min(2⁻⁴⁰, α/2), the error probability of everything Monte Carlo
// in one certificate.
func DrawsLevel(alpha float64) float64 { return min(drawsLevel, alpha/2) }

// Share gives the draws their level and the votes the rest of α, rounded down; 0 where there are no votes.
func Share(alpha, draws float64, voted bool) Levels {
	l := Levels{Draws: draws}
	if voted {
		l.Votes = math.Nextafter(alpha-draws, 0)
	}
	return l
}
