// Command dataset writes digits as a run document, so many of each class:
//
//	go run ./build/content/dataset 7 digits.json
//
// The clouds come from formulas with fixed seeds; nothing is read. The first seven of each class are the demo dataset, whose points the
// build takes from here, and whose votes site/datasets/digits.json has. For training there may be more, as 107.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
)

func main() {
	log.SetFlags(0)
	each, file, err := asked(os.Args[1:])
	if err == nil {
		err = write(each, file)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// asked returns the number of digits of each class and the file.
func asked(arguments []string) (each int, file string, err error) {
	if len(arguments) != 2 {
		return 0, "", fmt.Errorf("arguments: must be a number of digits and a file, got %q", arguments)
	}
	each, err = strconv.Atoi(arguments[0])
	return each, arguments[1], err
}

func write(each int, file string) error {
	text, err := document(digits(each))
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// labelled is a cloud with its name and class.
type labelled struct {
	name   string
	label  int
	points []float64 // row by row, as in the core
}

// points of each cloud, kept to four decimals, which keeps the files small.
const points = 128

// settings of the run: the digits are turned.
const settings = `"sigma": 0.1,
"group": "SE",
"attack": {"family": "rotate", "degrees": [0, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30], "noise": 0.18, "draws": 10},
"alpha": 0.001,
"samples": 10000`

// entry is a cloud as the run document holds it.
type entry struct {
	Name   string      `json:"name"`
	Label  int         `json:"label"`
	Points [][]float64 `json:"points"`
}

// entryOf lists the points of a cloud in the plane.
func entryOf(cloud labelled) entry {
	e := entry{Name: cloud.name, Label: cloud.label}
	for n := 0; n < len(cloud.points); n += 2 {
		e.Points = append(e.Points, cloud.points[n:n+2])
	}
	return e
}

// document writes the run document, one cloud a line.
func document(clouds []labelled) ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{%s,\n\"clouds\": [\n", settings)
	for i, cloud := range clouds {
		line, err := json.Marshal(entryOf(cloud))
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
