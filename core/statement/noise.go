package statement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/say"
)

// noise names what the model sees added.
func (p *paragraph) noise() string {
	r := p.r
	sigma := p.math(p.style.sigma + " = " + p.style.number(r.Sigma, say.Nearest))
	switch {
	case r.Sigmas != nil && r.SigmaBy != nil:
		sigma = p.math(p.style.sigma+p.style.atLeast+p.style.number(r.Sigma, say.Down)) +
			fmt.Sprintf(" (by the attribute %s of each point)", p.quoted(r.SigmaBy.Attribute))
	case r.Sigmas != nil:
		sigma = p.math(p.style.sigma+p.style.atLeast+p.style.number(r.Sigma, say.Down)) + " (one value per point)"
	}
	noise := fmt.Sprintf("Gaussian noise of standard deviation %s on every coordinate", sigma)
	if r.AttributeSigma != nil {
		noise += ", and on " + p.noisyAttributes()
	}
	if r.Subsample > 0 {
		noise = fmt.Sprintf("samples of %d points, drawn uniformly without replacement, and %s", r.Subsample, noise)
	}
	if r.Noise != nil {
		noise = fmt.Sprintf("%s, after a random transformation about the axis (standard deviations: %s)", noise, p.deviations())
	}
	if r.Scores {
		noise += ", and draws its class with the scores of the model, so that probabilities are mean scores"
	}
	return noise
}

// noisyAttributes names the attributes with noise and its standard deviations.
func (p *paragraph) noisyAttributes() string {
	var texts []string
	for _, name := range p.r.NoisyNames() {
		texts = append(texts, fmt.Sprintf("the attribute %s (standard deviation %s)", p.quoted(name), p.math(p.style.number(p.r.AttributeSigma[name], say.Nearest))))
	}
	return strings.Join(texts, " and ")
}

func (p *paragraph) quoted(name string) string {
	return fmt.Sprintf(p.style.quote, p.style.escape.Replace(name))
}

// attributes says how distances count those with noise, and that the others are the same.
func (p *paragraph) attributes() {
	if p.r.AttributeSigma != nil {
		p.say("Distances contain the attributes with noise, in units of their standard deviations, times %s.", p.math(p.style.sigma))
	}
	var fixed []string
	for _, name := range p.r.Prediction.Seen {
		if _, noisy := p.r.AttributeSigma[name]; !noisy {
			fixed = append(fixed, p.quoted(name))
		}
	}
	if by := p.r.SigmaBy; by != nil && !slices.Contains(p.r.Prediction.Seen, by.Attribute) {
		p.say("The noise follows the attribute %s; the statement holds for clouds with the same %s.", p.quoted(by.Attribute), p.quoted(by.Attribute))
	}
	if fixed != nil {
		p.say("The model sees attributes of the points; the statement holds for clouds with the same %s.", strings.Join(fixed, ", "))
	}
}

// cloud names the clean cloud.
func (p *paragraph) cloud() string {
	cloud := "the clean point cloud"
	switch d := p.r.Digest; {
	case p.r.Clean != nil:
		cloud += fmt.Sprintf(" (%d points in %d dimensions)", p.r.Clean.Count(), p.r.Clean.Dimension)
	case d != nil:
		cloud += fmt.Sprintf(" (%d points in %d dimensions, SHA-256 %s)", d.Points, p.r.Dimension(), d.SHA256)
	}
	return cloud
}
