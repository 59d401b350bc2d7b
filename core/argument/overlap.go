package argument

import "math"

// Segmentation is a label per point: those that the smoothed model predicts, and the true ones, nil if they are unknown. Ignore
// stands for no label among the true ones, nil for none.
type Segmentation struct {
	Predicted, True []int64
	Ignore          *int64
}

// labelled leaves out the points without a true label.
func (s Segmentation) labelled(certified []bool) (Segmentation, []bool) {
	if s.Ignore == nil {
		return s, certified
	}
	known, stay := Segmentation{}, []bool{}
	for i, c := range s.True {
		if c != *s.Ignore {
			known.True, known.Predicted, stay = append(known.True, c), append(known.Predicted, s.Predicted[i]), append(stay, certified[i])
		}
	}
	return known, stay
}

// part is the points of one label: how many the certified labels and a reference have in common, how many either has, and
// how many points without a certified label can join it.
type part struct{ common, union, room int64 }

// leastOverlap returns the least mean IoU of a reference with labels that are as predicted where certified, and anything
// elsewhere. IoU is |A ∩ B| / |A ∪ B|, the mean over all labels of the reference. It is exact, rounded down.
//
// Each open point leaves its own part and joins at most one other. The mean is then a sum of convex functions of how many
// points join each part, on a polymatroid; taking the largest fall each time is exact (Federgruen and Groenevelt 1986).
func leastOverlap(reference, predicted []int64, certified []bool) float64 {
	parts, open := partsOf(reference, predicted, certified)
	falling := falls{}
	for _, p := range parts {
		if p.common > 0 && p.room > 0 {
			falling = append(falling, p)
		}
	}
	falling.order()
	for ; open > 0 && len(falling) > 0; open-- {
		falling.step()
	}
	return meanOverlap(parts)
}

// certifiedOverlap returns the mean IoU of the true labels with the certified ones, in which a point without a certified
// label has none. This is the certified mIoU of SegCertify (Fischer, Baader and Vechev, ICML 2021, test_partseg_smooth.py);
// the mean is over the labels that occur in either. It compares methods and is not a lower bound: see leastOverlap.
func (s Segmentation) certifiedOverlap(certified []bool) float64 {
	parts, _ := partsOf(s.True, s.Predicted, certified)
	for i, stays := range certified {
		if c := s.Predicted[i]; stays && parts[c] == nil {
			parts[c] = &part{union: 1}
		}
	}
	return meanOverlap(parts)
}

// partsOf returns the parts of the reference by label, and how many labels are not certified.
func partsOf(reference, predicted []int64, certified []bool) (parts map[int64]*part, open int64) {
	parts = map[int64]*part{}
	for i, c := range reference {
		p := parts[c]
		if p == nil {
			p = &part{}
			parts[c] = p
		}
		p.union++
		switch {
		case !certified[i]:
			p.room--
			open++
		case predicted[i] == c:
			p.common++
		}
	}
	for i, c := range predicted {
		if p := parts[c]; certified[i] && c != reference[i] && p != nil {
			p.union++
		}
	}
	for _, p := range parts {
		p.room += open
	}
	return parts, open
}

// meanOverlap returns the mean of common / union, rounded down.
func meanOverlap(parts map[int64]*part) float64 {
	whole, rest := 0, 0.0
	fractions := make([]*part, 0, len(parts))
	for _, p := range parts {
		switch {
		case p.common == p.union:
			whole++
		case p.common > 0:
			fractions = append(fractions, p)
		}
	}
	sortParts(fractions)
	for _, p := range fractions {
		rest = below(rest + below(float64(p.common)/float64(p.union)))
	}
	if len(fractions) == 0 && (whole == 0 || whole == len(parts)) {
		return float64(whole) / float64(len(parts))
	}
	return max(0, below(below(float64(whole)+rest)/float64(len(parts))))
}

// below returns the next number below x.
func below(x float64) float64 { return math.Nextafter(x, -1) }
