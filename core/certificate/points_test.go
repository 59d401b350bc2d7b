package certificate

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// sharedRequest returns a request in gram form, as text.
func sharedRequest(t *testing.T, text string) (*Request, *Request, string) {
	t.Helper()
	r, err := ParseRequest([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	shared, err := json.Marshal(short)
	if err != nil {
		t.Fatal(err)
	}
	return r, mustParse(t, string(shared)), string(shared)
}

// The shared form of points that come and go has the same certificate, except for the partners, and the same key.
func TestSharedPoints(t *testing.T) {
	far := strings.Replace(lessPoints(0, 0), `"points": [[`, `"points": [[9e99, 0, 0], [-9e99, 0, 0], [`, 1)
	drawn := strings.NewReplacer(`"samples": 0`, `"samples": 300`, `"group": "SE"`, `"group": "E"`)
	for name, text := range map[string]string{
		"changes":        pointsRequest(`"perturbed": {"changes": {"replaced": 1, "added": 1, "removed": 1, "moved": 0.01}},`, `, "subsample": 8`),
		"moved alone":    pointsRequest(`"perturbed": {"changes": {"moved": 0.2}},`, ``),
		"moved":          pointsRequest(`"perturbed": {"changes": {"moved": 0.3}},`, `, "subsample": 8`),
		"about an axis":  strings.Replace(pointsRequest(lessPoints(3, 1), `, "subsample": 8`), `"SE"`, `"axis", "axis": [0, 0, 1], "translation": true`, 1),
		"fewer":          pointsRequest(lessPoints(3, 0), `, "subsample": 8`),
		"more":           pointsRequest(lessPoints(0, 2), `, "subsample": 8, "permutation": true`),
		"as many, drawn": drawn.Replace(pointsRequest(lessPoints(2, 2), `, "subsample": 8, "pairing": "order"`)),
		"given pairs":    pointsRequest(lessPoints(30, 0), `, "subsample": 2, "pairing": [[30, 0], [31, 1], [32, 2]]`),
		"too few pairs":  pointsRequest(lessPoints(30, 0), `, "subsample": 8, "pairing": [[30, 0], [31, 1]]`),
		"all of them":    pointsRequest(lessPoints(30, 0), `, "subsample": 2, "pairing": [[30, 0], [31, 1]]`),
		"too far":        pointsRequest(far, `, "subsample": 8, "pairing": "order"`),
		"runner-up":      strings.Replace(pointsRequest(lessPoints(2, 1), `, "subsample": 8`), `"probability": 0.99`, `"probability": 0.99, "runner_up": {"probability": 0.005}`, 1),
	} {
		r, again, shared := sharedRequest(t, text)
		if strings.Contains(shared, `"clean":{`) || strings.Contains(shared, `"pairing"`) {
			t.Errorf("%s: shared with its clouds: %s", name, shared)
		}
		key, err := r.Key()
		if other, bad := again.Key(); err != nil || bad != nil || key != other {
			t.Errorf("%s: key %s, of what is shared %s: %v %v", name, key, other, err, bad)
		}
		text, err := json.Marshal(again)
		if err != nil || string(text) != shared {
			t.Errorf("%s: shared %s, read as %s: %v", name, shared, text, err)
		}
		whole, short := mustCertify(t, r), mustCertify(t, again)
		if whole.Subsample != nil {
			whole.Subsample.Alignment, whole.Subsample.Points, short.Subsample.Points = nil, nil, nil
		}
		whole.Orbit.Alignment, whole.Orbit.DistanceLower, whole.Orbit.Conclusion = nil, nil, ""
		if !reflect.DeepEqual(whole, short) {
			a, _ := json.Marshal(whole)
			b, _ := json.Marshal(short)
			t.Errorf("%s: the certificates differ:\n%s\n%s", name, a, b)
		}
	}
}

// With another σ, which a visitor may ask for, the bound is that of pairs at the same distances or less.
func TestSharedPointsAtOtherNoise(t *testing.T) {
	text := pointsRequest(lessPoints(2, 1), `, "subsample": 8`)
	_, _, shared := sharedRequest(t, text)
	for _, sigma := range []float64{0.01, 0.099, 0.1, 0.101, 0.4, 1e-90, 1e90} {
		at := fmt.Sprintf(`"sigma":%v,"prediction"`, sigma)
		c := mustCertify(t, mustParse(t, strings.Replace(shared, `"sigma":0.1,"prediction"`, at, 1)))
		best := mustCertify(t, mustParse(t, strings.Replace(text, `"sigma": 0.1`, fmt.Sprintf(`"sigma": %v`, sigma), 1)))
		less := best.Subsample.Lower - c.Subsample.Lower
		if less < -1e-9 || less > 1e-9 && c.Subsample.Kept == best.Subsample.Kept {
			t.Errorf("σ = %v: %+v from what is shared, %+v from the clouds", sigma, c.Subsample, best.Subsample)
		}
	}
}

// Impossible facts about two clouds are refused by field.
func TestSharedPointsThatAreRefused(t *testing.T) {
	slow.Skip(t)
	_, _, pairs := sharedRequest(t, pointsRequest(lessPoints(3, 1), `, "subsample": 8`))
	_, _, changes := sharedRequest(t, pointsRequest(`"perturbed": {"changes": {"replaced": 1}},`, `, "subsample": 8`))
	_, _, equal := sharedRequest(t, pointsRequest(lessPoints(2, 2), `, "subsample": 8`))
	_, _, most := sharedRequest(t, pointsRequest(lessPoints(30, 0), `, "subsample": 8`))
	set := func(text, name string, value any) string {
		var d map[string]any
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		at, path := d, strings.Split(name, ".")
		for _, part := range path[:len(path)-1] {
			at = at[part].(map[string]any)
		}
		if at[path[len(path)-1]] = value; value == nil {
			delete(at, path[len(path)-1])
		}
		out, _ := json.Marshal(d)
		return string(out)
	}
	for _, c := range []struct {
		text, name string
		value      any
		field      string
	}{
		{pairs, "subsample", 1, "subsample"},
		{pairs, "subsample", 41, "subsample"},
		{pairs, "subsample", nil, "subsample"},
		{pairs, "subsample", 9, "gram.points.moved.mean"},
		{pairs, "pairing", "order", "pairing"},
		{pairs, "pairing", [][]int{{0, 0}, {0, 1}}, "pairing"},
		{pairs, "clean", map[string]any{"points": [][]int{{1, 2, 3}}}, "gram"},
		{pairs, "perturbed", map[string]any{"changes": map[string]int{"added": 1}}, "gram"},
		{pairs, "gram.dimension", 4, "gram.dimension"},
		{pairs, "gram.colour", 4, "gram.colour"},
		{pairs, "gram.points", 4, "gram.points"},
		{pairs, "gram.points.clean", nil, "gram.points.clean"},
		{pairs, "gram.points.clean", 36, "gram.points.kept"},
		{pairs, "gram.points.clean", 2e6, "gram.points.clean"},
		{pairs, "gram.points.clean", 40.5, "gram.points.clean"},
		{pairs, "gram.points.perturbed", 36, "gram.points.kept"},
		{pairs, "gram.points.perturbed", -1, "gram.points.perturbed"},
		{pairs, "gram.points.kept", -1, "gram.points.kept"},
		{pairs, "gram.points.kept", 39, "gram.points.kept"},
		{pairs, "gram.points.kept", 7, "gram.points.kept"},
		{pairs, "gram.points.kept", 20, "gram.points.moved.mean"},
		{pairs, "gram.points.distance", 0.5, "gram.points.moved.mean"},
		{pairs, "gram.points.distance", -1, "gram.points.distance"},
		{pairs, "gram.points.distance", nil, "gram.points.distance"},
		{pairs, "gram.points.pairs", 4, "gram.points.pairs"},
		{pairs, "gram.points.moved.sigma", 0, "gram.points.moved.sigma"},
		{pairs, "gram.points.moved.sigma", 1, "gram.points.moved.mean"},
		{pairs, "gram.points.moved.mean", 0, "gram.points.moved.mean"},
		{pairs, "gram.points.moved.least", 1, "gram.points.moved.least"},
		{pairs, "gram.points.moved.least", nil, "gram.points.moved.least"},
		{pairs, "gram.points.moved.most", 0, "gram.points.moved.most"},
		{pairs, "gram.points.moved.most", 1, "gram.points.moved.most"},
		{pairs, "gram.points.moved.square", -1, "gram.points.moved.square"},
		{most, "gram.points.moved.square", 0, "gram.points.moved.square"},
		{pairs, "gram.points.moved.more", 0, "gram.points.moved.more"},
		{changes, "gram.points.changes.replaced", 41, "gram.points.changes.replaced"},
		{changes, "gram.points.changes.removed", 40, "gram.points.changes.removed"},
		{changes, "gram.points.changes.added", 1e6, "gram.points.changes.added"},
		{changes, "gram.points.changes", map[string]any{}, "gram.points.changes"},
		{changes, "gram.points.kept", 3, "gram.points.kept"},
		{changes, "subsample", nil, "subsample"},
		{changes, "group", "axis", "axis"},
		{equal, "gram.points.perturbed", 41, "gram.points.perturbed"},
		{equal, "gram.points", map[string]any{"clean": 40, "changes": map[string]int{"added": 1}}, "gram.points.changes"},
		{equal, "gram.points", nil, "subsample"},
	} {
		_, err := ParseRequest([]byte(set(c.text, c.name, c.value)), nil)
		var at *document.FieldError
		if !errors.As(err, &at) || at.Field != c.field {
			t.Errorf("%s = %v: %v, want an error at %s", c.name, c.value, err, c.field)
		}
	}
}
