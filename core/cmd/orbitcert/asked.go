package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
)

// asked are the options that make a run document, for a run without one.
type asked struct {
	clouds, fields        []string
	votes, group, written string
	sigma                 float64
	rotate, scale, ball   []float64
	flags                 *pflag.FlagSet
}

func (a *asked) add(all *pflag.FlagSet) {
	a.flags = pflag.NewFlagSet("run", pflag.ContinueOnError)
	flags := a.flags
	flags.StringArrayVar(&a.clouds, "clouds", nil, "certify the clouds in `FILE`, or those in the files of a folder; may be repeated")
	flags.StringVar(&a.votes, "votes", "", "take the votes of the clouds from `FILE`: CSV, JSON, NPZ or NPY")
	flags.Float64Var(&a.sigma, "sigma", 0, "noise level `S` that the votes were counted with")
	flags.StringVar(&a.group, "group", "none", "`GROUP` that the classifier ignores, such as SE")
	flags.Float64SliceVar(&a.rotate, "rotate", nil, "rotate each cloud by `DEGREES`, such as 0,10,90")
	flags.Float64SliceVar(&a.scale, "scale", nil, "scale each cloud so that it moves by `NORMS`")
	flags.Float64SliceVar(&a.ball, "ball", nil, "certify every movement up to `NORMS`; without an attack, every transformation up to a size")
	flags.StringArrayVar(&a.fields, "set", nil, "set `FIELD=VALUE` of the run document, such as seed=7; may be repeated")
	flags.StringVar(&a.written, "write", "", "write the run document to `RUN.json`, for the same run without these options")
	for _, name := range []string{"rotate", "scale", "ball"} {
		flags.Lookup(name).DefValue = "" // else pflag writes []
	}
	all.AddFlagSet(flags)
}

// is reports whether any of these options is given.
func (a *asked) is() (given bool) {
	a.flags.VisitAll(func(f *pflag.Flag) { given = given || f.Changed })
	return given
}

// document returns the run document, whose paths are relative to the folder of the file that it is written to.
func (a *asked) document() ([]byte, error) {
	if len(a.clouds) == 0 {
		return nil, misused("run", "give a run document, or --clouds and --votes")
	}
	run := map[string]any{"group": a.group}
	if a.sigma != 0 {
		run["sigma"] = a.sigma
	}
	if err := a.perturbation(run); err != nil {
		return nil, err
	}
	clouds, err := a.files()
	if err != nil {
		return nil, err
	}
	run["clouds"] = clouds
	if a.votes != "" {
		run["votes"] = map[string]string{"file": a.relative(a.votes)}
	}
	for _, field := range a.fields {
		name, value, found := strings.Cut(field, "=")
		if !found || name == "" {
			return nil, misused("run", "--set %s: must be FIELD=VALUE", field)
		}
		if !json.Valid([]byte(value)) {
			quoted, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			value = string(quoted)
		}
		run[name] = json.RawMessage(value)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(run)
	return text.Bytes(), err
}

// perturbation sets what becomes of the clouds: one attack, or every transformation.
func (a *asked) perturbation(run map[string]any) error {
	for _, attack := range []struct {
		family, field string
		sizes         []float64
	}{{"rotate", "degrees", a.rotate}, {"scale", "norms", a.scale}, {"ball", "norms", a.ball}} {
		if len(attack.sizes) == 0 {
			continue
		}
		if run["attack"] != nil {
			return misused("run", "give one of --rotate, --scale and --ball")
		}
		run["attack"] = map[string]any{"family": attack.family, attack.field: attack.sizes}
	}
	if run["attack"] == nil {
		run["withstand"] = struct{}{}
	}
	return nil
}

// files returns the entries of the clouds. Those of a folder are its files by name, but for hidden ones and that of the votes.
func (a *asked) files() ([]map[string]string, error) {
	var entries []map[string]string
	for _, path := range a.clouds {
		about, err := os.Stat(path)
		if err != nil {
			return nil, badInput{fmt.Errorf("--clouds: %w", worded(err))}
		}
		if !about.IsDir() {
			entries = append(entries, map[string]string{"file": a.relative(path)})
			continue
		}
		inside, err := os.ReadDir(path)
		if err != nil {
			return nil, badInput{fmt.Errorf("--clouds: %w", worded(err))}
		}
		before := len(entries)
		for _, file := range inside {
			name := filepath.Join(path, file.Name())
			if file.Type().IsRegular() && !strings.HasPrefix(file.Name(), ".") && name != filepath.Clean(a.votes) {
				entries = append(entries, map[string]string{"file": a.relative(name)})
			}
		}
		if len(entries) == before {
			return nil, badInput{fmt.Errorf("--clouds: %s: has no files", path)}
		}
		if err := a.inOrder(entries[before:]); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// inOrder refuses files of a folder for votes whose rows have no names, if they come in another order by their numbers: 10 is before 2 by
// the bytes of names. Votes of another cloud would be taken.
func (a *asked) inOrder(entries []map[string]string) error {
	if kind := strings.ToLower(filepath.Ext(a.votes)); kind != ".npz" && kind != ".npy" {
		return nil
	}
	numbered := func(name string) string {
		return digits.ReplaceAllStringFunc(strings.ToLower(name), func(number string) string { return fmt.Sprintf("%020s", number) })
	}
	for i := 1; i < len(entries); i++ {
		if first, second := entries[i-1]["file"], entries[i]["file"]; numbered(first) > numbered(second) {
			return badInput{fmt.Errorf("--votes: %s: has rows without names, and it is open whether those of %s come before those of %s: "+
				"give votes with names, or each file in its order by --clouds", a.votes, first, second)}
		}
	}
	return nil
}

var digits = regexp.MustCompile(`[0-9]+`)

// relative returns a path as the run document has it.
func (a *asked) relative(path string) string {
	if relative, err := filepath.Rel(filepath.Dir(a.written), path); a.written != "" && !filepath.IsAbs(path) && err == nil {
		path = relative
	}
	return filepath.ToSlash(path)
}

// askedRun reads the run that the options make. With --write it keeps the document.
func (p program) askedRun(a *asked) (*intake.Run, string, error) {
	text, err := a.document()
	if err != nil {
		return nil, "", err
	}
	path := "the options"
	if a.written != "" {
		path = a.written
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return nil, "", badInput{fmt.Errorf("--write: %w", err)}
		}
	}
	run, err := p.parseRun(intake.Memory(text), path)
	return run, path, err
}

// runOf reads the run that a command line names.
func (p program) runOf(files []string, a *asked) (*intake.Run, string, error) {
	switch given := a.is(); {
	case len(files) > 0 && given:
		return nil, "", badInput{errors.New("give a run document, or the options that make one, not both")}
	case len(files) > 0:
		run, err := p.readRun(files[0])
		return run, files[0], err
	default:
		return p.askedRun(a)
	}
}
