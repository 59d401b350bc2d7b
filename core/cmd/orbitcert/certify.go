package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// certify prints the certificate of a request, or those of requests in lines.
func (p *program) certify() *cobra.Command {
	c := &cobra.Command{
		Use:   "certify [options] REQUEST.json",
		Short: "print the certificate of a request",
		Long: `A cloud of the request may be {"file": path}, relative to the request, and so may "sets", which calibrate prints.
If each vote is of a sample of k points, "subsample": k, the clouds may have different numbers of points, and
"perturbed": {"changes": {"replaced": 2, "added": 1, "removed": 5, "moved": 0.1}} means every cloud with at most these changes.
The exit code is 0, certified or not.`,
		Example: "orbitcert certify site/examples/scaling-2d.json > certificate.json",
	}
	lines := c.Flags().Bool("lines", false, "read a request from each line, and print a certificate on each, in the same order; the first bad request ends it")
	most := c.Flags().Int("gram", 0, "put the Gram form of clouds with more than `N` points into the certificate. It verifies without them, but has no "+
		"picture, and votes that a model cast cannot be recounted. For a clean cloud without a perturbed one it is the number of points "+
		"and the SHA-256; the cloud stays if its points have different sigmas")
	return p.printing(c, 1, 1, func(files []string) ([]byte, error) {
		if !c.Flags().Changed("gram") {
			*most = math.MaxInt
		}
		if *lines {
			return nil, p.certifyLines(files[0], *most)
		}
		request, err := readRequest(*p, files[0], certificate.ParseRequest)
		if err != nil {
			return nil, err
		}
		given, found, text, err := certified(request, *most)
		if err != nil {
			return nil, err
		}
		p.sayFits(files[0], request.Fits(found))
		if p.tabular() {
			return certificateTable(given, found), nil
		}
		return text, nil
	})
}

// certified returns the certificate of a request and its document, and the request without its clouds where they have more than so many points.
func certified(request *certificate.Request, most int) (given *certificate.Request, found *certificate.Certificate, text []byte, err error) {
	if given = request; given.Clean != nil && given.Clean.Count() > most {
		if given, err = given.WithoutClouds(); err != nil {
			return nil, nil, nil, err
		}
	}
	if found, err = certificate.Certify(given); err != nil {
		return nil, nil, nil, err
	}
	text, err = certificate.Document(given, found)
	return given, found, text, err
}

// certifyLines prints a certificate for each line of a file, on a line. Lines are certified at the same time.
func (p program) certifyLines(path string, most int) error {
	data, err := p.readText(path)
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimRight(data, "\r\n"), []byte("\n"))
	open := p.holding(path)
	at := linesAtOnce * runtime.GOMAXPROCS(0)
	for first := 0; first < len(lines); first += at {
		some := lines[first:min(first+at, len(lines))]
		found, notes, errs := make([][]byte, len(some)), make([][]string, len(some)), make([]error, len(some))
		each(len(some), func(i int) { found[i], notes[i], errs[i] = p.certifyLine(some[i], path, open, most) })
		for i := range some {
			if errs[i] != nil {
				return named(path, onLine(first+i+1, errs[i]))
			}
			p.sayFits(fmt.Sprintf("%s: line %d", path, first+i+1), notes[i])
			if err := p.write(found[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// linesAtOnce is how many lines each processor certifies before they are printed.
const linesAtOnce = 32

// certifyLine returns the certificate of a line, and what in it perhaps does not fit together.
func (p program) certifyLine(line []byte, path string, open certificate.Open, most int) (document []byte, notes []string, err error) {
	if line, err = p.withSets(line, path); err != nil {
		return nil, nil, err
	}
	request, err := certificate.ParseRequest(line, open)
	if err != nil {
		return nil, nil, err
	}
	_, found, text, err := certified(request, most)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	err = json.Compact(&out, text)
	return append(out.Bytes(), '\n'), request.Fits(found), err
}

// sayFits says what perhaps does not fit together, unless messages are JSON.
func (p program) sayFits(place string, notes []string) {
	for _, one := range notes {
		if !p.json {
			p.errs.say("%s: %s", place, one)
		}
	}
}

// holding opens clouds relative to a document, as beside does. It reads every file once.
func (p program) holding(path string) certificate.Open {
	var mutex sync.Mutex
	held := map[string][]byte{}
	return func(name string, reading pointcloud.Reading) (pointcloud.File, error) {
		name = besideOf(path, name)
		mutex.Lock()
		defer mutex.Unlock()
		data, known := held[name]
		if !known {
			var err error
			if data, err = p.read(name, byDocument); err != nil {
				return pointcloud.File{}, searched(name, err)
			}
			held[name] = data
		}
		return p.parse(name, data, reading)
	}
}

// lineError is an error on a line of a document.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }

func (e *lineError) Unwrap() error { return e.err }

// Failure has the line where the error has no file of its own.
func (e *lineError) Failure() document.Failure {
	f := document.FailureOf(e.err)
	if f.File == "" && f.Line == 0 {
		f.Line = e.line
	}
	return f
}

// onLine puts the line before all errors of a request.
func onLine(line int, err error) error {
	var all []error
	for _, fault := range document.FaultsOf(err) {
		all = append(all, &lineError{line, fault})
	}
	return document.Join(all...)
}
