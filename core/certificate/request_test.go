package certificate

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/mutants"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const twoClouds = `"clean":{"points":[[0,0],[1,0],[0,1]]},"perturbed":{"points":[[0,0.1],[1,0],[0,1]]}`
const rest = `"sigma":0.5,"prediction":{"probability":0.9},"group":"SE"`

func TestBadRequests(t *testing.T) {
	with := func(changed string) string { return "{" + twoClouds + "," + changed + "}" }
	for _, c := range []struct{ document, want string }{
		{``, "line 1: the document ends too early"},
		{`[]`, "document: must be a JSON object"},
		{"{\n\"sigma\": 1,\n}", "line 3: not JSON"},
		{`{} {}`, "document: text follows"},
		{with(rest + `,"sigma":1`), "sigma: occurs twice"},
		{with(rest + `,"Sigma":1`), "Sigma: is not a known field"},
		{with(rest + `,"kappa":1`), "kappa: is not a known field"},
		{with(strings.Replace(rest, "0.5", "-1", 1)), "sigma: must be positive, got -1"},
		{with(strings.Replace(rest, "0.5", "0", 1)), "sigma: must be positive, got 0"},
		{with(strings.Replace(rest, "0.5", "1e400", 1)), "sigma: is out of range: 1e400"},
		{with(strings.Replace(rest, "0.5", "1e-200", 1)), "sigma: must be between 1e-100 and 1e100"},
		{with(strings.Replace(rest, "0.5", "null", 1)), "sigma: must be a number, got null"},
		{with(strings.Replace(rest, "0.5", `"0.5"`, 1)), "sigma: must be a number, got \"0.5\""},
		{with(strings.Replace(rest, "0.5", `NaN`, 1)), "line 1: not JSON"},
		{with(`"prediction":{"probability":0.9},"group":"SE"`), "sigma: is missing"},
		{with(strings.Replace(rest, "0.9", "1", 1)), "prediction.probability: must be between 0 and 1"},
		{with(strings.Replace(rest, "0.9", "0", 1)), "prediction.probability: must be between 0 and 1"},
		{with(strings.Replace(rest, `"probability":0.9`, `"votes":11,"samples":10`, 1)), "prediction.votes: must be at most samples, got 11 of 10"},
		{with(strings.Replace(rest, `"probability":0.9`, `"votes":-1,"samples":10`, 1)), "prediction.votes: must be a whole number"},
		{with(strings.Replace(rest, `"probability":0.9`, `"votes":9.5,"samples":10`, 1)), "prediction.votes: must be a whole number"},
		{with(strings.Replace(rest, `"probability":0.9`, `"votes":9`, 1)), "prediction.samples: is missing"},
		{with(strings.Replace(rest, `"probability":0.9`, `"probability":0.9,"votes":9,"samples":10`, 1)), "prediction.probability: is not a known field"},
		{with(strings.Replace(rest, `"probability":0.9`, ``, 1)), "prediction.probability: is missing"},
		{with(strings.Replace(rest, `0.9`, `0.9,"runner_up":{}`, 1)), "prediction.runner_up.probability: is missing"},
		{with(strings.Replace(rest, `0.9`, `0.9,"runner_up":{"probability":0.2}`, 1)), "prediction.runner_up.probability: must be from 0"},
		{with(strings.Replace(rest, `0.9`, `0.9,"runner_up":{"votes":1}`, 1)), "prediction.runner_up.probability: is missing"},
		{with(strings.Replace(rest, `"probability":0.9`, `"votes":9,"samples":10,"runner_up":{"votes":2}`, 1)), "prediction.runner_up.votes: must be a whole number from 0 to 1"},
		{with(strings.Replace(rest, `{"probability":0.9}`, `0.9`, 1)), "prediction: must be a JSON object"},
		{with(strings.Replace(rest, `SE`, `se`, 1)), "group: must be one of"},
		{with(strings.Replace(rest, `SE`, `axis`, 1)), "group: \"axis\" is for 3-D clouds"},
		{with(rest + `,"axis":[0,0,1]`), "axis: is not a known field"},
		{`{"clean":{"points":[[0,0,1]]},` + strings.Replace(rest, `SE`, `axis`, 1) + `}`, "axis: must be three numbers"},
		{`{"clean":{"points":[[0,0,1]]},` + strings.Replace(rest, `SE`, `axis`, 1) + `,"axis":[0,0,0]}`, "axis: must have a length above 0"},
		{`{"gram":` + gram2(1, 0, 0.5, 0, 1, 0, 0.5, 1, 0, 1) + `,` + strings.Replace(rest, `SE`, `axis`, 1) + `}`, "gram.axial: is missing"},
		{`{"gram":` + strings.Replace(gram2(1, 0, 0.5, 0, 1, 0, 0.5, 1, 0, 1), `{`, `{"axial":1,`, 1) + `,` + rest + `}`, "gram.axial: belongs to the group"},
		{`{"gram":` + strings.Replace(gram2(1, 0, 0.5, 0, 1, 0, 0.5, 1, 0, 1), `{`, `{"axial":-1,`, 1) + `,` + rest + `}`, "gram.axial: must be at least 0"},
		{with(rest + `,"permutation":1`), "permutation: must be true or false"},
		{with(rest + `,"alpha":0`), "alpha: must be above 0 and at most 0.5, got 0"},
		{with(rest + `,"alpha":0.5000001`), "alpha: must be above 0 and at most 0.5, got 0.5000001"},
		{with(rest + `,"samples":-1`), "samples: must be a whole number from 0 to 10000000"},
		{with(rest + `,"samples":20000000`), "samples: must be a whole number from 0 to 10000000"},
		{with(rest + `,"bound":"best"`), `bound: must be "disagreement", got "best"`},
		{with(rest + `,"bound":""`), `bound: must be "disagreement", got ""`},
		{with(rest + `,"bound":"quantile"`), `bound: "quantile" was removed`},
		{with(rest + `,"bound":"dual"`), `bound: "dual" was removed`},
		{with(rest + `,"levels":"paper"`), "levels: is not a known field"},
		{with(rest + `,"stop":"soon"`), "stop: must be one of full, decided"},
		{with(rest + `,"seed":""`), "seed: must have 1 to 200 bytes"},
		{with(rest + `,"seed":-1`), "seed: must be a whole number"},
		{`{` + rest + `}`, "clean: is missing"},
		{`{"clean":{"points":[[0,0]]},"gram":{},` + rest + `}`, "gram: replaces clean"},
		{`{"clean":{},` + rest + `}`, "clean: needs points"},
		{`{"clean":{"file":"a.ply"},` + rest + `}`, "clean.file: files are not read here"},
		{`{"clean":{"points":[[0,0]],"colour":1},` + rest + `}`, "clean.colour: is not a known field"},
		{`{"clean":{"points":[[0,0],[1]]},` + rest + `}`, "clean: points[1]"},
		{`{"clean":{"points":[[0,1e150]]},` + rest + `}`, "clean: point 1 has the coordinate 1e+150"},
		{`{"clean":{"points":[[0]]},` + rest + `}`, "clean: points[0]"},
		{`{"clean":{"points":[[0,0,0,0]]},` + rest + `}`, "clean: points[0]"},
		{`{"clean":{"points":[[0,0]]},"perturbed":{"points":[[0,0,0]]},` + rest + `}`, "perturbed: has 3 dimensions, the clean cloud has 2"},
		{`{"clean":{"points":[[0,0]]},"perturbed":{"points":[[0,0],[0,0]]},` + rest + `}`, "perturbed: has 2 points, the clean cloud has 1"},
		{`{"clean":{"points":[[0,0]]},"perturbed":{"attack":"scale","norm":1},` + rest + `}`, "perturbed.attack: a cloud of zeros"},
		{`{"clean":{"points":[[1,0]]},"perturbed":{"attack":"scale"},` + rest + `}`, "perturbed.norm: is missing"},
		{`{"clean":{"points":[[1,0]]},"perturbed":{"attack":"melt"},` + rest + `}`, "perturbed.attack: must be"},
		{`{"clean":{"points":[[1,0]]},"perturbed":{"attack":"rotate","degrees":5,"axis":[0,0,1]},` + rest + `}`, "perturbed.axis: is for 3-D"},
		{`{"clean":{"points":[[1,0,0]]},"perturbed":{"attack":"rotate","degrees":5,"axis":[0,0,0]},` + rest + `}`, "perturbed.axis: must have a length"},
		{`{"clean":{"points":[[1,0,0]]},"perturbed":{"attack":"rotate","degrees":5},` + rest + `}`, "perturbed.axis: must be three numbers"},
		{`{"clean":{"points":[[1,0]]},"perturbed":{"attack":"rotate","degrees":5,"noise":-1},` + rest + `}`, "perturbed.noise: must be a norm"},
		{`{"clean":{"points":[[1,0]]},"perturbed":{"attack":"rotate","degrees":5,"stretch":0},` + rest + `}`, "perturbed.stretch: must be a factor from 0.01 to 100, got 0"},
		{`{"clean":{"points":[[1,0]]},"perturbed":{"attack":"rotate","degrees":5,"stretch":101},` + rest + `}`, "perturbed.stretch: must be a factor"},
		{`{"gram":{"dimension":4,"matrix":[]},` + rest + `}`, "gram.dimension: must be a whole number from 2 to 3"},
		{`{"gram":{"dimension":2,"matrix":[[1,0],[0,1]]},` + rest + `}`, "gram.matrix: must be 4 rows"},
		{`{"gram":` + gram2(1, 0, 0, 0, 1, 0, 0, 0, -1, 0) + `,` + rest + `}`, "gram.matrix: must be positive semidefinite"},
		{`{"gram":` + gram2(-51, 0.0102, 1.02, 0, 0.941, 0.01, 0.97, 1, 0, 1) + `,` + rest + `}`, "gram.matrix: must be positive semidefinite: entry [0][0]"},
		{`{"gram":` + gram2(1, 0, 3, 0, 1, 0, 0, 1, 0, 1) + `,` + rest + `}`, "gram.matrix: must be positive semidefinite"},
		{`{"gram":{"dimension":2,"matrix":[[1,0,0,0],[0.5,1,0,0],[0,0,1,0],[0,0,0,1]]},` + rest + `}`, "gram.matrix: must be symmetric"},
		{`{"gram":{"dimension":2,"matrix":[[1e300,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]},` + rest + `}`, "gram.matrix: entry [0][0]"},
		{`{"gram":{"dimension":2,"factor":[[1]]},` + rest + `}`, "gram.factor: must be 4 rows"},
		{`{"gram":` + pair2(2, 0.2, 1, 0) + `,` + rest + `}`, "gram.factor: must be lower triangular"},
		{`{"gram":` + pair2(0, 0.09, 1, 0) + `,` + rest + `}`, "gram.distance: must be at least 0.1"},
		{`{"gram":` + pair2(0, 0.2, 0.1, 0) + `,` + rest + `}`, "gram.black_box_distance: must be at least 0.2, got 0.1"},
		{`{"gram":` + pair2(0, 0.2, 1, -1) + `,` + rest + `}`, "gram.error: must be at least 0, got -1"},
		{`{"gram":` + strings.Replace(pair2(0, 0.2, 1, 0), `"error"`, `"matrix":[],"error"`, 1) + `,` + rest + `}`, "gram.matrix: is not a known field"},
		{`{"gram":` + strings.Replace(pair2(0, 0.2, 1, 0), `,"error":0`, ``, 1) + `,` + rest + `}`, "gram.error: is missing"},
	} {
		_, err := ParseRequest([]byte(c.document), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n gives %v, want %s…", c.document, err, c.want)
		}
	}
}

// gram2 writes a 4×4 matrix from its upper triangle, row by row.
func gram2(e ...float64) string {
	return fmt.Sprintf(`{"dimension":2,"matrix":[[%v,%v,%v,%v],[%v,%v,%v,%v],[%v,%v,%v,%v],[%v,%v,%v,%v]]}`,
		e[0], e[1], e[2], e[3], e[1], e[4], e[5], e[6], e[2], e[5], e[7], e[8], e[3], e[6], e[8], e[9])
}

// pair2 writes the form with a factor, of two 2-D clouds at a distance of 0.1.
func pair2(above, distance, blackBox, err float64) string {
	return fmt.Sprintf(`{"dimension":2,"factor":[[1,%v,0,0],[0.5,1,0,0],[0,0.08,0,0],[0,0,0.06,0]],"distance":%v,"black_box_distance":%v,"error":%v}`,
		above, distance, blackBox, err)
}

func TestFilesAreOpenedByName(t *testing.T) {
	refused := errors.New("no such cloud")
	open := func(path string, _ pointcloud.Reading) (pointcloud.File, error) {
		if path != "a.ply" {
			return pointcloud.File{}, refused
		}
		return pointcloud.File{Cloud: pointcloud.Cloud{Points: []float64{1, 2, 3}, Dimension: 3}}, nil
	}
	r, err := ParseRequest([]byte(`{"clean":{"file":"a.ply"},`+rest+`}`), open)
	if err != nil || r.Clean.Count() != 1 {
		t.Errorf("%v, %v", r, err)
	}
	if _, err = ParseRequest([]byte(`{"clean":{"file":"b.ply"},`+rest+`}`), open); !errors.Is(err, refused) {
		t.Errorf("the error of open is lost: %v", err)
	}
}

// The request as computed is a request again, the same one.
func TestRequestRoundTrip(t *testing.T) {
	for _, document := range []string{
		`{` + twoClouds + `,` + rest + `}`,
		`{"clean":{"points":[[1,2,3]]},"perturbed":{"attack":"rotate","degrees":5,"axis":[0,0,1],"noise":0.1,"seed":7,"stretch":1.02},` + rest + `,"seed":"mine"}`,
		`{"clean":{"points":[[1,2]]},"perturbed":{"attack":"scale","norm":0.5},` + rest + `}`,
		`{"clean":{"points":[[1,2]]},` + rest + `,"seed":12,"alpha":1e-5,"samples":0,"stop":"decided"}`,
		`{"gram":` + pair2(0, 0.1001, 0.3, 1e-17) + `,"sigma":1,"prediction":{"votes":9,"samples":10},"group":"SE"}`,
		`{"gram":` + gram2(1, 0, 0.5, 0, 1, 0, 0.5, 1, 0, 1) + `,"sigma":1,"prediction":{"votes":9,"samples":10},"group":"O"}`,
		`{"clean":{"points":[[1,2,3]]},"sigma":1,"prediction":{"votes":8,"samples":10,"runner_up":{"votes":1}},"group":"axis","axis":[0,0,2],"translation":true}`,
		`{"clean":{"points":[[1,2,3]]},"sigma":1,"prediction":{"probability":0.8,"runner_up":{"probability":0.1}},"group":"T","bound":"disagreement"}`,
	} {
		first, err := ParseRequest([]byte(document), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := first.MarshalJSON()
		second, err := ParseRequest(text, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if again, _ := second.MarshalJSON(); string(again) != string(text) {
			t.Errorf("%s\nbecomes\n%s", text, again)
		}
	}
}

// A stretch multiplies first coordinates before the turn; a factor of 1 is none, and the
// request is the one that does not name it.
func TestStretch(t *testing.T) {
	ask := func(attack string) *Request {
		r, err := ParseRequest([]byte(`{"clean":{"points":[[1,2],[-3,0.5]]},"perturbed":{"attack":"rotate","degrees":90`+attack+`},`+rest+`}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for i, want := range []float64{-2, 1.5, -0.5, -4.5} {
		if got := ask(`,"stretch":1.5`).Perturbed.Points[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("coordinate %d is %v, want %v", i, got, want)
		}
	}
	bare, _ := ask("").MarshalJSON()
	if one, _ := ask(`,"stretch":1`).MarshalJSON(); string(one) != string(bare) {
		t.Errorf("%s\nwithout a stretch\n%s", one, bare)
	}
}

// requests are what mutants of a request start from.
func requests() [][]byte {
	return [][]byte{
		[]byte(`{` + twoClouds + `,` + rest + `}`),
		[]byte(`{"gram":` + gram2(1, 0, 0.5, 0, 1, 0, 0.5, 1, 0, 1) + `,` + rest + `}`),
		[]byte(`{"clean":{"points":[[1,2,3]]},"perturbed":{"attack":"rotate","degrees":5,"axis":[0,0,1],"stretch":1.5},` + rest + `,"samples":100}`),
		[]byte(`{"clean":{"file":"a","columns":4,"type":"float32","transposed":true},"preparation":{"drop_missing":true,"points":3,"method":"farthest","normalise":"centre"},` + rest + `}`),
	}
}

// checkRequest certifies what can be read: no request ends in an error later.
func checkRequest(t *testing.T, data []byte) {
	r, err := ParseRequest(data, nil)
	if err != nil {
		return
	}
	r.Samples = min(r.Samples, 3000)
	c, err := Certify(r)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	if _, err := Document(r, c); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}

func TestRequestMutants(t *testing.T) {
	mutants.Each(t, requests(), func(data []byte) { checkRequest(t, data) })
}

func FuzzParseRequest(f *testing.F) {
	for _, data := range requests() {
		f.Add(data)
	}
	f.Fuzz(checkRequest)
}

// −0 and 0 describe the same problem, so they have the same key.
func TestMinusZero(t *testing.T) {
	document := `{"gram":{"dimension":2,"matrix":[[1,0,1,0],[0,0,0,0],[1,0,1,0],[0,0,0,0]]},"sigma":1,
		"prediction":{"probability":0.9,"runner_up":{"probability":0}},"group":"SO","samples":0,"seed":0}`
	want, err := mustParse(t, document).Key()
	if err != nil {
		t.Fatal(err)
	}
	zero := regexp.MustCompile(`\b0([],}])`)
	for _, minus := range []string{"-0", "-0.0", "-0e5", "-1e-400"} {
		changed := zero.ReplaceAllString(document, minus+"$1")
		changed = strings.Replace(changed, `"seed":`+minus, `"seed":-0`, 1) // a seed keeps its spelling
		if got, err := mustParse(t, changed).Key(); err != nil || got != want {
			t.Errorf("%s: key %s (%v), want %s", changed, got, err, want)
		}
	}
}
