package card

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/internal/mutants"
)

// Output of a run over three clouds, one of them wrong; scaled, rotated, and under two σ.
func example(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func newCard(t *testing.T, data []byte) *Card {
	t.Helper()
	c, err := New(data)
	if err != nil {
		t.Fatal(err)
	}
	c.Model, c.Dataset = "a model", "three triangles"
	return c
}

// A run of every perturbation of a norm has the accuracy under attack beside what each argument certifies.
func TestAttackedIndex(t *testing.T) {
	data := example(t, "attacked.json")
	names := map[string]float64{}
	for _, metric := range parsed(t, newCard(t, data).Index()).ModelIndex[0].Results[0].Metrics {
		names[metric.Type+": "+metric.Name] = metric.Value
	}
	for name, want := range map[string]float64{
		"certified_accuracy: Certified accuracy at every ‖Δ‖ up to 0.5, orbit-based":              1,
		"certified_accuracy: Certified accuracy at every ‖Δ‖ up to 0.5, samples of points":        1,
		"attacked_accuracy: Accuracy under attack at every ‖Δ‖ up to 0.5, 1 of 2 clouds attacked": 1,
		"attacked_accuracy: Accuracy under attack at every ‖Δ‖ up to 5, 1 of 2 clouds attacked":   0.5,
	} {
		if got, there := names[name]; !there || got != want {
			t.Errorf("%s: %v, want %v of %v", name, got, want, names)
		}
	}
	forged := bytes.Replace(data, []byte(`"found":{`), []byte(`"contradicted":{"distance":4,"class":0,"votes":900,"samples":1000},"found":{`), 1)
	forged = bytes.Replace(forged, []byte(`"level":0.001}`), []byte(`"level":0.001,"contradictions":["a"]}`), 1)
	if _, err := New(forged); err == nil || !strings.Contains(err.Error(), "attacks.contradictions: names 1 clouds") {
		t.Error(err)
	}
}

// A run with σ by the value of an attribute says that its norms are weighted.
func TestCardOfWeightedNorms(t *testing.T) {
	data := bytes.Replace(example(t, "scaled.json"), []byte(`"sigma":0.5`), []byte(`"sigma":{"attribute":"element","values":{"1":0.5,"6":0.75}}`), 1)
	c := newCard(t, data)
	found := 0
	for _, metric := range parsed(t, c.Index()).ModelIndex[0].Results[0].Metrics {
		by, is := metric.Args["sigma"].(map[string]any)
		if !is || by["attribute"] != "element" || metric.Args["norms_times"] != "0.5/σ" {
			t.Errorf("%s has %v", metric.Name, metric.Args)
		}
		if strings.Contains(metric.Name, "at weighted ‖Δ‖ = ") {
			found++
		} else if strings.Contains(metric.Name, "‖Δ‖") {
			t.Errorf("%s does not say that it is weighted", metric.Name)
		}
	}
	badge, err := c.Badge(nil, "")
	if err != nil || found == 0 || !bytes.Contains(badge, []byte("at weighted ‖Δ‖ = ")) || !bytes.Contains(badge, []byte("&#34;element&#34;")) {
		t.Errorf("%d metrics, %v: %s", found, err, badge)
	}
}

// index is a model index as its readers see it.
type index struct {
	ModelIndex []struct {
		Name    string
		Results []struct {
			Task    struct{ Type, Name string }
			Dataset struct{ Type, Name string }
			Metrics []struct {
				Type  string
				Value float64
				Name  string
				Args  map[string]any
			}
			Source struct{ Name, URL string }
		}
	} `yaml:"model-index"`
}

func parsed(t *testing.T, text []byte) (i index) {
	t.Helper()
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&i); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return i
}

// The printed forms stay as they are.
func TestGolden(t *testing.T) {
	c := newCard(t, example(t, "scaled.json"))
	c.URL = "https://example.org/run.json"
	badge, err := c.Badge(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{"scaled.yaml": c.Index(), "scaled.svg": badge} {
		if os.Getenv("ORBITCERT_GOLDEN") != "" {
			if err := os.WriteFile(filepath.Join("testdata", name), got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want := example(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
}

// A reader of YAML finds every certified accuracy of the document, with what it depends on.
func TestIndex(t *testing.T) {
	unseen := map[string][]any{"scaled.json": {0.13, 0.13, 0}, "turned.json": {0.13, 0.13}, "sigmas.json": {0.13, 0.13}}
	for _, name := range []string{"scaled.json", "turned.json", "sigmas.json"} {
		runs, err := results.ReadResults(example(t, name))
		if err != nil {
			t.Fatal(err)
		}
		i := parsed(t, newCard(t, example(t, name)).Index())
		if len(i.ModelIndex) != 1 || len(i.ModelIndex[0].Results) != len(runs) {
			t.Fatalf("%s: %+v", name, i)
		}
		for k, result := range i.ModelIndex[0].Results {
			r, size := runs[k], "norm"
			if r.Settings.Attack.Degrees != nil {
				size = "degrees"
			}
			want := map[string][]float64{"black_box": r.Accuracy.BlackBox, "orbit": r.Accuracy.Orbit, "tight": r.Accuracy.Tight}
			for _, shares := range want { // of three clouds, which carry whole percents
				for i, share := range shares {
					shares[i] = math.Floor(100*share) / 100
				}
			}
			got, seen := map[string][]float64{}, map[string][]any{}
			for at, m := range result.Metrics[1:] {
				argument, _ := m.Args["argument"].(string)
				got[argument] = append(got[argument], m.Value)
				seen[argument] = append(seen[argument], m.Args["not_seen_at_least"])
				if m.Type != "certified_accuracy" || m.Args["sigma"] != r.Settings.Base.Sigma || m.Args["group"] != "SE" || m.Args["clouds"] != 3 || float(m.Args[size]) != r.Grid[at%len(r.Grid)] {
					t.Errorf("%s: %+v", name, m)
				}
			}
			if !reflect.DeepEqual(got, want) || result.Metrics[0].Type != "accuracy" || result.Metrics[0].Value != math.Floor(100*float64(r.Correct)/3)/100 || !reflect.DeepEqual(seen["orbit"], unseen[name]) {
				t.Errorf("%s: got %v, want %v; %v, %+v", name, got, want, seen, result.Metrics[0])
			}
		}
	}
}

func float(x any) float64 {
	if k, whole := x.(int); whole {
		return float64(k)
	}
	f, _ := x.(float64)
	return f
}

// A run of families has the certified accuracy under every transformation of each up to some sizes, by the black box and by the
// best argument.
func TestFamilies(t *testing.T) {
	data := example(t, "withstood.json")
	runs, err := results.ReadResults(data)
	if err != nil {
		t.Fatal(err)
	}
	shares := map[string]float64{}
	for _, m := range parsed(t, newCard(t, data).Index()).ModelIndex[0].Results[0].Metrics {
		shares[m.Name] = m.Value
		if m.Type == "certified_accuracy" && (m.Args["family"] == nil || m.Args["unit"] == nil || m.Args["sigma"] != 0.5) {
			t.Errorf("%+v", m)
		}
	}
	found := map[string]int{}
	for _, f := range runs[0].Families {
		for i, at := range f.Sizes {
			name := fmt.Sprintf("Certified accuracy under every %s up to %s, ", f.Family, sized(at, f.Unit))
			best, there := shares[name+"best of all"]
			if !there {
				continue
			}
			found[f.Family]++
			if best != carried(runs[0], f.Accuracy.Withstood[i]) || shares[name+"black box"] != carried(runs[0], f.Accuracy.BlackBox[i]) {
				t.Errorf("%s: %v and %v, want %v and %v", name, best, shares[name+"black box"], f.Accuracy.Withstood[i], f.Accuracy.BlackBox[i])
			}
		}
	}
	for _, name := range []string{"scale", "shear", "taper"} {
		if found[name] < 4 || found[name] > mostSizes+1 {
			t.Errorf("%s has %d sizes", name, found[name])
		}
	}
	if last := shares["Certified accuracy under every shift up to 0.5, best of all"]; last != 0.66 {
		t.Errorf("the group ignores shifts, and %v withstand them", last)
	}
	for _, c := range []struct {
		family string
		at     float64
		want   string
	}{{"", 0, "66 % under every scale up to 0 (3 clouds; not seen: ≥ 13 %)<"}, {"shear", 0.1, "66 % under every shear up to 0.1 (3 clouds; not seen: ≥ 13 %)<"}, {"twist", 10, "66 % under every twist up to 10°/length (3 clouds; not seen: ≥ 13 %)<"}} {
		badge, err := newCard(t, data).Badge(&c.at, c.family)
		if err != nil || !strings.Contains(string(badge), c.want) {
			t.Errorf("%s: %v, %s", c.family, err, badge)
		}
	}
	if _, err := newCard(t, data).Badge(nil, "bend"); err == nil || !strings.HasPrefix(err.Error(), "--family: must be one of scale, stretch") {
		t.Error(err)
	}
}

// A family is published from its second size on: one size is 0, which every cloud withstands.
func TestFamiliesOfFewSizes(t *testing.T) {
	r := results.Published{Result: &judging.Result{Settings: &judging.Settings{Withstand: &judging.Withstand{}}, Population: &judging.Population{}}}
	for _, sizes := range [][]float64{{0}, {0, 0.1}, {0, 0.1, 0.2}} {
		r.Families = append(r.Families, judging.Family{Family: strconv.Itoa(len(sizes)), Unit: "relative", Sizes: sizes})
		r.Population.Families = append(r.Population.Families, judging.FamilyPopulation{})
		r.Population.Points = append(r.Population.Points, judging.ChangePopulation{})
		r.Changes = append(r.Changes, judging.Change{Change: strconv.Itoa(len(sizes)), Counts: make([]int, len(sizes))})
	}
	var names []string
	for _, p := range perturbed(r) {
		names = append(names, p.family)
	}
	if !slices.Equal(names, []string{"2", "3", "2", "3"}) {
		t.Errorf("published are those of %v sizes", names)
	}
}

// Angles are in degrees, in which their sizes are round.
func TestSized(t *testing.T) {
	for unit, want := range map[string]string{"rad": "20°", "rad/length": "20°/length", "1/length": "0.3490658503988659/length", "relative": "0.3490658503988659", "length": "0.3490658503988659"} {
		if got := sized(math.Pi/9, unit); got != want {
			t.Errorf("%s: %s, want %s", unit, got, want)
		}
	}
}

// Votes of samples of some points count points that come and go.
func TestChanges(t *testing.T) {
	index := string(newCard(t, example(t, "points.json")).Index())
	for _, want := range []string{"Certified accuracy with up to 1 point removed and the others moved by ‖Δ‖ up to 0.1, samples of points", "family: removed"} {
		if !strings.Contains(index, want) {
			t.Errorf("no %s in\n%s", want, index)
		}
	}
}

// Names come out as they went in, whatever is in them, and open nothing.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{
		`"`, `\`, `a: b # c`, "a\n- b", "---\n", "'", "{a: 1}", "&a *b !c", "\x00\x1b\x7f\u0080\u0085", "\u2028\u2029\ufeff\ufffe", "😀\U0001ffff",
		"</title><script>alert(1)</script>", "]]>", "&amp;", strings.Repeat("x", 5000), " yes ", "%s%d", "\r\n\t",
	} {
		c := newCard(t, example(t, "scaled.json"))
		c.Model, c.Dataset, c.URL = name, name, "https://example.org/?"+name
		i := parsed(t, c.Index()).ModelIndex[0]
		if i.Name != name || i.Results[0].Dataset.Name != name || i.Results[0].Dataset.Type != name || i.Results[0].Source.URL != c.URL {
			t.Errorf("%q: %q, %+v", name, i.Name, i.Results[0])
		}
		badge, err := c.Badge(nil, "")
		if err != nil {
			t.Fatal(err)
		}
		if elements := elementsOf(t, badge); !reflect.DeepEqual(elements, strings.Fields("svg title clipPath rect g rect rect g text text")) {
			t.Errorf("%q: %v", name, elements)
		}
	}
	if got := quoted("\xff"); got != "\"\ufffd\"" {
		t.Errorf("no UTF-8: %s", got)
	}
}

// elementsOf reads a picture strictly.
func elementsOf(t *testing.T, picture []byte) (names []string) {
	t.Helper()
	for decoder := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatalf("%v in %s", err, picture)
		}
		if start, ok := token.(xml.StartElement); ok {
			names = append(names, start.Name.Local)
		}
	}
}

// A badge says the best there is at a value of the grid, rounded down.
func TestBadge(t *testing.T) {
	at := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		file string
		at   *float64
		want string
	}{
		{"scaled.json", nil, "66 % at ‖Δ‖ = 0.5 (3 clouds; not seen: ≥ 13 %)<"},
		{"scaled.json", at(5), "0 % at ‖Δ‖ = 5 (3 clouds; not seen: ≥ 0 %)<"},
		{"turned.json", at(0), "66 % at noise of norm 0.1 and rotation by 0° (3 clouds; not seen: ≥ 13 %)<"},
		{"sigmas.json", nil, "66 % at ‖Δ‖ = 0.5 (3 clouds; not seen: ≥ 13 %)<"},
	} {
		badge, err := newCard(t, example(t, c.file)).Badge(c.at, "")
		if err != nil || !strings.Contains(string(badge), c.want) {
			t.Errorf("%s: %v, %s", c.file, err, badge)
		}
	}
	if _, err := newCard(t, example(t, "scaled.json")).Badge(at(0.4), ""); err == nil || err.Error() != "--at: must be of the grid 0, 0.5, 5, got 0.4" {
		t.Error(err)
	}
}

// A run of the first two says so wherever its accuracy stands.
func TestFirstOfSeveral(t *testing.T) {
	c := newCard(t, []byte(`{"core":"0.9.0","settings":{"sigma":0.1,"group":"SE","top":2,"attack":{"family":"ball","norms":[0]}},"draws_level":0,"clouds":1,"correct":1,"failed":0,
		"total":1,"grid":[0],"accuracy":{"black_box":[0],"orbit":[0]},"results":[{"name":"a","label":1,"predicted":1,"votes":1,"samples":10,"black_box":[0],"orbit":[0]}]}`))
	badge, err := c.Badge(nil, "")
	if err != nil || !strings.Contains(string(badge), ">certified accuracy, first 2<") {
		t.Errorf("%s, %v", badge, err)
	}
	m := parsed(t, c.Index()).ModelIndex[0].Results[0].Metrics[1]
	if !strings.HasPrefix(m.Name, "Certified accuracy, first 2 ") || m.Args["top"] != 2 {
		t.Errorf("%+v", m)
	}
}

// TestRefused holds that card refuses documents that are not results.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"": "line 1: the document ends too early", "{}": "core: is missing",
		`{"core": "0.9.0", "settings": {"sigma":1,"group":"SE","attack":{"family":"scale","norms":[1]}}, "draws_level": 9.094947017729282e-13, "clouds": 0, "correct": 0, "failed": 1, "total": 1, "grid": [1], "accuracy": {"black_box":null,"orbit":null}, "results": [{"name":"a","failure":"is lost"}]}`: "results: have a verdict on no cloud",
	} {
		if _, err := New([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Whatever becomes of a document, it is refused or makes a card that can be read.
func TestMutants(t *testing.T) {
	mutants.Each(t, [][]byte{example(t, "scaled.json"), example(t, "turned.json"), example(t, "sigmas.json"), example(t, "withstood.json"), example(t, "points.json")}, func(data []byte) {
		c, err := New(data)
		if err != nil {
			return
		}
		parsed(t, c.Index())
		badge, err := c.Badge(nil, "")
		if err != nil {
			t.Error(err)
		}
		elementsOf(t, badge)
	})
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{1e-5: "1.0e-05", 0.1: "0.1", 3: "3", 1.5e-7: "1.5e-07", 1e21: "1.0e+21"} {
		if got := number(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
