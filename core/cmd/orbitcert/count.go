package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// plan reads a request whose prediction is to be counted.
func (p program) plan(path string) (*smoothing.Plan, *smoothing.Sampler, error) {
	data, err := p.readText(path)
	if err != nil {
		return nil, nil, err
	}
	request, plan, err := certificate.ParsePlan(data, p.beside(path))
	if err != nil {
		return nil, nil, named(path, err)
	}
	return plan, smoothing.NewSampler(plan, *request.Clean), nil
}

// draw writes the inputs of the model, block by block.
func (p program) draw(path string) ([]byte, error) {
	plan, sampler, err := p.plan(path)
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

// count prints the votes document of the classes of all samples, or of as many as reach a
// look.
func (p program) count(path, classes string) ([]byte, error) {
	plan, sampler, err := p.plan(path)
	if err != nil {
		return nil, err
	}
	data, err := p.read(classes)
	if err != nil {
		return nil, err
	}
	array, err := pointcloud.ReadArray(data)
	if err != nil {
		return nil, named(classes, err)
	}
	samples, err := plan.Answered(array)
	if err != nil {
		return nil, named(classes, err)
	}
	var counts []byte
	for first := 0; first < samples; first += smoothing.Block {
		_, some := sampler.Inputs(first, min(smoothing.Block, samples-first))
		counts = append(counts, some...)
	}
	coded, why, err := plan.Answers(counts, array)
	if err != nil {
		return nil, named(classes, err)
	}
	evidence, err := smoothing.NewEvidence(plan, coded, smoothing.Machine{})
	if err != nil {
		return nil, err
	}
	if told := evidence.Votes.Told(plan, why); told != "" {
		fmt.Fprintf(p.errs, "orbitcert: %s\n", told)
	}
	var text bytes.Buffer
	err = json.Indent(&text, evidence.Document(), "", "  ")
	return append(text.Bytes(), '\n'), err
}
