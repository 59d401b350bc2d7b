package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/lengths"
)

// Each call that prints lengths says so if they are not in the unit of the file that was read.
func TestLengthsNameThePreparation(t *testing.T) {
	slow.Skip(t)
	write := writer(t, t.TempDir())
	for normalise, size := range map[string]string{"centre": "", "unit_sphere": "the unit sphere", "rms": "a root mean square distance of 1"} {
		asked := `"preparation":{"normalise":"` + normalise + `"},"sigma":0.5`
		path := write("request.json", strings.Replace(strings.Replace(request, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1), `"sigma":0.5`, asked, 1))
		certificate, _ := mustCall(t, "certify", path)
		cloud := `{"points":[[0,0],[1,0],[0,1]],"label":1,"votes_pred":[0,100],"votes_cert":[10,990]}`
		result, _ := mustCall(t, "run", write("run.json", `{"clouds":[`+cloud+`],`+asked+`,"group":"SE","attack":{"family":"scale","norms":[0,0.1]}}`))
		certified, ran := write("certificate.json", certificate), write("result.json", result)
		for _, args := range [][]string{
			{"certify", path}, {"certify", "--gram", "0", path}, {"radii", path}, {"withstand", path}, {"curve", "--steps", "1", path}, {"regions", "--size", "2", path},
			{"explain", certified}, {"explain", "--latex", certified}, {"card", ran}, {"card", "--badge", ran},
		} {
			if out, _ := mustCall(t, args...); size == "" && strings.Contains(out, "scale") && strings.Contains(out, "prepared clouds") || size != "" && !strings.Contains(out, size) {
				t.Errorf("%s, %q: %s", normalise, append(args[:len(args)-1], filepath.Base(args[len(args)-1])), out)
			}
		}
	}
}

// The commands agree on the radius of the file for each normalisation and group, and what they say of it is certified.
func TestCommandsAgreeOnTheFile(t *testing.T) {
	slow.Skip(t)
	for _, normalise := range []string{lengths.RootMean, lengths.Sphere} {
		for _, frame := range []string{"own", lengths.CleanFrame} {
			for _, group := range invariance.Groups {
				t.Run(fmt.Sprint(normalise, " ", frame, " ", group), func(t *testing.T) { agreeOnTheFile(t, normalise, frame, group) })
			}
		}
	}
}

// foundFile is what a document says of the file.
type foundFile struct {
	Scale      bool
	FileRadius float64 `json:"file_radius"`
	File       struct{ Size float64 }
	Ranges     []struct {
		Family string
		Any    bool
		File   *explore.FileSpan
	}
	Certified bool
	Orbit     json.RawMessage
	Request   struct{ Prepared struct{ Scale float64 } }
}

func agreeOnTheFile(t *testing.T, normalise, frame string, group invariance.Group) {
	write := writer(t, t.TempDir())
	axis, scale := "", frame == "own"
	if group == invariance.Axis {
		axis = `"axis":[0,0,1],`
	}
	ask := func(call, perturbed string) (found foundFile, out string) {
		out, _ = mustCall(t, call, write("request.json", fmt.Sprintf(`{"clean":{"points":[[10,20,1],[40,20,5],[10,50,9],[15,25,-3]]},"preparation":{"normalise":%q,"frame":%q},
			%s%s"sigma":0.5,"group":%q,"prediction":{"probability":0.97}}`, normalise, frame, perturbed, axis, group)))
		decode(t, out, &found)
		return found, out
	}
	made, certificate := ask("certify", "")
	var orbit foundFile
	decode(t, string(made.Orbit), &orbit)
	radius := orbit.FileRadius
	if made.Scale != scale || !(radius > 0) {
		t.Error(certificate)
	}
	mustCall(t, "verify", write("certificate.json", certificate))
	var withstood foundFile
	for _, call := range []string{"radii", "withstand"} {
		found, out := ask(call, "")
		if withstood = found; found.FileRadius != radius || found.Scale != scale || call == "withstand" && found.File.Size != made.Request.Prepared.Scale {
			t.Errorf("%s: not the radius %v, the scale %v and the size %v of the certificate: %s", call, radius, scale, made.Request.Prepared.Scale, out)
		}
	}
	for _, r := range withstood.Ranges {
		if r.Family == "scale" && r.Any != scale || r.File == nil || r.File.BlackBox.Reach() > r.File.Reach() || r.Any != r.File.Any || scale && r.File.By == "tight" {
			t.Errorf("%+v", r)
		}
	}
	said, _ := mustCall(t, "explain", write("certificate.json", certificate))
	if !strings.Contains(said, "Every file within Frobenius distance "+strconv.FormatFloat(math.Floor(radius*1e3)/1e3, 'f', -1, 64)[:4]) {
		t.Errorf("%v: %s", radius, said)
	}
	for factor, certified := range map[float64]bool{1 - 1e-9: true, 1.001: false} {
		moved, out := ask("certify", fmt.Sprintf(`"perturbed":{"changes":{"moved":%v,"unit":"file"}},`, radius*factor))
		if moved.Certified != certified {
			t.Errorf("moved by %v of the radius: %s", factor, out)
		}
		mustCall(t, "verify", write("moved.certificate.json", out))
	}
}

// Norms of a run are of the file or of the prepared cloud; without a unit they are of the prepared cloud.
func TestNormsOfRunsOfFiles(t *testing.T) {
	write := writer(t, t.TempDir())
	const run = `{"clouds":[{"points":[[10,20],[40,20],[10,50]],"label":1,"votes_pred":[0,100],"votes_cert":[10,990]}],"preparation":{"normalise":"rms"},
		"sigma":0.5,"group":"SE","attack":{"family":%q,"norms":%s%s}}`
	for _, c := range []struct{ family, norms, unit, want string }{
		{"ball", "[0,1,10]", "", `"orbit":[1,0,0]`},
		{"ball", "[0,1,10]", `,"unit":"prepared"`, `"orbit":[1,0,0]`},
		{"ball", "[0,1,10,100]", `,"unit":"file"`, `"orbit":[1,1,1,0]`},
		{"scale", "[0,1,10,100]", `,"unit":"file"`, `"orbit":[1,1,1,1]`},
	} {
		out, _ := mustCall(t, "run", write("run.json", fmt.Sprintf(run, c.family, c.norms, c.unit)))
		compact := strings.NewReplacer(" ", "", "\n", "").Replace(out)
		if !strings.Contains(compact, c.want) || strings.Contains(out, `,"norms":[7.8`) != strings.Contains(c.unit, "file") {
			t.Errorf("%v: %s", c, out)
		}
		mustCall(t, "card", write("result.json", out))
	}
}

// Sizes of a run and its average radius are of files where the run says so; of points drawn from a surface, nothing follows about the file.
func TestSizesOfRunsOfFiles(t *testing.T) {
	slow.Skip(t)
	write := writer(t, t.TempDir())
	const cloud = `{"points":[[10,20,3],[40,20,9],[10,50,-5]],"label":1,"votes_pred":[0,100],"votes_cert":[10,990]}`
	run := func(withstand, preparation, more string) string {
		out, _ := mustCall(t, "run", write("run.json", `{"clouds":[`+cloud+`],"preparation":{`+preparation+`},"sigma":0.5,"withstand":{`+withstand+`}`+more+`}`))
		return out
	}
	const rigid = `,"group":"SE"`
	request := write("request.json", `{"clean":{"points":[[10,20,3],[40,20,9],[10,50,-5]]},"preparation":{"normalise":"rms"},"sigma":0.5,"prediction":{"votes":990,"samples":1000}`+rigid+`}`)
	var found foundFile
	withstood, _ := mustCall(t, "withstand", request)
	decode(t, withstood, &found)
	for _, c := range []struct {
		unit   string
		ofFile bool
	}{{"", false}, {`"unit":"prepared"`, false}, {`"unit":"file"`, true}} {
		var result struct {
			AverageRadius struct{ Orbit, File float64 } `json:"average_radius"`
			Families      []struct {
				Family   string
				Sizes    []float64
				Accuracy struct{ Withstood []float64 }
			}
			Results []struct {
				FileRadius float64 `json:"file_radius"`
				Ranges     []explore.Range
			}
		}
		out := run(c.unit, `"normalise":"rms"`, rigid+`,"runner_up":false`)
		decode(t, out, &result)
		if got := result.AverageRadius; got.File != found.FileRadius || result.Results[0].FileRadius != got.File || !(got.File > 10*got.Orbit) {
			t.Errorf("%q: average radii %v, want %v of the file", c.unit, got, found.FileRadius)
		}
		for i, f := range result.Families {
			r := result.Results[0].Ranges[i]
			reach := r.Reach()
			if c.ofFile {
				reach = r.File.Reach()
			}
			for k, size := range f.Sizes {
				if held := f.Accuracy.Withstood[k] == 1; held != (reach >= size) {
					t.Errorf("%q: %s up to %v: %v, and the range goes to %v", c.unit, f.Family, size, held, reach)
				}
			}
		}
		card, _ := mustCall(t, "card", write("result.json", out))
		if strings.Contains(card, "of the file, which is scaled to") != c.ofFile {
			t.Errorf("%q: %s", c.unit, card)
		}
	}
	mesh := filepath.Base(write("mesh.off", "OFF\n4 4 0\n0 0 0\n9 0 0\n0 9 0\n0 0 9\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n"))
	surface, _ := mustCall(t, "run", write("run.json", `{"clouds":[{"file":"`+mesh+`","label":1,"votes_pred":[0,100],"votes_cert":[10,990]}],"preparation":{"normalise":"rms",
		"points":9,"method":"surface"},"sigma":0.5,"withstand":{}`+rigid+`}`))
	for _, sampled := range []string{run("", `"normalise":"rms","points":2`, rigid), surface} {
		if strings.Contains(sampled, `"file"`) || strings.Contains(sampled, `"file_radius"`) || !strings.Contains(sampled, `"family":"stretch"`) {
			t.Error("lengths of a file whose points were sampled:", sampled)
		}
	}
	const bent = `,"group":"axis","axis":[0,0,1],"noise":{"twist":0.2},"samples":0`
	for _, c := range [][2]string{{`"normalise":"rms","points":2`, rigid}, {`"normalise":"rms"`, bent}} {
		if code, _, said := call("", "run", write("bad.json", `{"clouds":[`+cloud+`],"preparation":{`+c[0]+`},"sigma":0.5,"withstand":{"unit":"file"}`+c[1]+`}`)); code != 2 ||
			!strings.Contains(said, "withstand.unit") {
			t.Errorf("%v: %d %s", c, code, said)
		}
	}
	if out := run("", `"normalise":"rms","frame":"clean"`, bent); !strings.Contains(out, `"file":{"from"`) || strings.Contains(out, `"file_radius"`) {
		t.Error(out)
	}
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}
