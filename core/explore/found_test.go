package explore_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/explore"
)

func parse[T any](t *testing.T, text []byte, err error) (document T) {
	t.Helper()
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	return document
}

const planar = `{"clean":{"points":[[1,0],[0,2],[-1,-0.5]]},"sigma":0.5,"prediction":{"probability":0.9},"group":"GROUP","samples":1000}`

// backwards is an Each from the last number to the first.
func backwards(count int, do func(i int)) {
	for i := count - 1; i >= 0; i-- {
		do(i)
	}
}

// A curve's document has the bounds of its points, whatever their order, and a reach only where the tight bound is drawn.
func TestCurveDocument(t *testing.T) {
	for group, reaches := range map[string]bool{"SO": false, "O": true} {
		request, err := certificate.ParseRequest([]byte(strings.Replace(planar, "GROUP", group, 1)), nil)
		if err != nil {
			t.Fatal(err)
		}
		question := &explore.Question{Kind: "scale", Steps: 4}
		text, err := explore.CurveDocument(request, question, backwards)
		found := parse[explore.FoundCurve](t, text, err)
		plan, err := explore.PlanCurve(request, question)
		if err != nil {
			t.Fatal(err)
		}
		for i, point := range plan.Points {
			want, err := explore.AnswerPoint([]byte(point))
			if err != nil || found.Bounds[i].Tight.Lower != want.Tight.Lower || found.Bounds[i].Distance != want.Distance {
				t.Errorf("%s: point %d is %+v, want %+v, %v", group, i, found.Bounds[i], want, err)
			}
		}
		if (found.Reach != nil) != reaches || strings.Contains(string(text), `"points"`) {
			t.Errorf("%s: got %s", group, text)
		}
	}
}

// A map's document has the cells of its blocks.
func TestMapDocument(t *testing.T) {
	for _, size := range []int{2, 7, 12} {
		plan, err := explore.ParseMap(parsedMap(size))
		if err != nil {
			t.Fatal(err)
		}
		text, err := explore.MapDocument(plan, backwards)
		found := parse[explore.FoundMap](t, text, err)
		rows, err := found.Whole()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range plan.Map.Whole(explore.InTurn) {
			for j, want := range row {
				if got := rows[i][j]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
					t.Errorf("size %d: cell %d, %d is %v, want %v", size, i, j, got, want)
				}
			}
		}
		found.Rows[0] = append(found.Rows[0], 1)
		if _, err := found.Whole(); err == nil {
			t.Error("a row of another width was accepted")
		}
	}
}

func parsedMap(size int) []byte {
	text, _ := json.Marshal(map[string]any{"norm": 2, "distance": 1, "size": size})
	return text
}

func TestRadiiDocument(t *testing.T) {
	request, err := certificate.ParseRequest([]byte(strings.Replace(planar, "GROUP", "SO", 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := explore.RadiiDocument(request)
	found := parse[explore.FoundRadii](t, text, err)
	radii, err := explore.FindRadii(request)
	if err != nil || found.Every == nil || *found.Every != radii.Ball.EveryDirection() || strings.Contains(string(text), "ball") {
		t.Errorf("got %s, %v", text, err)
	}
}
