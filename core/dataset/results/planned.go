package results

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
)

// Planned is how many samples of a class of this probability prove a radius with probability Power.
type Planned struct {
	Format      int     `json:"format"`
	Samples     int64   `json:"samples"`
	Power       float64 `json:"power"`
	Probability float64 `json:"probability"`
	Radius      float64 `json:"radius"`
	Sigma       float64 `json:"sigma"`
	Alpha       float64 `json:"alpha"`
}

// Options hands each number of the question to set: its place, name, default and help.
func (p *Planned) Options(set func(to *float64, name string, usual float64, help string)) {
	set(&p.Probability, "probability", 0, "probability `P` of the class that you expect, from 0 to 1")
	set(&p.Radius, "radius", 0, "radius `R` that is wanted")
	set(&p.Sigma, "sigma", 0, "noise level `S`")
	set(&p.Alpha, "alpha", 0.001, "error probability of the certificate, above 0 and at most 0.5")
}

// Plan completes a plan. Its errors put a text before the names of fields.
func (p *Planned) Plan(before string) error {
	in := func(least, most float64) document.Interval { return document.Interval{Low: least, High: most} }
	err := document.First(in(0, 1).Holds(before+"probability", p.Probability), in(1e-100, 1e100).Holds(before+"sigma", p.Sigma),
		in(0, 1e100).Holds(before+"radius", p.Radius), in(1e-12, 0.5).Holds(before+"alpha", p.Alpha))
	if err != nil {
		return err
	}
	p.Format, p.Power, p.Samples = document.Format, population.Power, population.Samples(p.Probability, p.Radius/p.Sigma, p.Alpha)
	if p.Samples == 0 {
		return fmt.Errorf("no number of samples proves the radius %v: a class of probability %v reaches %.4g at most", p.Radius, p.Probability,
			p.Sigma*population.Reach(p.Probability))
	}
	return nil
}
