package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// verdicts are what the notes say; "" where the note does not give a number.
var verdicts = []struct {
	id                      string
	blackBox, orbit, radius string
	holds, fails            []string
}{
	{"digit-2d", "3.955", "0.1198", "0.2240", []string{"orbit", "tight"}, []string{"black_box"}},
	{"chair-twisted-3d", "", "", "", []string{"parameters"}, []string{"black_box", "orbit"}},
	{"lidar-3d", "46.33", "0.1629", "0.2463", []string{"orbit", "tight"}, []string{"black_box"}},
	{"molecule-3d", "", "0.03168", "0.1281", []string{"orbit"}, []string{"black_box"}},
	{"energy-3d", "", "", "", []string{"orbit", "tight"}, []string{"black_box"}},
	{"forces-3d", "", "0.009532", "", []string{"orbit"}, []string{"black_box"}},
	{"parts-3d", "", "0.07981", "", nil, []string{"black_box", "orbit"}},
	{"chair-3d", "6.561", "0.1399", "0.1880", []string{"orbit"}, []string{"black_box"}},
	{"chair-set-3d", "16.34", "0.1198", "0.2192", []string{"orbit", "tight"}, []string{"black_box"}},
	{"sulphur-3d", "10.93", "0.07578", "0.1281", []string{"orbit", "tight"}, []string{"black_box"}},
	{"scaling-2d", "", "", "0.4208", []string{"tight"}, []string{"black_box", "orbit"}},
	{"digit-8-2d", "", "3.386", "0.2240", nil, []string{"black_box", "orbit", "tight"}},
	{"chair-points-3d", "", "", "", nil, nil},
	{"digit-points-2d", "", "", "", nil, nil},
}

func TestNotesTellTheTruth(t *testing.T) {
	files, list := made(t), examples()
	if len(list) != len(verdicts) {
		t.Fatalf("%d examples, %d verdicts", len(list), len(verdicts))
	}
	for i, want := range verdicts {
		t.Run(want.id, func(t *testing.T) {
			c := certify(t, files[want.id+".json"])
			if list[i].id != want.id {
				t.Fatalf("example %d is %s", i, list[i].id)
			}
			if c.Parameters == nil {
				checkNumber(t, list[i].note, want.blackBox, c.BlackBox.Distance, math.Ceil)
				checkNumber(t, list[i].note, want.orbit, c.Orbit.Distance, math.Ceil)
				checkNumber(t, list[i].note, want.radius, c.BlackBox.Radius, math.Floor)
			}
			for _, name := range want.holds {
				if !slices.Contains(c.CertifiedBy, name) {
					t.Errorf("not certified by %s", name)
				}
			}
			for _, name := range want.fails {
				if slices.Contains(c.CertifiedBy, name) {
					t.Errorf("certified by %s", name)
				}
			}
			if c.Certified != (len(want.holds) > 0) {
				t.Errorf("certified = %v", c.Certified)
			}
		})
	}
}

// certify runs a request as the page does, to the end.
func certify(t *testing.T, data []byte) *certificate.Certificate {
	t.Helper()
	r, err := certificate.ParseRequest(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	if c.Parameters == nil && (c.BlackBox == nil || c.Orbit == nil) {
		t.Fatal("a closed form is missing")
	}
	return c
}

// checkNumber checks that the note gives the number as the page's table does: with
// four digits, rounded to the safe side.
func checkNumber(t *testing.T, note, shown string, value *float64, round func(float64) float64) {
	t.Helper()
	if shown == "" {
		return
	}
	if !strings.Contains(note, shown) {
		t.Errorf("the note lacks %s", shown)
	}
	if value == nil {
		t.Errorf("no value for %s", shown)
		return
	}
	const digits = 4
	places := digits - 1 - int(math.Floor(math.Log10(*value)))
	unit := math.Pow10(places)
	if got := strconv.FormatFloat(round(*value*unit)/unit, 'f', places, 64); got != shown {
		t.Errorf("got %s (%v), the note says %s", got, *value, shown)
	}
}

// Two notes also quote a tight bound and the distance for a narrower group.
func TestNotesOnOtherValues(t *testing.T) {
	files := made(t)
	scaled := certify(t, files["scaling-2d.json"])
	note := arrowScaled().note
	checkNumber(t, note, "0.3600", scaled.Orbit.Lower, math.Floor)
	tight := scaled.Tight.Exact.Value - scaled.Tight.Exact.Error
	checkNumber(t, note, "0.5808", &tight, math.Floor)
	narrower := strings.Replace(string(files["molecule-3d.json"]), `"E"`, `"SE"`, 1)
	c := certify(t, []byte(narrower))
	if c.Certified {
		t.Error("the mirror image is certified for SE")
	}
	checkNumber(t, moleculeMirrored().note, "1.049", c.Orbit.Distance, math.Ceil)
}

// The note of the twisted chair states the twist and its range in degrees from foot to top.
func TestTwistOfTheNote(t *testing.T) {
	e := chairTwisted()
	c := certify(t, made(t)[e.id+".json"])
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range e.request.Clean.Points {
		low, high = min(low, p[2]), max(high, p[2])
	}
	degrees := (high - low) * 180 / math.Pi
	for _, said := range []string{
		fmt.Sprintf("any twist up to %.1f° from foot to top", math.Floor(10*degrees**c.Parameters.Radii.Twist)/10),
		fmt.Sprintf("twisted by %.1f° from foot to top", degrees*c.Parameters.Shift.Twist),
	} {
		if !strings.Contains(e.note, said) {
			t.Errorf("the note does not say %q", said)
		}
	}
}

// The notes of the examples state the largest number of points that may come and go.
func TestPointsThatMayComeAndGo(t *testing.T) {
	for _, most := range []struct {
		of      example
		changes string
		number  int
	}{{chairInPart(), "removed", 17}, {chairInPart(), "replaced", 4}, {digitInPart(), "removed", 47}, {digitInPart(), "replaced", 10}} {
		if said := fmt.Sprintf("any %d %s", most.number, most.changes); !strings.Contains(most.of.note, said) {
			t.Errorf("the note of %s does not say %q", most.of.id, said)
		}
		for more, want := range []bool{true, false} {
			r := most.of.request
			r.Perturbed = map[string]any{"changes": map[string]int{most.changes: most.number + more}}
			text, err := r.encode()
			if err != nil {
				t.Fatal(err)
			}
			if c := certify(t, text); c.Certified != want {
				t.Errorf("%s, %d %s: certified = %v", most.of.id, most.number+more, most.changes, c.Certified)
			}
		}
	}
}

// The note on energy states the median, the tolerance and how far each atom may move, the interval at the perturbed cloud and
// the length of the moves there.
func TestNumbersOfTheNote(t *testing.T) {
	e := moleculeEnergy()
	c := certify(t, made(t)[e.id+".json"])
	var counted struct{ Values []float64 }
	if err := json.Unmarshal(read("energy"), &counted); err != nil {
		t.Fatal(err)
	}
	slices.Sort(counted.Values)
	half := len(counted.Values) / 2
	each := *c.Orbit.Radius / math.Sqrt(float64(len(butanone)))
	moves := fmt.Sprintf("stays within ± %v kcal/mol if every atom moves by up to %.4f Å", e.request.Prediction.(outputs).Tolerance, math.Floor(1e4*each)/1e4)
	docsSay(t, moves, e.id)
	for _, said := range []string{
		moves,
		fmt.Sprintf("of 1,000 numbers under noise is %.3f.", (counted.Values[half-1]+counted.Values[half])/2),
		fmt.Sprintf("stays between %.2f and %.2f.", math.Floor(100**c.Orbit.Interval.Lower)/100, math.Ceil(100**c.Orbit.Interval.Upper)/100),
	} {
		if !strings.Contains(e.note, said) {
			t.Errorf("the note does not say %q", said)
		}
	}
	moved := butanone.shaken(source(10), 0.01)
	for i, p := range butanone {
		near(t, "move of an atom", length(between(p, moved[i])), 0.01, 1e-12)
	}
}

// The note on forces states the bonds, the samples, the tolerance and how far each atom may move, and the largest angle at the perturbed cloud.
func TestForcesOfTheNote(t *testing.T) {
	e := moleculeForces()
	c := certify(t, made(t)[e.id+".json"])
	var counted struct {
		Vectors struct{ Values []json.RawMessage }
	}
	if err := json.Unmarshal(read("forces"), &counted); err != nil {
		t.Fatal(err)
	}
	angle := 0.0
	for _, v := range c.Orbit.Vectors {
		angle = max(angle, *v.Angle)
	}
	each := *c.Orbit.Radius / math.Sqrt(float64(len(waterElements)))
	for _, said := range []string{
		fmt.Sprintf("stretched to %.2f Å", stretchedOH), fmt.Sprintf("mean of %d forces", len(counted.Vectors.Values)),
		fmt.Sprintf("stays within ± %v kcal/mol/Å if every atom moves by up to %.4f Å", e.request.Prediction.(vectors).Vectors.Tolerance, math.Floor(1e4*each)/1e4),
		fmt.Sprintf("within %.1f° of", math.Ceil(10*angle)/10),
	} {
		if !strings.Contains(e.note, said) {
			t.Errorf("the note does not say %q", said)
		}
	}
}

// The note on parts states how many labels are right, and how many stay at the perturbed cloud.
func TestLabelsOfTheNote(t *testing.T) {
	e := chairInParts()
	c := certify(t, made(t)[e.id+".json"])
	var counted struct{ Labels struct{ Predicted []int } }
	if err := json.Unmarshal(read("parts"), &counted); err != nil {
		t.Fatal(err)
	}
	_, parts := labelledChair(source(11), len(e.request.Clean.Points))
	right := 0
	for i, part := range parts {
		if counted.Labels.Predicted[i] == part {
			right++
		}
	}
	stay := fmt.Sprintf("%d of %d labels stay", *c.Orbit.Labels.Count, len(parts))
	docsSay(t, stay, e.id)
	for _, said := range []string{stay, fmt.Sprintf("labels %d of %d points correctly", right, len(parts))} {
		if !strings.Contains(e.note, said) {
			t.Errorf("the note does not say %q", said)
		}
	}
}

// docsSay checks that the docs say the same of an example as its note, and link to it.
func docsSay(t *testing.T, said, id string) {
	t.Helper()
	text, err := os.ReadFile("../../../site/docs/how-it-works.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []string{said, "example=" + id + ")"} {
		if !strings.Contains(string(text), wanted) {
			t.Errorf("the docs do not say %q", wanted)
		}
	}
}
