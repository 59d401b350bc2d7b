//go:build !js

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// writeSite makes a small page.
func writeSite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "<!doctype html>", "app.js": "export {};", "a.mjs": "export {};", "style.css": "a{}",
		"certifier.wasm": "\x00asm", "examples/index.json": "[]", "icon.svg": "<svg/>",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// start runs the server on a free port and returns the address it announces and
// a function that stops it.
func start(t *testing.T, args ...string) (address string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, append([]string{"-port", "0"}, args...), writer, io.Discard)
		writer.Close()
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(<-ended)
	}
	address = strings.TrimSpace(strings.TrimPrefix(line, "OrbitCert on "))
	if !strings.HasPrefix(address, "http://localhost:") {
		t.Fatalf("announced %q", line)
	}
	return address, func() error { cancel(); return <-ended }
}

func TestServe(t *testing.T) {
	site, data := writeSite(t), t.TempDir()
	address, stop := start(t, "-site", site, "-data", data)
	for path, kind := range map[string]string{
		"/":                    "text/html; charset=utf-8",
		"/app.js":              "text/javascript; charset=utf-8",
		"/a.mjs":               "text/javascript; charset=utf-8",
		"/style.css":           "text/css; charset=utf-8",
		"/certifier.wasm":      "application/wasm",
		"/examples/index.json": "application/json",
		"/icon.svg":            "image/svg+xml",
		"/api/health":          "application/json; charset=utf-8",
	} {
		for _, url := range []string{address, strings.Replace(address, "localhost", "127.0.0.1", 1)} {
			res, err := http.Get(url + path)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != 200 || res.Header.Get("Content-Type") != kind {
				t.Errorf("%s: %d %s, want %s", path, res.StatusCode, res.Header.Get("Content-Type"), kind)
			}
		}
	}
	checkHidden(t, address)
	if err := taken(address, site); err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "-port") {
		t.Errorf("second server on the port: %v", err)
	}
	if err := serve(context.Background(), []string{"-port", "0", "-site", site, "-data", data}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("second server on the data: %v", err)
	}
	if err := stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
}

// checkHidden asks for what must not be there.
func checkHidden(t *testing.T, address string) {
	t.Helper()
	for path, want := range map[string]int{"/examples/": 404, "/nothing": 404, "/..%2f..%2fetc%2fpasswd": 404, "/api/none": 404} {
		res, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, res.StatusCode, want)
		}
	}
	res, err := http.Post(address+"/", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	if res.Body.Close(); res.StatusCode != 405 || res.Header.Get("Allow") == "" {
		t.Errorf("POST /: %d", res.StatusCode)
	}
}

// taken starts a second server on the port of the first and returns its error.
func taken(address, site string) error {
	_, port, err := net.SplitHostPort(strings.TrimPrefix(address, "http://"))
	if err != nil {
		return nil
	}
	return serve(context.Background(), []string{"-port", port, "-site", site, "-data", filepath.Join(site, "data")}, io.Discard, io.Discard)
}

// A request that runs when the server is told to stop is answered.
func TestGracefulStop(t *testing.T) {
	listeners, err := listen(0)
	if err != nil {
		t.Fatal(err)
	}
	started, address := make(chan struct{}), "127.0.0.1:"+strconv.Itoa(listeners[0].Addr().(*net.TCPAddr).Port)
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(started)
		for another, err := net.Dial("tcp", address); err == nil; another, err = net.Dial("tcp", address) {
			another.Close() // The server takes no other when it stops.
		}
		io.WriteString(w, "done")
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serveAll(ctx, listeners, newServer(slow, slow)) }()
	go func() { <-started; cancel() }()
	res, err := http.Get("http://" + address + "/api/slow")
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(res.Body); err != nil || string(body) != "done" {
		t.Errorf("%q %v", body, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestBadStart(t *testing.T) {
	site := writeSite(t)
	file := filepath.Join(site, "index.html")
	for name, args := range map[string][]string{
		"no page":        {"-site", t.TempDir()},
		"flag":           {"-nonsense"},
		"argument":       {"-site", site, "extra"},
		"port":           {"-site", site, "-port", "99999"},
		"data is a file": {"-site", site, "-port", "0", "-data", file},
	} {
		if err := serve(context.Background(), args, io.Discard, io.Discard); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file that is damaged in any way is refused at the start, or costs the
// requests that meet the damage; the server goes on.
func TestDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "certificates.db")
	store := newStore(t, filepath.Dir(path))
	store.db.NoSync = true // the disk takes most of the time
	for i := range 200 {
		if err := store.Put(context.Background(), fmt.Sprintf("%064x", i), make([]byte, 1200)); err != nil {
			t.Fatal(err)
		}
	}
	store.Close()
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	garble := func(from int) []byte {
		data := bytes.Clone(good)
		for i := from; i < len(data); i += 97 {
			data[i] ^= 0x5a
		}
		return data
	}
	for name, data := range map[string][]byte{
		"text": []byte("not a database"), "cut to two pages": good[:8192], "cut in half": good[:len(good)/2],
		"garbled": garble(0), "garbled after the first pages": garble(16384), "keys elsewhere": misplaceKeys(bytes.Clone(good)),
	} {
		t.Run(name, func(t *testing.T) { tryDamaged(t, data) })
	}
}

// misplaceKeys has the leaf pages of a bolt file say that the keys of documents are 1 GB behind them,
// where there is nothing to read: the file opens, and its entries cannot be had.
func misplaceKeys(file []byte) []byte {
	const header, element, leaf = 16, 16, 2 // bytes, bytes, flag
	size := os.Getpagesize()
	for start := 0; start+size <= len(file); start += size {
		page := file[start : start+size]
		if binary.NativeEndian.Uint16(page[8:]) != leaf {
			continue
		}
		for at := header; at+element <= size && at < header+element*int(binary.NativeEndian.Uint16(page[10:])); at += element {
			if key := binary.NativeEndian.Uint32(page[at+8:]); key == 64 {
				binary.NativeEndian.PutUint32(page[at+4:], 1<<30)
			}
		}
	}
	return file
}

func tryDamaged(t *testing.T, data []byte) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "certificates.db"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	store, err := openBolt(dir, 1000, 1<<20)
	if err != nil {
		if !strings.Contains(err.Error(), "certificates.db") {
			t.Errorf("the error does not name the file: %v", err)
		}
		return
	}
	defer store.Close()
	store.db.NoSync = true // the disk takes most of the time
	h := newServer(newTestHandler(store, defaultLimits), http.NotFoundHandler()).Handler
	for i := range 200 {
		if res, body := send(h, "GET", fmt.Sprintf("/api/certificates/%064x", i), ""); res.StatusCode != 404 && res.StatusCode != 500 {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
	}
	for n := range 10 {
		if res, body := send(h, "POST", "/api/certificates", posted(n)); res.StatusCode != 200 && res.StatusCode != 500 {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
	}
	if res, body := send(h, "GET", "/api/health", ""); res.StatusCode != 200 {
		t.Errorf("health: %d %s", res.StatusCode, body)
	}
}
