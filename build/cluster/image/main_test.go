package main

import (
	"archive/tar"
	"bytes"
	"debug/elf"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// built compiles orbitcert as the make target does.
func built(t *testing.T, architecture string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "orbitcert")
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "./core/cmd/orbitcert")
	c.Dir, c.Env = "../../..", append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+architecture)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// Each image holds one file, the binary of its architecture, which needs no other; the one
// for this machine runs.
func TestImage(t *testing.T) {
	var binaries []string
	architectures := []string{"amd64", "arm64"}
	for _, a := range architectures {
		binaries = append(binaries, a+"="+built(t, a))
	}
	dir, again := filepath.Join(t.TempDir(), "image"), filepath.Join(t.TempDir(), "image")
	for _, d := range []string{dir, again} {
		if err := write(d, binaries); err != nil {
			t.Fatal(err)
		}
	}
	index, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil || len(manifest.Manifests) != len(architectures) {
		t.Fatalf("%+v, %v", manifest, err)
	}
	for i, m := range manifest.Manifests {
		image, err := index.Image(m.Digest)
		if err != nil {
			t.Fatal(err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		if p := m.Platform; p.OS != "linux" || p.Architecture != architectures[i] || config.Architecture != p.Architecture || config.OS != "linux" {
			t.Errorf("%+v, %+v", p, config)
		}
		if c := config.Config; strings.Join(c.Entrypoint, " ") != "/orbitcert" || c.User != nobody || !config.Created.IsZero() {
			t.Errorf("%+v", config)
		}
		checkBinary(t, architectures[i], files(t, mutate.Extract(image)))
	}
	one, two := read(t, dir), read(t, again)
	if len(one) == 0 || one != two {
		t.Error("the same binaries make another image")
	}
}

func read(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// files returns the only file of an image.
func files(t *testing.T, archive io.ReadCloser) []byte {
	t.Helper()
	defer archive.Close()
	r := tar.NewReader(archive)
	head, err := r.Next()
	if err != nil || head.Name != "orbitcert" || head.Mode != 0o755 {
		t.Fatalf("%+v, %v", head, err)
	}
	binary, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if head, err := r.Next(); err != io.EOF {
		t.Errorf("%+v, %v", head, err)
	}
	return binary
}

func checkBinary(t *testing.T, architecture string, binary []byte) {
	t.Helper()
	file, err := elf.NewFile(bytes.NewReader(binary))
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[architecture]; file.Machine != want {
		t.Errorf("a binary for %v, want %v", file.Machine, want)
	}
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP {
			t.Errorf("the binary for %s is linked dynamically", architecture)
		}
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != architecture {
		return
	}
	path := filepath.Join(t.TempDir(), "orbitcert")
	if err := os.WriteFile(path, binary, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(path, "--version").Output(); err != nil || !strings.HasPrefix(string(out), "orbitcert, core ") {
		t.Errorf("%s, %v", out, err)
	}
}
