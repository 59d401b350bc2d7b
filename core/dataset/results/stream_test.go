package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
)

// resultOf runs all clouds, the last first, through the text of a part.
func resultOf(t *testing.T, r *intake.Run) string {
	t.Helper()
	part := HeaderOf(r, Whole, "here").Line()
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

func mustParse(t *testing.T, text string, open intake.Open) *intake.Run {
	t.Helper()
	r, err := intake.Parse(intake.Memory([]byte(text)), open)
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
	open := func(path string) (intake.Source, error) { return intake.Memory([]byte(files[path])), nil }
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

	twice := `{"clouds":[{"file":"a.npy","part":"0"},{"file":"a.npy","part":"0"}],"votes":[{"name":"a.npy/0",` + voted + `}],` + scaling + `}`
	if text := resultOf(t, mustParse(t, twice, open)); !strings.Contains(text, "occurs twice") {
		t.Error(text)
	}
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
	r := mustParse(t, `{"clouds":[`+strings.Join(clouds, ",")+`],`+scaling+`}`, func(path string) (intake.Source, error) {
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
	r := mustParse(t, `{"clouds":[{"name":"a","file":"a.xyz",`+voted+`},{"name":"b","file":"b.xyz",`+voted+`}],`+scaling+`}`, func(path string) (intake.Source, error) {
		if path == "b.xyz" {
			return nil, err
		}
		return intake.Memory([]byte("0 1\n1 0\n")), nil
	})
	err = fs.ErrNotExist
	if text := mustLine(t, r, 1); !bytes.Contains(text, []byte("file does not exist")) {
		t.Errorf("%s", text)
	}
	err = fmt.Errorf("%w: the network", intake.ErrUnavailable)
	if text, err := Line(r, 1, 0); !errors.Is(err, intake.ErrUnavailable) {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := intake.Parse(intake.Memory([]byte(`{"clouds":[{"file":"b.xyz"}],`+scaling+`}`)), func(string) (intake.Source, error) { return nil, err }); !errors.Is(err, intake.ErrUnavailable) {
		t.Error(err)
	}
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
	open := func(string) (intake.Source, error) { opened++; return intake.Memory([]byte("0 1\n1 0\n")), nil }
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
	if HeaderOf(several, Whole, "").Core != certificate.Core || HeaderOf(several, Whole, "").Run == HeaderOf(mustParse(t, `{`+clouds+`,`+rest+`,"sigma":0.25,"votes":[`+first+`]}`, open), Whole, "").Run {
		t.Error("two runs have one digest")
	}
}
