package results

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// TestCompare compares a run of three clouds with itself and with a model that loses one cloud, and refuses what cannot be compared.
func TestCompare(t *testing.T) {
	slow.Skip(t)
	run := countsRun(t, 0)
	read := func(edit func(text string) string) Published {
		t.Helper()
		written, err := run.Settings[0].Document(itemsOf(t, run))
		if err != nil {
			t.Fatal(err)
		}
		all, err := ReadResults([]byte(edit(string(written))))
		if err != nil {
			t.Fatal(err)
		}
		return all[0]
	}
	same := func(text string) string { return text }
	first, second := read(same), read(same)
	two := []string{"a", "b"}
	c, err := Compare(two, []Published{first, second}, nil)
	if err != nil || c.Clouds != len(first.Items) || len(c.Radii) < 2 || c.Radii[0].Radius != 0 {
		t.Fatalf("%+v, %v", c, err)
	}
	certified := c.Radii[0].First
	for _, at := range c.Radii {
		if at.OnlyFirst != 0 || at.OnlySecond != 0 || at.PValue != 1 || at.Holm != 1 || at.First > certified {
			t.Errorf("a run beside itself: %+v", at)
		}
	}
	lost := 0
	for i := range second.Items {
		if j := second.Items[i].Judged; j != nil && second.Items[i].Correct() && lost < 2 {
			wrong := *j
			wrong.Predicted = j.Label + 1
			second.Items[i].Judged, lost = &wrong, lost+1
		}
	}
	c, err = Compare(two, []Published{first, second}, []float64{0})
	if at := c.Radii[0]; err != nil || at.OnlyFirst != 2 || at.OnlySecond != 0 || math.Abs(at.PValue-0.5) > 1e-12 || at.Second != at.First-2 {
		t.Errorf("two clouds lost: %+v, %v", at, err)
	}
	// Of three results each is compared with each, and Holm takes twice the p-values.
	c, err = Compare([]string{"a", "b", "c"}, []Published{first, second, first}, []float64{0})
	if err != nil || len(c.Radii) != 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	for i, want := range []At{{Pair: []string{"a", "b"}, OnlyFirst: 2, PValue: 0.5, Holm: 1}, {Pair: []string{"a", "c"}, PValue: 1, Holm: 1},
		{Pair: []string{"b", "c"}, OnlySecond: 2, PValue: 0.5, Holm: 1}} {
		want.First, want.Second = c.Radii[i].First, c.Radii[i].Second
		if got := c.Radii[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	for want, spoil := range map[string]func(p *Published){
		"only the first": func(p *Published) { p.Items[0].Name = "another" },
		"has the label":  func(p *Published) { labelled := *p.Items[0].Judged; labelled.Label++; p.Items[0].Judged = &labelled },
		"twice":          func(p *Published) { p.Items[1].Name = p.Items[0].Name },
		"another one": func(p *Published) {
			other := *p.Items[0].Judged
			other.Cloud = strings.Repeat("0", 64)
			p.Items[0].Judged = &other
		},
		"only the second": func(p *Published) { p.Items = append(p.Items, p.Items[0]); p.Items[len(p.Items)-1].Name = "more" },
	} {
		other := read(same)
		spoil(&other)
		if _, err := Compare(two, []Published{first, other}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
