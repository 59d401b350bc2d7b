package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"math"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// plan reads a request whose prediction is to be counted.
func (p program) plan(path string) (*certificate.Request, *smoothing.Plan, *smoothing.Sampler, error) {
	data, err := p.readText(path)
	if err != nil {
		return nil, nil, nil, err
	}
	request, plan, err := certificate.ParsePlan(data, p.beside(path))
	if err != nil {
		return nil, nil, nil, named(path, err)
	}
	return request, plan, smoothing.NewSampler(plan, *request.Clean), nil
}

// draw writes the inputs of the model, block by block.
func (p program) draw(path string) ([]byte, error) {
	_, plan, sampler, err := p.plan(path)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriter(p.out)
	if _, err := out.Write(sampler.NPYHeader()); err != nil {
		return nil, err
	}
	for first := 0; first < plan.Samples(); first += smoothing.Block {
		inputs, _ := sampler.Inputs(first, min(smoothing.Block, plan.Samples()-first))
		if _, err := out.Write(inputs); err != nil {
			return nil, err
		}
	}
	return nil, out.Flush()
}

// counting is when a count stops: at the first sample after which the request is certified, or without a
// perturbation the radius, unless all votes are wanted. In a run it stops once its norms are decided.
type counting struct {
	all    bool
	radius float64
	run    string
}

// readCounting reads the options of count, and its files.
func readCounting(args []string) (c counting, files []string, err error) {
	options := newOptions("count")
	options.BoolVar(&c.all, "all", false, "")
	options.Float64Var(&c.radius, "radius", -1, "")
	options.StringVar(&c.run, "run", "", "")
	if err := parseOptions(options, args, 2, 2); err != nil {
		return c, nil, err
	}
	given := false
	options.Visit(func(f *flag.Flag) { given = given || f.Name == "radius" })
	if given && !(c.radius >= 0 && c.radius <= math.MaxFloat64) {
		return c, nil, misused("count", "--radius must be a number of at least 0, got %v", c.radius)
	}
	return c, options.Args(), nil
}

// count prints the votes document of the answers for as many samples as it takes, or for a plan with
// looks of as many as reach one.
func (p program) count(args []string) ([]byte, error) {
	options, files, err := readCounting(args)
	if err != nil {
		return nil, err
	}
	path, classes := files[0], files[1]
	request, plan, sampler, err := p.plan(path)
	if err != nil {
		return nil, err
	}
	coded, why, err := p.classes(sampler, classes)
	if err != nil {
		return nil, err
	}
	if plan.Anytime() && !options.all {
		if coded, err = p.stop(request, plan, options, coded, why); err != nil {
			return nil, named(path, err)
		}
	}
	evidence, err := smoothing.NewEvidence(plan, coded, sampler.Points(), smoothing.Machine{})
	if err != nil {
		return nil, err
	}
	if told := evidence.Told(why); told != "" {
		p.errs.say("%s", told)
	}
	var text bytes.Buffer
	err = json.Indent(&text, evidence.Document(), "", "  ")
	return append(text.Bytes(), '\n'), err
}

// classes reads the answers for samples from an array, coded one after another, and why samples have none.
func (p program) classes(sampler *smoothing.Sampler, path string) (coded, why []byte, err error) {
	data, err := p.read(path, byCaller)
	if err != nil {
		return nil, nil, err
	}
	array, err := pointcloud.ReadArray(data)
	if err != nil {
		return nil, nil, named(path, err)
	}
	samples, err := sampler.Answered(array)
	if err != nil {
		return nil, nil, named(path, err)
	}
	for first := 0; first < samples; first += smoothing.Block {
		_, counts := sampler.Inputs(first, min(smoothing.Block, samples-first))
		some, reasons, err := sampler.Answers(first, counts, array)
		if err != nil {
			return nil, nil, named(path, err)
		}
		coded, why = append(coded, some...), append(why, reasons...)
	}
	return coded, why, nil
}

// stop leaves out the samples after the first at which the claim holds, and says so.
func (p program) stop(request *certificate.Request, plan *smoothing.Plan, by counting, coded, why []byte) ([]byte, error) {
	enough, reached, err := 0, "certified", error(nil)
	if by.run != "" {
		enough, err = p.decided(plan, by.run, coded)
		reached = "decided"
	} else {
		enough = certifying(request, plan, by.radius, coded)
	}
	if have := len(why); err == nil && enough > 0 && enough < have {
		p.errs.say("%s after %d of %d samples; --all counts the rest too, for a larger bound", reached, enough, have)
		coded = coded[:len(coded)/have*enough]
	}
	return coded, err
}

// certifying returns the number of samples that certify the request, 0 if none do.
func certifying(request *certificate.Request, plan *smoothing.Plan, radius float64, coded []byte) int {
	enough, certified := plan.First(coded, 0, request.StopFor(plan, radius).Proves)
	if !certified {
		return 0
	}
	return enough
}

// decided returns the number of samples that decide the norms of a run, 0 if none do.
func (p program) decided(plan *smoothing.Plan, path string, coded []byte) (int, error) {
	data, err := p.readText(path)
	if err != nil {
		return 0, err
	}
	settings, err := judging.ParseSettings(data)
	if err != nil {
		return 0, named(path, err)
	}
	return settings.Decided(plan, coded, 0), nil
}
