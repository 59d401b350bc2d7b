package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const (
	// Beyond so many radii a cloud is so large that the tight certificate gains half a percent of
	// a range or less: in probability it gains about 0.6(‖Δ‖/‖X‖)².
	tightWithin = 16
	// lastTightStep ends a walk by tight values, relative to its length; each costs milliseconds.
	lastTightStep  = 3e-3
	mostTightSteps = 40
)

// tightSpan goes on from where the orbit-based argument ends, by exact tight values. Where the tight
// lower bound is L above the threshold, every classifier in question has at least L there, and its score Φ⁻¹ falls
// by no more than the distance from there over σ. So all clouds nearer to that one, after alignment,
// than σ(Φ⁻¹(L) − Φ⁻¹(threshold)) are certified: the margin of the next stretch of the path.
func (s scene) tightSpan(w walk, from span) span {
	terms := s.Terms
	terms.OneAxis = true // what certify adds makes no range shorter
	terms.Sigma, terms.Permutation = s.sigma, false
	if !s.Group.Turns() && s.Group != invariance.Axis || from.any || invariance.Norm(w.start.Points) > tightWithin*s.radius {
		return from
	}
	return span{from: s.tightReach(w, terms, from.from, -1), to: s.tightReach(w, terms, from.to, 1)}
}

func (s scene) tightReach(w walk, terms argument.Terms, from, sign float64) float64 {
	t, known := from, from
	for range mostTightSteps {
		if !w.pace.after(len(w.start.Points)) {
			break
		}
		at := w.at(float64(sign * t))
		margin := s.marginAt(w, terms, at, t)
		if !(margin > 0) {
			break
		}
		known = t
		next := max(t, w.reach(at, t, sign, margin))
		last := next <= float64(t*(1+lastTightStep))
		if t = next; last {
			break
		}
	}
	return s.lastKnown(w, terms, known, t, sign)
}

// lastKnown returns where a range ends if the cloud there is certified by itself: the last stretch is certified by a
// cloud before it, whose tight value about an axis may be more than that of its end.
func (s scene) lastKnown(w walk, terms argument.Terms, known, end, sign float64) float64 {
	for range endSteps {
		if !(end > known) || !w.pace.after(len(w.start.Points)) {
			break
		}
		if s.marginAt(w, terms, w.at(float64(sign*end)), end) > float64(spare*s.sigma) {
			return end
		}
		end = known + float64((end-known)/2)
	}
	return known
}

// endSteps is how often the last stretch of a range is halved.
const endSteps = 12

// marginAt is margin less what rounding takes at t.
func (s scene) marginAt(w walk, terms argument.Terms, at pointcloud.Cloud, t float64) float64 {
	return s.margin(w, terms, at) - w.still - float64(t*w.creep)
}

// margin returns how far from this cloud on the path every cloud is certified.
func (s scene) margin(w walk, terms argument.Terms, at pointcloud.Cloud) float64 {
	p := s.p.Nearby(argument.InSigmas(w.still, s.sigma))
	rows := terms.Rows(terms.Reduce(w.start, at, at))
	row := rows[len(rows)-1]
	if row.ID == argument.OrbitRow {
		return 0
	}
	reached, _ := row.Prove(p).Bounds()
	reached.Lower, reached.Top = max(0, math.Nextafter(reached.Lower, 0)), p.Top
	return float64(*argument.NewClosed(nil, terms.Sigma, reached).Radius * (1 - spare))
}
