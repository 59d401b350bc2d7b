package main

// The commands that README and Start show.

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// shown returns the lines of the first block of a language that names the program.
func shown(t *testing.T, file, language string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(text), "```"+language+"\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if strings.Contains(block, "./orbitcert certify") {
			return strings.Split(strings.TrimSpace(strings.ReplaceAll(block, "$ ", "")), "\n")
		}
	}
	t.Fatalf("%s: no block of %s runs ./orbitcert certify", file, language)
	return nil
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
	for file, language := range map[string]string{"README.md": "console", "site/docs/start.md": "sh"} {
		folder := t.TempDir()
		if err := os.Symlink(filepath.Join(root, "site"), filepath.Join(folder, "site")); err != nil {
			t.Fatal(err)
		}
		for _, line := range shown(t, filepath.Join(root, file), language) {
			command := exec.Command("sh", "-c", line)
			command.Dir = folder
			if build, found := strings.CutPrefix(line, "go build -o orbitcert "); found {
				command = exec.Command("go", "build", "-o", filepath.Join(folder, "orbitcert"), build)
				command.Dir = root
			}
			if said, err := command.CombinedOutput(); err != nil {
				t.Errorf("%s: %s: %v\n%s", file, line, err, said)
			}
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
