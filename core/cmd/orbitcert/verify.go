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

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// verifying has the options of a verification.
type verifying struct {
	path          string
	fresh         bool
	model, blocks string
	clean         string
}

// verify computes a certificate again.
func (p *program) verify() *cobra.Command {
	c := &cobra.Command{
		Use:     "verify [options] CERTIFICATE.json",
		Short:   "recompute a certificate and print what differs",
		Long:    "Exit code 0: verified. 3: verification failed. 4: verified, except for rows that this version does not compute.",
		Example: "orbitcert verify --fresh certificate.json",
	}
	var v verifying
	c.Flags().BoolVar(&v.fresh, "fresh", false, "draw again with new randomness, independent of the author of the document")
	c.Flags().StringVar(&v.model, "model", "", "recount the votes of the model in `FILE`, sample by sample, in Node; needs make site in the checkout")
	c.Flags().StringVar(&v.blocks, "blocks", "", "recount only `K` blocks of 50 samples, chosen by chance")
	c.Flags().StringVar(&v.clean, "clean", "", "compare the clean cloud in `FILE` with the SHA-256 in a certificate of radii only")
	return p.onFile(c, func(path string) ([]byte, error) {
		if v.blocks != "" && v.model == "" {
			return nil, misused("verify", "--blocks needs --model")
		}
		v.path = path
		return p.verified(v)
	})
}

// verified reports on the error stream; an error tells what failed, or which rows were not computed. A report that
// cannot be written is an error too: without it nothing says what was verified. People also get the rows, and JSON if they ask for it.
func (p program) verified(v verifying) ([]byte, error) {
	found, err := p.recomputed(v)
	if err != nil {
		return nil, err
	}
	switch {
	case p.asJSON:
		return inJSON(map[string]any{"format": document.Format, "verified": true, "certified": found.Certified, "core": found.Core})
	case p.tabular():
		return certificateTable(found.Request, found.Own), nil
	}
	return nil, nil
}

// recomputed computes a certificate again and reports.
func (p program) recomputed(v verifying) (*certificate.Verification, error) {
	data, err := p.readText(v.path)
	if err != nil {
		return nil, err
	}
	found, err := certificate.Verify(data, p.beside(v.path))
	switch {
	case err != nil:
		return nil, named(v.path, otherKind(data, "a certificate", err))
	case len(found.Failed) > 0:
		return nil, failing(v.path, "verification failed", found.Failed)
	}
	return found, p.report(v, found, data)
}

// report says what was verified, and what was not.
func (p program) report(v verifying, found *certificate.Verification, data []byte) error {
	if err := p.compareClean(v, found.Request); err != nil {
		return err
	}
	if err := p.confirm(v, found, data); err != nil {
		return err
	}
	if found.Signed && !p.json {
		if err := p.errs.say("%s: the signature was not checked, which needs the public key of the service", v.path); err != nil {
			return err
		}
	}
	if found.Rule != "" {
		if err := p.errs.say("%s: %s", v.path, found.Rule); err != nil {
			return err
		}
	}
	if len(found.Partial) > 0 {
		return partly(v.path, found)
	}
	return nil
}

// confirm goes beyond computing the rows again: it recounts the votes or takes fresh draws.
func (p program) confirm(v verifying, found *certificate.Verification, data []byte) error {
	var err error
	switch {
	case v.model != "":
		err = p.recount(v, data)
	case certificate.Counted(data):
		freshly := ""
		if certificate.CountedFresh(data) {
			freshly = "; " + certificate.Freshness
		}
		err = p.errs.say("%s: verified; the votes were not recounted, add --model FILE for that%s", v.path, freshly)
	case !v.fresh && !p.json && len(found.Partial) == 0:
		err = p.errs.say("%s: verified", v.path)
	}
	if err == nil && v.fresh {
		err = p.fresh(v.path, data)
	}
	return err
}

// compareClean compares the clean cloud with its digest, or says that it did not see the cloud.
func (p program) compareClean(v verifying, request *certificate.Request) error {
	switch {
	case request.Digest == nil && v.clean != "":
		return named(v.path, errors.New("has no digest of a clean cloud; verify it without --clean"))
	case v.clean == "":
		if unseen := p.unseenClouds(request); unseen != "" {
			return p.errs.say("%s: %s", v.path, unseen)
		}
		return nil
	}
	differs, err := request.CompareClean(v.clean, p.readFile)
	switch {
	case err != nil:
		return named(v.clean, err)
	case len(differs) > 0:
		return failing(v.path, "verification failed with "+v.clean, differs)
	}
	return nil
}

// unseenClouds says which clouds the verification did not see, "" if the document has them. Errors in JSON leave out
// the note on a Gram form, because no file could add to its verification.
func (p program) unseenClouds(request *certificate.Request) string {
	switch {
	case request.Digest != nil:
		return "the cloud was not compared with its SHA-256; add --clean FILE for that"
	case request.Clean == nil && !p.json:
		return "the clouds are not in the document; nothing shows that its Gram form is theirs"
	}
	return ""
}

// fresh computes again by draws that the maker of the document cannot have known.
func (p program) fresh(path string, data []byte) error {
	drawn, doubts, err := certificate.Fresh(data, p.beside(path), "fresh "+rand.Text())
	switch {
	case err != nil:
		return named(path, err)
	case drawn == nil:
		return p.errs.say("%s: verified; it has no Monte Carlo row", path)
	}
	text, err := json.Marshal(drawn)
	if err != nil {
		return err
	}
	if len(doubts) > 0 {
		return failing(path, "verification failed with fresh draws", append(doubts, "fresh: "+string(text)))
	}
	return p.errs.say("%s: verified, with fresh draws too: %s", path, text)
}

// recount classifies the samples of a certificate again by the program that runs models.
func (p program) recount(v verifying, data []byte) error {
	if !certificate.Counted(data) {
		return named(v.path, errors.New("has no votes of a model to recount; verify it without --model"))
	}
	args := []string{v.path, "--model", v.model, "--recount"}
	if v.blocks != "" {
		args = append(args, "--blocks", v.blocks)
	}
	said, err := runVotes(args)
	if err != nil {
		return err
	}
	return p.errs.say("%s: verified; %s", v.path, bytes.TrimSpace(said))
}

// runVotes runs orbitcert-votes and returns what it prints.
func runVotes(args []string) ([]byte, error) {
	command, err := votesCommand(args)
	if err != nil {
		return nil, err
	}
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
	case ended.ExitCode() == exitVerificationFailed:
		return nil, &verificationFailed{said, nil, []document.Failure{{Message: said.Error()}}, exitVerificationFailed}
	}
	return nil, said
}

// votesCommand finds orbitcert-votes: the file of the build, else the program that npm installed.
func votesCommand(args []string) (*exec.Cmd, error) {
	if script, err := besideProgram("orbitcert-votes.mjs"); err == nil {
		return exec.Command("node", append([]string{script}, args...)...), nil
	}
	installed, err := exec.LookPath("orbitcert-votes")
	if err != nil {
		return nil, fmt.Errorf("--model: orbitcert-votes %s is not found; run make site in the checkout, and this command there", certificate.Core)
	}
	return exec.Command(installed, args...), nil
}

// besideProgram finds a file of the build beside this program, one folder up, or where the
// build puts it, seen from this program or from the folder it runs in.
func besideProgram(name string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	beside, built := filepath.Dir(own), filepath.Join("build", "out")
	for _, folder := range []string{beside, filepath.Dir(beside), filepath.Join(beside, built), built} {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not beside %s: make site puts it there", name, own)
}
