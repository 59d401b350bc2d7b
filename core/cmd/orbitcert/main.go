// Command orbitcert computes certificates from request documents and converts
// point cloud files: the native twin of the page.
//
//	orbitcert certify [options] request.json
//	orbitcert pmin request.json
//	orbitcert withstand request.json
//	orbitcert radii request.json
//	orbitcert curve [options] request.json
//	orbitcert map question.json
//	orbitcert regions [options] request.json
//	orbitcert verify [--fresh] certificate.json
//	orbitcert explain [--latex] certificate.json
//	orbitcert run [--shard i/n] [--out DIR] run.json
//	orbitcert merge DIR [run.json] > result.json
//	orbitcert card [--badge] result.json
//	orbitcert plot result.json -o figure.svg
//	orbitcert draw request.json > inputs.npy
//	orbitcert count [--all] request.json classes.npy > votes.json
//	orbitcert read [--npy] [--read fields] [--prepare fields] cloud.ply [part]
//
// A part is one of the clouds of a file that holds several. A file name of "-"
// stands for standard input. A file is regular, or a pipe that the caller names, and has
// at most 2 GB, or --limit SIZE. Only the document goes to standard output. The exit code is 0 when it was computed, certified or not,
// 2 when the input is bad, 3 when verification failed, 4 when a document was verified except for rows
// that this version does not compute, 1 for anything else.
// With --errors=json what is wrong is written as {"failures": [{"field", "file",
// "line", "byte", "message", "remedies"}], "format": 1}, the last line of the error stream.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/fault"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main with its surroundings as arguments.
func run(args []string, in io.Reader, out, errs io.Writer) (code int) {
	told := messages{errs}
	defer func() {
		if cause := recover(); cause != nil {
			told.say("this is a bug of orbitcert, not of the input: %v in %s", cause, fault.Place())
			code = exitFailed
		}
	}()
	common, args, err := takeCommon(args)
	say := told.tell
	if common.json {
		say = told.tellJSON
	}
	if err == nil {
		err = program{files{in, common.limit}, out, told, common.json, &notes{}}.print(args)
	}
	if err != nil {
		say(err)
		return exitCode(err)
	}
	return exitComputed
}

// program is where the commands read and what they say besides.
type program struct {
	files files
	out   io.Writer // of what is too large for one piece
	errs  messages
	json  bool // a program reads what errs gets, and takes the exit code for a confirmation
	notes *notes
}

// print runs a command and writes its document.
func (p program) print(args []string) error {
	text, err := p.call(args)
	if len(text) > 0 {
		err = document.Join(err, p.write(text))
	}
	return err
}

// write writes what a command prints. In JSON, names that others chose are written so that no terminal obeys them.
func (p program) write(text []byte) error {
	if text[0] == '{' {
		text = document.PrintableJSON(text)
	}
	_, err := p.out.Write(text)
	return err
}

// call runs the command that the arguments name.
func (p program) call(args []string) ([]byte, error) {
	if len(args) == 0 {
		return nil, errUsage
	}
	name, rest := args[0], args[1:]
	switch {
	case name == "--version" && len(rest) == 0:
		return []byte("orbitcert, core " + certificate.Core + "\n"), nil
	case len(rest) == 1 && asksHelp(rest[0]):
		return help(args[:1])
	case name == "help" || asksHelp(name):
		return help(rest)
	}
	verify := func(args []string) ([]byte, error) { return nil, p.verify(args) }
	commands := map[string]func([]string) ([]byte, error){
		"pmin": onFile(name, p.minimum), "withstand": onFile(name, p.withstand), "radii": onFile(name, p.radii),
		"map": onFile(name, p.parameterMap), "draw": onFile(name, p.draw),
		"certify": p.certify, "run": p.dataset, "merge": p.merge, "card": p.card, "plot": p.plot, "verify": verify,
		"explain": p.explain, "count": p.count, "curve": p.curve, "regions": p.regions, "read": p.cloud,
	}
	if command := commands[name]; command != nil {
		return command(rest)
	}
	return nil, unknownCall(name)
}

// onFile is a command that takes one file and no options.
func onFile(name string, command func(path string) ([]byte, error)) func([]string) ([]byte, error) {
	return func(args []string) ([]byte, error) {
		if err := parseOptions(newOptions(name), args, 1, 1); err != nil {
			return nil, err
		}
		return command(args[len(args)-1])
	}
}

// readRequest reads a request document by a parser; its files are relative to it.
func readRequest[Request any](p program, path string, parse func([]byte, certificate.Open) (*Request, error)) (*Request, error) {
	data, err := p.readText(path)
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
	return nil, named(path, err)
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
		return p.readCloud(besideOf(path, name), reading, byDocument)
	}
}

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

func (p program) minimum(path string) ([]byte, error) {
	return answered(p, path, certificate.ParseMinimumRequest, func(request *certificate.Request) ([]byte, error) {
		m, err := certificate.FindMinimum(request)
		if err != nil {
			return nil, err
		}
		return certificate.MinimumDocument(m)
	})
}

func (p program) withstand(path string) ([]byte, error) {
	return answered(p, path, explore.ParseWithstand, func(asked *explore.Asked) ([]byte, error) {
		w, err := explore.Withstand(asked)
		if err != nil {
			return nil, err
		}
		return explore.WithstandDocument(w)
	})
}

// cloud prints a cloud as JSON, or as a NumPy array. How it is read and prepared are the fields that a
// request has beside "file" and in "preparation".
func (p program) cloud(args []string) ([]byte, error) {
	flags := newOptions("read")
	read, prepare, array := flags.String("read", "{}", ""), flags.String("prepare", "{}", ""), flags.Bool("npy", false, "")
	if err := parseOptions(flags, args, 1, 2); err != nil {
		return nil, err
	}
	request, err := cloudRequest(flags.Arg(0), flags.Arg(1), *read, *prepare)
	if err != nil {
		return nil, err
	}
	p.notes.shown = true
	cloud, err := certificate.ReadCloud(request, p.readFile)
	if err != nil {
		return nil, named(flags.Arg(0), err)
	}
	if !p.json {
		p.errs.say("%s: %s", flags.Arg(0), p.notes.file.Summary(cloud))
	}
	if *array {
		text, err := cloud.NPY()
		return text, named(flags.Arg(0), err)
	}
	return cloud.Document()
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

// readText returns a document as UTF-8: shells of Windows write UTF-16.
func (p program) readText(path string) ([]byte, error) {
	data, err := p.read(path, byCaller)
	return document.Text(data), err
}
