//go:build !js

package schema_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/document/schema"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const repository = "../../.."

// The sources that follow from the table are those that it gives.
func TestSourcesAreGenerated(t *testing.T) {
	read := func(path string) ([]byte, error) { return os.ReadFile(filepath.Join(repository, path)) }
	sources, err := schema.Sources(read)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range sources {
		if have, err := read(path); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s: does not follow from the table (%v); run go generate ./core/document/schema", path, err)
		}
	}
}

// compiled returns a validator for every kind of document.
func compiled(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	all := map[string]*jsonschema.Schema{}
	for _, d := range schema.Documents() {
		compiler := jsonschema.NewCompiler()
		text, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.Schema))
		if err == nil {
			err = compiler.AddResource(d.File, text)
		}
		if err == nil {
			all[d.File], err = compiler.Compile(d.File)
		}
		if err != nil {
			t.Fatalf("%s: %v", d.File, err)
		}
	}
	return all
}

// kindOf recognises a document by its fields, "" for other JSON.
func kindOf(value any) string {
	fields, is := value.(map[string]any)
	has := func(names ...string) bool {
		return is && !slices.ContainsFunc(names, func(name string) bool { return fields[name] == nil })
	}
	switch {
	case has("certified", "core", "request"):
		return "certificate"
	case has("settings", "results"), has("sigmas") && !has("clouds"):
		return "result"
	case has("clouds", "group"):
		// Others get their clouds when the site is built.
		if clouds, _ := fields["clouds"].([]any); len(clouds) > 0 && clouds[0].(map[string]any)["points"] != nil {
			return "run"
		}
	case has("sampling", "votes"):
		return "votes"
	case has("prediction", "sigma"):
		if prediction, _ := fields["prediction"].(map[string]any); prediction["sampling"] == nil { // else a plan of votes
			return "request"
		}
	}
	return ""
}

// textOf reads a file, packed or not.
func textOf(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || filepath.Ext(path) != ".gz" {
		return data, err
	}
	text, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(text)
}

// texts returns the documents of the repository by their kinds and paths.
func texts(t *testing.T) map[string]map[string][]byte {
	t.Helper()
	all := map[string]map[string][]byte{"run": {}}
	for _, root := range []string{"build/board", "build/content", "core", "site"} {
		err := filepath.WalkDir(filepath.Join(repository, root), func(path string, entry os.DirEntry, err error) error {
			if err != nil || filepath.Ext(strings.TrimSuffix(path, ".gz")) != ".json" || strings.Contains(path, "node_modules") {
				return err
			}
			data, err := textOf(path)
			var value any
			if err != nil || json.Unmarshal(data, &value) != nil {
				return err
			}
			if kind := kindOf(value); kind != "" {
				if all[kind] == nil {
					all[kind] = map[string][]byte{}
				}
				all[kind][path] = data
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range small {
		all["run"][name] = []byte(text)
		if name != "withstood" { // It has no votes.
			all["result"]["of "+name] = resultOf(t, []byte(text))
		}
	}
	for name, text := range digests {
		all["request"][name] = []byte(text)
	}
	for path, text := range all["request"] {
		if !strings.Contains(path, "drawn") && !strings.Contains(path, "permutation") && len(text) < 4000 {
			all["certificate"]["of "+path] = certified(t, text)
		}
	}
	return all
}

// resultOf returns the result of a run.
func resultOf(t *testing.T, text []byte) []byte {
	t.Helper()
	run, err := intake.Parse(intake.Memory(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	parts := results.NewParts(results.HeaderOf(run, results.Whole, "test"))
	for cloud := range run.Count() {
		line, err := results.Line(run, cloud, 0)
		if err != nil {
			t.Fatal(err)
		}
		parts.Add(cloud, line)
	}
	result, err := parts.Result()
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// certified returns the certificate of a request. Those of earlier cores in the repository may have more.
func certified(t *testing.T, request []byte) []byte {
	t.Helper()
	r, err := certificate.ParseRequest(request, someCloud)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := certificate.Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// small are runs that mutants are made of; those of the repository have clouds of many points.
var small = map[string]string{
	"scaled": `{"sigma": 0.1, "group": "axis", "axis": [0, 0, 1], "translation": true, "samples": 1000, "seed": 3, "attack": {"family": "scale", "norms": [0, 0.1]},
		"preparation": {"points": 2, "method": "farthest", "normalise": "centre"}, "clouds": [{"name": "a", "points": [[1, 2, 3], [4, 5, 6]], "label": 1, "votes_pred": [1, 9], "votes_cert": [10, 90]}, {"failure": "lost", "name": "b", "label": 0}]}`,
	"turned":    `{"sigma": 0.1, "group": "SE", "alpha": 0.01, "bound": "disagreement", "format": 1, "attack": {"family": "rotate", "degrees": [0, 5], "noise": 0.1, "axis": [0, 0, 1], "draws": 2}, "clouds": [{"name": "a", "points": [[1, 2, 3], [4, 5, 6]]}], "votes": [{"name": "a", "label": 1, "votes_pred": [1, 9], "votes_cert": [10, 90]}]}`,
	"withstood": `{"sigma": 0.1, "group": "SE", "permutation": true, "subsample": 2, "withstand": {"along": [0, 0, 1], "moved": 0.1}, "clouds": [{"name": "a", "points": [[1, 2, 3], [4, 5, 6]], "label": 1}]}`,
	"counted":   `{"sigma": 0.1, "group": "SE", "subsample": 2, "withstand": {"along": [0, 0, 1], "moved": 0.1}, "clouds": [{"name": "a", "points": [[1, 2, 3], [4, 5, 6], [7, 8, 8]], "label": 1, "votes_pred": [1, 9], "votes_cert": [1, 9999]}]}`,
	"ranges":    `{"sigma": 0.1, "group": "SE", "withstand": {"along": [0, 0, 1]}, "clouds": [{"name": "a", "points": [[1, 2, 3], [4, 5, 6]], "label": 1, "votes_pred": [1, 9], "votes_cert": [1, 999]}]}`,
	"attacked":  `{"sigma": 0.1, "group": "SE", "attack": {"family": "ball", "norms": [0, 1], "search": 5}, "clouds": [{"name": "a", "points": [[1, 2], [4, 5]], "label": 1, "votes_pred": [1, 9], "votes_cert": [10, 90], "attacked": [{"points": [[1, 2], [4, 5]], "votes": [3, 4], "samples": 7}]}]}`,
}

// digests are requests of radii without their cloud.
var digests = map[string]string{
	"plain": `{"gram": {"dimension": 2, "cloud": {"points": 9, "sha256": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}}, "sigma": 0.1, "prediction": {"votes": 90, "samples": 100}, "group": "SE"}`,
	"bent": `{"gram": {"dimension": 3, "cloud": {"points": 9, "sha256": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}, "parameters": {"shift": {}, "distance": 0, "rise": 0, "radius": 1, "low": -1, "high": 1}},
		"sigma": 0.1, "noise": {"taper": 0.1}, "prediction": {"probability": 0.9}, "group": "axis", "axis": [0, 0, 1]}`,
}

func TestEveryDocumentOfTheRepositoryIsValid(t *testing.T) {
	slow.Skip(t)
	schemas, all := compiled(t), texts(t)
	for kind, least := range map[string]int{"request": 20, "certificate": 40, "votes": 3, "run": 2, "result": 6} {
		if len(all[kind]) < least {
			t.Errorf("%d documents of the kind %s", len(all[kind]), kind)
		}
		for path, data := range all[kind] {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			if fields, is := value.(map[string]any); is && strings.Contains(path, "docs/figures") {
				// The figure of attacks adds this to the results that it shows.
				for _, name := range []string{"steps", "samples"} {
					delete(fields, name)
				}
			}
			if err == nil {
				err = schemas[kind].Validate(value)
			}
			if err != nil {
				t.Errorf("%s: %.400v", path, err)
			}
		}
	}
}

func TestEveryRefusalIsValid(t *testing.T) {
	valid := compiled(t)["failure"]
	_, ofFile := pointcloud.Parse("a.csv", []byte("1;2\n3;x\n"), pointcloud.Reading{})
	_, several := pointcloud.Parse("a.json", []byte(`{"clouds": [[[1, 2]], [[3, 4]]]}`), pointcloud.Reading{})
	_, ofRequest := certificate.ParseRequest([]byte(`{"sigma": -1, "alpha": 2}`), nil)
	_, ofText := certificate.ParseRequest([]byte(`{"sigma": `), nil)
	for _, err := range []error{ofFile, several, ofRequest, ofText, errors.New("a message")} {
		text, bad := json.Marshal(document.RefusalOf(err))
		if bad != nil {
			t.Fatal(bad)
		}
		value, _ := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err := valid.Validate(value); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every kind of document that a program reads may name its format and its schema, and no other format.
func TestEveryDocumentMayNameItsFormat(t *testing.T) {
	slow.Skip(t)
	all := texts(t)
	for kind, read := range readers {
		paths := slices.Sorted(maps.Keys(all[kind]))
		at := slices.IndexFunc(paths, func(path string) bool { return len(all[kind][path]) < 4000 && read(all[kind][path]) == nil })
		if at < 0 {
			t.Fatalf("no small %s that is read", kind)
		}
		var fields map[string]any
		if err := json.Unmarshal(all[kind][paths[at]], &fields); err != nil {
			t.Fatal(err)
		}
		for format, fits := range map[any]bool{1: true, 2: false, "1": false} {
			fields["format"], fields["$schema"] = format, "https://example.org/schema.json"
			text, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			if err := read(text); (err == nil) != fits {
				t.Errorf("%s with the format %v: %v", kind, format, err)
			}
		}
	}
}

// readers read a document as the programs do.
var readers = map[string]func(data []byte) error{
	"request": func(data []byte) error {
		_, err := certificate.ParseRequest(data, someCloud)
		return err
	},
	"certificate": func(data []byte) error {
		v, err := certificate.Verify(data, someCloud)
		if err == nil && len(v.Failed) > 0 {
			err = errors.New(v.Failed[0])
		}
		return err
	},
	"votes": func(data []byte) error {
		text, err := os.ReadFile(filepath.Join(repository, "site/examples/digit-2d.json"))
		var request map[string]any
		if err == nil {
			err = json.Unmarshal(text, &request)
		}
		request["prediction"] = map[string]any{"evidence": json.RawMessage(data)}
		if err == nil {
			text, err = json.Marshal(request)
		}
		if err == nil {
			_, err = certificate.ParseRequest(text, nil)
		}
		return err
	},
	"run": func(data []byte) error {
		settings, err := new(intake.Collection).Open("run.json", data)
		if err == nil && settings == nil {
			err = errors.New("no run, but a cloud")
		}
		return err
	},
	"result": func(data []byte) error {
		_, err := results.ReadResults(data)
		return err
	},
}

// beyond are the rules that JSON Schema cannot express, by what the programs say of a document that breaks one.
var beyond = regexp.MustCompile(strings.Join([]string{
	`digest|seed|follow|agree|must be [\d.e-]+, got|gives other votes|has no class|packed|base64`, // what follows from other parts
	`must rise|length above 0`,                                                        // how the numbers of a list fit together
	`must be symmetric|must be 3 for the group|belongs to the group`,                  // how inner products and the group fit together
	`must be three numbers`,                                                           // how an axis and the dimension of clouds fit together
	`another cloud|points?\b`,                                                         // how clouds, their points and numbers of points fit together
	`the model sees|sigma goes by|which the clean cloud does not have`,                // how attributes fit together
	`a part of|above high|whose median is the reference`,                              // how other fields fit together
	`of \d+ samples|at most samples|what the prediction leaves|for \d+ classes|votes`, // how votes fit together
}, "|"))

// alone are the parts of a run that fail alone where they are bad: the run itself is read.
var alone = regexp.MustCompile(`^clouds\.\[\]\.(points|attacked)\b`)
