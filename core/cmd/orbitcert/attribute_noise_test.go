package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// A model of intensities with noise: drawn, counted, certified against other intensities and verified.
func TestCountsModelsOfNoisyAttributes(t *testing.T) {
	write := writer(t, t.TempDir())
	write("clean.csv", "x,y,z,intensity\n0,0,0,0.5\n1,0,0,0.25\n0,1,0,0.75\n0,0,1,0.5\n")
	write("other.csv", "x,y,z,intensity\n0,0,0,0.55\n1,0,0,0.25\n0,1,0,0.7\n0,0,1.01,0.5\n")
	request := func(noise, perturbed, prediction string) string {
		return fmt.Sprintf(`{"clean":{"file":"clean.csv"},"perturbed":{"file":%q},"sigma":0.1%s,"group":"SE","permutation":true,"samples":0,"prediction":%s}`, perturbed, noise, prediction)
	}
	const noise = `,"attribute_sigma":{"intensity":0.1}`
	model := `{"model":{"sha256":"` + strings.Repeat("01", 32) + `","layout":"BND","classes":["bright","dark"],"attributes":["intensity"]},"sampling":{"estimate":400}}`
	path := write("request.json", request(noise, "other.csv", model))
	code, drawn, errs := call("", "draw", path)
	inputs, err := pointcloud.ReadArray([]byte(drawn))
	if code != exitComputed || err != nil || fmt.Sprint(inputs.Shape[1:]) != "[4 4]" {
		t.Fatalf("%d, %s, %v, shape %v", code, errs, err, inputs.Shape)
	}
	var logits []float32
	for row := range inputs.Shape[0] {
		sum := 0.0
		for n := range 4 {
			sum += inputs.Values[16*row+4*n+3]
		}
		logits = append(logits, float32(sum), 1.5)
	}
	code, votes, errs := call("", "count", path, write("logits.npy", npy("<f4", fmt.Sprintf("(%d, 2)", inputs.Shape[0]), logits)))
	var counted struct {
		Votes struct {
			Predicted int
			Estimate  []int
		}
	}
	// The sum of four intensities is 2 with the standard deviation 0.2: it is below 1.5 in 0.6 % of the samples.
	if code != exitComputed || json.Unmarshal([]byte(votes), &counted) != nil || counted.Votes.Predicted != 0 || counted.Votes.Estimate[1] > 12 || !strings.Contains(votes, `"attribute_sigma"`) {
		t.Fatalf("%d, %s, %s", code, errs, votes)
	}
	var flat bytes.Buffer
	if err := json.Compact(&flat, []byte(votes)); err != nil {
		t.Fatal(err)
	}
	votes = flat.String()
	evidence := `{"evidence":` + votes + `}`
	code, certificate, errs := call("", "certify", write("certified.json", request(noise, "other.csv", evidence)))
	if code != exitComputed || !strings.Contains(certificate, `"certified": true`) || !strings.Contains(certificate, `"attribute_sigma":{"intensity":0.1}`) {
		t.Fatalf("%d, %s, %s", code, errs, certificate)
	}
	if code, out, errs := call("", "verify", write("certificate.json", certificate)); code != exitComputed {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
	if code, out, _ := call(certificate, "explain", "-"); code != exitComputed || !strings.Contains(out, "and on the attribute “intensity” (standard deviation 0.1)") {
		t.Errorf("%d, %s", code, out)
	}
	if code, out, errs := call("", "pmin", write("pmin.json", request(noise, "other.csv", `{"probability":0.9,"model":{"attributes":["intensity"]}}`))); code != exitComputed || !strings.Contains(out, `"orbit": 0.7`) {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
	if code, out, errs := call("", "withstand", write("range.json", strings.Replace(request(noise, "other.csv", evidence), `"perturbed":{"file":"other.csv"},`, "", 1))); code != exitComputed || !strings.Contains(out, `"ranges"`) {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
	for text, want := range map[string]string{
		request("", "other.csv", evidence):                                     "perturbed.attributes.intensity: point 1 has 0.55",
		request("", "clean.csv", evidence):                                     "prediction.evidence.sampling.attribute_sigma: is other noise on attributes than the request's: none",
		request(`,"attribute_sigma":{"intensity":0.2}`, "other.csv", evidence): `prediction.evidence.sampling.attribute_sigma: is other noise`,
		strings.Replace(request(noise, "other.csv", evidence), `"attribute_sigma":{"intensity":0.1}}`, `"fresh":false}`, 1):         `prediction.evidence.sampling.attribute_sigma: is missing`,
		strings.Replace(request(noise, "other.csv", evidence), `,"attribute_sigma":{"intensity":0.1}},"sampled"`, `},"sampled"`, 1): `prediction.evidence.sampling.attribute_sigma: is missing`,
		request(`,"attribute_sigma":{"x":0.1}`, "other.csv", evidence):                                                              `attribute_sigma.x: is noise on an attribute that the model does not see`,
	} {
		if code, _, errs := call("", "certify", write("bad.json", text)); code != exitBadInput || !strings.Contains(errs, want) {
			t.Errorf("%d, %s, want %s", code, errs, want)
		}
	}
}
