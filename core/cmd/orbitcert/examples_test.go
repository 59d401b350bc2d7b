package main

// The commands that the docs show, and the examples of the help.

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// shown returns the lines of a page's blocks for a shell that run the program and need nothing else.
func shown(t *testing.T, file string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(text), "```sh\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if strings.Contains(block, "./orbitcert ") && !strings.Contains(block, "jq ") && !strings.Contains(block, "--model") {
			lines = append(lines, strings.Split(strings.TrimSpace(block), "\n")...)
		}
	}
	if lines == nil {
		t.Fatalf("%s: no block runs ./orbitcert", file)
	}
	return lines
}

func TestShownCommandsRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("the lines are for sh") // which runs them on the other systems
		return
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(filepath.Join(root, "site"), filepath.Join(folder, "site")); err != nil {
		t.Fatal(err)
	}
	for _, line := range append(shown(t, filepath.Join(root, "site/docs/start.md")), shown(t, filepath.Join(root, "site/docs/command-line.md"))...) {
		command := exec.Command("sh", "-c", line)
		command.Dir = folder
		if build, found := strings.CutPrefix(line, "go build -o orbitcert "); found {
			command = exec.Command("go", "build", "-o", filepath.Join(folder, "orbitcert"), build)
			command.Dir = root
		}
		if said, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, said)
		}
	}
}

func TestHelpOfEachCallHasAnExample(t *testing.T) {
	for _, c := range calls {
		if example := "\nExample: orbitcert " + c.name + " "; c.name != "help" && c.name != "--version" && !strings.Contains(c.more, example) {
			t.Errorf("help %s: no line begins with %q", c.name, strings.TrimSpace(example))
		}
	}
}
