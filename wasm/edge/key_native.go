//go:build !js

package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// openSigner reads the signing key in the folder dir, and makes one on the first
// start. A file that is there is never overwritten: its key may be pinned
// elsewhere.
func openSigner(dir string) (*signer, error) {
	path := filepath.Join(dir, "signing.key")
	secret, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret, err = makeKey(path)
	}
	if err != nil {
		return nil, err
	}
	s, err := newSigner(strings.TrimSuffix(string(secret), "\n"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w; restore it, or move it away to get a new key", path, err)
	}
	return s, nil
}

// makeKey writes a new secret that only this user can read. It appears whole or
// not at all.
func makeKey(path string) ([]byte, error) {
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed) // never fails
	secret := []byte(base64.StdEncoding.EncodeToString(seed) + "\n")
	file, err := os.CreateTemp(filepath.Dir(path), "signing.key.*") // with mode 0600
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name()) // gone already when all went well
	_, err = file.Write(secret)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return nil, err
	}
	return secret, os.Rename(file.Name(), path)
}
