//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// A full disk costs the store, not the client. A process that may write no large files
// stands for it; one of its own, since the test's would keep no log either.
func TestFullDisk(t *testing.T) {
	if os.Getenv("ORBITCERT_FULL_DISK") == "" {
		child := exec.Command(os.Args[0], "-test.run=^TestFullDisk$")
		child.Env = append(os.Environ(), "ORBITCERT_FULL_DISK=1")
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	store := newStore(t, t.TempDir())
	h := newTestHandler(store, defaultLimits)
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 128 << 10, Max: 128 << 10}); err != nil {
		t.Fatal(err)
	}
	documents := map[string]string{}
	for n := range 100 {
		document, key := share(t, h, posted(1+n))
		documents[key] = document
	}
	held := 0
	for key, document := range documents {
		if stored, err := store.Get(context.Background(), key); err == nil && string(stored) == document {
			held++
		}
		if res, body := send(h, "GET", "/api/certificates/"+key, ""); res.StatusCode != 200 || body != document {
			t.Errorf("%d %s", res.StatusCode, body)
		}
	}
	if held == 0 || held == len(documents) {
		t.Errorf("the disk holds %d of %d: it was never full", held, len(documents))
	}
}
