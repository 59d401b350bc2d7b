package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// server is a sharing service in its own process.
type server struct {
	url     string
	process *exec.Cmd
}

func startNative(folder string) (*server, error) {
	program := filepath.Join(folder, "edge")
	if out, err := exec.Command("go", "build", "-o", program, "./wasm/edge").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return start(exec.Command(program, "-port", "0", "-data", folder))
}

func startWorkerd(arguments ...string) (*server, error) {
	return start(exec.Command("node", append([]string{"build/load/edge.mjs"}, arguments...)...))
}

// start runs a server until it has said where it listens.
func start(process *exec.Cmd) (*server, error) {
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var errors strings.Builder
	process.Stderr = &limited{&errors, 1 << 16}
	if err := process.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		process.Wait()
		return nil, fmt.Errorf("%s did not start: %s", process.Path, errors.String())
	}
	go io.Copy(io.Discard, output)
	url := strings.TrimSpace(strings.TrimPrefix(line, "OrbitCert on "))
	return &server{strings.Replace(url, "localhost", "127.0.0.1", 1), process}, nil
}

// stop ends the server and waits for its end.
func (s *server) stop() {
	s.process.Process.Signal(syscall.SIGTERM)
	s.process.Wait()
}

// limited keeps the first bytes that are written to it.
type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.left -= n
	l.w.Write(p[:n])
	return len(p), nil
}

// request is a problem that differs from any other n in σ alone.
func request(n int64) string {
	return fmt.Sprintf(`{"gram": {"dimension": 2, "matrix": [[1.0404, 0.0102, 1.02, 0], [0.0102, 0.941, 0.01, 0.97], [1.02, 0.01, 1, 0], [0, 0.97, 0, 1]]},
		"sigma": %d, "prediction": {"votes": 970, "samples": 1000}, "group": "SO", "samples": 10000}`, 1+n)
}

// post asks for a new certificate and returns the status. A post that met a
// connection as it was closed is sent again: it asks for the same certificate.
func post(client *http.Client, url string, n int64) (int, error) {
	call, err := http.NewRequest(http.MethodPost, url+"/api/certificates", strings.NewReader(request(n)))
	if err != nil {
		return 0, err
	}
	call.Header.Set("Idempotency-Key", fmt.Sprint(n)) // tells the client, and is for it alone
	res, err := client.Do(call)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// share has the certificate of a request computed and returns where it is stored.
func share(url string, n int64) (c certificate, err error) {
	res, err := newClient(loopback).Post(url+"/api/certificates", "application/json", strings.NewReader(request(n)))
	if err != nil {
		return c, err
	}
	defer res.Body.Close()
	if c.text, err = io.ReadAll(res.Body); err != nil {
		return c, err
	}
	var document struct{ Key string }
	if err := json.Unmarshal(c.text, &document); err != nil || document.Key == "" {
		return c, fmt.Errorf("no certificate: status %d: %.200s", res.StatusCode, c.text)
	}
	c.url = url + "/api/certificates/" + document.Key
	return c, nil
}
