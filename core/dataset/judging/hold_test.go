package judging

import (
	"testing"
)

// fiveClouds are the verdicts on clouds with few, many and almost all votes.
func fiveClouds(t *testing.T, settings string, dimension int) (*Settings, []ItemResult) {
	t.Helper()
	s := mustSettings(t, settings)
	var items []ItemResult
	for n, votes := range []int64{4000, 5100, 6000, 9000, 9999} {
		items = append(items, s.Judge(randomEntry(uint64(n), dimension, 8, 3, votes)))
	}
	return s, items
}

// Noise on transformations stretches what was moved, so the votes have no radius.
func TestRadiiOfNoiseOnTransformations(t *testing.T) {
	s := mustSettings(t, `"sigma":0.5,"group":"axis","axis":[0,0,1],"noise":{"twist":0.1},"withstand":{}`)
	item := s.Judge(randomEntry(3, 3, 7, 1, 9300))
	if radii := s.Radii([]ItemResult{item}); len(item.Ranges) == 0 || radii[0] != nil {
		t.Errorf("radii %v of %+v", radii, item)
	}
}

// The radius of a cloud is that of its votes: none where they prove nothing.
func TestRadii(t *testing.T) {
	s, items := fiveClouds(t, `"sigma":0.5,"group":"SE","attack":{"family":"ball","norms":[0.1,0.2,0.4,0.8,1.6]}`, 3)
	radii := s.Radii(append(items, ItemResult{Name: "lost", Failure: "no such file"}))
	if radii[0] != nil || radii[5] != nil {
		t.Errorf("%v", radii)
	}
	for i, norm := range s.Attack.Norms {
		for k, item := range items {
			if within := radii[k] != nil && norm < *radii[k]; within != (item.BlackBox[i] == 1) {
				t.Errorf("%s: radius %v, black box %v at %v", item.Name, radii[k], item.BlackBox, norm)
			}
		}
	}
}
