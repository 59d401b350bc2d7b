package pointcloud

import (
	"math"
	"slices"
	"testing"
)

func TestDifferences(t *testing.T) {
	cloud := func(ring, intensity []float64) Cloud {
		return Cloud{Points: make([]float64, 2*len(ring)), Dimension: 2, Attributes: Attributes{{"ring", ring}, {"intensity", intensity}}}
	}
	one := cloud([]float64{1, 2, 2, 3}, []float64{0.5, 0.25, 0, 1})
	for _, c := range []struct {
		name  string
		other Cloud
		want  []Difference
	}{
		{"the same", cloud([]float64{1, 2, 2, 3}, []float64{0.5, 0.25, math.Copysign(0, -1), 1}), nil},
		{"another value", cloud([]float64{1, 2, 2, 3}, []float64{0.5, 0.25, 0, 2}), []Difference{{"intensity", false}}},
		{"another order", cloud([]float64{2, 1, 3, 2}, []float64{0.25, 0.5, 1, math.Copysign(0, -1)}), []Difference{{"ring", true}, {"intensity", true}}},
		{"other counts of the same values", cloud([]float64{1, 1, 2, 3}, []float64{0.5, 0.25, 0, 1}), []Difference{{"ring", false}}},
		{"swapped", cloud([]float64{0.5, 0.25, 0, 1}, []float64{1, 2, 2, 3}), []Difference{{"ring", false}, {"intensity", false}}},
		{"another size", cloud([]float64{1, 2, 2}, []float64{0.5, 0.25, 0}), nil},
		{"no attributes", Cloud{Points: make([]float64, 8), Dimension: 2}, nil},
	} {
		if got := Differences(one, c.other); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// Few values and many, which are sorted, are numbered alike: by their rank.
func TestLabelsAreRanks(t *testing.T) {
	for _, values := range []int{1, 5, 64, 65, 300} {
		var lists [2][]float64
		for n := range 2 * values {
			lists[n%2] = append(lists[n%2], float64((7*n+3)%values)-2)
		}
		cloud := func(list []float64) Cloud {
			return Cloud{Points: make([]float64, 2*len(list)), Dimension: 2, Attributes: Attributes{{"a", list}}}
		}
		a, b := Labels(cloud(lists[0]), cloud(lists[1]))
		ranks := slices.Compact(slices.Sorted(slices.Values(slices.Concat(lists[0], lists[1]))))
		for k, labels := range [][]int{a, b} {
			for n, label := range labels {
				if ranks[label] != lists[k][n] {
					t.Fatalf("%d values: %v is number %d", values, lists[k][n], label)
				}
			}
		}
	}
}
