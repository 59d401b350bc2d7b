// Command load measures the sharing service, native and on workerd, over loopback: hits on one link, alone and during
// a flood of new requests. It fails when an answer is wrong. Run make build first.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
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
	if err = errors.Join(err, exec.Command("go", "build", "-o", folder+"/edge", "./wasm/edge").Run(),
		measure("native; goal: 10,000 hits/s", folder+"/edge", "-port", "0", "-data", folder),
		measure("workerd, the worker alone; goal: 1,000 hits/s, p99 50 ms", "node", "build/load/edge.mjs", "alone"),
		measure("workerd, behind the page's routing", "node", "build/load/edge.mjs"), os.RemoveAll(folder)); err != nil {
		log.Fatal("load: ", err)
	}
}

// measure starts a server, which prints its address, and puts both loads on it.
func measure(title, program string, arguments ...string) error {
	fmt.Println(title)
	server := exec.Command(program, arguments...)
	output, err := server.StdoutPipe()
	if err = errors.Join(err, server.Start()); err != nil {
		return err
	}
	defer func() { server.Process.Signal(syscall.SIGTERM); server.Wait() }()
	line, _ := bufio.NewReader(output).ReadString('\n')
	api := strings.Replace(strings.TrimSpace(strings.TrimPrefix(line, "OrbitCert on ")), "localhost", "127.0.0.1", 1) + "/api/certificates"
	var posted atomic.Int64
	body := func() io.Reader { return strings.NewReader(fmt.Sprintf(request, posted.Add(1))) }
	post := func(c *http.Client) (*http.Response, error) { return c.Post(api, "application/json", body()) }
	stored, _, err := read(post(http.DefaultClient))
	_, rest, _ := strings.Cut(stored, `"key": "`)
	hit := func(c *http.Client) (*http.Response, error) { return c.Get(api + "/" + strings.Split(rest, `"`)[0]) }
	if err = errors.Join(err, load("hits", 16, hit, stored)); err != nil {
		return err
	}
	var flood errgroup.Group
	flood.Go(func() error { return load("flood", 64, post, "") })
	return errors.Join(load("hits during the flood; goal: p99 100 ms", 4, hit, stored), flood.Wait())
}

func read(answer *http.Response, err error) (string, int, error) {
	if err != nil {
		return "", 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), answer.StatusCode, err
}

// load sends requests for five seconds, over connections from addresses of their own, and prints the rate, the latencies and how many were refused.
func load(title string, connections int, send func(*http.Client) (*http.Response, error), wanted string) error {
	times, begin := make([][]time.Duration, connections), time.Now()
	refused, all := atomic.Int64{}, errgroup.Group{}
	for n := range times {
		all.Go(func() error {
			dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n))}}
			c := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: dialer.DialContext, DisableCompression: true}}
			for time.Since(begin) < 5*time.Second {
				start := time.Now()
				text, status, err := read(send(c))
				if err != nil || status >= 500 || wanted != "" && text != wanted {
					return fmt.Errorf("%s: a wrong answer: status %d, error %v", title, status, err)
				}
				if times[n] = append(times[n], time.Since(start)); status == http.StatusTooManyRequests {
					refused.Add(1)
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		return err
	}
	whole := slices.Sorted(slices.Values(slices.Concat(times...)))
	at := func(share int) time.Duration { return whole[(len(whole)-1)*share/100].Round(10 * time.Microsecond) }
	fmt.Printf("  %s: %.0f/s, p50 %v, p99 %v; %d refused\n", title, float64(len(whole))/time.Since(begin).Seconds(), at(50), at(99), refused.Load())
	return nil
}
