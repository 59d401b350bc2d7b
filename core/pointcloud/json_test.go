package pointcloud

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

func TestMarshalJSON(t *testing.T) {
	c := Cloud{Points: []float64{0, negativeZero, 0.1, 1e-7, 1e20, 1e21, -1.5e-9, 1e100, 5e-324, 123456.75}, Dimension: 2}
	want := "[[0,-0],[0.1,1e-7],[100000000000000000000,1e+21],[-1.5e-9,1e+100],[5e-324,123456.75]]"
	got, err := json.Marshal(c)
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// Numbers are spelled as encoding/json spells them.
func TestMarshalJSONNumbers(t *testing.T) {
	c := randomCloud(2000, 3, 7)
	var want [][]float64
	for i := range c.Count() {
		want = append(want, c.Points[3*i:3*i+3])
	}
	a, errA := json.Marshal(c)
	b, errB := json.Marshal(want)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("differs from encoding/json: %v, %v", errA, errB)
	}
}

func TestMarshalJSONRefuses(t *testing.T) {
	for want, c := range map[string]Cloud{
		"dimension 0":     {},
		"dimension 4":     {Points: make([]float64, 4), Dimension: 4},
		"3 numbers":       {Points: make([]float64, 3), Dimension: 2},
		"no points":       {Dimension: 2},
		"limit":           {Points: make([]float64, 2*MaxPoints+2), Dimension: 2},
		"points[1][0]: N": {Points: []float64{1, 2, math.NaN(), 3}, Dimension: 2},
		"points[0][1]: +": {Points: []float64{1, math.Inf(1), 2, 3}, Dimension: 2},
	} {
		if _, err := c.MarshalJSON(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestUnmarshalJSON(t *testing.T) {
	c := edgeCloud(3)
	data, err := json.Marshal(map[string]Cloud{"a": c})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ A Cloud }
	if err := json.Unmarshal(data, &got); err != nil || got.A.Dimension != 3 || !sameBits(got.A.Points, c.Points) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestUnmarshalJSONRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	limited(t)
	for _, b := range []struct {
		data  string
		place string
		byte  int
		want  string
	}{
		{`[[1,2,3],[1,2,3],[1,2,3], [4,5]]`, "points[3]", 26, "has 2 coordinates, want 3"},
		{`[[1,2],[3,null]]`, "points[1][1]", 10, `want a number, got "null"`},
		{`[[1,2],[3,-1e999]]`, "points[1][1]", 10, "too large"},
		{`[]`, "points", 0, "has no points"},
		{`null`, "points", 0, `want an array of points, got "null"`},
		{`{"points":[[1,2]]}`, "points", 0, `got "{"`},
		{`[[1,2]] 3`, "points", 8, "text follows"},
		{`[[1,2]`, "points", 6, `after points[0], got the end`},
		{``, "points", 0, "got the end"},
		{`[[1,2],` + strings.Repeat(`[1,2],`, maxPoints-1) + `[1,2]]`, "points", 6*maxPoints + 1, "limit"},
	} {
		old := Cloud{Points: []float64{7, 8}, Dimension: 2}
		err := old.UnmarshalJSON([]byte(b.data))
		var bad *PlaceError
		if !errors.As(err, &bad) || bad.Place != b.place || bad.Offset != b.byte || !strings.Contains(bad.Message, b.want) {
			t.Errorf("%.40s: got %v (%+v), want %s at %d: %s", b.data, err, bad, b.place, b.byte, b.want)
		}
		if len(old.Points) != 2 {
			t.Errorf("%.40s: changes the cloud", b.data)
		}
	}
	var c Cloud
	err := json.Unmarshal([]byte(`[[1,2],[3]]`), &c)
	if err == nil || err.Error() != "points[1]: has 1 coordinates, want 2" {
		t.Errorf("through encoding/json: %v", err)
	}
}
