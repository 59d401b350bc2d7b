//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// grace is how long a stopping server lets running requests finish.
const grace = 5 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch err := serve(ctx, os.Args[1:], os.Stdout, os.Stderr); {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "edge:", err)
		os.Exit(1)
	}
}

// errUsage says that the flags were wrong; the flag package has said how.
var errUsage = errors.New("usage")

// options are the flags of the native server.
type options struct {
	site, packed, data string
	port               int
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("edge", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.site, "site", "build/out/site", "folder of the page")
	flags.StringVar(&o.packed, "packed", "build/out/packed", "folder of the page's files in compressed forms")
	flags.StringVar(&o.data, "data", "build/out/data", "folder of the stored certificates")
	flags.IntVar(&o.port, "port", 8787, "port on the loopback interface; 0 takes a free one")
	err := flags.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		return o, errUsage
	}
	if err == nil && flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return o, err
}

// serve runs the server until ctx ends.
func serve(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseFlags(args, stderr)
	if err != nil {
		return err
	}
	if err := isBuilt(o.site); err != nil {
		return err
	}
	listeners, err := listen(o.port)
	if err != nil {
		return err
	}
	defer closeAll(listeners)
	store, err := openBolt(o.data, maxEntries, maxBytes)
	if err != nil {
		return err
	}
	server, err := prepare(o, store)
	if err == nil {
		fmt.Fprintf(stdout, "OrbitCert on http://localhost:%d\n", listeners[0].Addr().(*net.TCPAddr).Port)
		err = serveAll(ctx, listeners, server)
	}
	return errors.Join(err, store.Close())
}

// prepare makes the server of a store that is open, and so this process's alone.
func prepare(o options, store Store) (*http.Server, error) {
	signer, err := openSigner(o.data)
	if err != nil {
		return nil, err
	}
	site, err := newSite(o.site, o.packed, signer.public())
	if err != nil {
		return nil, err
	}
	api := NewHandler(store, signer, newLimiter(time.Now), nativeLimits())
	return newServer(api, site), nil
}

// rest gives up the thread in the worker; here the scheduler does that.
func rest() {}

// nativeLimits leaves one core free for everything that is not a computation.
func nativeLimits() Limits {
	limits := defaultLimits
	limits.Running = max(1, runtime.GOMAXPROCS(0)-1)
	return limits
}

// newServer puts the calls and the page behind one server. The write timeout
// has room for the slowest computation and the queue before it.
func newServer(api, site http.Handler) *http.Server {
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer answerPanic(w, r)
			if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
				api.ServeHTTP(w, r)
				return
			}
			site.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      3 * time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}

// answerPanic is deferred by what answers a request; net/http would print a stack and
// close the connection.
func answerPanic(w http.ResponseWriter, r *http.Request) {
	if v := recover(); v != nil {
		panicked(v).write(w, r.Method)
	}
}

// listen opens the port on both loopback addresses: a browser may take
// "localhost" for either. A machine without IPv6 is served on IPv4 alone.
func listen(port int) ([]net.Listener, error) {
	four, err := listenOn("127.0.0.1", port)
	if err != nil {
		return nil, err
	}
	six, err := listenOn("::1", four.Addr().(*net.TCPAddr).Port)
	switch {
	case err == nil:
		return []net.Listener{four, six}, nil
	case errors.Is(err, syscall.EADDRINUSE) && port != 0:
		four.Close()
		return nil, err
	}
	return []net.Listener{four}, nil
}

func listenOn(host string, port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, fmt.Sprint(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("port %d is taken; choose another with -port: %w", port, syscall.EADDRINUSE)
	}
	return l, err
}

func closeAll(listeners []net.Listener) {
	for _, l := range listeners {
		l.Close()
	}
}

// serveAll serves until ctx ends or a listener fails, then lets requests finish
// for a while and stops the computations of the rest.
func serveAll(ctx context.Context, listeners []net.Listener, server *http.Server) error {
	requests, abandon := context.WithCancel(context.Background())
	defer abandon()
	server.BaseContext = func(net.Listener) context.Context { return requests }
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { failed <- server.Serve(l) }()
	}
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	timeout, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if server.Shutdown(timeout) != nil {
		log.Print("requests still running after ", grace, " are cut off")
		abandon()
		server.Close()
	}
	return err
}
