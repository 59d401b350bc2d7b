//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/orbitcert/orbitcert/core/dataset"
)

// platform is what the parts that are written here name.
const platform = "js/wasm"

// runHeader returns the first line of a part of the run that a document describes, which tells
// the run from all others.
func runHeader(document Bytes) (text string, err error) {
	defer settle(&err)
	run, err := dataset.Parse(dataset.Memory(document), func(string) (dataset.Source, error) {
		return nil, errors.New("files are not read here")
	})
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(run.Header(dataset.Whole, platform).Line()), "\n"), nil
}

// begun reads the header of a run and what is done of it: a JSON list of what runItem
// returned, null for a cloud that is not done.
func begun(headerText, itemsText string) (head *dataset.Header, items dataset.Items, err error) {
	if head, err = dataset.ParseHeader([]byte(headerText)); err != nil {
		return nil, nil, err
	}
	return head, items, json.Unmarshal([]byte(itemsText), &items)
}

// runPart returns what is done as a part of the run.
func runPart(headerText, itemsText string) (part Bytes, err error) {
	defer settle(&err)
	head, items, err := begun(headerText, itemsText)
	if err != nil {
		return nil, err
	}
	return items.Part(head)
}

// taken is what a part has of a cloud that was not done.
type taken struct {
	Cloud int                 `json:"cloud"`
	Item  *dataset.ItemResult `json:"item"`
}

// runTake returns what a part of the run has of clouds that are not done, as a JSON list.
func runTake(headerText, itemsText, name string, part Bytes) (text string, err error) {
	defer settle(&err)
	head, items, err := begun(headerText, itemsText)
	if err != nil {
		return "", err
	}
	clouds, err := items.Take(head, name, part)
	if err != nil {
		return "", err
	}
	fresh := make([]taken, len(clouds))
	for i, cloud := range clouds {
		fresh[i] = taken{cloud, items[cloud]}
	}
	return marshal(fresh)
}
