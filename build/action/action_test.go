//go:build !windows

// Package action tests the action as GitHub runs it: its steps, one after another, in bash.
package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	step  = regexp.MustCompile(`(?m)^      run: (.*)$`)
	given = regexp.MustCompile(`(?m)^        ([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$`)
)

// run runs the steps of action.yml from one on, with these inputs in a folder, and returns what they print.
func run(t *testing.T, from int, folder, temp string, inputs map[string]string) (printed string, ok bool) {
	t.Helper()
	text, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	environment := append(os.Environ(), "GITHUB_ACTION_PATH="+here, "RUNNER_TEMP="+temp, "GITHUB_STEP_SUMMARY="+filepath.Join(t.TempDir(), "summary"))
	for _, input := range given.FindAllStringSubmatch(string(text), -1) {
		environment = append(environment, input[1]+"="+inputs[input[2]])
	}
	steps := step.FindAllStringSubmatch(string(text), -1)
	if len(steps) != strings.Count(string(text), "    - name:") {
		t.Fatalf("%d steps read", len(steps))
	}
	for _, s := range steps[from:] {
		// As GitHub starts it.
		command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", strings.Trim(s[1], "'"))
		command.Dir, command.Env = folder, environment
		out, err := command.CombinedOutput()
		printed += string(out)
		if err != nil {
			return printed, false
		}
	}
	return printed, true
}

const request = `{"clean": {"points": [[0, 0], [2, 0], [3, 1], [0, 1]]}, "perturbed": {"attack": "scale", "norm": 0.1},
"sigma": 0.5, "prediction": {"probability": 0.95}, "group": "SE", "samples": 1000}`

// repository makes a folder with good certificates and with bad ones.
func repository(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	command := exec.Command("go", "run", "../../core/cmd/orbitcert", "certify", "-")
	command.Stdin = strings.NewReader(request)
	good, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile("../../core/certificate/testdata/released/0.6.0/euclidean-2d-drawn.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"old/a.json":            string(old),
		"good/a.json":           string(good),
		"good/deep/er/b.json":   string(good),
		"good/c d, e.json":      string(good),
		"bad/forged.json":       strings.Replace(string(good), `"radius": 0.`, `"radius": 0.9`, 1),
		"bad/none, at:all.json": "{}",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestAction(t *testing.T) {
	folder, temp := repository(t), t.TempDir()
	for i, c := range []struct {
		certificates, fresh string
		ok                  bool
		want                []string
	}{
		{"good/**/*.json", "false", true, []string{"./good/a.json: verified\n", "./good/deep/er/b.json: verified\n", "./good/c d, e.json: verified\n", "3 certificates verified, 0 problems\n"}},
		{"good/a.json\ngood/c d, e.json\n", "true", true, []string{"good/a.json: verified, with fresh draws too", "2 certificates verified, 0 problems\n"}},
		{"old/*.json", "false", true, []string{"::warning file=old/a.json::orbitcert: ./old/a.json: of core 0.6.0, verified except for:%0A  tight.monte_carlo: ", "1 certificates verified, 0 problems, 1 with rows"}},
		{"**/*.json", "false", false, []string{"::error file=bad/forged.json::orbitcert: ./bad/forged.json: verification failed:%0A  black_box.radius: 0.9", "::error file=bad/none%2C at%3Aall.json::", "core: is missing", "6 certificates verified, 2 problems, 1 with rows"}},
		{"good/*.json\nnowhere/*.json", "false", false, []string{"::error::certificates: no file matches nowhere/*.json\n", "2 certificates verified, 1 problems\n"}},
		{"", "false", false, []string{"0 certificates verified"}},
		{"good/a.json", "perhaps", false, []string{"::error::fresh: must be true or false, got perhaps\n"}},
		{"$(touch run)`touch run`", "false", false, []string{"no file matches $(touch run)"}},
	} {
		printed, ok := run(t, min(i, 1), folder, temp, map[string]string{"certificates": c.certificates, "fresh": c.fresh})
		if ok != c.ok {
			t.Errorf("%q: ok %v, %s", c.certificates, ok, printed)
		}
		for _, want := range c.want {
			if !strings.Contains(printed, want) {
				t.Errorf("%q: %s\nwant %s", c.certificates, printed, want)
			}
		}
	}
	// The second step, which would build what counts votes, is left out.
	printed, ok := run(t, 2, folder, temp, map[string]string{"certificates": "good/a.json", "model": "model.onnx"})
	if ok || !strings.Contains(printed, "::error file=good/a.json::orbitcert: ./good/a.json: has no votes of a model to recount") {
		t.Errorf("with a model: %v %s", ok, printed)
	}
	if _, err := os.Stat(filepath.Join(folder, "run")); err == nil {
		t.Error("a pattern was run")
	}
}
