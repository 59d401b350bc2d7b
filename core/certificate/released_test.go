package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// contradicted returns the lines of all that a second computation does not verify.
func contradicted(data []byte) ([]string, error) {
	v, err := Verify(data, nil)
	if err != nil {
		return nil, err
	}
	return append(v.Failed, v.Partial...), nil
}

// released calls test for each document that an earlier core made; see testdata/released/README.md.
func released(t *testing.T, test func(t *testing.T, core, name string, data []byte)) {
	t.Helper()
	files, err := filepath.Glob("testdata/released/[0-9]*/*.json")
	if err != nil || len(files) < 85 {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		core, name := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(core+" "+name, func(t *testing.T) { test(t, core, name, data) })
	}
}

// together says at which level all numbers of those documents hold that do not rest on one event.
var together = map[string]string{
	"labels-2d": "4 alpha", "labels-truth-3d": "4 alpha", "noise-shear-labels-3d": "2 alpha",
	"values-tolerance-3d": "2 alpha", "evidence-number-3d": "2 alpha", "subsample-values-3d": "2 alpha",
}

// Every document of an earlier core verifies, and says by which rule if its numbers do not rest on one event. Monte Carlo rows of cores before 0.8.0 are partial, and what they alone
// certified is not certified; a collinear cloud in space is withdrawn.
func TestReleasedDocumentsVerify(t *testing.T) {
	slow.Skip(t)
	released(t, func(t *testing.T, core, name string, data []byte) {
		v, err := Verify(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("certified %v, partial %q, failed %q", v.Certified, v.Partial, v.Failed)
		var claimed Certificate
		if err := json.Unmarshal(data, &struct {
			*Certificate
			Request json.RawMessage `json:"request"`
		}{Certificate: &claimed}); err != nil {
			t.Fatal(err)
		}
		withdrawn := name == "rod-3d-drawn" && older(core, "0.8.0")
		alone := older(core, "0.7.0") && name == "orthogonal-3d-drawn-only" || withdrawn
		if got := len(v.Failed) > 0; got != withdrawn {
			t.Errorf("failed: %q", v.Failed)
		}
		// Since 0.8.0 the same seed gives the same draws.
		if got := len(v.Partial) > 0; got != (claimed.MonteCarlo() != nil && older(core, "0.8.0")) && !withdrawn {
			t.Errorf("partial: %q", v.Partial)
		}
		if want := together[name]; (want == "") != (v.Rule == "") || !strings.HasSuffix(v.Rule, want) || want != "" && !strings.Contains(v.Rule, "core "+core) {
			t.Errorf("rule %q, want %q", v.Rule, want)
		}
		if v.Certified != (claimed.Certified && !alone) || v.Core != core {
			t.Errorf("certified %v, core %s", v.Certified, v.Core)
		}
	})
}

// A number of a document that is changed by a thousandth, or a claim that is turned, fails.
func TestTamperedReleasedDocumentsFail(t *testing.T) {
	slow.Skip(t)
	released(t, func(t *testing.T, core, name string, data []byte) {
		if bytes.Contains(data, []byte("monte_carlo")) {
			return // every try would draw again; see TestTamperedDraws
		}
		var whole map[string]any
		if err := json.Unmarshal(data, &whole); err != nil {
			t.Fatal(err)
		}
		request, verify := whole["request"], verifier(t)
		delete(whole, "request")
		leaves(whole, "", func(path string, value any, set func(any)) {
			if path == "core" || strings.HasPrefix(path, "notes") {
				return
			}
			other, changed := tampered(path, value)
			if !changed {
				return
			}
			set(other)
			whole["request"] = request
			text, err := json.Marshal(whole)
			if err != nil {
				t.Fatal(err)
			}
			v, err := verify(text)
			if _, lost := errors.AsType[*json.UnsupportedValueError](err); lost {
				t.Errorf("%s: %v for %v: %v", path, other, value, err)
			}
			if err == nil && len(v.Failed) == 0 && !(path == "orbit.distance_lower" && len(v.Partial) > 0) {
				t.Errorf("%s: %v for %v passes", path, other, value)
			}
			delete(whole, "request")
			set(value)
		})
		whole["request"], whole["certified_by"] = request, nil
		text, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := verify(text); err == nil && len(v.Failed) == 0 {
			t.Error("certified_by: null passes")
		}
	})
}

// verifier returns Verify for documents of one request of an earlier core: it computes again only where they state something else to compute from.
func verifier(t *testing.T) func(data []byte) (*Verification, error) {
	t.Helper()
	known := map[string]*Certificate{}
	certify := func(r *Request, from start) (own *Certificate, err error) {
		key, err := json.Marshal(from)
		if err != nil {
			t.Fatal(err)
		}
		if known[string(key)] == nil {
			known[string(key)], err = r.recompute(from)
		}
		return known[string(key)], err
	}
	return func(data []byte) (*Verification, error) { return verify(data, nil, certify) }
}

func tampered(path string, value any) (other any, changed bool) {
	switch x := value.(type) {
	case float64:
		if strings.HasPrefix(path, "parameters.shift.") {
			return 1e300, true
		}
		return x*(1+1e-3) + math.Copysign(1e-6, x), true
	case bool:
		return !x, path == "certified" || !x
	case string:
		return x + "x", true
	}
	return nil, false
}

// leaves visits the numbers, words and truths of a JSON value.
func leaves(value any, path string, visit func(path string, value any, set func(any))) {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if _, isMap := v[name].(map[string]any); isMap {
				leaves(v[name], joined(path, name), visit)
			} else if list, isList := v[name].([]any); isList {
				leaves(list, joined(path, name), visit)
			} else {
				visit(joined(path, name), v[name], func(x any) { v[name] = x })
			}
		}
	case []any:
		for i := range v {
			if _, isList := v[i].([]any); isList {
				leaves(v[i], path, visit)
			} else {
				visit(path, v[i], func(x any) { v[i] = x })
			}
		}
	}
}

// A released document whose request lost a field, or the size of one, is judged: nothing that it states is taken for granted.
func TestReleasedRequestsWithoutAFieldAreJudged(t *testing.T) {
	slow.Skip(t)
	released(t, func(t *testing.T, core, name string, data []byte) {
		if bytes.Contains(data, []byte("monte_carlo")) || bytes.Contains(data, []byte(`"radii"`)) {
			return // each would take seconds
		}
		var whole map[string]any
		if err := json.Unmarshal(data, &whole); err != nil {
			t.Fatal(err)
		}
		withoutEach(whole["request"].(map[string]any), func() {
			text, err := json.Marshal(whole)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = Verify(text, nil) // a panic fails
		})
	})
}

// withoutEach calls try without each field of an object and of those in it, and with 0 for each number.
func withoutEach(o map[string]any, try func()) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		own := o[name]
		delete(o, name)
		try()
		switch own := own.(type) {
		case float64:
			o[name] = 0
			try()
		case map[string]any:
			o[name] = own
			withoutEach(own, try)
		}
		o[name] = own
	}
}

// A Monte Carlo row that was raised fails: beyond today's upper end, or out of order.
func TestTamperedDrawsFail(t *testing.T) {
	slow.Skip(t)
	for _, c := range []struct{ core, from, to string }{
		{"0.6.0", `"lower": 0.515`, `"lower": 0.535`},
		{"0.6.0", `"estimate": 0.5`, `"estimate": 0.4`},
		{"0.6.0", `"certified_by": [`, `"certified_by": ["orbit",`},
	} {
		data, err := os.ReadFile("testdata/released/" + c.core + "/orthogonal-3d-drawn-only.json")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), c.from, c.to, 1)
		v, err := Verify([]byte(text), nil)
		if text == string(data) || err != nil || len(v.Failed) == 0 {
			t.Errorf("%s for %s: %+v %v", c.to, c.from, v, err)
		}
	}
}

// A field that is there twice, in another spelling or of no meaning could show other numbers than those that are verified.
func TestFieldsThatAreNotReadFail(t *testing.T) {
	for _, core := range []string{"0.7.0", Core} {
		data, err := os.ReadFile("testdata/released/0.7.0/translation-3d.json")
		if err != nil {
			t.Fatal(err)
		}
		if core == Core {
			request, err := os.ReadFile("testdata/released/requests/translation-3d.json")
			if err != nil {
				t.Fatal(err)
			}
			r, err := ParseRequest(request, nil)
			if err != nil {
				t.Fatal(err)
			}
			c, err := Certify(r)
			if err == nil {
				data, err = Document(r, c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if lines, err := contradicted(data); err != nil || len(lines) > 0 {
			t.Fatal(lines, err)
		}
		for from, to := range map[string]string{
			`"matrix": [`:    `"matrix": [[9, 9, 9], [9, 9, 9], [9, 9, 9]], "matrix": [`,
			`"offset": [`:    `"OFFSET": [9, 9, 9], "offset": [`,
			`"orbit": {`:     `"orbit": {"lower": 0.9999, `,
			`"exact": {`:     `"exact": {"axis": [0, 0, 1], `,
			`"alignment": {`: `"alignment": {"note": "exact", `,
			`"request": `:    `"notes": ["Certified by an office."], "request": `,
		} {
			text := strings.Replace(string(data), from, to, 1)
			if lines, err := contradicted([]byte(text)); text == string(data) || err == nil && len(lines) == 0 {
				t.Errorf("core %s: %s passes", core, to)
			}
		}
	}
}

// The version of another program is not one that this program can speak for.
// TestBoundsOfVersions verifies documents with the names that their core had for a Monte Carlo bound, and no others.
func TestBoundsOfVersions(t *testing.T) {
	released(t, func(t *testing.T, core, _ string, data []byte) {
		var document map[string]any
		if err := json.Unmarshal(data, &document); err != nil {
			t.Fatal(err)
		}
		asked := document["request"].(map[string]any)
		for _, bound := range []string{"best", "Disagreement", ""} {
			asked["bound"] = bound
			text, err := json.Marshal(document)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Verify(text, nil); err == nil || !strings.Contains(err.Error(), "bound: must be one of disagreement, dual, quantile, got") {
				t.Errorf("%q: %v", bound, err)
			}
		}
		document["core"], asked["bound"] = Core, "dual"
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(text, nil); err == nil || !strings.Contains(err.Error(), `bound: "dual" was removed`) {
			t.Errorf("core %s: %v", Core, err)
		}
	})
}

func TestVersionsOfTheCore(t *testing.T) {
	data, err := os.ReadFile("testdata/released/0.7.0/none-2d.json")
	if err != nil {
		t.Fatal(err)
	}
	for core, want := range map[string]string{
		"0.99.0": "verify it with a newer program", "1.0.0": "newer program", "0.7.0": "", "0.7.3": "",
		"0.4.0": "the first core that wrote certificates of this form is 0.5.0", "0.4.99": "is 0.5.0", "0.0.1": "is 0.5.0",
		"": "must be a version", "new": "must be a version", "1": "must be a version", "0.7": "must be a version", "0.7.0.0": "must be a version",
		"0.07.0": "must be a version", "0.+7.0": "must be a version", "0.7.-1": "must be a version", "0.7.0 ": "must be a version",
		"0.99999999999999999999.0": "must be a version",
	} {
		_, err := Verify([]byte(strings.Replace(string(data), `"core": "0.7.0"`, `"core": "`+core+`"`, 1)), nil)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", core, err)
		}
	}
}

// Rows that the request cannot have, numbers that a row lacks, and claims that today's values
// contradict fail.
func TestInventedRowsFail(t *testing.T) {
	drawn := map[string]any{"bound": "dual", "lower": 0.9, "estimate": 0.91, "upper": 0.92, "samples": 10000, "level": 1e-12, "seed": "s", "certified": true}
	exact := map[string]any{"value": 0.94, "error": 1e-10, "certified": true}
	for name, c := range map[string]struct {
		file   string
		change func(document map[string]any)
	}{
		"drawn above an exact value": {"0.7.0/gram-2d", func(d map[string]any) { d["tight"] = map[string]any{"monte_carlo": drawn} }},
		"drawn from no draws": {"0.7.0/not-certified-3d", func(d map[string]any) {
			d["request"].(map[string]any)["samples"] = 0
			d["tight"].(map[string]any)["monte_carlo"] = drawn
		}},
		"exact in space":       {"0.7.0/not-certified-3d", func(d map[string]any) { d["tight"].(map[string]any)["exact"] = exact }},
		"without a pair":       {"0.7.0/radius-2d", func(d map[string]any) { d["tight"] = map[string]any{"exact": exact} }},
		"drawn without a pair": {"0.7.0/radius-2d", func(d map[string]any) { d["tight"] = map[string]any{"monte_carlo": drawn} }},
		"subsample":            {"0.7.0/none-2d", func(d map[string]any) { d["subsample"] = map[string]any{"kept": 3, "certified": true} }},
		"negative error":       {"0.7.0/gram-2d", func(d map[string]any) { d["tight"].(map[string]any)["exact"].(map[string]any)["error"] = -0.01 }},
		"far offset": {"0.7.0/permutation-3d", func(d map[string]any) {
			d["orbit"].(map[string]any)["alignment"].(map[string]any)["offset"] = []float64{1e308, 1e308, 1e308}
		}},
		"alignment of no clouds": {"0.7.0/gram-2d", func(d map[string]any) {
			d["orbit"].(map[string]any)["alignment"] = map[string]any{"matrix": [][]float64{{5, 5}, {5, 5}}, "offset": []float64{0, 0}}
		}},
		"a conclusion alone": {"0.7.0/none-2d", func(d map[string]any) { d["orbit"].(map[string]any)["conclusion"] = "out_of_reach" }},
		"no lower end":       {"0.6.0/none-2d", func(d map[string]any) { delete(d["orbit"].(map[string]any), "lower") }},
		"an empty row":       {"0.6.0/none-2d", func(d map[string]any) { d["orbit"] = map[string]any{} }},
		"no probability":     {"0.5.0/none-2d", func(d map[string]any) { delete(d, "probability") }},
	} {
		data, err := os.ReadFile("testdata/released/" + c.file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var d map[string]any
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		c.change(d)
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := Verify(text, nil); err == nil && len(v.Failed) == 0 {
			t.Errorf("%s: %+v", name, v)
		}
	}
}
