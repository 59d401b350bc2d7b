//go:build !js

package schema_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func someCloud(string, pointcloud.Reading) (pointcloud.File, error) {
	return pointcloud.File{Cloud: pointcloud.Cloud{Dimension: 2, Points: []float64{0, 1, 2, 3, 4, 5}}}, nil
}

// Schemas and programs agree on mutants of documents, but for the rules that a schema cannot express. Nothing that a program reads
// is refused by a schema.
func TestSchemasAndReadersAgreeOnMutants(t *testing.T) {
	slow.Skip(t)
	schemas, all := compiled(t), texts(t)
	for _, kind := range slices.Sorted(maps.Keys(readers)) {
		valid, read := schemas[kind], readers[kind]
		random := rand.New(rand.NewPCG(1, 2))
		var sources []any
		for _, path := range slices.Sorted(maps.Keys(all[kind])) {
			data := all[kind][path]
			if kind == "certificate" && !strings.HasPrefix(path, "of ") || len(data) > 4000 {
				continue
			}
			if err := read(data); err != nil {
				t.Logf("%s: %v", path, err)
			} else {
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				sources = append(sources, value)
			}
		}
		if len(sources) == 0 {
			t.Fatalf("no small %s that is read", kind)
		}
		refused, open, mutants := 0, 0, 1000
		if kind == "certificate" || kind == "votes" {
			mutants = 300 // each is computed again, or has a cloud of many points
		}
		for range mutants {
			mutant := copied(sources[random.IntN(len(sources))])
			what := mutate(random, &mutant)
			text, err := json.Marshal(mutant)
			if err != nil {
				t.Fatal(err)
			}
			bySchema := valid.Validate(mutant)
			if bySchema != nil {
				refused++
			} else if kind == "certificate" || kind == "result" {
				continue // computing it again refuses any other number
			}
			byReader := read(text)
			switch {
			case bySchema != nil && byReader == nil && !(kind == "run" && alone.MatchString(what)):
				t.Errorf("%s, %s: only the schema refuses it: %.300v", kind, what, bySchema)
			case bySchema == nil && byReader != nil:
				open++
				if !beyond.MatchString(byReader.Error()) {
					t.Errorf("%s, %s: only the program refuses it: %v", kind, what, byReader)
				}
			}
		}
		t.Logf("%s: %d mutants of %d documents, %d refused by the schema, %d by the program alone", kind, mutants, len(sources), refused, open)
		if refused < mutants/3 {
			t.Errorf("%s: only %d mutants are refused", kind, refused)
		}
	}
}

func copied(value any) any {
	switch v := value.(type) {
	case map[string]any:
		fields := map[string]any{}
		for name, inner := range v {
			fields[name] = copied(inner)
		}
		return fields
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = copied(v[i])
		}
		return items
	}
	return value
}

// mutate changes one place of a document: it goes down from the root, and stops at each level by chance.
func mutate(random *rand.Rand, value *any) (what string) {
	switch v := (*value).(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		if len(names) == 0 || random.IntN(8) == 0 {
			v["surplus"] = json.Number("1")
			return "surplus added"
		}
		name := names[random.IntN(len(names))]
		inner := v[name]
		if random.IntN(6) == 0 {
			delete(v, name)
			return name + " removed"
		}
		what = mutate(random, &inner)
		v[name] = inner
		return name + "." + what
	case []any:
		switch random.IntN(5) {
		case 0:
			*value = append(v, json.Number("1"))
			return "longer"
		case 1:
			if len(v) > 0 {
				*value = v[1:]
			}
			return "shorter"
		case 2:
		default:
			if len(v) > 0 {
				return "[]." + mutate(random, &v[random.IntN(len(v))])
			}
		}
	}
	others := []any{
		nil, true, false, "", "x", "axis", []any{}, map[string]any{}, json.Number("-1"), json.Number("0"), json.Number("0.5"), json.Number("1"),
		json.Number("1.5"), json.Number("2"), json.Number("3"), json.Number("7"), json.Number("1e9"), json.Number("1e101"), json.Number("-1e-3"), []any{json.Number("0"), json.Number("0"), json.Number("1")},
	}
	*value = others[random.IntN(len(others))]
	text, _ := json.Marshal(*value)
	return "→ " + string(text)
}
