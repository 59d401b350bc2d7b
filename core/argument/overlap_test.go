package argument

import (
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// iouOf is the mean over the labels of the reference of |A ∩ B| / |A ∪ B|, counted point by point.
func iouOf(reference, labels []int64) float64 {
	sum, seen := 0.0, map[int64]bool{}
	for _, c := range reference {
		if seen[c] {
			continue
		}
		seen[c] = true
		common, union := 0, 0
		for i := range labels {
			inA, inB := reference[i] == c, labels[i] == c
			if inA && inB {
				common++
			}
			if inA || inB {
				union++
			}
		}
		sum += float64(common) / float64(union)
	}
	return sum / float64(len(seen))
}

// worst tries every label, one that nothing else has among them, at every point that is not certified.
func worst(reference, predicted []int64, certified []bool, classes int64) float64 {
	labels := append([]int64{}, predicted...)
	var try func(i int) float64
	try = func(i int) float64 {
		switch {
		case i == len(labels):
			return iouOf(reference, labels)
		case certified[i]:
			return try(i + 1)
		}
		least := 1.0
		for c := range classes + 1 {
			labels[i] = c
			least = min(least, try(i+1))
		}
		labels[i] = predicted[i]
		return least
	}
	return try(0)
}

func TestLeastOverlapIsTheLeastOfAllChanges(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(55, 1))
	for range 3000 {
		points, classes := 1+random.IntN(8), 1+random.Int64N(4)
		reference, predicted, certified := make([]int64, points), make([]int64, points), make([]bool, points)
		chance, open := random.Float64(), 0
		for i := range points {
			reference[i], predicted[i] = random.Int64N(classes), random.Int64N(classes)
			if certified[i] = random.Float64() < chance || open == 5; !certified[i] {
				open++
			}
		}
		for _, of := range [][]int64{reference, predicted} {
			got, want := leastOverlap(of, predicted, certified), worst(of, predicted, certified, classes)
			if got > want || want-got > 1e-14 {
				t.Fatalf("reference %v, predicted %v, certified %v: %v, want %v", of, predicted, certified, got, want)
			}
		}
	}
}

func TestOverlapOfKnownLabels(t *testing.T) {
	s := Segmentation{Predicted: []int64{0, 0, 1, 1, 2}, True: []int64{0, 0, 1, 0, 1}}
	l := NewLabels(nil, []bool{true, false, true, true, true}, s)
	// Label 0 has one of three points, label 1 one of three, and label 2 none of one: SegCertify counts it, the bound does not.
	for name, v := range map[string][2]float64{
		"mean IoU": {*l.MeanIoU, (1.0/3 + 1.0/3 + 0) / 3}, "accuracy": {*l.Accuracy, 0.4}, "true IoU": {*l.TrueIoU, (1.0/3 + 1.0/4) / 2},
		"IoU": {*l.IoU, (1.0/2 + 1 + 1.0/2) / 3},
	} {
		if v[0] > v[1] || v[1]-v[0] > 1e-15 {
			t.Errorf("%s %v, want %v", name, v[0], v[1])
		}
	}
	if *l.Changed != 1 || *l.Count != 4 {
		t.Errorf("%d change, %d stay", *l.Changed, *l.Count)
	}
	if all := NewLabels(nil, []bool{true, true, true, true, true}, s); *all.IoU != 1 {
		t.Errorf("IoU %v of labels that all stay", *all.IoU)
	}
}

// Points whose true label is left out count neither for nor against what is known of the others.
func TestPointsWithoutALabelAreLeftOut(t *testing.T) {
	none := int64(255)
	s := Segmentation{Predicted: []int64{0, 0, 1, 1, 2}, True: []int64{0, 0, 1, none, none}, Ignore: &none}
	certified := []bool{true, false, true, true, false}
	l, known := NewLabels(nil, certified, s), NewLabels(nil, certified[:3], Segmentation{Predicted: s.Predicted[:3], True: s.True[:3]})
	if *l.MeanIoU != *known.MeanIoU || *l.TrueIoU != *known.TrueIoU || *l.Accuracy != *known.Accuracy {
		t.Errorf("%v, %v and %v, want %v, %v and %v", *l.MeanIoU, *l.TrueIoU, *l.Accuracy, *known.MeanIoU, *known.TrueIoU, *known.Accuracy)
	}
	if none := NewLabels(nil, []bool{true}, Segmentation{Predicted: []int64{1}, True: []int64{-1}, Ignore: new(int64(-1))}); none.Accuracy != nil {
		t.Errorf("points without a true label have the accuracy %v", *none.Accuracy)
	}
	if all := NewLabels(nil, certified, Segmentation{Predicted: s.Predicted}); *l.IoU != *all.IoU || *l.Share != *all.Share || *l.Changed != *all.Changed {
		t.Error("what is stated without true labels changes")
	}
}

// A million points of as many labels, as a hostile document may claim, take a moment.
func TestOverlapOfManyLabels(t *testing.T) {
	slow.Skip(t)
	labels, certified := make([]int64, 1_000_000), make([]bool, 1_000_000)
	for i := range labels {
		labels[i], certified[i] = int64(i/2), i%2 == 0
	}
	if got := leastOverlap(labels, labels, certified); !(got > 0.33 && got <= 1.0/3) {
		t.Errorf("IoU %v", got)
	}
}
