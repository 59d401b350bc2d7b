package smoothing

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const someHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// asked is a request for SE in the plane, about a cloud of twelve points.
func asked() Request {
	clean := trials.Cloud(rand.New(rand.NewPCG(12, 10)), 12, 2)
	return Request{Clean: &clean, Dimension: 2, Sigma: 0.1, Asked: Classifier{Group: invariance.Rigid}}
}

// takePlan reads a plan whose three objects are given as JSON.
func takePlan(r Request, model, classifier, sampling string) (*Plan, error) {
	o, err := document.Parse("prediction", []byte(`{"model":`+model+`,"classifier":`+classifier+`,"sampling":`+sampling+`}`))
	if err != nil {
		return nil, err
	}
	return TakePlan(o, r)
}

const someModel = `{"sha256": "` + someHash + `", "layout": "BDN", "classes": ["a", "b", "c"]}`

func TestPlanFillsIn(t *testing.T) {
	p, err := takePlan(asked(), someModel, `{}`, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	c, s := p.Classifier, p.Sampling
	if c.Group != "SE" || c.How != Made || c.Poses != 2 || c.Sorted || c.Grid != 0x1p-12 || c.Order != "" {
		t.Errorf("classifier %+v", c)
	}
	if s.Sigma != 0.1 || s.Select != 0 || s.Estimate != 10_000 || s.Block != 10 || len(s.Seed) != 64 || s.Cloud != cloudDigest(*asked().Clean) {
		t.Errorf("sampling %+v", s)
	}
	// Written and read again it is the same.
	text, _ := json.Marshal(p)
	o, err := document.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := TakePlan(o, asked())
	if err != nil {
		t.Fatal(err)
	}
	if other, _ := json.Marshal(again); string(other) != string(text) {
		t.Errorf("%s\nbecomes %s", text, other)
	}
}

// All that the samples depend on changes the seed; names do not.
func TestSeeds(t *testing.T) {
	seeds := map[string]string{}
	for name, c := range map[string]struct{ model, classifier, sampling string }{
		"plain":    {someModel, `{}`, `{}`},
		"named":    {strings.Replace(someModel, `{`, `{"name": "x", "bytes": 7, `, 1), `{}`, `{}`},
		"model":    {strings.Replace(someModel, "0123", "3210", 1), `{}`, `{}`},
		"layout":   {strings.Replace(someModel, "BDN", "BND", 1), `{}`, `{}`},
		"output":   {strings.Replace(someModel, `{`, `{"output": "second", `, 1), `{}`, `{}`},
		"alone":    {strings.Replace(someModel, `{`, `{"batch": 1, `, 1), `{}`, `{}`},
		"numbers":  {strings.Replace(someModel, `{`, `{"numbers": "float16", `, 1), `{}`, `{}`},
		"group":    {someModel, `{"group": "E"}`, `{}`},
		"declared": {someModel, `{"how": "declared"}`, `{}`},
		"order":    {someModel, `{"order": "falling"}`, `{}`},
		"sorted":   {someModel, `{"sorted": true}`, `{}`},
		"select":   {someModel, `{}`, `{"select": 101}`},
		"estimate": {someModel, `{}`, `{"estimate": 10001}`},
	} {
		p, err := takePlan(asked(), c.model, c.classifier, c.sampling)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		seeds[name] = p.Sampling.Seed
	}
	other := asked()
	other.Clean.Points[3] += 1e-9
	p, err := takePlan(other, someModel, `{}`, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	seeds["cloud"] = p.Sampling.Seed
	for name, sigmas := range map[string][]float64{"noise": noisePerPoint(0.2), "other noise": noisePerPoint(0.3)} {
		uneven := asked()
		uneven.Sigmas = sigmas
		if p, err = takePlan(uneven, someModel, `{}`, `{}`); err != nil {
			t.Fatal(err)
		}
		seeds[name] = p.Sampling.Seed
	}
	if seeds["plain"] != seeds["named"] {
		t.Error("a name changes the seed")
	}
	delete(seeds, "named")
	distinct := map[string]bool{}
	for seed := range maps.Values(seeds) {
		distinct[seed] = true
	}
	if len(distinct) != len(seeds) {
		t.Errorf("seeds are not distinct: %v", seeds)
	}
}

func TestPlansThatAreRefused(t *testing.T) {
	model := func(old, new string) string { return strings.Replace(someModel, old, new, 1) }
	for _, c := range []struct{ model, classifier, sampling, field string }{
		{`7`, `{}`, `{}`, "prediction.model"},
		{`{}`, `{}`, `{}`, "prediction.model.sha256"},
		{model("0123", "012G"), `{}`, `{}`, "prediction.model.sha256"},
		{model("0123", ""), `{}`, `{}`, "prediction.model.sha256"},
		{model("BDN", "NBD"), `{}`, `{}`, "prediction.model.layout"},
		{model(`"layout": "BDN", `, ""), `{}`, `{}`, "prediction.model.layout"},
		{model(`, "classes": ["a", "b", "c"]`, ""), `{}`, `{}`, "prediction.model.classes"},
		{model(`["a", "b", "c"]`, `["a"]`), `{}`, `{}`, "prediction.model.classes"},
		{model(`"b"`, `2`), `{}`, `{}`, "prediction.model.classes[1]"},
		{model(`"b"`, `"`+strings.Repeat("b", 201)+`"`), `{}`, `{}`, "prediction.model.classes[1]"},
		{model(`{`, `{"numbers": "int8",`), `{}`, `{}`, "prediction.model.numbers"},
		{model(`{`, `{"bytes": 0.5,`), `{}`, `{}`, "prediction.model.bytes"},
		{model(`{`, `{"colour": 1,`), `{}`, `{}`, "prediction.model.colour"},
		{someModel, `{"group": "T"}`, `{}`, "prediction.classifier.group"},
		{someModel, `{"group": "SO"}`, `{}`, "prediction.classifier.group"},
		{someModel, `{"group": "X"}`, `{}`, "prediction.classifier.group"},
		{someModel, `{"group": "axis"}`, `{}`, "prediction.classifier.group"},
		{someModel, `{"how": "hoped"}`, `{}`, "prediction.classifier.how"},
		{someModel, `{"order": "up"}`, `{}`, "prediction.classifier.order"},
		{someModel, `{"poses": 4}`, `{}`, "prediction.classifier.poses"},
		{someModel, `{"grid": 0.001}`, `{}`, "prediction.classifier.grid"},
		{someModel, `{"sorted": 1}`, `{}`, "prediction.classifier.sorted"},
		{someModel, `{}`, `{"sigma": 0.2}`, "prediction.sampling.sigma"},
		{someModel, `{}`, `{"block": 100}`, "prediction.sampling.block"},
		{someModel, `{}`, `{"select": -1}`, "prediction.sampling.select"},
		{someModel, `{}`, `{"select": 100, "block": 10}`, "prediction.sampling.block"},
		{someModel, `{}`, `{"estimate": 99}`, "prediction.sampling.estimate"},
		{someModel, `{}`, `{"estimate": 600000}`, "prediction.sampling.estimate"},
		{someModel, `{}`, `{"cloud": "sha256:` + someHash + `"}`, "prediction.sampling.cloud"},
		{someModel, `{}`, `{"seed": "` + someHash + `"}`, "prediction.sampling.seed"},
		{someModel, `{}`, `{"seed": "7"}`, "prediction.sampling.seed"},
		{someModel, `{}`, `{"fresh": true}`, "prediction.sampling.seed"},
		{someModel, `{}`, `{"more": 1}`, "prediction.sampling.more"},
	} {
		_, err := takePlan(asked(), c.model, c.classifier, c.sampling)
		if field, ok := errors.AsType[*document.FieldError](err); !ok || field.Field != c.field {
			t.Errorf("%s %s %s: %v, want a complaint about %s", c.model, c.classifier, c.sampling, err, c.field)
		}
	}
	if _, err := takePlan(asked(), someModel, `{}`, `{"fresh": true, "seed": "`+someHash+`"}`); err != nil {
		t.Errorf("a fresh seed: %v", err)
	}
	r := asked()
	r.Asked.Sorted = true
	if _, err := takePlan(r, someModel, `{"sorted": false}`, `{}`); err == nil || !strings.Contains(err.Error(), "sorted") {
		t.Errorf("an order that matters: %v", err)
	}
	r = asked()
	r.Sigma = 1e-40
	if _, err := takePlan(r, someModel, `{}`, `{}`); err == nil || !strings.HasPrefix(err.Error(), "sigma: ") {
		t.Errorf("σ beyond float32: %v", err)
	}
	r.Sigma, r.Clean = 0.1, &pointcloud.Cloud{Dimension: 2, Points: []float64{1, 2}}
	if _, err := takePlan(r, someModel, `{}`, `{}`); err == nil || !strings.Contains(err.Error(), "needs 2 points") {
		t.Errorf("one point: %v", err)
	}
	r.Clean = nil
	if _, err := takePlan(r, someModel, `{}`, `{}`); err == nil || !strings.Contains(err.Error(), "cloud: is missing") {
		t.Errorf("no cloud: %v", err)
	}
}

// The table of which group contains which.
func TestCovers(t *testing.T) {
	up, across := []float64{0, 0, 1}, []float64{1, 0, 0}
	groups := map[string]Classifier{
		"none": {Group: "none"}, "T": {Group: "T"}, "SO": {Group: "SO"}, "O": {Group: "O"}, "SE": {Group: "SE"}, "E": {Group: "E"},
		"up": {Group: "axis", Axis: up}, "up+T": {Group: "axis", Axis: up, Translation: true}, "across": {Group: "axis", Axis: across},
	}
	covered := map[string]string{
		"none": "none", "T": "none T", "SO": "none SO up across", "O": "none SO O up across",
		"SE": "none T SO SE up up+T across", "E": "none T SO O SE E up up+T across",
		"up": "none up", "up+T": "none T up up+T", "across": "none across",
	}
	for big, c := range groups {
		for small, other := range groups {
			want := strings.Contains(" "+covered[big]+" ", " "+small+" ")
			if got := c.Covers(other); got != want {
				t.Errorf("%s covers %s: %v, want %v", big, small, got, want)
			}
			other.Sorted = true
			if c.Covers(other) {
				t.Errorf("%s without order covers %s with it", big, small)
			}
			c := c
			if c.Sorted = true; c.Covers(other) != want {
				t.Errorf("%s with order, %s with order: want %v", big, small, want)
			}
		}
	}
}

// forgery is a change to a votes document, and the field that no longer fits.
type forgery struct{ old, new, field string }

// JavaScript writes −0 as 0: the draws for a cloud are the same whoever has written it.
func TestZerosHaveNoSign(t *testing.T) {
	seeds := map[string]bool{}
	for _, zero := range []float64{0, math.Copysign(0, -1), 1e-300} {
		r := asked()
		r.Clean.Points[3] = zero
		r.Sigmas = slices.Repeat([]float64{0.1}, r.Clean.Count())
		p, err := takePlan(r, `{"sha256":"`+strings.Repeat("0", 64)+`","layout":"BDN","classes":["a","b"]}`, `{}`, `{}`)
		if err != nil {
			t.Fatal(err)
		}
		seeds[p.Sampling.Seed+p.Sampling.Cloud] = true
	}
	if len(seeds) != 2 {
		t.Errorf("%d plans for 0, −0 and a number above", len(seeds))
	}
}
