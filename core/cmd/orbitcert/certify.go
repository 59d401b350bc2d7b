package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// certify prints the certificate of a request, or those of requests in lines.
func (p program) certify(args []string) ([]byte, error) {
	flags := newOptions("certify")
	lines, most := flags.Bool("lines", false, ""), flags.Int("gram", math.MaxInt, "")
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return nil, err
	}
	path := flags.Arg(0)
	if *lines {
		return nil, p.certifyLines(path, *most)
	}
	request, err := readRequest(p, path, certificate.ParseRequest)
	if err != nil {
		return nil, err
	}
	return certified(request, *most)
}

// certified returns the certificate of a request, without its clouds where they have more than so many points.
func certified(request *certificate.Request, most int) ([]byte, error) {
	if request.Clean != nil && request.Clean.Count() > most {
		short, err := request.WithoutClouds()
		if err != nil {
			return nil, err
		}
		request = short
	}
	c, err := certificate.Certify(request)
	if err != nil {
		return nil, err
	}
	return certificate.Document(request, c)
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
		found, errs := make([][]byte, len(some)), make([]error, len(some))
		each(len(some), func(i int) { found[i], errs[i] = certifyLine(some[i], open, most) })
		for i := range some {
			if errs[i] != nil {
				return named(path, onLine(first+i+1, errs[i]))
			}
			if err := p.write(found[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// linesAtOnce is how many lines each processor certifies before they are printed.
const linesAtOnce = 32

func certifyLine(line []byte, open certificate.Open, most int) ([]byte, error) {
	request, err := certificate.ParseRequest(line, open)
	if err != nil {
		return nil, err
	}
	text, err := certified(request, most)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Compact(&out, text)
	return append(out.Bytes(), '\n'), err
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
				return pointcloud.File{}, err
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
