package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// verdicts are what the notes say. Numbers are given as displayed, distances
// rounded up and radii down; "" where the note does not give one.
var verdicts = []struct {
	id                      string
	blackBox, orbit, radius string
	holds, fails            []string
}{
	{"digit-2d", "4.81", "0.120", "0.219", []string{"orbit", "tight"}, []string{"black_box"}},
	{"chair-3d", "6.57", "0.140", "0.188", []string{"orbit"}, []string{"black_box"}},
	{"lidar-3d", "27.9", "0.164", "0.246", []string{"orbit"}, []string{"black_box"}},
	{"molecule-3d", "", "0.032", "0.128", []string{"orbit"}, []string{"black_box"}},
	{"chair-set-3d", "16.4", "0.120", "0.219", []string{"orbit", "tight"}, []string{"black_box"}},
	{"sulphur-3d", "10.93", "0.076", "0.128", []string{"orbit", "tight"}, []string{"black_box"}},
	{"scaling-2d", "", "", "0.420", []string{"tight"}, []string{"black_box", "orbit"}},
	{"digit-8-2d", "", "5.53", "0.219", nil, []string{"black_box", "orbit", "tight"}},
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
			checkNumber(t, list[i].note, want.blackBox, c.BlackBox.Distance, math.Ceil)
			checkNumber(t, list[i].note, want.orbit, c.Orbit.Distance, math.Ceil)
			checkNumber(t, list[i].note, want.radius, c.BlackBox.Radius, math.Floor)
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
	if c.BlackBox == nil || c.Orbit == nil {
		t.Fatal("a closed form is missing")
	}
	return c
}

// checkNumber checks that the note gives the number, rounded to the safe side.
func checkNumber(t *testing.T, note, shown string, value *float64, round func(float64) float64) {
	t.Helper()
	if shown == "" {
		return
	}
	if !strings.Contains(note, shown) {
		t.Errorf("the note lacks %s", shown)
	}
	_, decimals, _ := strings.Cut(shown, ".")
	unit := math.Pow10(len(decimals))
	if value == nil {
		t.Errorf("no value for %s", shown)
	} else if got := strconv.FormatFloat(round(*value*unit)/unit, 'f', len(decimals), 64); got != shown {
		t.Errorf("got %s (%v), the note says %s", got, *value, shown)
	}
}

// Two notes also quote a tight bound and the distance for a narrower group.
func TestNotesOnOtherValues(t *testing.T) {
	files := made(t)
	scaled := certify(t, files["scaling-2d.json"])
	if lower := *scaled.Orbit.Lower; lower < 0.36 || lower >= 0.37 {
		t.Errorf("scaling: orbit promises %v, the note says 0.36", lower)
	}
	if m := scaled.Tight.MonteCarlo; m.Lower <= 0.56 || m.Lower >= 0.5809 {
		t.Errorf("scaling: tight promises %v, the note says more than 0.56", m.Lower)
	}
	narrower := strings.Replace(string(files["molecule-3d.json"]), `"E"`, `"SE"`, 1)
	c := certify(t, []byte(narrower))
	if c.Certified {
		t.Error("the mirror image is certified for SE")
	}
	checkNumber(t, moleculeMirrored().note, "1.05", c.Orbit.Distance, math.Ceil)
}
