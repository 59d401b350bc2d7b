// Command orbitcert computes certificates from request documents and converts
// point cloud files: the native twin of the page.
//
//	orbitcert certify request.json
//	orbitcert pmin request.json
//	orbitcert verify certificate.json
//	orbitcert convert cloud.ply
//
// A file name of "-" stands for standard input. Only the document goes to
// standard output. The exit code is 0 when it was computed, certified or not,
// 2 when the input is bad, 1 for anything else: a certificate that does not
// stand, for one.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

const usage = `usage: orbitcert certify request.json     print the certificate of a request
       orbitcert pmin request.json        print the smallest prediction probability that certifies
       orbitcert verify certificate.json  recompute a certificate and print what differs
       orbitcert convert cloud.ply        print {"points": …} read from a point cloud file
"-" reads standard input.
`

const (
	exitComputed = iota
	exitFailed
	exitBadInput
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main with its surroundings as arguments.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	commands := map[string]func(string, io.Reader) ([]byte, error){
		"certify": certify,
		"pmin":    minimum,
		"verify":  verify,
		"convert": convert,
	}
	if len(args) != 2 || commands[args[0]] == nil {
		fmt.Fprint(errs, usage)
		return exitBadInput
	}
	document, err := commands[args[0]](args[1], in)
	if err != nil {
		fmt.Fprintf(errs, "orbitcert: %s\n", err)
		return exitCode(err)
	}
	if _, err := out.Write(document); err != nil {
		fmt.Fprintf(errs, "orbitcert: %s\n", err)
		return exitFailed
	}
	return exitComputed
}

// badInput marks an error of the input, with the name of the file it is in.
type badInput struct{ error }

func exitCode(err error) int {
	if errors.As(err, &badInput{}) {
		return exitBadInput
	}
	return exitFailed
}

type parser func([]byte, certificate.Open) (*certificate.Request, error)

// readRequest reads a request document; its files are relative to it.
func readRequest(path string, in io.Reader, parse parser) (*certificate.Request, error) {
	data, err := read(path, in)
	if err != nil {
		return nil, err
	}
	request, err := parse(data, beside(path, in))
	if err != nil {
		return nil, named(path, err)
	}
	return request, nil
}

// beside opens clouds relative to the document that names them.
func beside(path string, in io.Reader) certificate.Open {
	return func(name string) (pointcloud.Cloud, error) {
		if !filepath.IsAbs(name) && path != "-" {
			name = filepath.Join(filepath.Dir(path), name)
		}
		return readCloud(name, in)
	}
}

func certify(path string, in io.Reader) ([]byte, error) {
	request, err := readRequest(path, in, certificate.ParseRequest)
	if err != nil {
		return nil, err
	}
	c, err := certificate.Certify(request)
	if err != nil {
		return nil, err
	}
	return certificate.Document(request, c)
}

func minimum(path string, in io.Reader) ([]byte, error) {
	request, err := readRequest(path, in, certificate.ParseMinimumRequest)
	if err != nil {
		return nil, err
	}
	m, err := certificate.FindMinimum(request)
	if err != nil {
		return nil, named(path, err)
	}
	return certificate.MinimumDocument(m)
}

// verify prints nothing when the certificate stands.
func verify(path string, in io.Reader) ([]byte, error) {
	data, err := read(path, in)
	if err != nil {
		return nil, err
	}
	lines, err := certificate.Verify(data, beside(path, in))
	if err != nil {
		return nil, named(path, err)
	}
	if len(lines) > 0 && !special.SameBits() {
		lines = append(lines, "(this processor rounds the last digits differently; verify on amd64 or in the browser)")
	}
	if len(lines) > 0 {
		return nil, fmt.Errorf("%s does not stand:\n  %s", path, strings.Join(lines, "\n  "))
	}
	return nil, nil
}

func convert(path string, in io.Reader) ([]byte, error) {
	cloud, err := readCloud(path, in)
	if err != nil {
		return nil, err
	}
	points, err := cloud.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "{\"points\": %s}\n", points), nil
}

func readCloud(path string, in io.Reader) (pointcloud.Cloud, error) {
	data, err := read(path, in)
	if err != nil {
		return pointcloud.Cloud{}, err
	}
	cloud, err := pointcloud.Parse(path, data)
	if err != nil {
		return cloud, badInput{err}
	}
	return cloud, nil
}

// read returns the content of a file. A file that cannot be read is bad input.
func read(path string, in io.Reader) ([]byte, error) {
	if path == "-" {
		data, err := io.ReadAll(in)
		return data, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, badInput{err}
	}
	return data, nil
}

// named puts the name of the request file before errors that do not carry the
// name of another file.
func named(path string, err error) error {
	if errors.As(err, &badInput{}) {
		return err
	}
	if path == "-" {
		path = "standard input"
	}
	return badInput{fmt.Errorf("%s: %w", path, err)}
}
