package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Fresh draws bear out an honest document and not one whose numbers are beyond them.
func TestVerifyFresh(t *testing.T) {
	_, document, _ := call("", "certify", filepath.Join(folder(t), "request.json"))
	code, out, errs := call(document, "verify", "--fresh", "-")
	if code != exitComputed || out != "" || !strings.Contains(errs, "with fresh draws too") || !strings.Contains(errs, `"seed":"fresh `) {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	_, again, _ := call(document, "verify", "--fresh", "-")
	if again == errs {
		t.Error("the draws are not fresh")
	}
	closed := strings.Replace(request, `"samples":2000`, `"samples":0`, 1)
	closed = strings.Replace(closed, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1)
	_, document, _ = call(closed, "certify", "-")
	if code, _, errs := call(document, "verify", "--fresh", "-"); code != exitComputed || !strings.Contains(errs, "it has no Monte Carlo row") {
		t.Errorf("nothing drawn: exit %d, %q", code, errs)
	}
	forged := strings.Replace(document, `"certified": true`, `"certified": false`, 1)
	if code, _, errs := call(forged, "verify", "--fresh", "-"); code != exitVerificationFailed || !strings.Contains(errs, "verification failed") {
		t.Errorf("forged: exit %d, %q", code, errs)
	}
}

// The best of 200,000 seeds certifies what no other of them does: the document verifies, and
// fresh draws contradict it.
func TestVerifyFreshRefuses(t *testing.T) {
	lucky := `{"clean":{"points":[[0,0.008],[-0.003,-0.003],[0.003,-0.003]]},"perturbed":{"attack":"scale","norm":0.6},
		"sigma":0.5,"group":"O","samples":1000,"prediction":{"probability":0.7086},"seed":"97374"}`
	_, document, _ := call(lucky, "certify", "-")
	if !strings.Contains(document, `"certified": true`) {
		t.Fatalf("the seed is not lucky any more: %s", document)
	}
	if code, out, errs := call(document, "verify", "-"); code != exitComputed || out != "" || errs != "orbitcert: -: verified\n" {
		t.Errorf("verify: exit %d, %q, %q", code, out, errs)
	}
	code, out, errs := call(document, "verify", "--fresh", "-")
	want := "orbitcert: -: verification failed with fresh draws:\n  certified: true in the document, not with fresh draws\n  fresh: {\"bound\":\"disagreement\","
	if code != exitVerificationFailed || out != "" || !strings.HasPrefix(errs, want) {
		t.Errorf("verify --fresh: exit %d, %q, %q", code, out, errs)
	}
}
