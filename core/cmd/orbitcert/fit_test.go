package main

import (
	"strings"
	"testing"
)

// What does not fit together is said beside the certificate, and changes none of its bytes.
func TestWhatDoesNotFitTogether(t *testing.T) {
	for _, c := range []struct{ clean, other, sigma, prediction, want string }{
		{"[[0,0],[1,0],[0,1]]", "[[0,0.1],[1,0],[0,1]]", "0.1", `{"probability":0.9}`, ""},
		{"[[0,0],[1,0],[0,1]]", "[[0,0.1],[1,0],[0,1]]", "200", `{"probability":0.9}`, "the noise hides the shape"},
		{"[[0,0],[1e6,0],[0,1e6]]", "[[0,1],[1e6,0],[0,1e6]]", "0.1", `{"probability":0.9}`, "the noise hardly moves them"},
		{"[[0,0],[1,0],[0,1]]", "[[0,0],[1000,0],[0,1000]]", "0.1", `{"probability":0.9}`, "is 1e+03 times as large"},
		{"[[0,0],[1,0],[0,1]]", "[[0,0],[1,0],[0,1]]", "0.1", `{"probability":0.9}`, "both clouds are equal"},
		{"[[0,0],[1,0],[0,2]]", "[[1,0],[0,0],[0,2]]", "0.1", `{"probability":0.9}`, "1 of 3 in their place"},
		{"[[0,0],[1,0],[0,1]]", "[[0,0.9],[1,0],[0,1]]", "0.1", `{"votes":10,"samples":10}`, "if all 10 samples had voted so, the probability would be at least 0.50119"},
	} {
		text := `{"clean":{"points":` + c.clean + `},"perturbed":{"points":` + c.other + `},"sigma":` + c.sigma + `,"group":"none","prediction":` + c.prediction + `}`
		code, out, errs := call(text, "certify", "-")
		if code != exitComputed || !strings.Contains(errs, c.want) || c.want == "" && errs != "" {
			t.Errorf("%s: exit %d, %q", text, code, errs)
		}
		if code, _, errs := call(text+"\n"+text, "certify", "--lines", "-"); code != exitComputed || strings.Count(errs, "-: line 2: ") > 0 != (c.want != "") || !strings.Contains(errs, c.want) {
			t.Errorf("%s: in lines %q", text, errs)
		}
		if _, quiet, errs := call(text, "--errors=json", "certify", "-"); quiet != out || errs != "" {
			t.Errorf("%s: another document, or %q", text, errs)
		}
	}
}
