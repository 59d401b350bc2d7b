//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"

	"github.com/orbitcert/orbitcert/core/dataset"
)

// platform is what the parts that are written here name.
const platform = "js/wasm"

// runIdentity returns what tells the run that a document describes from all others.
func runIdentity(document Bytes) (text string, err error) {
	defer settle(&err)
	run, err := dataset.Parse(dataset.Memory(document), func(string) (dataset.Source, error) {
		return nil, errors.New("files are not read here")
	})
	if err != nil {
		return "", err
	}
	id, err := run.Identity(platform)
	if err != nil {
		return "", err
	}
	return marshal(id)
}

// begun reads the identity of a run and what is done of it: a JSON list of what runItem
// returned, null for a cloud that is not done.
func begun(identityText, itemsText string) (id *dataset.Identity, items dataset.Items, err error) {
	if err = json.Unmarshal([]byte(identityText), &id); err != nil {
		return nil, nil, err
	}
	return id, items, json.Unmarshal([]byte(itemsText), &items)
}

// runPart returns what is done as a part of the run.
func runPart(identityText, itemsText string) (part Bytes, err error) {
	defer settle(&err)
	id, items, err := begun(identityText, itemsText)
	if err != nil {
		return nil, err
	}
	return items.Part(id)
}

// taken is what a part has given.
type taken struct {
	Fresh   []fresh `json:"fresh"`
	Changed int     `json:"changed"`
}

// fresh is the result of a cloud that was not done.
type fresh struct {
	Cloud int                 `json:"cloud"`
	Item  *dataset.ItemResult `json:"item"`
}

// runTake returns what a part of the run has of clouds that are not done, and how many of its
// clouds were computed from other points.
func runTake(identityText, itemsText, name string, part Bytes) (text string, err error) {
	defer settle(&err)
	id, items, err := begun(identityText, itemsText)
	if err != nil {
		return "", err
	}
	t, err := items.Take(id, name, part)
	if err != nil {
		return "", err
	}
	out := taken{make([]fresh, len(t.Clouds)), t.Changed}
	for i, cloud := range t.Clouds {
		out.Fresh[i] = fresh{cloud, items[cloud]}
	}
	return marshal(out)
}
