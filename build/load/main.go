// Command load puts load on the sharing service, native and on workerd, over the
// loopback interface: hits, many visitors of one link at once, a flood of new
// requests. It prints rates and latencies beside what is wanted, and fails when
// an answer is wrong. Needs make build.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// How long hits are measured, over how many connections.
const (
	duration    = 5 * time.Second
	connections = 16
)

// The flood: so many requests from so many addresses, each with a connection that
// sends the next request as soon as the last is answered.
const (
	flood   = 5000
	sources = 64
)

func main() {
	folder, err := os.MkdirTemp("", "orbitcert-load-")
	if err == nil {
		err = measureAll(folder)
		os.RemoveAll(folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// measureAll measures both forms, one after the other.
func measureAll(folder string) error {
	native, err := startNative(folder)
	if err != nil {
		return err
	}
	fmt.Println("native")
	err = measure(native.url, 10_000, 0, true)
	native.stop()
	if err != nil {
		return fmt.Errorf("native: %w", err)
	}
	if info, err := os.Stat(filepath.Join(folder, "certificates.db")); err == nil {
		fmt.Printf("  store after the flood: %.1f MB\n", float64(info.Size())/1e6)
	}
	if err := measureWorkerd("workerd, the worker alone", false, "alone"); err != nil {
		return err
	}
	return measureWorkerd("workerd, behind the local simulation of the page's routing", true)
}

func measureWorkerd(title string, page bool, arguments ...string) error {
	worker, err := startWorkerd(arguments...)
	if err != nil {
		return err
	}
	defer worker.stop()
	fmt.Println(title)
	if err := measure(worker.url, 1000, 50*time.Millisecond, page); err != nil {
		return fmt.Errorf("workerd: %w", err)
	}
	return nil
}

// measure runs all loads on one server, visitors where it has the page. The
// goals are the rate of hits and their 99th percentile; 0 means none.
func measure(url string, rate float64, p99 time.Duration, page bool) error {
	link, err := share(url, 0)
	if err != nil {
		return err
	}
	for _, load := range []func() error{
		func() error { return hits(link, rate, p99) },
		func() error {
			if !page {
				return nil
			}
			return visitors(url, link)
		},
		func() error { return crowd(url) },
		func() error { return flooded(url, link) },
	} {
		if err := load(); err != nil {
			return err
		}
	}
	return nil
}

// certificate is a stored one: where it is, and what it says.
type certificate struct {
	url  string
	text []byte
}

// check asks for the certificate and compares it.
func (c certificate) check(client *http.Client) error {
	text, err := fetch(client, c.url)
	if err == nil && !bytes.Equal(text, c.text) {
		err = fmt.Errorf("%s changed", c.url)
	}
	return err
}

func fetch(client *http.Client, url string) ([]byte, error) {
	res, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: status %d", url, res.StatusCode)
	}
	return text, err
}

// newClient keeps one connection, from an address of the loopback network.
func newClient(address net.IP) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: address}, Timeout: 10 * time.Second}
	transport := &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 1, MaxConnsPerHost: 1, DisableCompression: true}
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

var loopback = net.IPv4(127, 0, 0, 1)

// hits asks for one certificate as fast as it comes.
func hits(link certificate, rate float64, p99 time.Duration) error {
	end := time.Now().Add(duration)
	times, err := together(connections, func(int) ([]time.Duration, error) {
		return repeat(link, newClient(loopback), 0, func() bool { return time.Now().Before(end) })
	})
	if err != nil {
		return err
	}
	fmt.Printf("  hits: %.0f/s (wanted %.0f), %s", float64(len(times))/duration.Seconds(), rate, summary(times))
	if p99 > 0 {
		fmt.Printf(" (wanted %v)", p99)
	}
	fmt.Println()
	return nil
}

// repeat asks for a certificate while more says so, with a pause between.
func repeat(link certificate, client *http.Client, pause time.Duration, more func() bool) (times []time.Duration, err error) {
	for more() {
		begin := time.Now()
		if err := link.check(client); err != nil {
			return nil, err
		}
		times = append(times, time.Since(begin))
		time.Sleep(pause)
	}
	return times, nil
}

// page is what a visitor loads before the first verdict.
var page = []string{"/", "/styles.css", "/icon.svg", "/app.js", "/worker.js", "/certifier.wasm"}

// visitors opens one link on sixty machines at once.
func visitors(url string, link certificate) error {
	begin := time.Now()
	times, err := together(60, func(int) ([]time.Duration, error) {
		client := newClient(loopback)
		for _, path := range page {
			if _, err := fetch(client, url+path); err != nil {
				return nil, err
			}
		}
		err := link.check(client)
		return []time.Duration{time.Since(begin)}, err
	})
	if err == nil {
		fmt.Printf("  60 visitors, page and certificate: %s, all after %v\n", summary(times), time.Since(begin).Round(time.Millisecond))
	}
	return err
}

// crowd posts one new request a thousand times at once: all wait for one certificate.
func crowd(url string) error {
	times, err := together(1000, func(int) ([]time.Duration, error) {
		begin := time.Now()
		c, err := share(url, flood+1)
		if err == nil {
			err = c.check(newClient(loopback))
		}
		return []time.Duration{time.Since(begin)}, err
	})
	if err == nil {
		fmt.Printf("  1000 equal posts at once, and what they stored: %s\n", summary(times))
	}
	return err
}

// flooded asks for a stored certificate while others post new requests.
func flooded(url string, link certificate) error {
	var sent atomic.Int64
	var counting sync.Mutex
	statuses := map[int]int{}
	begin := time.Now()
	posts, over := errgroup.WithContext(context.Background())
	for i := range sources {
		posts.Go(func() error {
			client := newClient(net.IPv4(127, 0, 1, byte(1+i)))
			for n := sent.Add(1); n <= flood && over.Err() == nil; n = sent.Add(1) {
				status, err := post(client, url, n)
				if err != nil || status >= 500 {
					return fmt.Errorf("post: status %d (%v)", status, err)
				}
				counting.Lock()
				statuses[status]++
				counting.Unlock()
			}
			return nil
		})
	}
	go posts.Wait() // ends over
	times, err := together(4, func(int) ([]time.Duration, error) {
		return repeat(link, newClient(loopback), 5*time.Millisecond, func() bool { return over.Err() == nil })
	})
	if err := errors.Join(err, posts.Wait()); err != nil {
		return err
	}
	fmt.Printf("  hits during a flood of %d posts from %d addresses in %v (%v): %s (wanted 100ms)\n", flood, sources, time.Since(begin).Round(time.Millisecond), statuses, summary(times))
	return nil
}
