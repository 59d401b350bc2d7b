package smoothing

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// farSampler draws samples around a cloud of 256 points in space as large as 1, its coordinates
// rounded to 2⁻²⁰, less or more the coordinates of a place on a map, which are whole.
func farSampler(s symmetry, place [3]float64) *Sampler {
	clean := trials.Cloud(rand.New(rand.NewPCG(12, 11)), 256, 3)
	for i, x := range clean.Points {
		clean.Points[i] = float64(int(x*0x1p20))*0x1p-20 + place[i%3]
	}
	p := &Plan{
		Model:      Model{Layout: "BDN", Classes: []string{"a", "b"}},
		Classifier: Classifier{Group: s.group, Axis: s.axis, Translation: s.translation, How: Made, Poses: s.poseCount(3), Grid: Grid(0.1)},
		Sampling:   Sampling{Sigma: 0.1, Seed: "far", Select: 100},
	}
	return NewSampler(p, clean)
}

// utm is a place in UTM coordinates, in metres.
var utm = [3]float64{691_608, 5_334_760, 519}

// A cloud on a map loses no sample that it does not lose at home, where its invariance has
// translations, and is shown to the model as it would be there; else it is beyond the grid.
func TestFarCloudsLoseNoVotes(t *testing.T) {
	const samples = 200
	for _, s := range symmetries(3) {
		_, counts := farSampler(s, utm).Inputs(0, samples)
		want := beyond
		if s.centres() {
			want = counted
		}
		if n := bytes.Count(counts, []byte{want}); n < samples-2 {
			t.Errorf("%+v: only %d of %d samples stand at %d", s, n, samples, want)
		}
	}
}

// The model sees the same samples of a cloud on a map as of the cloud at home: settled samples are
// those of ideal arithmetic, where a translation changes nothing.
func TestFarCloudsAreShownAsAtHome(t *testing.T) {
	const samples = 200
	for _, s := range symmetries(3) {
		if !s.centres() {
			continue
		}
		far, there := farSampler(s, utm).Inputs(0, samples)
		home, here := farSampler(s, [3]float64{}).Inputs(0, samples)
		size := len(far) / samples
		for i := range samples {
			if there[i] == counted && here[i] == counted && !bytes.Equal(far[i*size:(i+1)*size], home[i*size:(i+1)*size]) {
				t.Fatalf("%+v: sample %d is shown otherwise", s, i)
			}
		}
	}
}

// Clouds of ordinary coordinates are drawn around as they are, whose samples are known by digests.
func TestNearCloudsStay(t *testing.T) {
	for _, s := range symmetries(3) {
		place := [3]float64{6000, -6000, 0}
		if x := farSampler(s, place).clean; x.error != 0 {
			t.Errorf("%+v: a constant was taken off", s)
		}
	}
}
