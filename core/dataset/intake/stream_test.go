package intake

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func mustParse(t *testing.T, text string, open Open) *Run {
	t.Helper()
	r, err := Parse(Memory([]byte(text)), open)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const voted = `"label":1,"votes_pred":[1,9],"votes_cert":[5,95]`

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

// So they are where they are added.
func TestAddedStacksAreToldApart(t *testing.T) {
	files := map[string]string{"a.npy": npyOf(3), "b.npy": npyOf(2)}
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
