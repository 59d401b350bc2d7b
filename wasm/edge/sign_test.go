//go:build !js

package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The signature covers the document as it is without the signature's line. Key
// and message are those of RFC 8032's construction, worked out with another
// implementation (OpenSSL).
func TestSignature(t *testing.T) {
	document := []byte("{\n  \"core\": \"0\",\n  \"key\": \"00\"\n}\n")
	signed := testSigner().sign(document)
	const signature = "3iBw35cP0ppu3LvVJO+mz65HsJjmRo7jgdfiw0/+olzRMbx9PL0fhm8fYf3sv5usinT04cazb2qI6mzml6qzBA=="
	want := "{\n  \"core\": \"0\",\n  \"key\": \"00\",\n  \"signature\": \"" + signature + "\"\n}\n"
	if string(signed.document) != want || signed.signature != signature {
		t.Errorf("signed\n%s\nwant\n%s", signed.document, want)
	}
	if e, ok := testSigner().verify(signed.document); !ok || !bytes.Equal(e.document, signed.document) || e.signature != signature {
		t.Errorf("verified %v %+v", ok, e)
	}
	if !bytes.HasSuffix(document, []byte("\"00\"\n}\n")) {
		t.Errorf("sign changed its argument: %s", document)
	}
}

// base64 has other spellings of the same bytes; they are not what was signed.
func TestOtherSpellings(t *testing.T) {
	signed := testSigner().sign([]byte("{\n  \"key\": \"00\"\n}\n"))
	text := signed.signature
	for name, spelling := range map[string]string{
		"other padding bits": text[:85] + string(text[85]+1) + "==",
		"a line break":       text[:40] + "\n" + text[40:],
		"escaped":            fmt.Sprintf(`\u%04x`, text[0]) + text[1:],
		"no padding":         text[:86],
		"URL alphabet":       strings.NewReplacer("+", "-", "/", "_").Replace(text),
		"a space":            " " + text,
	} {
		other := bytes.Replace(signed.document, []byte(text), []byte(spelling), 1)
		if _, ok := testSigner().verify(other); ok {
			t.Errorf("%s: accepted %s", name, other)
		}
	}
}

func TestSecrets(t *testing.T) {
	for _, bad := range []string{"", "x", secret[:43], secret + "=", strings.Repeat("A", 44), base64.StdEncoding.EncodeToString(make([]byte, 64))} {
		if _, err := newSigner(bad); err == nil || bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// The key is made once, for this user alone, and outlives the process.
func TestSigningKeyFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "signing.key")
	first, err := openSigner(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v %v", files, err)
	}
	again, err := openSigner(dir)
	if err != nil || again.public() != first.public() {
		t.Errorf("another key after the second start (%v)", err)
	}
	if other, err := openSigner(t.TempDir()); err != nil || other.public() == first.public() {
		t.Errorf("the same key in another folder (%v)", err)
	}
	for _, damage := range []string{"", "x", secret[:40], secret + secret} {
		if err := os.WriteFile(path, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := openSigner(dir); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", damage, err)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != damage {
			t.Errorf("%q was overwritten: %q %v", damage, kept, err)
		}
	}
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := openSigner(dir); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a folder in its place: %v", err)
	}
}
