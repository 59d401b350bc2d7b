package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// A model of elements: drawn with them, counted, certified and verified, from molecules in files.
func TestCountsModelsOfElements(t *testing.T) {
	write := writer(t, t.TempDir())
	write("clean.xyz", "5\n\nC 0 0 0\nH 1 0 0\nH 0 1 0\nO 0 0 1.5\nH -1 -1 0\n")
	write("isomer.xyz", "5\n\nC 0 0 0\nH 1 0 0\nO 0 1 0\nH 0 0 1.5\nH -1 -1 0\n")
	if code, out, errs := call("", "read", write("two.xyz", "2\n\nC 0 0 0\nH 1 0 0\n")); code != exitComputed || out != `{"points": [[0,0,0],[1,0,0]], "attributes": {"element":[6,1]}}`+"\n" {
		t.Fatalf("%d, %s, %s", code, out, errs)
	}
	request := func(perturbed, prediction string) string {
		return fmt.Sprintf(`{"clean":{"file":"clean.xyz"},"perturbed":%s,"sigma":0.1,"group":"SE","permutation":true,"samples":0,"prediction":%s}`, perturbed, prediction)
	}
	model := `{"model":{"sha256":"` + strings.Repeat("01", 32) + `","layout":"BND","classes":["high","low"],"attributes":[{"name":"element","values":[1,6,8]}]},"sampling":{"estimate":400}}`
	path := write("request.json", request(`{"attack":"scale","norm":0.02}`, model))
	code, drawn, errs := call("", "draw", path)
	inputs, err := pointcloud.ReadArray([]byte(drawn))
	if code != exitComputed || err != nil || fmt.Sprint(inputs.Shape[1:]) != "[5 6]" {
		t.Fatalf("%d, %s, %v, shape %v", code, errs, err, inputs.Shape)
	}
	// The model tells how far the oxygen is from the carbon, which coordinates alone do not say.
	var logits []float32
	for row := range inputs.Shape[0] {
		points := inputs.Values[30*row : 30*row+30]
		place := map[int][]float64{}
		for n := range 5 {
			for k, hot := range points[6*n+3 : 6*n+6] {
				if hot == 1 {
					place[k] = points[6*n : 6*n+3]
				}
			}
		}
		square := 0.0
		for j := range 3 {
			d := place[1][j] - place[2][j]
			square += d * d
		}
		logits = append(logits, float32(square), 1.5)
	}
	code, votes, errs := call("", "count", path, write("logits.npy", npy("<f4", fmt.Sprintf("(%d, 2)", inputs.Shape[0]), logits)))
	var counted struct {
		Votes struct{ Predicted, Samples int }
	}
	if code != exitComputed || json.Unmarshal([]byte(votes), &counted) != nil || counted.Votes.Predicted != 0 {
		t.Fatalf("%d, %s, %s", code, errs, votes)
	}
	code, certificate, errs := call("", "certify", write("certified.json", request(`{"attack":"scale","norm":0.02}`, `{"evidence":`+votes+`}`)))
	if code != exitComputed || !strings.Contains(certificate, `"certified": true`) || !strings.Contains(certificate, `"attributes":{"element":[6,1,1,8,1]}`) {
		t.Fatalf("%d, %s, %s", code, errs, certificate)
	}
	if code, out, errs := call("", "verify", write("certificate.json", certificate)); code != exitComputed {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
	other := strings.Replace(certificate, `[6,1,1,8,1]`, `[6,1,8,1,1]`, 1)
	if code, _, errs := call("", "verify", write("other.json", other)); code == exitComputed {
		t.Errorf("%s: votes for other elements pass", errs)
	}
	mirrored := strings.Replace(request(`{"file":"isomer.xyz"}`, `{"evidence":`+votes+`}`), `"permutation":true`, `"permutation":false`, 1)
	for text, want := range map[string]string{
		mirrored: "perturbed.attributes.element: point 3 has 8, the clean cloud 1",
		request(`{"points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1.5],[-1,-1,0]]}`, `{"evidence":`+votes+`}`):            `perturbed: has no attribute "element"`,
		request(`{"file":"clean.xyz"}`, `{"model":{"attributes":[]},"evidence":`+votes+`}`):                      `prediction.model.attributes: names other attributes than the evidence of the votes, whose model sees ["element"]`,
		strings.Replace(request(`{"file":"clean.xyz"}`, `{"evidence":`+votes+`}`), "clean.xyz", "isomer.xyz", 1): "does not match the request's cloud",
	} {
		if code, _, errs := call("", "certify", write("bad.json", text)); code != exitBadInput || !strings.Contains(errs, want) {
			t.Errorf("%d, %s, want %s", code, errs, want)
		}
	}
	unsaid := strings.Replace(`{"clean":{"points":[[0,0,0],[1,0,0]],"attributes":{"element":[6,1]}},"sigma":0.1,"group":"none","prediction":`+model+`}`, `,"attributes":[{"name":"element","values":[1,6,8]}]`, "", 1)
	if code, _, errs := call("", "draw", write("unsaid.json", unsaid)); code != exitBadInput || !strings.Contains(errs, "prediction.model.attributes: is missing") {
		t.Errorf("%d, %s", code, errs)
	}
}
