package tight

import "github.com/orbitcert/orbitcert/core/invariance"

// Plain draws of ρ around either cloud, without poses, controls or slabs: the second way to
// everything that is drawn.

// sampler returns a function that draws Z around X, or around X' when
// perturbed, and returns ρ = log β_{X'}(Z) − log β_X(Z) and ⟨Z, X' − X⟩/σ², the
// same for the Gaussians themselves.
func (p Problem) sampler(perturbed bool) func(Normals) (rho, inner float64) {
	var plane func(Normals) (rho, inner float64)
	if p.Linear != nil {
		plane = p.Linear.sampler(perturbed)
	} else {
		plane = p.Planar.sampler(perturbed)
	}
	if p.Axial == 0 {
		return plane
	}
	mean := 0.0
	if perturbed {
		mean = float64(p.Axial * p.Axial)
	}
	return func(n Normals) (rho, inner float64) {
		rho, inner = plane(n)
		along := mean + float64(p.Axial*n.Next())
		return rho + along, inner + along
	}
}

// sampler returns a function that draws Z from the noise around X (or around X'
// when perturbed) and returns ρ = log I₀(|⟨x', z⟩|/σ²) − log I₀(|⟨x, z⟩|/σ²), the log
// ratio of the rotation-averaged likelihoods up to a constant, and ⟨Z, Δ⟩/σ².
//
// ⟨x, z⟩/σ² is complex normal with mean Norm² (+ Inner) and standard deviation
// Norm in both parts, ⟨x_⊥, z⟩/σ² is independent of it with mean 0 (Perp²) and
// standard deviation Perp.
func (p Planar) sampler(perturbed bool) func(Normals) (rho, inner float64) {
	mean, perpMean, share := float64(p.Norm*p.Norm), 0.0, 0.0
	if p.Norm > 0 {
		share = p.Inner / p.Norm / p.Norm
	}
	if perturbed {
		mean += p.Inner
		perpMean = float64(p.Perp * p.Perp)
	}
	return func(n Normals) (rho, inner float64) {
		a := mean + float64(p.Norm*n.Next())
		b := float64(p.Norm * n.Next())
		da := perpMean + float64(p.Perp*n.Next()) + float64(share*a)
		db := float64(p.Perp*n.Next()) + float64(share*b)
		return logBesselRatio(a, b, da, db), da
	}
}

// sampler draws the coordinates of each column of Z/σ in the basis, a normal
// vector around those of the column of X (or X'), and multiplies by Factor:
// the first D rows give A = XᵀZ/σ², the next D give ΔᵀZ/σ².
func (l *Linear) sampler(perturbed bool) func(Normals) (rho, inner float64) {
	d := l.Dimension
	var means [3][6]float64
	for j := range d {
		means[j] = l.Factor[j]
		if perturbed {
			for k := range means[j] {
				means[j][k] += l.Factor[d+j][k]
			}
		}
	}
	return func(n Normals) (rho, inner float64) {
		var before, after invariance.Matrix
		for j := range d {
			var u [6]float64
			for k := range 2 * d {
				u[k] = means[j][k] + n.Next()
			}
			for i := range d {
				before[i][j] = l.project(i, &u)
				change := l.project(d+i, &u)
				after[i][j] = before[i][j] + change
				if i == j {
					inner += change
				}
			}
		}
		return l.logRatio(&before, &after), inner
	}
}
