// Command dataset writes the demo datasets of the page as run documents:
//
//	go run ./build/dataset
//
// run in the top folder writes site/datasets. Clouds come from formulas, votes
// from a classifier in this folder that really is invariant, both with fixed
// seeds; nothing is read. `orbitcert run site/datasets/digits.json` runs one.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

// folder is where the page expects the datasets, from the top folder.
const folder = "site/datasets"

func main() {
	log.SetFlags(0)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		log.Fatal(err)
	}
	for _, d := range datasets() {
		text, err := d.document(d.entries(1))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, d.id+".json"), text, 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// dataset is a collection of labelled clouds and how a run treats it.
type dataset struct {
	id        string
	dimension int
	classes   int
	clouds    []labelled
	sigma     float64
	settings  string // of the run, JSON fields
}

// labelled is a cloud with its name and class.
type labelled struct {
	name   string
	label  int
	points []float64 // row by row, as in the core
}

// points of each cloud, kept to four decimals, which keeps the files small.
const points = 128

// datasets lists what is written. The digits are turned, the shapes are scaled.
func datasets() []dataset {
	return []dataset{
		{
			id: "digits", dimension: 2, classes: 9, clouds: digits(7), sigma: 0.12,
			settings: `"group": "SE", "attack": {"family": "rotate", "degrees": [0, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30], "noise": 0.24, "draws": 10}`,
		},
		{
			id: "shapes", dimension: 3, classes: len(shapeKinds), clouds: shapes(6), sigma: 0.3,
			settings: `"group": "SE", "attack": {"family": "scale", "norms": [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2]}`,
		},
	}
}

// entry is a cloud as the run document holds it.
type entry struct {
	Name    string      `json:"name"`
	Label   int         `json:"label"`
	Predict []int       `json:"votes_pred"`
	Certify []int       `json:"votes_cert"`
	Points  [][]float64 `json:"points"`
}

// entries lets the classifier vote on every step-th cloud.
func (d dataset) entries(step int) (all []entry) {
	c := train(d)
	for i := 0; i < len(d.clouds); i += step {
		cloud := d.clouds[i]
		e := entry{Name: cloud.name, Label: cloud.label}
		e.Predict, e.Certify = c.votes(d, cloud)
		for n := 0; n < len(cloud.points); n += d.dimension {
			e.Points = append(e.Points, cloud.points[n:n+d.dimension])
		}
		all = append(all, e)
	}
	return all
}

// document writes the run document, one cloud a line.
func (d dataset) document(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"sigma\": %v, %s, \"alpha\": 0.001, \"samples\": 10000,\n\"clouds\": [\n", d.sigma, d.settings)
	for i, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteString(",\n")
		}
		out.Write(line)
	}
	out.WriteString("\n]}\n")
	return out.Bytes(), nil
}
