package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// TestMain lets the tests start orbitcert itself, to kill it.
func TestMain(m *testing.M) {
	if os.Getenv("ORBITCERT_TEST_COMMAND") != "" {
		main()
	}
	os.Exit(m.Run())
}

// command is orbitcert as a process of its own.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Env = append(os.Environ(), "ORBITCERT_TEST_COMMAND=1")
	return c
}

// manyClouds writes a run of so many clouds, of so many draws each.
func manyClouds(t *testing.T, count, draws int) string {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 1))
	var clouds []string
	for i := range count {
		var points [][3]float64
		for range 8 {
			points = append(points, [3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
		}
		text, _ := json.Marshal(points)
		clouds = append(clouds, fmt.Sprintf(`{"name":"<%d>","points":%s,"label":1,"votes_pred":[1,9],"votes_cert":[%d,9900]}`, i, text, 100+i%60))
	}
	return saved(t, "run.json", fmt.Sprintf(`{"clouds":[%s],"sigma":0.5,"group":"SE","samples":1000,
		"attack":{"family":"rotate","degrees":[0,9],"noise":1.1,"draws":%d}}`, strings.Join(clouds, ",\n"), draws))
}

func saved(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// mustCall runs a command that is to succeed.
func mustCall(t *testing.T, args ...string) (out, errs string) {
	t.Helper()
	code, out, errs := call("", args...)
	if code != exitComputed {
		t.Fatalf("%v: exit %d, %s", args, code, errs)
	}
	return out, errs
}

func TestShardsMergeToTheRun(t *testing.T) {
	slow.Skip(t)
	path := manyClouds(t, 5, 2)
	shardsMerge(t, path, 1, 2, 7)
	ranges := regexp.MustCompile(`"attack":{[^}]*}`).ReplaceAllString(read(t, path), `"withstand":{"along":[1,2,2]}`)
	shardsMerge(t, saved(t, "run.json", ranges), 2)
	counts := strings.Replace(ranges, `"withstand":{`, `"subsample":2,"withstand":{"moved":0.01,`, 1)
	shardsMerge(t, saved(t, "run.json", counts), 7)
	elements := regexp.MustCompile(`"points":`).ReplaceAllString(read(t, path), `"attributes":{"element":[6,1,8,6,1,8,6,1]},"points":`)
	shardsMerge(t, saved(t, "run.json", regexp.MustCompile(`"sigma":[0-9.]+`).ReplaceAllString(elements, `"sigma":{"attribute":"element","values":{"1":0.5,"6":0.6,"8":0.9}}`)), 2)
}

func shardsMerge(t *testing.T, path string, counts ...int) {
	t.Helper()
	want, _ := mustCall(t, "run", path)
	if strings.Count(want, `"name"`) != 5 || !strings.Contains(want, `"failed": 0`) {
		t.Fatal(want)
	}
	for _, shards := range counts {
		dir := filepath.Join(t.TempDir(), "new", "folder")
		for i := range shards {
			out, errs := mustCall(t, "run", "--shard", fmt.Sprintf("%d/%d", shards-1-i, shards), "--out", dir, path)
			if out != "" || shards > 1 && !strings.Contains(errs, "is complete: ") {
				t.Errorf("%q, %q", out, errs)
			}
		}
		if got, errs := mustCall(t, "merge", dir); got != want || errs != "" {
			t.Errorf("%d shards: %s, %s", shards, got, errs)
		}
		if got, _ := mustCall(t, "run", "--out", dir, path); got != want {
			t.Errorf("run after %d shards: %s", shards, got)
		}
		if files := partsIn(t, dir); len(files) > shards {
			t.Errorf("%d shards: %v", shards, files)
		}
	}
}

func partsIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+partEnding))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Parts that do not make a run are refused, with what is wrong with them.
func TestMergeRefuses(t *testing.T) {
	path, other := manyClouds(t, 5, 2), manyClouds(t, 4, 2)
	full, foreign := t.TempDir(), t.TempDir()
	for _, shard := range []string{"0/2", "1/2"} {
		mustCall(t, "run", "--shard", shard, "--out", full, path)
	}
	mustCall(t, "run", "--out", foreign, other)
	first, second, strange := read(t, filepath.Join(full, "0-of-2.1"+partEnding)), read(t, filepath.Join(full, "1-of-2.1"+partEnding)), read(t, partsIn(t, foreign)[0])
	header, _, _ := strings.Cut(first, "\n")
	swapped := strings.Replace(first, `"black_box":[2,`, `"black_box":[1,`, 1)
	elsewhere := strings.Replace(second, `"platform":"`, `"platform":"other/`, 1)
	forged := strings.Replace(first, `"label":1`, `"label":0`, 1)
	votes := regexp.MustCompile(`"votes":\d+`)
	recounted := votes.ReplaceAllString(first, `"votes":1`)
	for _, c := range []struct {
		what  string
		parts []string
		want  string
	}{
		{"nothing", nil, "has no part of a run"},
		{"a shard", []string{first}, "2 of 5 clouds are missing from 1 parts: 1, 3; they are of the shards 1/2"},
		{"a header", []string{header + "\n"}, "5 of 5 clouds are missing from 1 parts"},
		{"a torn header", []string{header}, "has no part of a run"},
		{"a torn line", []string{second, first[:len(first)-1]}, "1 of 5 clouds are missing from 2 parts: "},
		{"another run", []string{first, strange}, "is a part of another run than "},
		{"another format", []string{strings.Replace(first, "part 2", "part 1", 1)}, `line 1: has the format "orbitcert part 1"`},
		{"another core", []string{strings.Replace(first, `"core":"`, `"core":"9.`, 1)}, "line 1: is of the core 9."},
		{"no header", []string{strings.TrimPrefix(first, header+"\n")}, "line 1: is not a part of a run"},
		{"no JSON", []string{strings.Replace(first, `{"cloud"`, `{cloud`, 1)}, "line 2: does not have the form of a part's line"},
		{"a field too many", []string{strings.Replace(first, `{"cloud"`, `{"x":1,"cloud"`, 1)}, "line 2: does not have the form of a part's line"},
		{"counts without marks", []string{swapped}, "line 2: does not fit the settings"},
		{"more votes than samples", []string{votes.ReplaceAllString(first, `"votes":99999999`)}, "line 2: does not fit the settings"},
		{"a class below 0", []string{strings.Replace(first, `"predicted":`, `"predicted":-`, 1)}, "line 2: does not fit the settings"},
		{"rows that the votes do not give", []string{recounted}, "votes certify nothing"},
		{"a cloud too many", []string{strings.Replace(first, `{"cloud":`, `{"cloud":9`, 1)}, "line 2: is about the cloud 9"},
		{"two results", []string{first, second, forged}, "has other results of the cloud "},
	} {
		dir := t.TempDir()
		for i, text := range c.parts {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d%s", i, partEnding)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		code, out, errs := call("", "merge", dir)
		if code != exitBadInput || out != "" || !strings.Contains(errs, c.want) || !strings.Contains(errs, dir) {
			t.Errorf("%s: exit %d, %q, want %q", c.what, code, errs, c.want)
		}
	}
	if code, _, errs := call("", "run", "--out", foreign, path); code != exitBadInput || !strings.Contains(errs, "line 1: is a part of another run: the settings") {
		t.Errorf("a foreign part: exit %d, %q", code, errs)
	}
	if code, _, errs := call("", "merge", filepath.Join(full, "nowhere")); code != exitBadInput || !strings.Contains(errs, "nowhere") {
		t.Errorf("exit %d, %q", code, errs)
	}
	// With the run document, the votes and names of the parts are held against it.
	for _, edit := range []string{`"label":2`, `"name":"other"`} {
		dir, name := t.TempDir(), edit[:strings.Index(edit, ":")+1]
		changed := regexp.MustCompile(name+`[^,]+`).ReplaceAllString(first, edit)
		for i, text := range []string{changed, second} {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d%s", i, partEnding)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if code, _, errs := call("", "merge", dir, path); code != exitBadInput || !strings.Contains(errs, "changed since they were done: 3 of 5 clouds") {
			t.Errorf("%s: exit %d, %q", edit, code, errs)
		}
	}
	// Every platform gives the same bits, so parts of several are one run.
	if err := os.WriteFile(filepath.Join(full, "elsewhere"+partEnding), []byte(elsewhere), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs := mustCall(t, "merge", full); out == "" || errs != "" {
		t.Errorf("%q", errs)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBadShards(t *testing.T) {
	path := manyClouds(t, 1, 2)
	for share, want := range map[string]string{
		"3": "must be like 3/64, got 3", "2/2": "must be from 0/2 to 1/2, got 2/2", "-1/2": "must be from 0/2", "0/0": "must be like", "1/2x": "must be like", "01/2": "must be like",
	} {
		if code, _, errs := call("", "run", "--shard="+share, "--out", t.TempDir(), path); code != exitBadInput || !strings.Contains(errs, "--shard: "+want) {
			t.Errorf("%s: exit %d, %q", share, code, errs)
		}
	}
	if code, _, errs := call("", "run", "--shard=0/2", path); code != exitBadInput || !strings.Contains(errs, "--shard needs --out") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if code, _, errs := call("", "run", "--out", path, path); code != exitBadInput || !strings.Contains(errs, "run.json") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

// A cloud that is another than when it was done is computed again, and that is said; parts of two
// attempts between which it changed are refused together until then.
func TestChangedClouds(t *testing.T) {
	path := runFolder(t, "a,1,0,100,10,990\n")
	folder := filepath.Dir(path)
	turned := strings.Replace(runDocument, `"family":"scale","norms":[0,0.5,5]`, `"family":"rotate","degrees":[60]`, 1)
	if err := os.WriteFile(path, []byte(turned), 0o600); err != nil {
		t.Fatal(err)
	}
	parts, other := filepath.Join(folder, "parts"), filepath.Join(folder, "other")
	change := func(text string) {
		if err := os.WriteFile(filepath.Join(folder, "a.xyz"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := read(t, filepath.Join(folder, "a.xyz"))
	mustCall(t, "run", "--out", parts, path)
	for _, text := range []string{"0 0\n0.1 0\n", "0 x\n", before} {
		change(text)
		want, _ := mustCall(t, "run", path)
		if stale, errs := mustCall(t, "merge", parts); stale == want || errs != "" {
			t.Errorf("%q: the result does not depend on it", text)
		}
		if code, out, errs := call("", "merge", parts, path); code != exitBadInput || out != "" || !strings.Contains(errs, parts+": changed since they were done: 1 of 2 clouds (a.xyz)") {
			t.Errorf("%q: exit %d, %s", text, code, errs)
		}
		got, errs := mustCall(t, "run", "--out", parts, path)
		if got != want || !strings.Contains(errs, "computed again: 1 of 2 clouds (a.xyz)\n") {
			t.Errorf("%q: %s, %s; want %s", text, got, errs, want)
		}
		if got, errs := mustCall(t, "merge", parts, path); got != want || !strings.HasPrefix(errs, "orbitcert: 1 of 1 rows of votes met a cloud;") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q merges to %s, %s", text, got, errs)
		}
		if _, errs := mustCall(t, "run", "--out", parts, path); strings.Contains(errs, "computed again") {
			t.Errorf("%q: once more: %s", text, errs)
		}
	}
	mustCall(t, "run", "--out", other, path)
	change("0 0\n0.1 0\n")
	if err := os.RemoveAll(parts); err != nil {
		t.Fatal(err)
	}
	want, _ := mustCall(t, "run", "--out", parts, path)
	if err := os.Rename(partsIn(t, other)[0], filepath.Join(parts, "other"+partEnding)); err != nil {
		t.Fatal(err)
	}
	code, out, errs := call("", "merge", parts)
	if code != exitBadInput || out != "" || !strings.Contains(errs, "1 of 2 clouds changed between two attempts") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if got, errs := mustCall(t, "run", "--out", parts, path); got != want || !strings.Contains(errs, "computed again: 1 of 2 clouds (a.xyz)\n") {
		t.Errorf("%s, %s", got, errs)
	}
	if got, _ := mustCall(t, "merge", parts); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// crowded is a disk with room for one line.
type crowded struct{ lines int }

func (c *crowded) Close() error { return nil }
func (c *crowded) Write(line []byte) (int, error) {
	if c.lines++; c.lines > 1 {
		return len(line) / 2, syscall.ENOSPC
	}
	return len(line), nil
}

// A part that cannot be written ends the run with what was done.
func TestFullDisk(t *testing.T) {
	run, err := program{files: files{limit: usualLimit}}.readRun(manyClouds(t, 5, 2))
	if err != nil {
		t.Fatal(err)
	}
	header := results.HeaderOf(run, results.Whole, "here")
	disk := &crowded{}
	a := &attempt{run: run, parts: results.NewParts(header), out: disk, progress: newProgress(io.Discard, time.Now, time.Minute)}
	if _, err := a.choose(results.Whole, header.Count); err != nil {
		t.Fatal(err)
	}
	if err := a.finish(); !errors.Is(err, syscall.ENOSPC) || a.done != 1 || disk.lines != 2 {
		t.Errorf("%v, %d done, %d lines", err, a.done, disk.lines)
	}
}

func TestProgress(t *testing.T) {
	now := time.Unix(0, 0)
	var said bytes.Buffer
	p := newProgress(&said, func() time.Time { return now }, lineRest*time.Second)
	p.begin(10, 110)
	for range 100 {
		now = now.Add(2 * time.Second)
		p.add()
	}
	p.end()
	lines := strings.Split(said.String(), "\n")
	if len(lines) != 7 || lines[0] != "orbitcert: 25 of 110 clouds, about 3 min left" || lines[5] != "orbitcert: 100 of 110 clouds, about 20 s left" {
		t.Errorf("%q", lines)
	}
	said.Reset()
	p.rest = 0
	p.begin(0, 2)
	p.add()
	if want := "orbitcert: 1 of 2 clouds, about 0 s left\n"; said.String() != want {
		t.Errorf("%q without rest", said.String())
	}
	said.Reset()
	p.terminal = true
	p.begin(0, 4)
	now = now.Add(3 * time.Hour)
	p.add()
	p.end()
	if want := "\r[#######.......................] 1 of 4 clouds, about 9 h left\x1b[K\r\x1b[K"; said.String() != want {
		t.Errorf("%q", said.String())
	}
}
