//go:build js && wasm

package main

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// exposeRuns exposes what runs over datasets need.
func exposeRuns() {
	r := &runs{collection: &intake.Collection{}}
	expose("runClear", r.runClear)
	expose("runAdd", r.runAdd)
	expose("runCheck", runCheck)
	expose("runPlan", r.runPlan)
	expose("runClouds", r.runClouds)
	expose("runEntries", r.runEntries)
	expose("runLine", r.runLine)
	expose("runBroken", runBroken)
	expose("runResult", runResult)
	expose("runIdentity", runIdentity)
	expose("runTake", runTake)
}

// runs is what the program knows of a run over a dataset.
type runs struct {
	// collection holds the clouds and votes opened for a run, and joined what they
	// became when the run was planned.
	collection *intake.Collection
	joined     []intake.Entry
	last       readSettings // of runLine
}

// collected tells what was opened so far.
type collected struct {
	Clouds int `json:"clouds"`
	Votes  int `json:"votes"`
	// Lacks says which votes there are none of yet: votes_pred, votes_cert or "votes" for both.
	Lacks string `json:"lacks,omitempty"`
	// Classes are the names of the classes, where a file has them.
	Classes []string `json:"classes,omitempty"`
	// Dimension and Points are those of the first cloud.
	Dimension int `json:"dimension"`
	Points    int `json:"points"`
	// Settings are those of a run document that was opened.
	Settings *judging.Settings `json:"settings,omitempty"`
	// Voted is what the votes of a run document were counted with.
	Voted json.RawMessage `json:"voted,omitempty"`
}

// runClear forgets what was opened for a run.
func (r *runs) runClear() { r.collection, r.joined = &intake.Collection{}, nil }

// runAdd opens a file of clouds, of votes, or a run document; with a reading a file of
// clouds or a table of one set of votes that is read so.
func (r *runs) runAdd(name string, data Bytes, readingText string) (_ *collected, err error) {
	var settings *judging.Settings
	var votes intake.VotesReading
	if readingText != "" {
		err = json.Unmarshal([]byte(readingText), &votes)
	}
	switch {
	case err != nil:
	case readingText == "":
		settings, err = r.collection.Open(name, data)
	case votes.Votes != "":
		err = r.collection.AddVotes(name, data, votes.Votes)
	default:
		err = r.addClouds(name, data, readingText)
	}
	if err != nil {
		return nil, err
	}
	clouds, rows := r.collection.Size()
	dimension, points := r.collection.Shape()
	return &collected{clouds, rows, r.collection.Lacks(), r.collection.Classes(), dimension, points, settings, r.collection.Voted()}, nil
}

// addClouds opens a file of clouds that is read in this way.
func (r *runs) addClouds(name string, data Bytes, readingText string) error {
	var reading pointcloud.Reading
	if err := json.Unmarshal([]byte(readingText), &reading); err != nil {
		return err
	}
	r.collection.AddClouds(name, data, reading)
	return nil
}

// planned is a run that can start.
type planned struct {
	Settings *judging.Settings `json:"settings"`
	Count    int               `json:"count"`
	// Failures are the entries there is nothing to certify of.
	Failures int    `json:"failures"`
	Core     string `json:"core"`
	// Offers are what would give some of them another chance.
	Offers []intake.Offer `json:"offers,omitempty"`
	// Met tells how many rows of votes and clouds met, "" where no votes were opened apart from the clouds.
	Met string `json:"met,omitempty"`
}

// runCheck returns all that is wrong with settings.
func runCheck(settingsText string) []document.Failure {
	_, wrong := judging.ParseSettings([]byte(settingsText))
	return document.FailuresOf(wrong)
}

// runPlan joins clouds and votes under the settings.
func (r *runs) runPlan(settingsText string) (*planned, error) {
	p, err := r.join(settingsText, r.collection.Entries)
	if err != nil {
		return nil, err
	}
	if m := r.collection.Meeting(r.joined); m.Rows > 0 {
		p.Met = m.String()
	}
	return p, nil
}

// runClouds joins clouds and labels under the settings, for votes that are still to be
// counted by a model with these classes.
func (r *runs) runClouds(settingsText string, classes []string) (*planned, error) {
	r.collection.Name(classes)
	return r.join(settingsText, r.collection.Clouds)
}

// join joins what was opened, and tells what came of it.
func (r *runs) join(settingsText string, entries func(*judging.Settings) ([]intake.Entry, error)) (*planned, error) {
	settings, err := judging.ParseSettings([]byte(settingsText))
	if err != nil {
		return nil, err
	}
	if r.joined, err = entries(settings); err != nil {
		return nil, err
	}
	p := planned{Settings: settings.Drawn(), Count: len(r.joined), Core: certificate.Core, Offers: intake.Offers(r.joined)}
	for i := range r.joined {
		if r.joined[i].Failure != "" {
			p.Failures++
		}
	}
	return &p, nil
}

// mostEntries is how many bytes runEntries returns before it stops.
const mostEntries = 1 << 20

// runEntries returns the texts of entries from first on, so many of them or as many
// as make a megabyte: what runLine takes on any worker.
func (r *runs) runEntries(first, count int) ([]string, error) {
	texts, size := []string{}, 0
	for i := max(0, first); i < min(first+count, len(r.joined)) && size < mostEntries; i++ {
		entry, err := marshal(r.joined[i])
		if err != nil {
			return nil, err
		}
		texts, size = append(texts, entry), size+len(entry)
	}
	return texts, nil
}
