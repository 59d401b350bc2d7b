package judging

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// NoVotes is the failure of a cloud without votes.
const NoVotes = "has no votes (votes_pred and votes_cert)"

// Ballot is one cloud of a run with the votes on it. Failure says why there is nothing to certify; then
// the rest may be missing.
type Ballot struct {
	Name  string
	Cloud pointcloud.Cloud
	// Label is the true class. Predict and Certify are votes per class of the base
	// classifier under noise: the first choose the class, the second, independent
	// of them, bound its probability.
	Label            int64
	Predict, Certify []int64
	// Evidence is the digest of the votes document that the votes were counted with, "" where
	// nobody told.
	Evidence string
	// Attacked are the clouds that a search for another prediction has ended with, nil where there was no search.
	Attacked []Candidate
	// Answers are the numbers or labels of a model that returns these, nil for votes on classes.
	Answers *smoothing.Answers
	Failure string
}

// MarshalJSON writes the ballot as a run document holds it, the cloud inline.
func (e Ballot) MarshalJSON() ([]byte, error) {
	type voted struct {
		Name   string           `json:"name"`
		Points pointcloud.Cloud `json:"points"`

		Attributes pointcloud.Attributes `json:"attributes,omitempty"`

		Label   *int64  `json:"label,omitempty"`
		Predict []int64 `json:"votes_pred,omitempty"`
		Certify []int64 `json:"votes_cert,omitempty"`

		Evidence string       `json:"evidence,omitempty"`
		Attacked *[]Candidate `json:"attacked,omitempty"`
		*smoothing.Answers
	}
	type failed struct {
		Name    string `json:"name"`
		Failure string `json:"failure"`
	}
	if e.Failure != "" {
		return json.Marshal(failed{e.Name, e.Failure})
	}
	v := voted{Name: e.Name, Points: e.Cloud, Attributes: e.Cloud.Attributes, Label: &e.Label, Predict: e.Predict, Certify: e.Certify,
		Evidence: e.Evidence, Answers: e.Answers}
	if e.Answers != nil {
		v.Label = nil
	}
	if e.Attacked != nil {
		v.Attacked = &e.Attacked
	}
	return json.Marshal(v)
}

// Voted reports whether a ballot has votes, numbers or labels.
func (e *Ballot) Voted() bool { return e.Certify != nil || e.Answers != nil }

// JSONLine returns a value as a line of a part.
func JSONLine(value any) []byte { return append(JSON(value), '\n') }

func JSON(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil { // numbers, texts and lists of them
		panic(err)
	}
	return data
}
