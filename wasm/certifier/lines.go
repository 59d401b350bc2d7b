//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"

	"github.com/orbitcert/orbitcert/core/dataset"
)

// platform is what the parts that are written here name.
const platform = "js/wasm"

// readSettings are settings and what they were read from.
type readSettings struct {
	text     string
	settings *dataset.Settings
}

// of returns the settings of a text: one cloud of a run has those of the one before.
func (r *readSettings) of(text string) (*dataset.Settings, error) {
	if r.settings != nil && r.text == text {
		return r.settings, nil
	}
	settings, err := dataset.ParseSettings([]byte(text))
	if err == nil {
		*r = readSettings{text, settings}
	}
	return settings, err
}

// runLine runs one entry and returns what became of it as the line of a part, which follows from
// its arguments alone.
func (r *runs) runLine(settingsText, entryText string, cloud int) (line string, err error) {
	defer settle(&err)
	settings, err := r.last.of(settingsText)
	if err != nil {
		return "", err
	}
	entry, err := dataset.ParseEntry([]byte(entryText))
	if err != nil {
		return "", err
	}
	return string(settings.Line(cloud, entry)), nil
}

// runBroken returns the line of an entry that runLine could not bear.
func runBroken(entryText string, cloud int, why string) (line string, err error) {
	defer settle(&err)
	entry, err := dataset.ParseEntry([]byte(entryText))
	if err != nil {
		return "", err
	}
	return string(entry.BrokenLine(cloud, why)), nil
}

// outcome is what the page shows of a run, with the radius of each cloud.
type outcome struct {
	Result   json.RawMessage      `json:"result"`
	Failures []dataset.ItemResult `json:"failures,omitempty"`
	Radii    []*float64           `json:"radii"`
}

// runResult returns what the lines of all clouds of a run have come to: what is shown, and the
// result document.
func runResult(settingsText string, count int, lines string) (shown string, data Bytes, err error) {
	defer settle(&err)
	settings, err := dataset.ParseSettings([]byte(settingsText))
	if err != nil {
		return "", nil, err
	}
	parts, err := dataset.ReadLines(settings, count, []byte(lines))
	if err != nil {
		return "", nil, err
	}
	items, err := parts.Items()
	if err != nil {
		return "", nil, err
	}
	o, err := settings.Outcome(items[0])
	if err != nil {
		return "", nil, err
	}
	shown, err = marshal(outcome{o.Head, o.Failed, settings.Radii(items[0])})
	return shown, o.Document, err
}

// runIdentity returns the first line of the parts of the run that a document describes, and a list
// of the inputs of its clouds.
func runIdentity(document Bytes) (header, inputs string, err error) {
	defer settle(&err)
	run, err := dataset.Parse(dataset.Memory(document), func(string) (dataset.Source, error) {
		return nil, errors.New("files are not read here")
	})
	if err != nil {
		return "", "", err
	}
	digests, err := run.Inputs()
	if err != nil {
		return "", "", err
	}
	inputs, err = marshal(digests)
	return string(run.Header(dataset.Whole, platform).Line()), inputs, err
}

// runTake returns what a part of a run has of clouds that are not done in own, a part as well.
func runTake(own, inputsText, name string, part Bytes) (text string, err error) {
	defer settle(&err)
	var inputs []string
	if err := json.Unmarshal([]byte(inputsText), &inputs); err != nil {
		return "", err
	}
	taken, err := dataset.Take([]byte(own), inputs, name, part)
	if err != nil {
		return "", err
	}
	return marshal(taken)
}
