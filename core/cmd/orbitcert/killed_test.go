package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// Attempts that are killed anywhere, the last of them with its part cut off anywhere, two
// of a shard at once too, leave what a run from there on ends with the same bytes.
// ORBITCERT_KILLS sets how many are killed.
func TestKilledRunsGoOn(t *testing.T) {
	slow.Skip(t)
	kills, _ := strconv.Atoi(os.Getenv("ORBITCERT_KILLS"))
	if kills == 0 {
		kills = 4
	}
	path := manyClouds(t, 40+8*kills, 10)
	want, _ := mustCall(t, "run", path)
	dir, random := t.TempDir(), rand.New(rand.NewPCG(uint64(kills), 5))
	stopped := 0
	for kill := range kills {
		hit := []os.Signal{syscall.SIGKILL, syscall.SIGTERM, os.Interrupt}[random.IntN(3)]
		if runtime.GOOS == "windows" {
			hit = os.Kill // the only one there
		}
		shard, before := fmt.Sprintf("%d/2", random.IntN(2)), linesIn(t, dir)
		attempts := []*running{start(t, dir, shard, path), start(t, dir, shard, path)}
		for linesIn(t, dir) == before && !(attempts[0].ended() && attempts[1].ended()) {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(random.IntN(10)) * time.Millisecond)
		for _, a := range attempts {
			_ = a.Process.Signal(hit) // it may be done
			<-a.end
			if strings.Contains(a.errs.String(), "orbitcert: stopped: ") && a.ProcessState.ExitCode() == exitFailed {
				stopped++
			}
		}
		if kill%2 == 0 {
			tear(t, random, dir)
		}
	}
	if out, _ := mustCall(t, "run", "--out", dir, path); out != want {
		t.Error("the result differs")
	}
	if out, _ := mustCall(t, "merge", dir); out != want {
		t.Error("the parts merge to another result")
	}
	t.Logf("%d of %d attempts were stopped by a signal, %d parts", stopped, 2*kills, len(partsIn(t, dir)))
	if stopped == 0 {
		t.Error("no attempt was stopped")
	}
}

// running is an attempt in a process of its own.
type running struct {
	*exec.Cmd
	errs bytes.Buffer
	end  chan struct{}
}

func start(t *testing.T, dir, shard, path string) *running {
	t.Helper()
	r := &running{Cmd: command(t, "run", "--shard", shard, "--out", dir, path), end: make(chan struct{})}
	r.Stderr = &r.errs
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.Wait() // tests that need the exit status read ProcessState
		close(r.end)
	}()
	return r
}

func (r *running) ended() bool {
	select {
	case <-r.end:
		return true
	default:
		return false
	}
}

// linesIn counts the lines of all parts.
func linesIn(t *testing.T, dir string) (lines int) {
	t.Helper()
	for _, path := range partsIn(t, dir) {
		lines += max(0, strings.Count(read(t, path), "\n")-1)
	}
	return lines
}

// tear cuts something off a part, as the loss of a machine may.
func tear(t *testing.T, random *rand.Rand, dir string) {
	t.Helper()
	files := partsIn(t, dir)
	path := files[random.IntN(len(files))]
	text := read(t, path)
	if err := os.Truncate(path, int64(len(text)-random.IntN(min(len(text), 700)+1))); err != nil {
		t.Fatal(err)
	}
}
