package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/lengths"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// scaledRequests are of each form of a certificate: a pair, radii alone, samples of points, noise on transformations.
var scaledRequests = []string{
	`"perturbed":{"points":[[0,0.1],[3,0],[0,2]]},"sigma":1,"group":"SE","prediction":{"votes":990,"samples":1000},"samples":20000`,
	`"sigma":1,"group":"T","prediction":{"probability":0.9}`,
	`"perturbed":{"points":[[0,0.1],[3,0],[0,2]]},"sigma":1,"group":"T","prediction":{"probability":0.99},"subsample":2`,
	`"perturbed":{"attack":"scale","norm":0.1},"sigma":1,"group":"T","prediction":{"probability":0.99}`,
}

const scaledTransformed = `{"clean":{"points":[[0,0,1],[3,0,0],[0,2,0]]},%s"perturbed":{"points":[[0,0.1,1],[3,0,0],[0,2,0]]},"noise":{"twist":0.26},"sigma":0.5,
	"group":"axis","axis":[0,0,1],"prediction":{"probability":0.99}}`

// A note says that no length of the file is known for noise on transformations of clouds with sizes of their own alone.
func TestNotesWhichLengthsOfFilesAreKnown(t *testing.T) {
	const unknown, named = "no length of the file is known", "unless they name the file"
	for _, c := range []struct {
		noise *transform.Noise
		frame string
		scale float64
		want  string
	}{{&transform.Noise{Twist: 1}, "", 2, unknown}, {&transform.Noise{Twist: 1}, lengths.CleanFrame, 2, named}, {nil, "", 2, named}, {nil, lengths.CleanFrame, 2, named}, {nil, "", 0, ""}} {
		r := &Request{Preparation: &Preparation{Preparation: pointcloud.Preparation{Normalise: "rms", Frame: c.frame}, Scale: c.scale}}
		r.Noise = c.noise
		notes := r.LengthNotes()
		if len(notes) != 1 || strings.Contains(notes[0], unknown) != (c.want == unknown) || strings.Contains(notes[0], named) != (c.want == named) {
			t.Errorf("%+v: %q", c, notes)
		}
	}
}

// Certificates, and what is left of them without the clouds, say that lengths are of the prepared clouds if these have another scale.
func TestNotesTheScaleOfLengths(t *testing.T) {
	slow.Skip(t)
	for normalise, scales := range map[string]bool{"": false, "none": false, "centre": false, "unit_sphere": true, "rms": true} {
		for _, frame := range []string{"", `,"frame":"own"`, `,"frame":"clean"`} {
			preparation := ""
			if normalise != "" {
				preparation = fmt.Sprintf(`"preparation":{"normalise":%q%s},`, normalise, frame)
			}
			requests := []string{fmt.Sprintf(scaledTransformed, preparation)}
			for _, terms := range scaledRequests {
				requests = append(requests, `{"clean":{"points":[[0,0],[3,0],[0,2]]},`+preparation+terms+"}")
			}
			for _, text := range requests {
				r, err := ParseRequest([]byte(text), nil)
				if err != nil {
					if r == nil && bytes.Contains([]byte(text), []byte("subsample")) && normalise != "" {
						continue // points that come and go need the frame of the clean cloud
					}
					t.Fatalf("%s: %v", text, err)
				}
				for _, form := range forms(t, r) {
					checkScaleNote(t, form, scales)
				}
			}
		}
	}
}

// forms returns a request with its clouds and without.
func forms(t *testing.T, r *Request) []*Request {
	t.Helper()
	short, err := r.WithoutClouds()
	if err != nil {
		t.Fatal(err)
	}
	return []*Request{r, short}
}

func checkScaleNote(t *testing.T, r *Request, scales bool) {
	t.Helper()
	c, err := Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	if said := slices.ContainsFunc(c.Notes, func(n string) bool { return strings.HasPrefix(n, "lengths are of the prepared clouds") }); said != scales {
		t.Errorf("%q of %s", c.Notes, text)
	}
	if v, err := Verify(text, nil); err != nil || len(v.Failed)+len(v.Partial) > 0 {
		t.Errorf("%v, %+v of %s", err, v, text)
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	checkWithout := func(core string, refused bool) {
		t.Helper()
		whole["core"] = core
		short, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := Verify(short, nil); err != nil || len(v.Failed) > 0 != refused {
			t.Errorf("%v, %+v: of core %s, refused: %v: %s", err, v, core, refused, short)
		}
	}
	if delete(whole, "notes"); !scales {
		return
	}
	checkWithout(Core, true)
	delete(whole, "key")
	delete(whole, "scale")
	for _, row := range []string{"black_box", "orbit"} {
		if row, there := whole[row].(map[string]any); there {
			checkWithout("0.8.0", true) // had no lengths of files
			delete(row, "file_radius")
			delete(row, "file_distance")
		}
	}
	prepared := whole["request"].(map[string]any)["prepared"].(map[string]any)
	delete(prepared, "scale")
	delete(prepared, "norm")
	checkWithout("0.8.0", false)
}

// Certificates say the radius of the file, in its unit, and whether its scale is divided out.
func TestFileRadius(t *testing.T) {
	const cloud = `{"clean":{"points":[[5,7],[8,7],[5,9]]},%s"sigma":1,"group":"SE","prediction":{"probability":0.9},"permutation":false%s}`
	for _, c := range []struct {
		preparation string
		size, norm  float64
		kind        lengths.Kind
		scale       bool
	}{
		{`"normalise":"unit_sphere"`, math.Sqrt(40) / 3, math.Sqrt(78.0 / 9 / (40.0 / 9)), lengths.OwnSphere, true},
		{`"normalise":"rms"`, math.Sqrt(78.0 / 27), math.Sqrt(3), lengths.OwnMean, true},
		{`"normalise":"rms","frame":"clean"`, math.Sqrt(78.0 / 27), math.Sqrt(3), lengths.Common, false},
	} {
		r, err := ParseRequest(fmt.Appendf(nil, cloud, `"preparation":{`+c.preparation+`},`, ""), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Preparation.Scale-c.size > 1e-15 || c.size-r.Preparation.Scale > 1e-15 {
			t.Errorf("%s: scale %v, want %v", c.preparation, r.Preparation.Scale, c.size)
		}
		want := lengths.Ruler{Kind: c.kind, Size: c.size, Norm: c.norm}.Radius(1.2815515655446004)
		for _, form := range forms(t, r) {
			made, err := Certify(form)
			if err != nil {
				t.Fatal(err)
			}
			if got := *made.Orbit.FileRadius; math.Abs(got-want) > 1e-10 || made.Scale != c.scale {
				t.Errorf("%s: radius of the file %v, want %v; scale %v, want %v", c.preparation, got, want, made.Scale, c.scale)
			}
		}
		for factor, certified := range map[float64]bool{1 - 1e-9: true, 1 + 1e-9: false} {
			moved := fmt.Sprintf(`,"perturbed":{"changes":{"moved":%v,"unit":"file"}}`, want*factor)
			r, err := ParseRequest(fmt.Appendf(nil, cloud, `"preparation":{`+c.preparation+`},`, moved), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range forms(t, r) {
				made, err := Certify(form)
				if err != nil || made.Certified != certified {
					t.Errorf("%s: files moved by %v of the radius are certified: %v, %v", c.preparation, factor, made.Certified, err)
				}
				text, err := Document(form, made)
				if v, bad := Verify(text, nil); err != nil || bad != nil || len(v.Failed)+len(v.Partial) > 0 || slices.Contains(made.Notes, MovedNote) {
					t.Errorf("%v, %v, %+v of %s", err, bad, v, text)
				}
			}
		}
	}
}

// A norm without a unit keeps its meaning, and a note says so.
func TestChangesSayWhoseLengthTheyAre(t *testing.T) {
	for unit, want := range map[string]bool{"": true, `,"unit":"prepared"`: false, `,"unit":"file"`: false} {
		r, err := ParseRequest([]byte(`{"clean":{"points":[[5,7],[8,7],[5,9]]},"preparation":{"normalise":"rms"},"perturbed":{"changes":{"moved":0.2`+unit+`}},
			"sigma":1,"group":"SE","prediction":{"probability":0.9}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Certify(r)
		if err != nil || slices.Contains(made.Notes, MovedNote) != want {
			t.Errorf("%s: %q, %v", unit, made.Notes, err)
		}
		if prepared := *made.Orbit.Distance == 0.2; prepared != (unit != `,"unit":"file"`) {
			t.Errorf("%s: distance %v", unit, *made.Orbit.Distance)
		}
	}
}

// A file times 1.5 is prepared to the same cloud.
func TestScaledFilesAreAtNoDistance(t *testing.T) {
	for _, c := range []struct {
		preparation string
		near        bool
	}{{`{"normalise":"rms"}`, true}, {`{"normalise":"unit_sphere"}`, true}, {`{"normalise":"rms","frame":"clean"}`, false}} {
		r, err := ParseRequest([]byte(`{"clean":{"points":[[5,7],[8,7],[5,9]]},"perturbed":{"points":[[7.5,10.5],[12,10.5],[7.5,13.5]]},"preparation":`+c.preparation+`,
			"sigma":1,"group":"SE","prediction":{"probability":0.9}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Certify(r)
		if err != nil || *made.Orbit.Distance < 1e-12 != c.near {
			t.Errorf("%s: %v, %v", c.preparation, *made.Orbit.Distance, err)
		}
	}
}

// The distance of two files, in the unit of the clean one, is after the best scaling where each has its own size; for changes of the file it is their norm.
func TestDistancesOfFiles(t *testing.T) {
	const cloud = `{"clean":{"points":[[5,7],[8,7],[5,9]]},%s"preparation":%s,"sigma":1,"group":%q,"prediction":{"probability":0.9},"samples":0}`
	const turned = `"perturbed":{"points":[[0,0],[0,6],[-4,0.06]]},`
	// As complex numbers f and g about their means, the nearest multiple of g is its projection: √(‖f‖² − |⟨f, g⟩|²/‖g‖²).
	const apart = 0.01771125161602623
	for _, c := range []struct {
		perturbed, preparation, group string
		least, most                   float64
	}{
		{turned, `{"normalise":"rms"}`, "SE", apart, apart + 1e-12},
		{turned, `{"normalise":"unit_sphere"}`, "SE", apart, apart + 1e-12},
		{turned, `{"normalise":"rms"}`, "none", 2.9, 2.95}, // turned by a right angle: ‖F‖
		{`"perturbed":{"points":[[5,7],[8.03,7],[5,9]]},`, `{"normalise":"rms","frame":"clean"}`, "T", 0.03 * math.Sqrt(2./3) * (1 - 1e-9), 0.0245},
		{`"perturbed":{"changes":{"moved":0.2,"unit":"file"}},`, `{"normalise":"rms"}`, "SE", 0.2, 0.2},
	} {
		r, err := ParseRequest(fmt.Appendf(nil, cloud, c.perturbed, c.preparation, c.group), nil)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Certify(r)
		if err != nil || made.Orbit.FileDistance == nil || !(*made.Orbit.FileDistance >= c.least && *made.Orbit.FileDistance <= c.most) {
			t.Fatalf("%+v: %v, %+v", c, err, made.Orbit)
		}
		text, err := Document(r, made)
		if v, bad := Verify(text, nil); err != nil || bad != nil || len(v.Failed)+len(v.Partial) > 0 {
			t.Errorf("%v, %v, %+v of %s", err, bad, v, text)
		}
	}
	for _, without := range []string{`"perturbed":{"changes":{"moved":0.2}},`, `"perturbed":{"attack":"scale","norm":0.1},`, ""} {
		r, err := ParseRequest(fmt.Appendf(nil, cloud, without, `{"normalise":"rms"}`, "T"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if made := mustCertify(t, r); made.Orbit.FileDistance != nil || r.Ruler() == nil {
			t.Errorf("%s: %v", without, *made.Orbit.FileDistance)
		}
	}
}

// Nothing follows about a file that is sampled before the noise.
func TestSampledFilesHaveNoLengths(t *testing.T) {
	const cloud = `{"clean":{"points":[[5,7],[8,7],[5,9]]},"preparation":{"points":2,"normalise":"rms"},%s"sigma":1,"group":"T","prediction":{"probability":0.9}}`
	r, err := ParseRequest(fmt.Appendf(nil, cloud, ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range forms(t, r) {
		made, err := Certify(form)
		if err != nil || !slices.Contains(made.Notes, SamplingNote) || made.Orbit.FileRadius != nil {
			t.Errorf("%v, %q, %v", err, made.Notes, made.Orbit)
		}
	}
	_, err = ParseRequest(fmt.Appendf(nil, cloud, `"perturbed":{"changes":{"moved":0.2,"unit":"file"}},`), nil)
	if err == nil || !strings.Contains(err.Error(), "subsample") {
		t.Error(err)
	}
}

// A document cannot claim a scale for a cloud that was never divided by it.
func TestRefusesScalesOfOtherClouds(t *testing.T) {
	for prepared, want := range map[string]string{
		`{"normalise":"rms","scale":2}`:                  "prepared.scale: is there, but the clean cloud is not scaled",
		`{"normalise":"rms","scale":2,"norm":2}`:         "prepared.norm: stands for a clean cloud",
		`{"normalise":"centre","scale":2}`:               "prepared.scale: belongs to",
		`{"normalise":"rms","points":2,"scale":2}`:       "prepared.scale: belongs to",
		`{"normalise":"rms","scale":0}`:                  "prepared.scale: must be above 0",
		`{"normalise":"rms","norm":1}`:                   "prepared.scale: is missing",
		`{"normalise":"rms","frame":"clean","scale":-1}`: "prepared.scale: must be above 0",
	} {
		_, err := ParseRequest([]byte(`{"clean":{"points":[[5,7],[8,7],[5,9]]},"prepared":`+prepared+`,"sigma":1,"group":"SE","prediction":{"probability":0.9}}`), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", prepared, err)
		}
	}
}

// The radii of eight files are those that mpmath finds with 40 digits: by the root of the largest change for the farthest point, by the angle between two
// rays for the root mean square.
func TestFileRadiiOfOthers(t *testing.T) {
	text, err := os.ReadFile("testdata/file_radius.json")
	if err != nil {
		t.Fatal(err)
	}
	var files []struct {
		Name               string
		Points             json.RawMessage
		Sigma, Probability float64
		FileRadius         map[string]float64 `json:"file_radius"`
	}
	if err := json.Unmarshal(text, &files); err != nil || len(files) != 8 {
		t.Fatal(err, len(files))
	}
	for _, f := range files {
		for way, want := range f.FileRadius {
			normalise, frame, _ := strings.Cut(way, " ")
			r, err := ParseRequest(fmt.Appendf(nil, `{"clean":{"points":%s},"preparation":{"normalise":%q,"frame":%q},"sigma":%v,"group":"SE","prediction":{"probability":%v}}`,
				f.Points, normalise, frame, f.Sigma, f.Probability), nil)
			if err != nil {
				t.Fatal(f.Name, err)
			}
			c, err := Certify(r)
			if err != nil {
				t.Fatal(f.Name, err)
			}
			if got := *c.Orbit.FileRadius; got > want || got < want*(1-1e-10) {
				t.Errorf("%s, %s: %.17g, want %.17g", f.Name, way, got, want)
			}
		}
	}
}

// Each radius of a label has that of the file beside it, and both are verified.
func TestFileRadiiOfLabels(t *testing.T) {
	for _, perturbed := range []string{"", `"perturbed":{"points":[[0,0.05,1],[3,0,0],[0,2,0]]},`} {
		r, err := ParseRequest([]byte(`{"clean":{"points":[[0,0,1],[3,0,0],[0,2,0]]},`+perturbed+`"preparation":{"normalise":"rms"},"sigma":0.5,"group":"SE",
			"prediction":{"labels":{"predicted":[0,1,1],"votes":[995,1000,400],"samples":1000}},"samples":0}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Certify(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range []*argument.Closed{c.BlackBox, c.Orbit} {
			if labels := row.Labels; len(labels.Radius) != 3 || labels.Radius[2] != 0 || !(labels.FileRadius[0] > labels.Radius[0]) {
				t.Errorf("%+v", labels)
			}
			for i, radius := range row.Labels.Radius {
				if got := row.Labels.FileRadius[i]; got != r.Ruler().Radius(radius) {
					t.Errorf("label %d: %v from %v", i, got, radius)
				}
			}
		}
		text, err := Document(r, c)
		if err != nil {
			t.Fatal(err)
		}
		radius := fmt.Append(nil, c.Orbit.Labels.FileRadius[0])
		for factor, failed := range map[string]bool{"": false, "1": true} {
			longer := bytes.ReplaceAll(text, radius, append([]byte(factor), radius...))
			if v, err := Verify(longer, nil); err != nil || len(v.Failed) > 0 != failed {
				t.Errorf("%v, %+v of %s", err, v, longer)
			}
		}
	}
}
