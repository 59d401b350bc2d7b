// Command orbitcert computes certificates from request documents and converts
// point cloud files: the native twin of the page. "orbitcert help" lists its commands.
//
// A file name of "-" stands for standard input. A file is regular, or a pipe that the caller names, and has
// at most 2 GB, or --limit SIZE. Only the document goes to standard output: a table on a terminal, else JSON.
// The exit code is 0 when it was computed, certified or not, 2 when the input is bad, 3 when verification failed,
// 4 when a document was verified except for rows that this version does not compute, 1 for anything else.
// With --errors=json what is wrong is written as {"failures": [{"field", "file",
// "line", "byte", "message", "remedies"}], "format": 1}, the last line of the error stream.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/fault"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func main() {
	if slices.Equal(os.Args[1:], []string{serving}) {
		os.Exit(exitCode(serve(os.Stdin, os.Stdout)))
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main with its surroundings as arguments.
func run(args []string, in io.Reader, out, errs io.Writer) (code int) {
	told := messages{errs}
	defer func() {
		if cause := recover(); cause != nil {
			told.say("this is a bug of orbitcert, not of the input: %v in %s", cause, fault.Place())
			code = exitFailed
		}
	}()
	kept := &output{to: out}
	asksJSON := slices.Contains(args, "--"+errorsOption+"=json") // for failures of the options too
	p := &program{files: files{in, usualLimit}, out: kept, errs: told, json: asksJSON, notes: &notes{}, terminal: isTerminal(out)}
	say := told.tell
	if p.json {
		say = told.tellJSON
	}
	if err := document.Join(p.execute(args), kept.failed); err != nil {
		say(err)
		return exitCode(err)
	}
	return exitComputed
}

// output remembers that it could not be written, which not every writer tells.
type output struct {
	to     io.Writer
	failed error
}

func (o *output) Write(data []byte) (int, error) {
	if o.failed != nil {
		return 0, nil // of the same disk
	}
	n, err := o.to.Write(data)
	o.failed = err
	return n, nil
}

// program is where the commands read and what they say besides.
type program struct {
	files files
	out   io.Writer // of what is too large for one piece
	errs  messages
	json  bool // a program reads what errs gets, and takes the exit code for a confirmation
	notes *notes

	terminal        bool // people read what is printed
	asJSON, asTable bool
	began           bool // the options are right, and a command runs
}

// write writes what a command prints. In JSON, names that others chose are written so that no terminal obeys them.
func (p program) write(text []byte) error {
	if text[0] == '{' {
		text = document.PrintableJSON(text)
	}
	_, err := p.out.Write(text)
	return err
}

// onFile is a command that takes one file and no options.
func (p *program) onFile(c *cobra.Command, do func(path string) ([]byte, error)) *cobra.Command {
	return p.printing(c, 1, 1, func(files []string) ([]byte, error) { return do(files[0]) })
}

// readRequest reads a request document by a parser; its files are relative to it.
func readRequest[Request any](p program, path string, parse func([]byte, certificate.Open) (*Request, error)) (*Request, error) {
	data, err := p.readWithSets(path)
	if err != nil {
		return nil, err
	}
	request, err := parse(data, p.beside(path))
	switch {
	case err == nil:
		return request, nil
	case !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) && p.isCloud(path):
		return nil, named(path,
			fmt.Errorf("is a point cloud; name it in a request: {\"clean\": {\"file\": %q}, \"sigma\": …, \"prediction\": …, \"group\": …}", filepath.Base(path)))
	}
	return nil, named(path, otherKind(data, "a request", err))
}

// isCloud reports whether a file that should be a request is a point cloud.
func (p program) isCloud(path string) bool {
	if path == "-" || filepath.Ext(path) == ".json" {
		return false
	}
	_, err := p.readFile(path, pointcloud.Reading{})
	return err == nil
}

// beside opens clouds relative to the document that names them.
func (p program) beside(path string) certificate.Open {
	return func(name string, reading pointcloud.Reading) (pointcloud.File, error) {
		file, err := p.readCloud(besideOf(path, name), reading, byDocument)
		return file, searched(besideOf(path, name), err)
	}
}

// searched says where a file that a document names was looked for.
func searched(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if whole, bad := filepath.Abs(path); bad == nil {
		path = whole
	}
	return &missingFile{path}
}

// missingFile is the error of a file that a document names.
type missingFile struct{ path string }

func (m *missingFile) Error() string { return "no such file: looked for " + m.path }

func (m *missingFile) Is(target error) bool { return target == fs.ErrNotExist }

// besideOf returns the path of a file that a document names.
func besideOf(path, name string) string {
	if !filepath.IsAbs(name) && path != "-" {
		return filepath.Join(filepath.Dir(path), name)
	}
	return name
}

// answered reads a request and returns what is computed of it.
func answered[Request any](
	p program, path string, parse func([]byte, certificate.Open) (*Request, error), answer func(*Request) ([]byte, error),
) ([]byte, error) {
	request, err := readRequest(p, path, parse)
	if err != nil {
		return nil, err
	}
	text, err := answer(request)
	return text, named(path, err)
}

// pmin prints the smallest probability that certifies.
func (p *program) pmin() *cobra.Command {
	return p.onFile(&cobra.Command{
		Use:     "pmin REQUEST.json",
		Short:   "print the smallest prediction probability that certifies",
		Long:    "The request needs no prediction.",
		Example: "orbitcert pmin site/examples/scaling-2d.json",
	}, func(path string) ([]byte, error) {
		return answered(*p, path, certificate.ParseMinimumRequest, func(request *certificate.Request) ([]byte, error) {
			m, err := certificate.FindMinimum(request)
			return shown(*p, m, err, minimumTable, certificate.MinimumDocument)
		})
	})
}

// withstand prints how far transformations of the clean cloud are certified.
func (p *program) withstand() *cobra.Command {
	return p.onFile(&cobra.Command{
		Use:   "withstand REQUEST.json",
		Short: "print which changes of the clean cloud keep the prediction",
		Long: `Prints how far the cloud may be scaled, stretched, sheared, tapered, bulged, twisted, turned and shifted, and how far its points may
move. Every value in between is certified, each together with everything the classifier ignores. A perturbed cloud is ignored.
"along": [0, 0, 1] in the request is the axis, by default the last one. With "subsample" it also prints how many points may be
replaced, added or removed while the others move by at most "moved" of the request, 0 by default.`,
		Example: "orbitcert withstand site/examples/scaling-2d.json",
	}, func(path string) ([]byte, error) {
		return answered(*p, path, explore.ParseWithstand, func(asked *explore.Asked) ([]byte, error) {
			w, err := explore.Withstand(asked)
			return shown(*p, w, err, withstoodTable, explore.WithstandDocument)
		})
	})
}

// cloud prints a cloud as JSON, or as a NumPy array. How it is read and prepared are the fields that a
// request has beside "file" and in "preparation".
func (p *program) cloud() *cobra.Command {
	c := &cobra.Command{
		Use:     "read [options] CLOUD.ply [part]",
		Short:   `print {"points": …, "attributes": …} read from a point cloud file`,
		Long:    "A part is one of the clouds of a file that holds several.",
		Example: "orbitcert read --npy site/docs/examples/chair.ply > chair.npy",
	}
	read := c.Flags().String("read", "{}", "how to read the file: `FIELDS` such as '{\"columns\": 6}'")
	prepare := c.Flags().String("prepare", "{}", "what to do with the cloud then: `FIELDS` such as '{\"drop_missing\": true}'")
	array := c.Flags().Bool("npy", false, "print a NumPy array instead: N×D numbers, or records with the fields x, y, z and the attributes")
	return p.printing(c, 1, 2, func(files []string) ([]byte, error) {
		request, err := cloudRequest(files[0], strings.Join(files[1:], ""), *read, *prepare)
		if err != nil {
			return nil, err
		}
		p.notes.shown = true
		var missing error // whose name the user gave, and no field of a request
		cloud, err := certificate.ReadCloud(request, func(path string, reading pointcloud.Reading) (pointcloud.File, error) {
			file, err := p.readFile(path, reading)
			if errors.Is(err, fs.ErrNotExist) {
				missing = err
			}
			return file, err
		})
		if err = cmp.Or(missing, err); err != nil {
			return nil, named(files[0], err)
		}
		if !p.json {
			p.errs.say("%s: %s", files[0], p.notes.file.Summary(cloud))
		}
		if *array {
			text, err := cloud.NPY()
			return text, named(files[0], err)
		}
		return cloud.Document()
	})
}

// cloudRequest returns the fields of a request that give its clean cloud.
func cloudRequest(path, part, read, prepare string) ([]byte, error) {
	fields := map[string]any{}
	if err := json.Unmarshal([]byte(read), &fields); err != nil {
		return nil, badInput{fmt.Errorf("--read: %w", err)}
	}
	fields["file"] = path
	if part != "" {
		fields["part"] = part
	}
	file, err := json.Marshal(fields)
	return fmt.Appendf(nil, `{"clean": %s, "preparation": %s}`, file, prepare), err
}

// readFile reads a cloud that the caller names.
func (p program) readFile(path string, reading pointcloud.Reading) (pointcloud.File, error) {
	return p.readCloud(path, reading, byCaller)
}

// readCloud reads a cloud; what the reader decided about it, and what could be had
// instead, goes to the error stream.
func (p program) readCloud(path string, reading pointcloud.Reading, named who) (pointcloud.File, error) {
	data, err := p.read(path, named)
	if err != nil {
		return pointcloud.File{}, err
	}
	return p.parse(path, data, reading)
}

// parse reads the cloud in the content of a file.
func (p program) parse(path string, data []byte, reading pointcloud.Reading) (pointcloud.File, error) {
	file, err := pointcloud.Parse(path, data, reading)
	if err != nil {
		if other := otherKind(data, "a point cloud", err); !errors.Is(other, err) {
			err = &inFile{path, other}
		}
		return pointcloud.File{}, badInput{err}
	}
	p.notes.tell(p.errs, path, file.Notes)
	p.notes.read(file)
	return file, nil
}

// read returns the content of a file. A file that cannot be read is bad input.
func (p program) read(path string, named who) ([]byte, error) {
	data, err := p.files.read(path, named)
	if err != nil {
		return nil, badInput{err}
	}
	return data, nil
}

// readWithSets returns the document of a request or a run with the calibration that it names in a file.
func (p program) readWithSets(path string) ([]byte, error) {
	data, err := p.readText(path)
	if err == nil {
		data, err = p.withSets(data, path)
		err = named(path, err)
	}
	return data, err
}

// withSets puts the calibration that a document names in a file in its place.
func (p program) withSets(data []byte, path string) ([]byte, error) {
	return document.Included(data, "sets", func(name string) ([]byte, error) {
		text, err := p.read(besideOf(path, name), byDocument)
		return text, searched(besideOf(path, name), err)
	})
}

// readText returns a document as UTF-8: shells of Windows write UTF-16.
func (p program) readText(path string) ([]byte, error) {
	data, err := p.read(path, byCaller)
	return document.Text(data), err
}
