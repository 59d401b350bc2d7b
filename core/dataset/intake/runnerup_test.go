package intake

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// storedVotes returns the votes of a model that the site has, plain or gzipped.
func storedVotes(t *testing.T, name string) []byte {
	t.Helper()
	path := "../../../site/docs/votes/" + name + ".json"
	if data, err := os.ReadFile(path); err == nil {
		return data
	}
	file, err := os.Open(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// storedItems judges the stored votes of a model under settings; each cloud is one point, as distances alone count.
func storedItems(t *testing.T, name string, s *judging.Settings) []judging.ItemResult {
	t.Helper()
	var stored struct{ Clouds []json.RawMessage }
	if err := json.Unmarshal(storedVotes(t, name), &stored); err != nil {
		t.Fatal(err)
	}
	var items []judging.ItemResult
	for _, text := range stored.Clouds {
		e, err := ParseEntry(bytes.Replace(text, []byte("{"), []byte(`{"points": [[1, 2]], `), 1))
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, s.Judge(e.Ballot))
	}
	return items
}

// Of the stored votes for furniture at σ = 0.1, none proves that the class stays first up to 0.25, since 500 votes of as many reach
// 0.2206; 55 of 82 prove that it stays among the first two, as an independent program says.
func TestStoredVotesAmongTheFirstTwo(t *testing.T) {
	for settings, want := range map[string]int{`"top": 1, `: 0, `"runner_up": true, `: 0, `"top": 2, `: 55, `"top": 3, `: 58} {
		s := mustSettings(t, settings+`"sigma": 0.1, "group": "SE", "attack": {"family": "ball", "norms": [0.25]}`)
		r := s.Collect(storedItems(t, "furniture", s))
		if got := r.Accuracy.Orbit[0]; math.Abs(got-float64(want)/82) > 1e-12 {
			t.Errorf("%s%v, want %d of 82", settings, got, want)
		}
	}
}
