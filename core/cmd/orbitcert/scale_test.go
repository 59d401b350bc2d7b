package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Each call that prints lengths says so if they are not in the unit of the file that was read.
func TestLengthsNameThePreparation(t *testing.T) {
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

// The commands agree on the radius of the file, and what they say of it is certified.
func TestCommandsAgreeOnTheFile(t *testing.T) {
	write := writer(t, t.TempDir())
	const asked = `{"clean":{"points":[[10,20],[40,20],[10,50],[15,25]]},"preparation":{"normalise":%q%s},%s"sigma":0.5,"group":"SE","prediction":{"probability":0.97}}`
	for _, c := range []struct {
		normalise, frame string
		scale            bool
	}{{"rms", "", true}, {"unit_sphere", "", true}, {"rms", `,"frame":"clean"`, false}} {
		path := write("request.json", fmt.Sprintf(asked, c.normalise, c.frame, ""))
		out, _ := mustCall(t, "certify", path)
		var made struct {
			Scale bool
			Orbit struct {
				FileRadius float64 `json:"file_radius"`
			}
		}
		decode(t, out, &made)
		radius := made.Orbit.FileRadius
		if made.Scale != c.scale || !(radius > 0) {
			t.Errorf("%v: %s", c, out)
		}
		for _, call := range []string{"radii", "withstand"} {
			var found struct {
				Scale      bool
				FileRadius float64 `json:"file_radius"`
				Ranges     []struct {
					Family string
					Any    bool
					File   *struct{ From, To float64 }
				}
			}
			out, _ := mustCall(t, call, path)
			decode(t, out, &found)
			if found.FileRadius != radius || found.Scale != c.scale {
				t.Errorf("%s, %v: radius of the file %v, and %v in the certificate; scale %v", call, c, found.FileRadius, radius, found.Scale)
			}
			for _, r := range found.Ranges {
				if r.Family == "scale" && r.Any != c.scale || r.File == nil {
					t.Errorf("%s, %v: %+v", call, c, r)
				}
			}
		}
		said, _ := mustCall(t, "explain", write("certificate.json", out))
		if !strings.Contains(said, "Every file within Frobenius distance "+strconv.FormatFloat(math.Floor(radius*1e3)/1e3, 'f', -1, 64)[:4]) {
			t.Errorf("%v: %v: %s", c, radius, said)
		}
		for factor, certified := range map[float64]bool{1 - 1e-9: true, 1.001: false} {
			moved := fmt.Sprintf(`"perturbed":{"changes":{"moved":%v,"unit":"file"}},`, radius*factor)
			out, _ := mustCall(t, "certify", write("moved.json", fmt.Sprintf(asked, c.normalise, c.frame, moved)))
			if strings.Contains(out, `"certified": true`) != certified {
				t.Errorf("%v: moved by %v of the radius: %s", c, factor, out)
			}
			verified := write("moved.certificate.json", out)
			mustCall(t, "verify", verified)
		}
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

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}
