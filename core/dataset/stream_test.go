package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// resultOf runs all clouds, the last first, through the text of a part.
func resultOf(t *testing.T, r *Run) string {
	t.Helper()
	part := r.Header(Whole, "here").Line()
	for i := r.Count() - 1; i >= 0; i-- {
		part = append(part, mustLine(t, r, i)...)
	}
	p := NewParts(nil)
	if err := p.Read("part", bytes.NewReader(part)); err != nil {
		t.Fatal(err)
	}
	text, err := p.Result()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func mustParse(t *testing.T, text string, open Open) *Run {
	t.Helper()
	r, err := Parse(Memory([]byte(text)), open)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const voted = `"label":1,"votes_pred":[1,9],"votes_cert":[5,95]`

// A cloud that is read when its turn comes has the result of one that was read at once:
// the good, the bad and the ones of another dimension.
func TestCloudsReadLater(t *testing.T) {
	clouds := []string{
		`{"name":"ragged","points":[[0,1],[1]],` + voted + `}`, `{"name":"zero","points":[[0,0],[0,0]],` + voted + `}`,
		"{\n\"points\" : [ [0, 1], [1, 0.5] ], \"name\" : \"spaced\",\n" + voted + `}`, `{"name":"solid","points":[[0,1,2],[1,0,1]],` + voted + `}`,
		`{"name":"mute","points":[[0,1],[1,0]]}`, `{"name":"far","points":[[0,1],[1,1e101]],` + voted + `}`, `{"failure":"lost before"}`,
		`{"name":"spaced","points":[[0,1],[1,0]],` + voted + `}`,
	}
	inline := `{"clouds":[` + strings.Join(clouds, ",\n ") + `],` + scaling + `}`
	want := resultOf(t, mustParse(t, inline, nil))
	if strings.Count(want, `"failure"`) != 7 || !strings.Contains(want, `"clouds": 1,`) {
		t.Fatal(want)
	}
	files := folderOf(map[string]string{
		"c.jsonl": strings.ReplaceAll(strings.ReplaceAll(strings.Join(clouds, "\x00"), "\n", " "), "\x00", "\r\n\n"),
		"c.json":  "\xef\xbb\xbf [" + strings.Join(clouds, " ,\n") + "]\n",
	})
	if got := resultOf(t, mustParse(t, inline, files)); got != want {
		t.Errorf("inline: %s\nwant %s", got, want)
	}
	places := map[string][2]string{"c.jsonl": {"c.jsonl: line 1", "c.jsonl: line 13"}, "c.json": {"c.json[0]", "c.json[6]"}}
	for name, place := range places {
		got := resultOf(t, mustParse(t, `{"clouds":[{"file":"`+name+`"}],`+scaling+`}`, files))
		if got != strings.NewReplacer("clouds[0]", place[0], "clouds[6]", place[1]).Replace(want) {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}

// Files that are given, not named, are read at once; a bad one fails by its name.
func TestGivenFiles(t *testing.T) {
	c := &Collection{}
	for _, file := range [][2]string{{"a.xyz", "0 1\n1 0\n"}, {"bad.xyz", "0 1\n1 x\n"}, {"v.csv", votesCSV}} {
		if _, err := c.Open(file[0], []byte(file[1])); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := c.Entries(mustSettings(t, scaling))
	if err != nil || len(entries) != 3 || entries[0].Failure != "" || entries[0].Cloud.Count() != 2 || !strings.Contains(entries[1].Failure, "bad.xyz: line 2") {
		t.Errorf("%+v, %v", entries, err)
	}
}

// npyOf is a NumPy array of so many clouds of four points in the plane.
func npyOf(clouds int) string {
	header := fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%d, 4, 2), }", clouds)
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	text := "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header
	for i := range clouds {
		text += string([]byte{0, 0, byte(i + 1), 0, 0, 2, 1, 1})
	}
	return text
}

// Two stacks have a cloud 0 each: the name of the file distinguishes them, on disk and in memory. A unique
// name stays. One cloud that occurs twice is not a stack.
func TestStacksAreToldApart(t *testing.T) {
	files := map[string]string{"a.npy": npyOf(3), "b.npy": npyOf(2)}
	open := func(path string) (Source, error) { return Memory([]byte(files[path])), nil }
	var votes []string
	for _, name := range []string{"a.npy/0", "a.npy/1", "2", "b.npy/0", "b.npy/1"} {
		votes = append(votes, fmt.Sprintf(`{"name":%q,%s}`, name, voted))
	}
	rows := `"votes":[` + strings.Join(votes, ",") + `],` + scaling + `}`
	streamed := resultOf(t, mustParse(t, `{"clouds":[{"file":"a.npy"},{"file":"b.npy"}],`+rows, open))
	if strings.Contains(streamed, "failure") {
		t.Error(streamed)
	}
	listed := `{"clouds":[{"file":"a.npy","part":"0"},{"file":"a.npy","part":"1"},{"file":"a.npy","part":"2"},{"file":"b.npy","part":"0"},{"file":"b.npy","part":"1"}],`
	if text := resultOf(t, mustParse(t, listed+rows, open)); text != streamed {
		t.Errorf("%s\n%s", text, streamed)
	}

	var c Collection
	for _, path := range []string{"a.npy", "b.npy"} {
		if err := c.Add(path, []byte(files[path])); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, e := range c.join(slices.Clone(c.entries), nil) {
		names = append(names, e.Name+e.Failure)
	}
	if want := []string{"a.npy/0", "a.npy/1", "2", "b.npy/0", "b.npy/1"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	twice := `{"clouds":[{"file":"a.npy","part":"0"},{"file":"a.npy","part":"0"}],"votes":[{"name":"a.npy/0",` + voted + `}],` + scaling + `}`
	if text := resultOf(t, mustParse(t, twice, open)); !strings.Contains(text, "occurs twice") {
		t.Error(text)
	}
}

// largeNPY is an array of so many clouds of 500 points in the plane.
func largeNPY(clouds int) string {
	header := fmt.Sprintf("{'descr': '<u2', 'fortran_order': False, 'shape': (%d, 500, 2), }", clouds)
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	text := []byte("\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header)
	random := rand.New(rand.NewPCG(3, 4))
	for range clouds * 1000 {
		text = append(text, byte(random.IntN(64)), byte(random.IntN(2)))
	}
	return string(text)
}

func heldMemory() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A shard reads the arrays of its own clouds, of others the headers.
func TestShardReadsItsOwnArrays(t *testing.T) {
	const clouds = 50
	array := largeNPY(clouds)
	archive := npzOf(t, array, array, array, array, array, array, array, array, array)
	read := 0
	open := func(string) (Source, error) { return tallied{Memory(archive), &read}, nil }
	c := &Collection{open: open, openFiles: &openFiles{}}
	if err := c.addSource("a.npz", pointcloud.Reading{}); err != nil || len(c.entries) != 9*clouds {
		t.Fatal(len(c.entries), err)
	}
	headers := read
	for i := clouds; i < 3*clouds; i += 7 {
		if e, err := c.load(c.entries[i]); err != nil || e.Failure != "" {
			t.Fatal(e.Failure, err)
		}
	}
	if headers > 100_000 || read-headers > 4*len(array) {
		t.Errorf("%d and %d bytes were read of an archive of %d", headers, read-headers, len(archive))
	}
}

// tallied tells how much is read.
type tallied struct {
	Source
	sum *int
}

func (c tallied) ReadAt(data []byte, offset int64) (int, error) {
	*c.sum += len(data)
	return c.Source.ReadAt(data, offset)
}

// A shard opens the files of its own clouds, and those up to the first good one.
func TestShardReadsItsOwn(t *testing.T) {
	files := map[string]string{}
	var clouds []string
	for i := range 12 {
		name := fmt.Sprintf("%02d.xyz", i)
		files[name] = "0 1\n1 0\n"
		clouds = append(clouds, fmt.Sprintf(`{"name":"%s","file":"%s",%s}`, name, name, voted))
	}
	files["00.xyz"] = "0 x\n"
	var opened []string
	folder := folderOf(files)
	r := mustParse(t, `{"clouds":[`+strings.Join(clouds, ",")+`],`+scaling+`}`, func(path string) (Source, error) {
		opened = append(opened, path)
		return folder(path)
	})
	for i := 3; i < r.Count(); i += 4 {
		mustLine(t, r, i)
	}
	if want := []string{"00.xyz", "01.xyz", "03.xyz", "07.xyz", "11.xyz"}; !slices.Equal(opened, want) {
		t.Errorf("opened %v", opened)
	}
}

// An answer that says nothing about the data is not a result.
func TestUnavailable(t *testing.T) {
	var err error
	r := mustParse(t, `{"clouds":[{"name":"a","file":"a.xyz",`+voted+`},{"name":"b","file":"b.xyz",`+voted+`}],`+scaling+`}`, func(path string) (Source, error) {
		if path == "b.xyz" {
			return nil, err
		}
		return Memory([]byte("0 1\n1 0\n")), nil
	})
	err = fs.ErrNotExist
	if text := mustLine(t, r, 1); !bytes.Contains(text, []byte("file does not exist")) {
		t.Errorf("%s", text)
	}
	err = fmt.Errorf("%w: the network", ErrUnavailable)
	if text, err := r.Line(1, 0); !errors.Is(err, ErrUnavailable) {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := Parse(Memory([]byte(`{"clouds":[{"file":"b.xyz"}],`+scaling+`}`)), func(string) (Source, error) { return nil, err }); !errors.Is(err, ErrUnavailable) {
		t.Error(err)
	}
}

// No cloud is held: 400 of 1,024 points are 10 MB as numbers, and more as text.
func TestCloudsAreNotHeld(t *testing.T) {
	var text bytes.Buffer
	text.WriteString(`{"clouds":[`)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 400 {
		points := make([]float64, 3*1024)
		for j := range points {
			points[j] = float64(random.IntN(1000))
		}
		cloud, _ := pointcloud.Cloud{Dimension: 3, Points: points}.MarshalJSON()
		fmt.Fprintf(&text, "{\"name\":\"%d\",%s,\"points\":%s},\n", i, voted, cloud)
	}
	text.Truncate(text.Len() - 2)
	text.WriteString(`],` + scaling + `}`)
	document := Memory(text.Bytes())
	before := heldMemory()
	r, err := Parse(document, func(string) (Source, error) { return nil, fs.ErrNotExist })
	if err != nil {
		t.Fatal(err)
	}
	if grown := heldMemory() - before; grown > 1<<20 {
		t.Errorf("%d bytes are held of a document of %d", grown, text.Len())
	}
	runtime.KeepAlive(r)
	runtime.KeepAlive(document)
}

// A run of several σ is a run of each, of clouds that are read once.
func TestSeveralSigmas(t *testing.T) {
	const clouds = `"clouds":[{"name":"a","file":"a.xyz"},{"name":"b","points":[[0,2],[1,1]]},{"name":"c","points":[[0,2,3],[1,1,0]]}]`
	const rest = `"group":"SE","attack":{"family":"scale","norms":[0,0.2,0.4,0.6]}`
	vote := func(name string, votes int) string {
		return fmt.Sprintf(`{"name":"%s","label":1,"votes_pred":[1,9],"votes_cert":[%d,%d]}`, name, 1000-votes, votes)
	}
	first := vote("b", 990) + "," + vote("nobody", 1)
	second := vote("a", 970) + "," + vote("b", 950) + "," + vote("c", 900) + "," + vote("a", 980)
	opened := 0
	open := func(string) (Source, error) { opened++; return Memory([]byte("0 1\n1 0\n")), nil }
	single := func(k int, sigma, votes string) string {
		text := resultOf(t, mustParse(t, `{`+clouds+`,`+rest+`,"sigma":`+sigma+`,"votes":[`+votes+`]}`, open))
		return strings.ReplaceAll(strings.TrimSuffix(text, "\n"), `"votes[`, fmt.Sprintf(`"sigmas[%d].votes[`, k))
	}
	want := "{\"format\": 1, \"sigmas\": [\n" + single(0, "0.25", first) + ",\n" + single(1, "0.5", second) + "\n]}\n"
	opened = 0
	several := mustParse(t, `{`+clouds+`,`+rest+`,"sigmas":[{"sigma":0.25,"votes":[`+first+`]},{"votes":[`+second+`],"sigma":0.5}]}`, open)
	if got := resultOf(t, several); got != want || several.Count() != 5 {
		t.Errorf("%d lines: %s\nwant %s", several.Count(), got, want)
	}
	if opened != 2 { // once for the dimension
		t.Errorf("the file was opened %d times", opened)
	}
	if got := resultOf(t, mustParse(t, `{`+clouds+`,`+rest+`,"sigmas":[{"sigma":0.5,"votes":[`+second+`]}]}`, open)); got != strings.ReplaceAll(single(1, "0.5", second), "sigmas[1]", "sigmas[0]")+"\n" {
		t.Errorf("one σ of a list: %s", got)
	}
	if several.Header(Whole, "").Core != certificate.Core || several.digest() == mustParse(t, `{`+clouds+`,`+rest+`,"sigma":0.25,"votes":[`+first+`]}`, open).digest() {
		t.Error("two runs have one digest")
	}
}

func TestBadSigmas(t *testing.T) {
	const clouds, rest = `{"clouds":[{"name":"a","points":[[0,1],[1,0]]}],`, `,"group":"SE","attack":{"family":"scale","norms":[0]}}`
	const votes = `"votes":[{"name":"a",` + voted + `}]`
	for _, c := range []struct{ document, want string }{
		{clouds + `"sigmas":[]` + rest, "sigmas: must have 1 to 100 values"},
		{clouds + `"sigmas":0.5` + rest, "sigmas: must be a list"},
		{clouds + `"sigmas":[0.5]` + rest, "sigmas[0]: must be a JSON object"},
		{clouds + `"sigmas":[{"sigma":0.5}]` + rest, "sigmas[0].votes: is missing"},
		{clouds + `"sigmas":[{` + votes + `}]` + rest, "sigmas[0].sigma: is missing"},
		{clouds + `"sigmas":[{"sigma":0.5,` + votes + `},{"sigma":-1,` + votes + `}]` + rest, "sigmas[1].sigma: must be positive"},
		{clouds + `"sigmas":[{"sigma":0.5,` + votes + `},{"sigma":1,"alpha":0.5,` + votes + `}]` + rest, "sigmas[1].alpha: is not a known field"},
		{clouds + `"sigmas":[{"sigma":0.5,"votes":[{"name":"a"}]}]` + rest, "sigmas[0].votes[0].votes_pred: is missing"},
		{clouds + `"sigmas":[{"sigma":0.5,"votes":{"file":"v.csv"}}]` + rest, "sigmas[0].votes.file: files are not read here"},
		{clouds + `"sigma":1,"sigmas":[{"sigma":0.5,` + votes + `}]` + rest, "sigma: belongs in each entry of sigmas"},
		{clouds + votes + `,"sigmas":[{"sigma":0.5,` + votes + `}]` + rest, "votes: belongs in each entry of sigmas"},
		{strings.Replace(clouds, `"points"`, voted+`,"points"`, 1) + `"sigmas":[{"sigma":0.5,` + votes + `}]` + rest, "clouds[0]: has votes but no sigma"},
	} {
		if _, err := Parse(Memory([]byte(c.document)), nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.document, err, c.want)
		}
	}
	c := &Collection{}
	if _, err := c.Open("run.json", []byte(clouds+`"sigmas":[{"sigma":0.5,`+votes+`},{"sigma":1,`+votes+`}]`+rest)); err == nil || !strings.HasPrefix(err.Error(), "sigmas: are for the command line") {
		t.Error(err)
	}
	if clouds, votes := c.Size(); clouds+votes != 0 {
		t.Error("a refused document leaves something")
	}
}
