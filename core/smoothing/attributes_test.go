package smoothing

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// elementsOf is a cloud of n points with an element each and a charge.
func elementsOf(r *rand.Rand, dimension, n int) pointcloud.Cloud {
	c := pointcloud.Cloud{Dimension: dimension}
	elements, charges := make([]float64, n), make([]float64, n)
	for i := range n {
		elements[i], charges[i] = []float64{1, 6, 8}[r.IntN(3)], float64(i)/8
		for range dimension {
			c.Points = append(c.Points, r.NormFloat64())
		}
	}
	c.Attributes = pointcloud.Attributes{{Name: "charge", Values: charges}, {Name: "element", Values: elements}}
	return c
}

func planWith(t *testing.T, attributes, classifier string, clean pointcloud.Cloud, subsample int) (*Plan, error) {
	t.Helper()
	text := fmt.Sprintf(`{"model": {"sha256": %q, "layout": "BND", "classes": ["a", "b"], "attributes": %s}, "classifier": %s}`, strings.Repeat("a", 64), attributes, classifier)
	o, err := document.Parse("prediction", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var asked struct {
		Group  invariance.Group
		Sorted bool
	}
	if err := json.Unmarshal([]byte(classifier), &asked); err != nil {
		t.Fatal(err)
	}
	return TakePlan(o, Request{Clean: &clean, Dimension: clean.Dimension, Sigma: 0.1, Asked: Classifier{Group: asked.Group, Sorted: asked.Sorted}, Law: Law{Subsample: subsample}})
}

// rowsOf decodes the rows of one pose after another: point by point, so many numbers each.
func rowsOf(data []byte, width int) (points [][]float64) {
	for at := 0; at < len(data); at += 4 * width {
		point := make([]float64, width)
		for i := range point {
			point[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at+4*i:])))
		}
		points = append(points, point)
	}
	return points
}

// Each point keeps its attributes through noise, poses, samples of points and sorting; coordinates are those without attributes.
func TestAttributesStayBesideTheirPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 28))
	for _, classifier := range []string{`{"group": "none"}`, `{"group": "SE"}`, `{"group": "SO", "sorted": true}`, `{"group": "E", "sorted": true}`, `{"group": "T", "sorted": true}`} {
		for _, subsample := range []int{0, 7} {
			clean := elementsOf(r, 3, 12)
			p, err := planWith(t, `[{"name": "element", "values": [1, 6, 8]}, {"name": "charge", "scale": 2}]`, classifier, clean, subsample)
			if err != nil {
				t.Fatal(err)
			}
			plain := *p
			plain.Model.Attributes = nil
			bare := pointcloud.Cloud{Points: clean.Points, Dimension: 3}
			with, without := NewSampler(p, clean), NewSampler(&plain, bare)
			shape := append([]int(nil), without.Shape()...)
			shape[1] = 7
			if !slices.Equal(with.Shape(), shape) {
				t.Fatalf("shape %v, want %v", with.Shape(), shape)
			}
			inputs, counts := with.Inputs(0, 5)
			own, same := without.Inputs(0, 5)
			if !slices.Equal(counts, same) {
				t.Fatalf("%s: other samples count: %v, %v", classifier, counts, same)
			}
			places := rowsOf(own, 3)
			for n, point := range rowsOf(inputs, 7) {
				if !slices.Equal(point[:3], places[n]) {
					t.Fatalf("%s: point %d is at %v, without attributes at %v", classifier, n, point[:3], places[n])
				}
				i := int(4 * point[6])
				if counts[0] == counted && !slices.Equal(point[3:6], hotOf(clean.Attribute("element")[i])) {
					t.Fatalf("%s: the point of charge %v has the element %v", classifier, point[6], point[3:6])
				}
			}
		}
	}
}

func hotOf(element float64) []float64 {
	hot := make([]float64, 3)
	hot[slices.Index([]float64{1, 6, 8}, element)] = 1
	return hot
}

// The rows of a cloud do not depend on the order of its points, not even where points coincide; nor do they change with a turn.
func TestAttributesFollowTheirPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	clean := elementsOf(r, 3, 10)
	copy(clean.Points[3:6], clean.Points[:3]) // two points at one place, with other charges
	for _, classifier := range []string{`{"group": "SE", "sorted": true}`, `{"group": "none", "sorted": true}`} {
		p, err := planWith(t, `["charge", "element"]`, classifier, clean, 0)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := NewSampler(p, clean).CleanInputs()
		for range 20 {
			shuffled := pointcloud.Pick(clean, r.Perm(10))
			if got, _ := NewSampler(p, shuffled).CleanInputs(); !slices.Equal(got, want) {
				t.Fatalf("%s: another order of the points makes other rows", classifier)
			}
		}
		swapped := pointcloud.Pick(clean, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
		swapped.Attributes[1].Values[4] = 9
		if got, _ := NewSampler(p, swapped).CleanInputs(); slices.Equal(got, want) {
			t.Fatalf("%s: another element makes the same rows", classifier)
		}
	}
}

func TestRefusesAttributesOfModels(t *testing.T) {
	clean := elementsOf(rand.New(rand.NewPCG(1, 1)), 3, 5)
	clean.Attributes = append(clean.Attributes, pointcloud.Attribute{Name: "nx", Values: make([]float64, 5)}, pointcloud.Attribute{Name: "huge", Values: []float64{0, 0, 1e39, 0, 0}})
	for _, c := range []struct{ attributes, classifier, want string }{
		{`["ring"]`, `{"group": "none"}`, `prediction.model.attributes[0]: is "ring", which the clean cloud does not have`},
		{`[{"name": "element", "values": [6, 8]}]`, `{"group": "none"}`, `prediction.model.attributes[0]: has no value 1, which "element" of point`},
		{`[{"name": "element", "values": [1, 6, 6]}]`, `{"group": "none"}`, "prediction.model.attributes[0].values[2]: is 6 a second time"},
		{`[{"name": "element", "values": []}]`, `{"group": "none"}`, "prediction.model.attributes[0].values: has 0 values"},
		{`[{"name": "element", "values": [1, 6, 8], "scale": 2}]`, `{"group": "none"}`, "prediction.model.attributes[0].scale: does not go with values"},
		{`[{"name": "element", "scale": 0}]`, `{"group": "none"}`, "prediction.model.attributes[0].scale: must be a factor other than 0, got 0"},
		{`["element", "element"]`, `{"group": "none"}`, `prediction.model.attributes[1]: names "element" a second time`},
		{`["huge"]`, `{"group": "none"}`, `"huge" of point 3 is 1e+39, beyond the numbers of the model`},
		{`["nx"]`, `{"group": "SE"}`, `prediction.model.attributes: "nx" is part of a vector that turns with the cloud`},
		{`[3]`, `{"group": "none"}`, "prediction.model.attributes[0]: must be the name of an attribute, got 3"},
	} {
		if _, err := planWith(t, c.attributes, c.classifier, clean, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.attributes, err, c.want)
		}
	}
}

// The digest of a cloud and the seed depend on the attributes; without any they are what they were.
func TestDigestsAttributes(t *testing.T) {
	clean := elementsOf(rand.New(rand.NewPCG(1, 1)), 3, 5)
	bare := pointcloud.Cloud{Points: clean.Points, Dimension: 3}
	turned := clean
	turned.Attributes = pointcloud.Attributes{clean.Attributes[1], clean.Attributes[0]}
	if cloudDigest(clean) == cloudDigest(bare) || cloudDigest(turned) != cloudDigest(clean) {
		t.Error("the digest must depend on the attributes, and not on their order")
	}
	other := pointcloud.Pick(clean, []int{0, 1, 2, 3, 4})
	other.Attributes[0].Values[2]++
	if cloudDigest(other) == cloudDigest(clean) {
		t.Error("another charge has the same digest")
	}
	text, err := json.Marshal([]Channel{{Name: "a"}, {Name: "b", Values: []float64{1, 2}}, {Name: "c", Scale: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	if want := `["a",{"name":"b","values":[1,2]},{"name":"c","scale":0.5}]`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	if c, err := parseChannel("b", entries[1]); err != nil || !reflect.DeepEqual(c, Channel{Name: "b", Values: []float64{1, 2}}) {
		t.Errorf("%v, %v", c, err)
	}
}
