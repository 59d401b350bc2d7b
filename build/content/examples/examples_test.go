package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is the folder of the examples, seen from this one.
const tree = "../../../site/examples"

// made returns the files as the built site has them.
func made(t *testing.T) map[string][]byte {
	t.Helper()
	files := inTree(t)
	for name, text := range files {
		if plain, packed := strings.CutSuffix(name, ".gz"); packed {
			whole, err := unpack(text)
			if err != nil {
				t.Fatal(err)
			}
			delete(files, name)
			files[plain] = whole
		}
	}
	return files
}

func inTree(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTreeIsCurrent(t *testing.T) {
	files := inTree(t)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(tree, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator makes: go run ./build/content/examples", name)
		}
		if len(want) >= largest {
			t.Errorf("%s has %d bytes, want less than %d", name, len(want), largest)
		}
	}
	names, err := filepath.Glob(filepath.Join(tree, "*"))
	if err != nil || len(names) != len(files) {
		t.Errorf("%d files in the tree, %d are made (%v)", len(names), len(files), err)
	}
}

func TestIndexNamesEveryFile(t *testing.T) {
	files := made(t)
	var index []entry
	if err := json.Unmarshal(files["index.json"], &index); err != nil {
		t.Fatal(err)
	}
	if others := []string{"index.json", "digits.LICENSE.txt"}; len(index) != len(files)-len(others) {
		t.Errorf("%d entries for %d files beside %v", len(index), len(files)-len(others), others)
	}
	for _, e := range index {
		if files[e.ID+".json"] == nil || e.ID == "" || e.Title == "" || e.Note == "" || e.Dots == "" {
			t.Errorf("incomplete entry %+v", e)
		}
		if voted := bytes.Contains(files[e.ID+".json"], []byte(`"evidence"`)); voted != (e.Class == "") {
			t.Errorf("%s: the class of an example is named by the votes of a model, or else by the list", e.ID)
		}
	}
}

// The votes are of the models that the page comes with, so that it can count them again.
func TestStoredVotesAreOfTheShippedModels(t *testing.T) {
	of := map[string]string{"digit": "digits", "digit-64": "digits-64", "chair-64": "furniture-64", "chair-twisted": "furniture-standing", "energy": "energy", "forces": "forces",
		"parts": "parts"}
	if counted, err := documents.ReadDir("votes"); err != nil || len(counted) != len(of) {
		t.Errorf("%d documents of votes, want %d (%v)", len(counted), len(of), err)
	}
	for name, of := range of {
		model, err := os.ReadFile("../../../site/models/" + of + ".onnx")
		if err != nil {
			t.Fatal(err)
		}
		var evidence struct{ Model struct{ SHA256 string } }
		if err := json.Unmarshal(read(name), &evidence); err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(model)); evidence.Model.SHA256 != sum {
			t.Errorf("%s: the votes are of %s, the model is %s: run node build/content/votes.mjs", name, evidence.Model.SHA256, sum)
		}
	}
}
