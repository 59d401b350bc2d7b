package statement

import "fmt"

// noise names what the model sees added.
func (p *paragraph) noise() string {
	r := p.r
	sigma := p.math(p.style.sigma + " = " + p.style.number(r.Sigma, nearest))
	if r.Sigmas != nil {
		sigma = p.math(p.style.sigma+p.style.atLeast+p.style.number(r.Sigma, down)) + " (one value per point)"
	}
	noise := fmt.Sprintf("Gaussian noise of standard deviation %s on every coordinate", sigma)
	if r.Subsample > 0 {
		noise = fmt.Sprintf("samples of %d points, drawn uniformly without replacement, and %s", r.Subsample, noise)
	}
	if r.Noise != nil {
		noise = fmt.Sprintf("%s, after a random transformation about the axis (standard deviations: %s)", noise, p.deviations())
	}
	return noise
}

// cloud names the clean cloud.
func (p *paragraph) cloud() string {
	cloud := "the clean point cloud"
	if p.r.Clean != nil {
		cloud += fmt.Sprintf(" (%d points in %d dimensions)", p.r.Clean.Count(), p.r.Clean.Dimension)
	}
	return cloud
}
