package argument

import (
	"cmp"
	"sort"
)

// falls is a heap of parts. The IoU of the first falls the most when a point joins it.
type falls []*part

// sortParts sorts parts by their numbers, which sets the order of sums.
func sortParts(parts []*part) {
	sort.Slice(parts, func(i, j int) bool {
		return cmp.Or(cmp.Compare(parts[i].common, parts[j].common), cmp.Compare(parts[i].union, parts[j].union)) < 0
	})
}

// more reports whether a falls more than b: common/union − common/(union + 1), exact in integers of up to 10⁶.
func (f falls) more(a, b int) bool {
	x, y := f[a], f[b]
	return x.common*y.union*(y.union+1) > y.common*x.union*(x.union+1)
}

// order makes it a heap.
func (f falls) order() {
	for i := len(f)/2 - 1; i >= 0; i-- {
		f.sink(i)
	}
}

// step lets a point join the first part, which leaves the heap when it is full.
func (f *falls) step() {
	first := (*f)[0]
	if first.union, first.room = first.union+1, first.room-1; first.room == 0 {
		last := len(*f) - 1
		(*f)[0] = (*f)[last]
		*f = (*f)[:last]
	}
	f.sink(0)
}

// sink moves a part down to its place.
func (f falls) sink(i int) {
	for {
		child := 2*i + 1
		if child+1 < len(f) && f.more(child+1, child) {
			child++
		}
		if child >= len(f) || !f.more(child, i) {
			return
		}
		f[i], f[child], i = f[child], f[i], child
	}
}
