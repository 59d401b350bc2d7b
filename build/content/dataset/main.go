// Command dataset writes digits as a run document, so many of each class:
//
//	go run ./build/content/dataset 7 digits.json
//
// The clouds come from formulas with fixed seeds; nothing is read. The first seven of each class are the demo dataset, whose points the
// build takes from here, and whose votes site/datasets/digits.json has. For training there may be more, as 107.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatalf("arguments: must be a number of digits and a file, got %q", os.Args[1:])
	}
	each, err := strconv.Atoi(os.Args[1])
	text, bad := document(digits(each))
	if err = cmp.Or(err, bad); err == nil {
		err = os.WriteFile(os.Args[2], text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// labelled is a cloud with its name and class, as the run document holds it.
type labelled struct {
	Name   string      `json:"name"`
	Label  int         `json:"label"`
	Points [][]float64 `json:"points"`
}

// points of each cloud, kept to four decimals, which keeps the files small.
const points = 128

// settings of the run: the digits are turned.
const settings = `"sigma": 0.1,
"group": "SE",
"attack": {"family": "rotate", "degrees": [0, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30], "noise": 0.18, "draws": 10},
"alpha": 0.001,
"samples": 10000`

// document writes the run document, one cloud a line.
func document(clouds []labelled) (text []byte, err error) {
	lines := make([][]byte, len(clouds))
	for i, cloud := range clouds {
		if lines[i], err = json.Marshal(cloud); err != nil {
			return nil, err
		}
	}
	return fmt.Appendf(nil, "{%s,\n\"clouds\": [\n%s\n]}\n", settings, bytes.Join(lines, []byte(",\n"))), nil
}
