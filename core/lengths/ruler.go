// Package lengths tells what a length of a prepared cloud means for the file that it was made of.
//
// Let F be the file less its mean, s its size, X = F/s the prepared cloud and ν = ‖X‖. All distances are Frobenius norms after the best
// transformation that the classifier ignores. Where each cloud is divided by its own size, they are after the best scaling too.
package lengths

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// The fields of documents that tell the kind.
const (
	Sphere     = "unit_sphere"
	RootMean   = "rms"
	CleanFrame = "clean"
)

// KindOf returns the kind of "normalise" and "frame"; ok is false where a preparation leaves the size.
func KindOf(normalise, frame string) (kind Kind, ok bool) {
	switch {
	case normalise != Sphere && normalise != RootMean:
		return 0, false
	case frame == CleanFrame:
		return Common, true
	case normalise == Sphere:
		return OwnSphere, true
	}
	return OwnMean, true
}

// Kind is how clouds are brought to one size.
type Kind int

// The kinds: by the farthest point or the root mean square of each cloud, or by one size for both.
const (
	OwnSphere Kind = iota
	OwnMean
	Common
)

// Ruler turns lengths of prepared clouds into those of files.
type Ruler struct {
	Kind
	// Size is s.
	Size float64
	// Norm is ν, at least 1 where clouds have a size of their own.
	Norm float64
	// Points is N.
	Points int
}

// slack is more than rounding changes a prepared cloud and its size by, relative to their norms. A cloud is prepared as Rounding says.
const slack = 0x1p-42

// Rounding is how far mean and size of a prepared cloud may be from 0 and 1.
const Rounding = 2e-13

// Radius returns ρ·s: if a file is nearer than that, its prepared cloud is nearer than r. It is rounded down.
//
// Let X′ = (F + Δ)/s′ with ‖Δ‖ = ρs. By one size, ρ < r suffices. By the farthest point, |s′ − s| ≤ ‖Δ‖, so ‖X′ − X‖ ≤ ρ(1 + ν)/(1 − ρ). By the
// root mean square, X and X′ lie on a sphere of radius ν; Δ turns the ray by at most θ = asin(ρ/ν), and the chord is 2ν·sin(θ/2). So ρ is
// ν·sin(2·asin(r/2ν)) = r·√(1 − r²/4ν²), and ν where r ≥ √2·ν.
func (l Ruler) Radius(r float64) float64 {
	if r -= l.lost(r); !(r > 0) {
		return 0
	}
	rho := r
	switch l.Kind {
	case OwnSphere:
		rho = r / (1 + l.Norm + r)
	case OwnMean:
		half := r / (2 * l.Norm)
		if rho = l.Norm; 2*float64(half*half) < 1 {
			rho = r * math.Sqrt(1-float64(half*half))
		}
	}
	return l.down(rho * l.Size)
}

// lost is what rounding of both clouds takes of a radius. Of clouds with one size that may be any, the perturbed one is at most r larger.
func (l Ruler) lost(r float64) float64 {
	return float64(slack * (float64(2*l.Norm) + r))
}

// down takes the rounding of a few products off a length, up adds it.
func (l Ruler) down(x float64) float64 { return min(x*(1-16*special.Unit-slack), math.MaxFloat64) }

// Moved returns a distance of prepared clouds that those of files moved by at most so much do not exceed. It is rounded up.
func (l Ruler) Moved(length float64) float64 {
	rho := float64(length / l.Size * (1 + slack))
	r := rho
	switch l.Kind {
	case OwnSphere:
		r = l.Norm + math.Sqrt(float64(l.Points)) // no point of a prepared cloud is farther than 1 from the mean
		if rho < 1 {
			r = min(r, rho*(1+l.Norm)/(1-rho))
		}
	case OwnMean:
		r = 2 * l.Norm
		if sine := rho / l.Norm; sine < 1 {
			// 2 sin(θ/2) = √(2 − 2cos θ), and 1 − cos θ = sin²θ/(1 + cos θ).
			cosine := math.Sqrt(1 - float64(sine*sine))
			r = l.Norm * sine * math.Sqrt(2/(1+cosine))
		}
	}
	return min((r+l.lost(r))*(1+16*special.Unit), math.MaxFloat64)
}

// Apart returns how far two files are apart, in their unit, whose prepared clouds are at a distance, the other of this norm. Where each cloud has a
// size of its own, the other is scaled to be nearest: by Heron's formula, X is √((d² − (ν − ν′)²)·((ν + ν′)² − d²))/2ν′ from the ray of X′, unless
// they point away from each other. It is rounded up, and does not count rounding of the preparation.
func (l Ruler) Apart(distance, other float64) float64 {
	rho := distance
	if l.Kind != Common && distance > 0 {
		off := max(0, math.Abs(l.Norm-other)-float64(slack*l.Norm))
		rho = l.Norm
		if distance*distance < float64(l.Norm*l.Norm)+float64(other*other) {
			near := math.Sqrt((distance-off)*(distance+off)) / (2 * other)
			rho = min(l.Norm, near*math.Sqrt((l.Norm+other-distance)*(l.Norm+other+distance)))
		}
	}
	return min(rho*l.Size*(1+16*special.Unit+slack), math.MaxFloat64)
}

// Across returns a parameter of a transformation, in 1/length to a power, of the file: rounded towards zero.
func (l Ruler) Across(parameter float64, power int) float64 {
	if power == 0 {
		return parameter
	}
	for range power {
		parameter /= l.Size
	}
	if power < 0 {
		parameter *= l.Size
	}
	return max(-math.MaxFloat64, min(parameter*(1-16*special.Unit-slack), math.MaxFloat64)) + 0
}

// DividesScale tells whether every scaling of a file is divided out.
func (l Ruler) DividesScale() bool { return l.Kind != Common }
