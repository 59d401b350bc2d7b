package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// scaledRequests are of each form of a certificate: a pair, radii alone, samples of points, noise on transformations.
var scaledRequests = []string{
	`"perturbed":{"points":[[0,0.1],[3,0],[0,2]]},"sigma":1,"group":"SE","prediction":{"votes":990,"samples":1000},"samples":20000`,
	`"sigma":1,"group":"T","prediction":{"probability":0.9}`,
	`"perturbed":{"points":[[0,0.1],[3,0],[0,2]]},"sigma":1,"group":"T","prediction":{"probability":0.99},"subsample":2`,
	`"perturbed":{"attack":"scale","norm":0.1},"sigma":1,"group":"T","prediction":{"probability":0.99}`,
}

const scaledTransformed = `{"clean":{"points":[[0,0,1],[3,0,0],[0,2,0]]},%s"perturbed":{"points":[[0,0.1,1],[3,0,0],[0,2,0]]},"noise":{"twist":0.26},"sigma":0.5,
	"group":"axis","axis":[0,0,1],"prediction":{"probability":0.99}}`

// Certificates, and what is left of them without the clouds, say that lengths are of the prepared clouds if these have another scale.
func TestNotesTheScaleOfLengths(t *testing.T) {
	for normalise, scales := range map[string]bool{"": false, "none": false, "centre": false, "unit_sphere": true} {
		for _, frame := range []string{"", `,"frame":"own"`, `,"frame":"clean"`} {
			preparation := ""
			if normalise != "" {
				preparation = fmt.Sprintf(`"preparation":{"normalise":%q%s},`, normalise, frame)
			}
			requests := []string{fmt.Sprintf(scaledTransformed, preparation)}
			for _, terms := range scaledRequests {
				requests = append(requests, `{"clean":{"points":[[0,0],[3,0],[0,2]]},`+preparation+terms+"}")
			}
			for _, text := range requests {
				r, err := ParseRequest([]byte(text), nil)
				if err != nil {
					if r == nil && bytes.Contains([]byte(text), []byte("subsample")) && normalise != "" {
						continue // points that come and go need the frame of the clean cloud
					}
					t.Fatalf("%s: %v", text, err)
				}
				for _, form := range forms(t, r) {
					checkScaleNote(t, form, scales)
				}
			}
		}
	}
}

// forms returns a request with its clouds and without.
func forms(t *testing.T, r *Request) []*Request {
	t.Helper()
	short, err := r.WithoutClouds()
	if err != nil {
		t.Fatal(err)
	}
	return []*Request{r, short}
}

func checkScaleNote(t *testing.T, r *Request, scales bool) {
	t.Helper()
	c, err := Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(c.Notes, ScaleNote) != scales {
		t.Errorf("%q of %s", c.Notes, text)
	}
	if v, err := Verify(text, nil); err != nil || len(v.Failed)+len(v.Partial) > 0 {
		t.Errorf("%v, %+v of %s", err, v, text)
	}
	var without map[string]json.RawMessage
	if err := json.Unmarshal(text, &without); err != nil {
		t.Fatal(err)
	}
	if delete(without, "notes"); !scales {
		return
	}
	short, err := json.Marshal(without)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(short, nil); err != nil || len(v.Failed) == 0 {
		t.Errorf("%v: a document without its note is verified: %s", err, short)
	}
	without["core"] = json.RawMessage(`"0.8.0"`)
	delete(without, "key")
	if short, err = json.Marshal(without); err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(short, nil); err != nil || len(v.Failed) > 0 {
		t.Errorf("%v, %+v: a document of a core without such notes: %s", err, v, short)
	}
}
