package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// shipped is a run document of the tree.
type shipped struct {
	Voted struct {
		Model struct {
			Name, SHA256 string
			Classes      []string
		}
		Sampling struct{ Select, Estimate int }
	}
	Clouds []struct {
		Name      string
		Label     int
		VotesPred []int `json:"votes_pred"`
		VotesCert []int `json:"votes_cert"`
		Evidence  string
	}
}

func read(t *testing.T, id string) (s shipped) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../site/datasets", id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// The source makes the digits that the votes of the tree were counted for.
func TestDigitsAreUpToDate(t *testing.T) {
	made, tree := digits(7), read(t, "digits").Clouds
	text, err := document(made)
	const voted = "c20f9853d29d2c0a943357604daf5fdec8854cb1cba2c622dd98c15498e2c36f"
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); err != nil || sum != voted {
		t.Errorf("the digest of the digits is %s, %v: run make site, then node build/content/votes.mjs", sum, err)
	}
	if len(made) != len(tree) {
		t.Fatalf("%d clouds, %d in the tree", len(made), len(tree))
	}
	for i, cloud := range made {
		if got := tree[i]; got.Name != cloud.Name || got.Label != cloud.Label {
			t.Errorf("%s is %s, %d in the tree", cloud.Name, got.Name, got.Label)
		}
	}
}

// The votes are of the models that the page comes with, on every cloud, and good enough
// to be worth certifying.
func TestVotesAreOfTheShippedModels(t *testing.T) {
	for id, model := range map[string]string{"digits": "digits.onnx", "shapes": "furniture.onnx"} {
		d := read(t, id)
		file, err := os.ReadFile(filepath.Join("../../../site/models", model))
		if err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(file)); d.Voted.Model.SHA256 != sum || d.Voted.Model.Name != model {
			t.Errorf("%s: the votes are of %s %s, %s is %s: run node build/content/votes.mjs", id, d.Voted.Model.Name, d.Voted.Model.SHA256, model, sum)
		}
		right := 0
		for _, c := range d.Clouds {
			predicted := most(c.VotesPred)
			if sum(c.VotesPred) != d.Voted.Sampling.Select || sum(c.VotesCert) != d.Voted.Sampling.Estimate || len(c.VotesCert) != len(d.Voted.Model.Classes)+1 || len(c.Evidence) != len("sha256:")+64 {
				t.Errorf("%s: %s has votes %v, %v, evidence %q", id, c.Name, c.VotesPred, c.VotesCert, c.Evidence)
			}
			if predicted == c.Label {
				right++
			}
		}
		if right < len(d.Clouds)*6/10 {
			t.Errorf("%s: %d right of %d", id, right, len(d.Clouds))
		}
	}
}

func sum(counts []int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}

// most is the first class with the most votes.
func most(counts []int) (best int) {
	for class, n := range counts {
		if n > counts[best] {
			best = class
		}
	}
	return best
}
