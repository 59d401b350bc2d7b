package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

const runDocument = `{"clouds":[{"file":"a.xyz"},{"file":"lost.xyz"}],"votes":{"file":"votes.csv"},
"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.5,5]}}`

func runFolder(t *testing.T, votes string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"run.json": runDocument, "a.xyz": "0 0\n1 0\n0 1\n",
		"votes.csv": "name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n" + votes,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "run.json")
}

func TestRun(t *testing.T) {
	code, out, errs := call("", "run", runFolder(t, "a,1,0,100,10,990\n"))
	var result struct {
		Clouds, Correct, Failed int
		Accuracy                map[string]json.RawMessage
		Results                 []struct{ Name, Failure string }
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	if code != exitComputed || errs != "orbitcert: 1 of 1 rows of votes met a cloud; 1 of 2 clouds have votes, 1 cannot be read\n" || result.Clouds != 1 || result.Correct != 1 || result.Failed != 1 {
		t.Errorf("exit %d, %q, %+v", code, errs, result)
	}
	for name, text := range result.Accuracy {
		var shares []float64
		if name == "one_class" {
			continue
		}
		if err := json.Unmarshal(text, &shares); err != nil {
			t.Fatal(err)
		}
		if len(shares) != 3 || shares[0] != 0.5 || shares[2] != 0 {
			t.Errorf("%s: %v", name, shares)
		}
	}
	if len(result.Accuracy) != 5 || !strings.Contains(result.Results[1].Failure, "lost.xyz") {
		t.Errorf("%+v", result)
	}
}

// A forged attack contradicts a certificate: the result is printed, names the cloud, and the exit code tells.
func TestContradictionIsLoud(t *testing.T) {
	dir := t.TempDir()
	for votes, want := range map[string]int{`[990,10]`: exitVerificationFailed, `[520,480]`: exitComputed} {
		document := `{"sigma":0.5,"group":"SE","attack":{"family":"ball","norms":[0,0.5]},"clouds":[{"name":"a","points":[[0,0],[1,0],[0,1]],
			"label":1,"votes_pred":[0,100],"votes_cert":[10,990],"attacked":[{"points":[[0,0],[1.1,0],[0,1]],"votes":` + votes + `,"samples":1000}]}]}`
		path, parts := filepath.Join(dir, "run.json"), filepath.Join(dir, votes)
		if err := os.WriteFile(path, []byte(document), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"run", path}, {"run", "--out", parts, path}, {"merge", parts}} {
			code, out, errs := call("", args...)
			loud := strings.Contains(errs, "an attack contradicts") && strings.Contains(errs, "a: is certified, but votes of fresh noise have another prediction")
			if code != want || loud != (want != exitComputed) || strings.Contains(out, `"contradictions":["a"]`) != loud || !strings.Contains(out, `"attacked":[1,1]`) == !loud {
				t.Errorf("%v: exit %d, %q, %s", args, code, errs, out)
			}
		}
	}
}

func TestBadRun(t *testing.T) {
	path := runFolder(t, "a,1,0,100,10\n")
	code, out, errs := call("", "run", path)
	if code != exitBadInput || out != "" || !strings.Contains(errs, "votes.csv: line 2: has 5 cells, the header 6") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if code, _, errs := call(`{"clouds":[]}`, "run", "-"); code != exitBadInput || !strings.Contains(errs, "standard input: sigma: is missing") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

// Votes without a cloud are refused, unless the run is partial.
func TestRunOfRowsThatMeetNoCloud(t *testing.T) {
	path := runFolder(t, "a,1,0,100,10,990\nnobody,1,0,100,10,990\n")
	code, out, errs := call("", "run", path)
	if code != exitBadInput || out != "" || !strings.Contains(errs, `votes: do not fit the clouds: 1 of 2 rows of votes met a cloud`) || !strings.Contains(errs, `no cloud takes the row "nobody"`) {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if err := os.WriteFile(path, []byte(`{"partial":true,`+runDocument[1:]), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs = call("", "run", path); code != exitComputed || !strings.Contains(out, `no cloud is called \"nobody\"`) || !strings.Contains(errs, "1 of 2 rows") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	parts := t.TempDir()
	mustCall(t, "run", "--out", parts, path)
	if merged, errs := mustCall(t, "merge", parts, path); merged != out || !strings.Contains(errs, "1 of 2 rows of votes met a cloud") {
		t.Errorf("merge: %q, %q", merged, errs)
	}
}

// withDrawnPoints returns the run of a file with points for each cloud, which are not in the tree.
func withDrawnPoints(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	return regexp.MustCompile(`(?m)^{"name":`).ReplaceAllStringFunc(string(data), func(name string) string {
		var points [64][2]float64
		for i := range points {
			points[i] = [2]float64{random.NormFloat64(), random.NormFloat64()}
		}
		text, err := json.Marshal(points)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(`{"points":%s,%s`, text, name[1:])
	})
}

// The demo datasets run, whatever the number of processors.
func TestRunIsTheSameInAnyOrder(t *testing.T) {
	run := withDrawnPoints(t, filepath.Join("..", "..", "..", "site", "datasets", "digits.json"))
	code, first, errs := call(run, "run", "-")
	if code != exitComputed || errs != "" {
		t.Fatalf("exit %d, %q", code, errs)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if _, second, _ := call(run, "run", "-"); first != second || strings.Count(first, `"name"`) != 56 {
		t.Error("two runs differ")
	}
}
