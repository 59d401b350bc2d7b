package main

import (
	"encoding/json"
	"flag"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/explore"
)

// each does something for every number below count, on whichever processor is free.
func each(count int, do func(i int)) {
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	spread(all, func(i int) bool {
		do(i)
		return true
	})
}

// radii prints how far the prediction of a request is certified.
func (p program) radii(path string) ([]byte, error) {
	return answered(p, path, certificate.ParseRequest, explore.RadiiDocument)
}

// curve prints the bounds along a family of perturbations.
func (p program) curve(args []string) ([]byte, error) {
	flags := newOptions("curve")
	for _, name := range []string{"kind", "to", "steps", "directions", "noise", "seed", "axis"} {
		flags.String(name, "", "")
	}
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return nil, err
	}
	return answered(p, flags.Arg(0), certificate.ParseRequest, func(request *certificate.Request) ([]byte, error) {
		question, err := explore.ParseQuestion(asked(flags, map[string]any{"kind": "scale"}), request)
		if err != nil {
			return nil, badInput{err}
		}
		return explore.CurveDocument(request, question, each)
	})
}

// parameterMap prints the smallest probability that certifies over the perturbations of one norm.
func (p program) parameterMap(path string) ([]byte, error) {
	data, err := p.readText(path)
	if err != nil {
		return nil, err
	}
	plan, err := explore.ParseMap(data)
	if err != nil {
		return nil, named(path, err)
	}
	return explore.MapDocument(plan, each)
}

// regions prints which compositions of two transformations the prediction of a request withstands.
func (p program) regions(args []string) ([]byte, error) {
	flags := newOptions("regions")
	flags.String("pair", "", "")
	flags.String("size", "", "")
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return nil, err
	}
	path := flags.Arg(0)
	request, err := readRequest(p, path, explore.ParseWithstand)
	if err != nil {
		return nil, err
	}
	pairs := request.Pairs()
	if chosen := flags.Lookup("pair").Value.String(); chosen != "" {
		pairs = []string{chosen}
	}
	var questions []*explore.RegionQuestion
	for _, pair := range pairs {
		question, err := explore.ParseRegion(asked(flags, map[string]any{"pair": pair}))
		if err != nil {
			return nil, badInput{err}
		}
		questions = append(questions, question)
	}
	text, err := explore.RegionsDocument(request, questions)
	return text, named(path, err)
}

// asked returns the options that are set as the fields of a question. Numbers, and lists with commas, are written as such.
func asked(flags *flag.FlagSet, fields map[string]any) []byte {
	flags.Visit(func(f *flag.Flag) { fields[f.Name] = valueOf(f.Value.String()) })
	text, _ := json.Marshal(fields) // of texts and of JSON that was parsed
	return text
}

func valueOf(text string) any {
	for _, form := range []string{text, "[" + text + "]"} {
		if slices.Contains([]string{"true", "false", "null"}, strings.TrimSpace(text)) {
			break
		}
		if raw := json.RawMessage(form); json.Valid(raw) {
			return raw
		}
	}
	return text
}
