package statement

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// TestParagraphOfSets has 200 samples of the class "chair", and a calibration of 30 clouds.
func TestParagraphOfSets(t *testing.T) {
	const request = `{"clean":{"points":[[0,0],[2,0],[3,1],[0,1]]},"sigma":0.5,"group":"SE","samples":0,"prediction":`
	_, plan, err := certificate.ParsePlan([]byte(request+`{"model":{"sha256":"`+strings.Repeat("0", 64)+`","layout":"BND","classes":["stool","chair"]},
		"sampling":{"select":20,"estimate":200}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := smoothing.NewEvidence(plan, bytes.Repeat([]byte{1}, 220), 0, smoothing.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	c := &certificate.Calibration{Coverage: 0.9, Radius: 0.25, Eta: 0.0005, Settings: certificate.SmoothedAs{Sigma: 0.5, Group: "SE"}}
	for i := range int64(30) {
		c.Results = append(c.Results, certificate.TrueVotes{Votes: 170 + i, Samples: 200})
	}
	if err := c.Calibrate(); err != nil {
		t.Fatal(err)
	}
	sets, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	const want = "With probability at least 0.9, over the calibration on 30 clouds, this cloud and all votes, the true class is among “chair”, " +
		"if this cloud is within distance 0.25 of one drawn like those of the calibration."
	if got := written(t, request+`{"evidence":`+string(e.Document())+`},"sets":`+string(sets)+`}`, Plain); !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
