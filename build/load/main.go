// Command load measures the sharing service, native and on workerd, over loopback: hits on one link, alone and during
// a flood of new requests. It fails when an answer is wrong. Run make build first.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// request is a problem that differs from any other n in σ alone.
const request = `{"gram": {"dimension": 2, "matrix": [[1.0404, 0.0102, 1.02, 0], [0.0102, 0.941, 0.01, 0.97], [1.02, 0.01, 1, 0], [0, 0.97, 0, 1]]},
	"sigma": %d, "prediction": {"votes": 970, "samples": 1000}, "group": "SO", "samples": 10000}`

func main() {
	folder, err := os.MkdirTemp("", "orbitcert-load-")
	err = errors.Join(err, exec.Command("go", "build", "-o", folder+"/edge", "./wasm/edge").Run(),
		measure("native; goal: 10,000 hits/s", folder+"/edge", "-port", "0", "-data", folder),
		measure("workerd, the worker alone; goal: 1,000 hits/s, p99 50 ms", "node", "build/load/edge.mjs", "alone"),
		measure("workerd, behind the page's routing", "node", "build/load/edge.mjs"), os.RemoveAll(folder))
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// measure starts a server, which prints its address, and puts both loads on it.
func measure(title, program string, arguments ...string) error {
	server := exec.Command(program, arguments...)
	server.Stderr = io.Discard
	output, _ := server.StdoutPipe()
	if err := server.Start(); err != nil {
		return err
	}
	defer func() { server.Process.Signal(syscall.SIGTERM); server.Wait() }()
	line, _ := bufio.NewReader(output).ReadString('\n')
	go io.Copy(io.Discard, output)
	api := strings.Replace(strings.TrimSpace(strings.TrimPrefix(line, "OrbitCert on ")), "localhost", "127.0.0.1", 1) + "/api/certificates"
	fmt.Println(title)

	stored, status, err := ask(client(0), api, 0)
	_, rest, _ := strings.Cut(string(stored), `"key": "`)
	key, _, found := strings.Cut(rest, `"`)
	if err != nil || !found {
		return fmt.Errorf("%s: no certificate: status %d: %w", title, status, err)
	}
	hit := func(c *http.Client) error {
		text, status, err := ask(c, api+"/"+key, -1)
		if err == nil && !bytes.Equal(text, stored) {
			err = fmt.Errorf("%s: a stored certificate changed: status %d", title, status)
		}
		return err
	}
	end := time.Now().Add(5 * time.Second)
	if err := repeat("hits", 16, hit, func() bool { return time.Now().Before(end) }); err != nil {
		return err
	}
	var posts, refused atomic.Int64
	post := func(c *http.Client) error {
		_, status, err := ask(c, api, posts.Add(1))
		if status == http.StatusTooManyRequests {
			refused.Add(1)
		} else if status >= 500 {
			err = fmt.Errorf("%s: post: status %d", title, status)
		}
		return err
	}
	var flood errgroup.Group
	flood.Go(func() error { return repeat("flood", 64, post, func() bool { return posts.Load() < 5000 }) })
	err = repeat("hits during the flood; goal: p99 100 ms", 4, hit, func() bool { return posts.Load() < 5000 })
	err = errors.Join(err, flood.Wait())
	fmt.Printf("  %d of %d new requests were refused as too many\n", refused.Load(), posts.Load())
	return err
}

// client keeps one connection, from an address of its own.
func client(n int) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n))}}
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: dialer.DialContext, DisableCompression: true}}
}

// ask posts request n, or gets the address for n < 0. A post that met a closing connection is sent again.
func ask(c *http.Client, url string, n int64) ([]byte, int, error) {
	call, _ := http.NewRequest(http.MethodGet, url, nil)
	if n >= 0 {
		call, _ = http.NewRequest(http.MethodPost, url, strings.NewReader(fmt.Sprintf(request, 1+n)))
		call.Header.Set("Idempotency-Key", fmt.Sprint(n))
	}
	answer, err := c.Do(call)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return text, answer.StatusCode, err
}

// repeat acts over and over on some connections while more says so, and prints the rate and latencies.
func repeat(title string, connections int, act func(*http.Client) error, more func() bool) error {
	times := make([][]time.Duration, connections)
	var all errgroup.Group
	begin := time.Now()
	for n := range times {
		all.Go(func() (err error) {
			for c := client(n); more() && err == nil; {
				start := time.Now()
				err = act(c)
				times[n] = append(times[n], time.Since(start))
			}
			return err
		})
	}
	err := all.Wait()
	whole := slices.Concat(times...)
	slices.Sort(whole)
	at := func(share int) time.Duration { return whole[(len(whole)-1)*share/100].Round(10 * time.Microsecond) }
	fmt.Printf("  %s: %.0f/s, p50 %v, p99 %v\n", title, float64(len(whole))/time.Since(begin).Seconds(), at(50), at(99))
	return err
}
