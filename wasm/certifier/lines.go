//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/dataset/results"
)

// platform is what the parts that are written here name.
const platform = "js/wasm"

// readSettings are settings and what they were read from.
type readSettings struct {
	text     string
	settings *judging.Settings
}

// of returns the settings of a text: one cloud of a run has those of the one before.
func (r *readSettings) of(text string) (*judging.Settings, error) {
	if r.settings != nil && r.text == text {
		return r.settings, nil
	}
	settings, err := judging.ParseSettings([]byte(text))
	if err == nil {
		*r = readSettings{text, settings}
	}
	return settings, err
}

// runLine runs one entry and returns what became of it as the line of a part, which follows from
// its arguments alone.
func (r *runs) runLine(settingsText, entryText string, cloud int) (string, error) {
	settings, err := r.last.of(settingsText)
	if err != nil {
		return "", err
	}
	entry, err := intake.ParseEntry([]byte(entryText))
	if err != nil {
		return "", err
	}
	return string(results.LineOf(settings, cloud, &entry)), nil
}

// runBroken returns the line of an entry that runLine could not bear.
func runBroken(entryText string, cloud int, why string) (string, error) {
	entry, err := intake.ParseEntry([]byte(entryText))
	if err != nil {
		return "", err
	}
	return string(results.BrokenLine(cloud, &entry, why)), nil
}

// outcome is what the page shows of a run, with the radius of each cloud.
type outcome struct {
	Result   json.RawMessage      `json:"result"`
	Failures []judging.ItemResult `json:"failures,omitempty"`
	Radii    []*float64           `json:"radii"`
}

// runResult returns what the lines of all clouds of a run have come to: what is shown, and the
// result document.
func runResult(settingsText string, count int, lines string) (*outcome, Bytes, error) {
	settings, err := judging.ParseSettings([]byte(settingsText))
	if err != nil {
		return nil, nil, err
	}
	parts, err := results.ReadLines(settings, count, []byte(lines))
	if err != nil {
		return nil, nil, err
	}
	items, err := parts.Items()
	if err != nil {
		return nil, nil, err
	}
	o, err := settings.Outcome(items[0])
	return &outcome{o.Head, o.Failed, settings.Radii(items[0])}, o.Document, err
}

// runIdentity returns the first line of the parts of the run that a document describes, and a list
// of the inputs of its clouds.
func runIdentity(document Bytes) (string, []string, error) {
	run, err := intake.Parse(intake.Memory(document), func(string) (intake.Source, error) {
		return nil, errors.New("files are not read here")
	})
	if err != nil {
		return "", nil, err
	}
	inputs, err := run.Inputs()
	return string(results.HeaderOf(run, results.Whole, platform).Line()), inputs, err
}

// runTake returns what a part of a run has of clouds that are not done in own, a part as well.
func runTake(own string, inputs []string, name string, part Bytes) (results.Taken, error) {
	return results.Take([]byte(own), inputs, name, part)
}
