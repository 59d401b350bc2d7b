//go:build js && wasm

package main

import (
	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// exposeCount exposes what counting the votes of a model needs. A request has its plan as
// prediction: model, classifier and sampling. Inputs and logits are bytes that JavaScript
// moves to the model and back; classes are bytes that it joins in the order of the samples.
func (c *certifier) exposeCount() {
	expose("countPlan", c.countPlan)
	expose("countClean", c.countClean)
	expose("countInputs", c.countInputs)
	expose("countClasses", c.countClasses)
	expose("countVotes", c.countVotes)
	expose("countNeeded", c.countNeeded)
	expose("countFirst", c.countFirst)
	expose("countDecided", c.countDecided)
	expose("countDiffer", c.countDiffer)
	expose("countInterval", countInterval)
	expose("countWanted", countWanted)
	expose("plan", plan)
	expose("declaredInputs", c.declaredInputs)
	expose("declaredResult", c.declaredResult)
}

// countable reads a request whose files are handles of opened clouds.
func (c *certifier) countable(text string) error {
	if text == c.counting.text {
		return nil
	}
	request, plan, err := certificate.ParsePlan([]byte(text), c.lookUp)
	if err != nil {
		return err
	}
	c.counting.text, c.counting.plan, c.counting.sampler = text, plan, smoothing.NewSampler(plan, *request.Clean)
	return nil
}

// countPlanned is a count that can start.
type countPlanned struct {
	*smoothing.Plan
	// Samples of both stages are numbered from 0; Looks are the numbers of samples after
	// which votes can be counted.
	Samples int   `json:"samples"`
	Looks   []int `json:"looks"`
	// Points a sample has, and Coded bytes that code its answer.
	Points int `json:"points"`
	Coded  int `json:"coded"`
	// Rows of the model's input a sample has, each of this shape.
	Rows  int   `json:"rows"`
	Shape []int `json:"shape"`
	// Reasons for which a sample has no class, by the byte that countClasses has for each; "" for none.
	Reasons []string `json:"reasons"`
}

// countPlan completes the plan of a request and tells how its samples look.
func (c *certifier) countPlan(requestText string) (*countPlanned, error) {
	if err := c.countable(requestText); err != nil {
		return nil, err
	}
	plan, sampler := c.counting.plan, c.counting.sampler
	p := countPlanned{
		Plan: plan, Samples: plan.Samples(), Points: sampler.Points(), Coded: sampler.Coded(), Rows: sampler.Rows(), Shape: sampler.Shape(),
		Reasons: smoothing.Reasons[:],
	}
	for _, n := range plan.LooksOf() {
		p.Looks = append(p.Looks, p.Sampling.Select+n)
	}
	return &p, nil
}

// countInputs returns the rows of some samples, and for each sample whether it counts.
func (c *certifier) countInputs(requestText string, first, count int) (inputs, counts Bytes, err error) {
	if err = c.countable(requestText); err == nil {
		inputs, counts = c.counting.sampler.Inputs(first, count)
	}
	return inputs, counts, err
}

// countClean returns the rows of the clean cloud, as countInputs does for a sample.
func (c *certifier) countClean(requestText string) (inputs, counts Bytes, err error) {
	if err = c.countable(requestText); err == nil {
		inputs, counts = c.counting.sampler.CleanInputs()
	}
	return inputs, counts, err
}

// countClasses returns the classes of samples from first on by the logits of their rows, which are of this kind and
// width as the runtime's tensor has them, and for each sample why it has no class. Numbers or labels are coded likewise.
func (c *certifier) countClasses(requestText string, first int, counts Bytes, kind string, width int, logits Bytes) (classes, why Bytes, err error) {
	if err = c.countable(requestText); err == nil {
		classes, why, err = c.counting.sampler.Classes(first, counts, smoothing.Logits{Kind: kind, Width: width, Data: logits})
	}
	return classes, why, err
}

// countVotes returns the votes document of the classes of all samples so far, in order, at
// the last look that is complete; "" before the first. What counted them says its runtime and its test.
func (c *certifier) countVotes(requestText string, by smoothing.Machine, classes Bytes) (string, error) {
	if err := c.countable(requestText); err != nil {
		return "", err
	}
	evidence, err := smoothing.NewEvidence(c.counting.plan, classes, c.counting.sampler.Points(), by)
	if evidence == nil || err != nil {
		return "", err
	}
	return string(evidence.Document()), nil
}

// countNeeded returns the least probability with which a request that is to be counted is certified, without draws; or,
// without a perturbation, has a radius above this one.
func (c *certifier) countNeeded(requestText string, radius float64) (string, error) {
	request, plan, err := certificate.ParsePlan([]byte(requestText), c.lookUp)
	if err != nil {
		return "", err
	}
	return marshal(request.StopFor(plan, radius).Needed)
}

// countFirst returns the number of samples, from so many on, after which the votes first prove more than a probability
// at α, 0 if they do not.
func (c *certifier) countFirst(requestText string, probability, alpha float64, from int, classes Bytes) (int, error) {
	if err := c.countable(requestText); err != nil {
		return 0, err
	}
	samples, found := c.counting.plan.First(classes, from, certificate.StopAt(c.counting.plan, probability, alpha).Proves)
	if !found {
		return 0, nil
	}
	return samples, nil
}

// countDecided returns the number of samples, from so many on, after which the votes decide every norm of a run, 0 if they do not.
func (c *certifier) countDecided(requestText, settingsText string, from int, classes Bytes) (int, error) {
	if err := c.countable(requestText); err != nil {
		return 0, err
	}
	settings, err := judging.ParseSettings([]byte(settingsText))
	if err != nil {
		return 0, err
	}
	return settings.Decided(c.counting.plan, classes, from), nil
}

// countDiffer returns the numbers of the samples, from first on, whose classes are not those in the
// evidence of a request, as a JSON list.
func (c *certifier) countDiffer(requestText string, first int, classes Bytes) ([]int, error) {
	request, err := c.parse(requestText)
	if err != nil {
		return nil, err
	}
	samples, err := request.Prediction.Differ(first, classes)
	return append([]int{}, samples...), err // a list even where it is empty
}

// countInterval returns the Clopper–Pearson interval of a probability by its votes, as a JSON list of
// both ends: each end holds with 99.5 %, both together with 99 %.
func countInterval(votes, samples int) [2]float64 {
	const end = 0.005
	return [2]float64{bound.Lower(int64(votes), int64(samples), end), bound.Upper(int64(votes), int64(samples), end)}
}

// countWanted returns how many samples prove a radius in 9 of 10 counts whose votes may be looked at after any sample, 0 if no number does.
func countWanted(probability, radius, sigma, alpha float64, classes int) int {
	rule := anytime.Rule{Classes: int64(classes)}
	return int(population.Samples(probability, radius/sigma, rule.LastLevel(alpha)))
}

// plan returns how many samples prove a radius, by the bound of one class.
func plan(probability, radius, sigma, alpha float64) (int, error) {
	p := results.Planned{Probability: probability, Radius: radius, Sigma: sigma, Alpha: alpha}
	err := p.Plan("")
	return int(p.Samples), err
}

// declaredInputs returns, for some noisy clouds, the rows of each and of the same cloud moved by a random
// member of the group, and for each of the two whether it counts.
func (c *certifier) declaredInputs(requestText string, first, count int) (inputs, counts Bytes, err error) {
	if err = c.countable(requestText); err == nil {
		inputs, counts = c.counting.sampler.TestInputs(first, count)
	}
	return inputs, counts, err
}

// declaredResult tells what the classes of declaredInputs say of the invariance.
func (c *certifier) declaredResult(requestText string, classes Bytes) (*smoothing.Tested, error) {
	if err := c.countable(requestText); err != nil {
		return nil, err
	}
	return new(c.counting.plan.Tested(classes)), nil
}
