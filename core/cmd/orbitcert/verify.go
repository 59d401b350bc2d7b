package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// verifying is what is asked of a certificate beyond computing it again.
type verifying struct {
	path          string
	fresh         bool
	model, blocks string
}

func parseVerifying(args []string) (v verifying, err error) {
	flags := newOptions("verify")
	flags.BoolVar(&v.fresh, "fresh", false, "")
	flags.StringVar(&v.model, "model", "", "")
	flags.StringVar(&v.blocks, "blocks", "", "")
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return v, err
	}
	if v.blocks != "" && v.model == "" {
		return v, misused("verify", "--blocks needs --model")
	}
	v.path = flags.Arg(0)
	return v, nil
}

// verify says on the error stream what it did; an error tells what does not stand.
func (p program) verify(args []string) error {
	v, err := parseVerifying(args)
	if err != nil {
		return err
	}
	data, err := p.readText(v.path)
	if err != nil {
		return err
	}
	if err := p.recompute(v.path, data); err != nil {
		return err
	}
	switch {
	case v.model != "":
		if err := p.recount(v, data); err != nil {
			return err
		}
	case certificate.Counted(data):
		fmt.Fprintf(p.errs, "orbitcert: %s stands; votes not recounted%s\n", v.path, freshly(data))
	case !v.fresh && !p.json:
		fmt.Fprintf(p.errs, "orbitcert: %s stands\n", v.path)
	}
	if v.fresh {
		return p.fresh(v.path, data)
	}
	return nil
}

// freshly says that the seed of votes was chosen, "" where it follows from the inputs.
func freshly(data []byte) string {
	if certificate.CountedFresh(data) {
		return "; " + certificate.Freshness
	}
	return ""
}

func (p program) recompute(path string, data []byte) error {
	lines, err := certificate.Verify(data, p.beside(path))
	if err != nil {
		return named(path, err)
	}
	if len(lines) > 0 {
		return differing(path, "does not stand", lines)
	}
	return nil
}

// fresh computes again by draws that nobody could have known.
func (p program) fresh(path string, data []byte) error {
	drawn, doubts, err := certificate.Fresh(data, p.beside(path), "fresh "+rand.Text())
	switch {
	case err != nil:
		return named(path, err)
	case drawn == nil:
		fmt.Fprintf(p.errs, "orbitcert: %s stands; nothing in it is drawn\n", path)
		return nil
	}
	text, err := json.Marshal(drawn)
	if err != nil {
		return err
	}
	if len(doubts) > 0 {
		return differing(path, "is not borne out by fresh draws", append(doubts, "fresh: "+string(text)))
	}
	fmt.Fprintf(p.errs, "orbitcert: %s stands, with fresh draws too: %s\n", path, text)
	return nil
}

// recount classifies the samples of a certificate again by the program that runs models.
func (p program) recount(v verifying, data []byte) error {
	if !certificate.Counted(data) {
		return named(v.path, errors.New("there are no votes of a model in it"))
	}
	args := []string{v.path, "--model", v.model, "--recount"}
	if v.blocks != "" {
		args = append(args, "--blocks", v.blocks)
	}
	said, err := runVotes(args)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.errs, "orbitcert: %s stands; %s", v.path, said)
	return nil
}

// runVotes runs orbitcert-votes.mjs in Node and returns what it prints.
func runVotes(args []string) ([]byte, error) {
	script, err := besideProgram("orbitcert-votes.mjs")
	if err != nil {
		return nil, err
	}
	command := exec.Command("node", append([]string{script}, args...)...)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	err = command.Run()
	said := errors.New(strings.TrimSpace(strings.TrimPrefix(errs.String(), "orbitcert-votes: ")))
	var ended *exec.ExitError
	switch {
	case err == nil:
		return out.Bytes(), nil
	case !errors.As(err, &ended):
		return nil, fmt.Errorf("models run in Node, which could not be started: %w", err)
	case ended.ExitCode() == exitBadInput:
		return nil, badInput{said}
	case ended.ExitCode() == exitDoesNotStand:
		return nil, &doesNotStand{said, []document.Failure{{Message: said.Error()}}}
	}
	return nil, said
}

// besideProgram finds a file of the build beside this program, one folder up, or where the
// build puts it, seen from the repository.
func besideProgram(name string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	for _, folder := range []string{filepath.Dir(own), filepath.Dir(filepath.Dir(own)), filepath.Join("build", "out")} {
		if path := filepath.Join(folder, name); exists(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not beside %s: make build puts it there", name, own)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
