package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/results"
)

// dataset runs a run document, or a shard of it; its files are relative to it. What is
// done is kept in the folder that is named, and not done again.
func (p *program) dataset() *cobra.Command {
	c := &cobra.Command{
		Use:   "run [options] [RUN.json]",
		Short: "print the certified accuracy of a dataset",
		Long: `The run has an "attack", or "withstand": {"along": [0, 0, 1]} in its place, for every transformation up to a size.
The attack {"family": "ball", "norms": […]} means every perturbation of each norm. With "subsample", "withstand" also counts
points replaced, added or removed, while the others move by at most its "moved", 0 by default.
If clouds have "attacked": [{"points", "votes", "samples"}, …], with votes of fresh noise, the accuracy under attack is printed
too. If these votes contradict a certificate, standard error names the cloud and the exit code is 3.
"returns": "number" with a "tolerance", or "labels", is for models that return these.
"sigmas": [{"sigma": 0.1, "votes": {"file": path}}, …] in place of "sigma" and "votes" is a run for each sigma.
Without RUN.json, options make the document, with --set for every field that has none of its own:
  orbitcert run --clouds clouds.npy --votes votes.csv --sigma 0.1 --group SE --rotate 0,10,90`,
		Example: "orbitcert run --out parts site/docs/examples/run.json > result.json",
	}
	share := c.Flags().String("shard", "", "do the clouds `I/N`: I, I + N, I + 2 N, … (I from 0 to N - 1) and print nothing; merge prints the result")
	folder := c.Flags().String("out", "", "keep every finished cloud in a part file in `DIR`; the same command continues and recomputes what has changed")
	rest := c.Flags().Uint("progress", lineRest, "say every `N` seconds how many clouds are done")
	var options asked
	options.add(c.Flags())
	return p.printing(c, 0, 1, func(files []string) ([]byte, error) {
		shard := results.Whole
		if *share != "" {
			var err error
			if shard, err = results.ParseShard(*share); err != nil {
				return nil, badInput{fmt.Errorf("--%w", err)}
			}
			if *folder == "" {
				return nil, badInput{errors.New("--shard needs --out: the folder that all shards share")}
			}
		}
		debug.SetGCPercent(gcPercent)
		run, path, err := p.runOf(files, &options)
		if err != nil {
			return nil, err
		}
		parts, err := p.attempt(run, shard, *folder, time.Duration(*rest)*time.Second)
		if err != nil || *share != "" {
			return nil, err
		}
		result, err := parts.Result()
		if err != nil {
			return nil, err
		}
		return p.result(parts, result, path)
	})
}

// result returns the result of parts, or its table. Certificates that an attack contradicts are an error.
func (p program) result(parts *results.Parts, result []byte, path string) ([]byte, error) {
	if p.tabular() {
		var err error
		if result, err = resultTable(result); err != nil {
			return nil, err
		}
	}
	return result, contradictions(parts, path)
}

// contradictions is an error that names the clouds whose certificate an attack contradicts, nil where there is none.
func contradictions(parts *results.Parts, path string) error {
	names, err := parts.Contradictions()
	if err != nil || len(names) == 0 {
		return err
	}
	for i, name := range names {
		names[i] = name + ": is certified, but votes of fresh noise have another prediction"
	}
	return failing(path, "has certificates that an attack contradicts. Votes or certificates are wrong, each with probability alpha at most; with these "+
		"votes the certificates are not to be believed", names)
}

// platform is what the parts that are written here name.
const platform = runtime.GOOS + "/" + runtime.GOARCH

// gcPercent is how much garbage may stand beside the file of clouds that is held.
const gcPercent = 25

// readRun reads a run document, refuses rows and clouds that did not meet, and says how many did.
func (p program) readRun(path string) (*intake.Run, error) {
	text, err := p.openDocument(path)
	if err != nil {
		return nil, err
	}
	return p.parseRun(text, path)
}

// parseRun reads a run from its document; its files are relative to the path.
func (p program) parseRun(text intake.Source, path string) (*intake.Run, error) {
	run, err := intake.Parse(text, func(name string) (intake.Source, error) {
		return p.files.source(besideOf(path, name), byDocument)
	})
	switch {
	case errors.Is(err, intake.ErrUnavailable):
		return nil, err
	case err != nil:
		return nil, named(path, otherSource(text, text.Size(), "a run", err))
	}
	for _, meeting := range run.Meetings() {
		if meeting.Rows > 0 {
			p.errs.say("%s", meeting)
		}
	}
	return run, named(path, run.Unmet())
}

// openDocument opens a run document, which stays open.
func (p program) openDocument(path string) (intake.Source, error) {
	if path == "-" {
		data, err := p.readText(path)
		return intake.Memory(data), err
	}
	source, err := p.files.source(path, byCaller)
	if err != nil {
		return nil, badInput{err}
	}
	return source, nil
}

// attempt runs the clouds of a shard that no part has yet, and returns all that is known.
func (p program) attempt(run *intake.Run, shard results.Shard, folder string, rest time.Duration) (*results.Parts, error) {
	header := results.HeaderOf(run, shard, platform)
	parts := results.NewParts(header)
	if folder != "" {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, badInput{err}
		}
		if err := p.files.readParts(parts, folder); err != nil {
			return nil, err
		}
	}
	a := &attempt{run: run, parts: parts, progress: newProgress(p.errs.to, time.Now, rest)}
	all, err := a.choose(shard, header.Count)
	if err != nil {
		return nil, err
	}
	if len(a.changed) > 0 {
		p.errs.say("changed since they were done, and computed again: %d of %d clouds (%s)", len(a.changed), all, a.named(a.changed))
	}
	if folder != "" && (len(a.todo) > 0 || parts.Files() == 0) {
		file, err := newPart(folder, header)
		if err != nil {
			return nil, err
		}
		a.out = file
	}
	if err := a.finish(); err != nil {
		return nil, fmt.Errorf("%w: %d of %d clouds are done%s", err, all-a.left(), all, kept(folder))
	}
	if shard != results.Whole {
		p.errs.say("shard %s is complete: %d clouds, %d of them now", shard, all, len(a.todo))
	}
	return parts, nil
}

// kept says what becomes of what is done.
func kept(folder string) string {
	if folder == "" {
		return "; run with --out, and the same command goes on from there"
	}
	return " and kept in " + folder + "; the same command goes on from there"
}

// merge prints the result of a run whose parts are in a folder. With the run document it
// reads every cloud once more, and refuses the results of those that have changed since.
func (p *program) merge() *cobra.Command {
	c := &cobra.Command{
		Use:   "merge DIR [RUN.json]",
		Short: "print the result of a run from its parts",
		Long: `Prints the bytes that run prints. Parts of two runs, missing clouds and results that differ are bad input.
With RUN.json every cloud is read once more; results of clouds that have changed since are bad input.`,
		Example: "orbitcert merge parts site/docs/examples/run.json > result.json",
	}
	return p.printing(c, 1, 2, p.merged)
}

func (p *program) merged(args []string) ([]byte, error) {
	folder, parts := args[0], results.NewParts(nil)
	var run *intake.Run
	if len(args) > 1 {
		var err error
		if run, err = p.readRun(args[1]); err != nil {
			return nil, err
		}
		parts = results.NewParts(results.HeaderOf(run, results.Whole, platform))
	}
	if err := p.files.readParts(parts, folder); err != nil {
		return nil, err
	}
	result, err := parts.Result()
	if err != nil {
		return nil, named(folder, err)
	}
	if run != nil {
		if err := unchanged(run, parts, folder); err != nil {
			return nil, err
		}
	}
	return p.result(parts, result, folder)
}

// unchanged refuses parts of clouds that have changed since.
func unchanged(run *intake.Run, parts *results.Parts, folder string) error {
	a := &attempt{run: run, parts: parts}
	all := make([]int, run.Count())
	for cloud := range all {
		all[cloud] = cloud
	}
	changed, err := a.compare(all)
	if err == nil && len(changed) > 0 {
		err = badInput{fmt.Errorf("%s: changed since they were done: %d of %d clouds (%s). A run with --out computes them again", folder, len(changed),
			len(all), a.named(changed))}
	}
	return err
}
