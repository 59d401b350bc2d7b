package intake

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// offersOf joins files of clouds, all of them without votes but one, and returns what is offered as JSON.
func offersOf(t *testing.T, settings string, files ...any) string {
	t.Helper()
	c := &Collection{}
	for i := 0; i < len(files); i += 2 {
		if err := c.Add(files[i].(string), files[i+1].([]byte)); err != nil {
			t.Fatal(err)
		}
	}
	return offered(t, c, settings)
}

func offered(t *testing.T, c *Collection, settings string) string {
	t.Helper()
	s := mustSettings(t, settings)
	entries, err := c.Entries(s)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(Offers(entries))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// coloured returns bare numbers: points with colours, as float32.
func coloured(points int) []byte {
	var data []byte
	for i := range 6 * points {
		x := math.Sin(float64(i*i)) * float64(1+i%6)
		if i%6 >= 3 {
			x = float64(i * 37 % 256)
		}
		bits := math.Float32bits(float32(x))
		data = append(data, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
	}
	return data
}

// array returns a NumPy array of so many axes, of float64.
func array(shape ...int) []byte {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%s,), }", strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "[]"))
	head += strings.Repeat(" ", 117-len(head)) + "\n"
	numbers := 1
	for _, n := range shape {
		numbers *= n
	}
	return append([]byte("\x93NUMPY\x01\x00\x76\x00"+head), make([]byte, 8*numbers)...)
}

func TestOffers(t *testing.T) {
	const plain = `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0.1]}`
	votes := []byte("name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\nb.xyz,1,0,9,0,99\n")
	one, two := []byte("0 1\n1 0\nnan 1\n"), []byte("0 1\n1 0\nnan 1\nnan 2\n")
	for name, test := range map[string]struct{ want, got string }{
		"nothing fails": {"null", offersOf(t, plain, "v.csv", votes, "b.xyz", []byte("0 1\n1 0\n"))},
		"one cloud": {
			`[{"label":"Drop the point without coordinates","preparation":{"drop_missing":true},"clouds":1}]`,
			offersOf(t, plain, "v.csv", votes, "a.xyz", one)},
		"two clouds that differ": {
			`[{"label":"Drop points without coordinates","preparation":{"drop_missing":true},"clouds":2}]`,
			offersOf(t, plain, "v.csv", votes, "a.xyz", one, "b.xyz", two)},
		"already dropped": {"null", offersOf(t, plain+`,"preparation":{"drop_missing":true}`, "v.csv", votes, "a.xyz", one)},
		"bare numbers": {
			`[{"label":"Read 6 columns of float32 (x, y, z and 3 more)","reading":{"columns":6,"type":"float32"},"clouds":2,"files":["a.bin","b.bin"]}`,
			offersOf(t, plain, "v.csv", votes, "a.bin", coloured(50), "b.bin", coloured(80))},
		"rows that may be coordinates": {
			`[{"label":"Read the rows as x, y and z: 50 points","reading":{"transposed":true},"clouds":4,"files":["a.npy"]},` +
				`{"label":"Read the rows as 3 points","reading":{"transposed":false},"clouds":4,"files":["a.npy"]}]`,
			offersOf(t, plain, "v.csv", votes, "a.npy", array(4, 3, 50))},
	} {
		if !strings.HasPrefix(test.got, test.want) {
			t.Errorf("%s:\n%s, want\n%s", name, test.got, test.want)
		}
	}
}

// Another reading of a file is of all its clouds, so it is not offered where some of them need none.
func TestOfferForWholeFiles(t *testing.T) {
	entry := func(path string, remedies ...pointcloud.Remedy) Entry { return Entry{path: path, remedies: remedies} }
	yes := true
	turned := pointcloud.Remedy{Label: "turn", Reading: &pointcloud.Reading{Transposed: &yes}}
	dropped := pointcloud.Remedy{Label: "drop", Preparation: &pointcloud.Preparation{DropMissing: true}}
	all := Offers([]Entry{entry("a", turned), entry("a", dropped), entry("b", turned), entry("b", turned), entry("c")})
	text, _ := json.Marshal(all)
	if want := `[{"label":"drop","preparation":{"drop_missing":true},"clouds":1},{"label":"turn","reading":{"transposed":true},"clouds":2,"files":["b"]}]`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
}

// Offered readings help: read so, the file has its clouds.
func TestOfferedReading(t *testing.T) {
	c := &Collection{}
	six := pointcloud.Reading{Columns: 6, Type: "float32"}
	c.AddClouds("a.bin", coloured(50), six)
	if e := c.entries[0]; e.Failure != "" || e.Cloud.Count() != 50 || e.remedies != nil {
		t.Errorf("%q, %d points", e.Failure, e.Cloud.Count())
	}
}
