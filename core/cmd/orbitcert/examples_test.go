package main

// The installs of README and the examples of the help, in a fresh checkout.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// checkout copies the files of this repository into a folder of its own, without what was built.
func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) { // removed, and not committed yet
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// sh runs a text of a shell in a folder.
func sh(t *testing.T, folder, text string) {
	t.Helper()
	command := exec.Command("sh", "-ec", text)
	command.Dir, command.Env = folder, append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"))
	if said, err := command.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", text, err, said)
	}
}

func TestFreshCheckout(t *testing.T) {
	slow.Skip(t)
	folder := checkout(t)
	t.Run("install", func(t *testing.T) { runInstalls(t, folder) })
	if runtime.GOOS == "windows" {
		t.Log("the commands are for sh") // which runs them on the other systems
		return
	}
	t.Run("help", func(t *testing.T) { runHelp(t, folder) })
}

func keys(of map[string]string) (all []string) {
	for key := range of {
		all = append(all, key)
	}
	slices.Sort(all)
	return all
}

// installs are the commands of README's table: run here, or by the test that is named.
var installs = map[string]string{
	"go build -o orbitcert ./core/cmd/orbitcert":                "",
	"pip install ./build/python":                                "build/python/test.sh",
	"make package && npm install build/out/npm/orbitcert-*.tgz": "js/test/desk/package.test.js",
	"go work init . CHECKOUT":                                   "",
	"github.com/orbitcert/orbitcert/core/certificate":           "",
	"make demo": "build/demo/demo.mjs",
}

func runInstalls(t *testing.T, folder string) {
	readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := bytes.Cut(readme, []byte("## Install\n"))
	table, _, _ = bytes.Cut(table, []byte("\n\n`make release`"))
	var named []string
	for _, code := range regexp.MustCompile("`([^`]+)`").FindAllSubmatch(table, -1) {
		named = append(named, string(code[1]))
	}
	slices.Sort(named)
	if want := keys(installs); !slices.Equal(named, want) {
		t.Fatalf("README installs by %q, and the test knows %q", named, want)
	}
	for _, file := range installs {
		if _, err := os.Stat(filepath.Join(folder, file)); err != nil {
			t.Error(err)
		}
	}
	own := t.TempDir()
	write := writer(t, own)
	write("go.mod", "module own\n\ngo 1.26\n")
	write("main.go", "package main\n\nimport \"github.com/orbitcert/orbitcert/core/certificate\"\n\nfunc main() { println(certificate.Core) }\n")
	for _, args := range [][]string{{"work", "init", ".", folder}, {"run", "."}} {
		command := exec.Command("go", args...)
		command.Dir = own
		command.Env = append(os.Environ(), "GOWORK=")
		if said, err := command.CombinedOutput(); err != nil {
			t.Errorf("go %q: %v\n%s", args, err, said)
		}
	}
}

// runHelp runs the examples of the help one after another.
func runHelp(t *testing.T, folder string) {
	sh(t, folder, "go build -o orbitcert ./core/cmd/orbitcert")
	for _, c := range commands() {
		if c.GroupID == "" {
			continue
		}
		if !strings.Contains(c.Example, "orbitcert "+c.Name()+" ") {
			t.Errorf("help %s: has no example of the command", c.Name())
		}
		sh(t, folder, c.Example)
	}
}
