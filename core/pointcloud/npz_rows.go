package pointcloud

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// maskWords are in the names of tables that say which rows are points.
var maskWords = []string{"mask", "padding", "valid"}

// keep keeps an array with one axis, or one that may have a number for each row of each cloud of a stack. Booleans are read as bytes.
func (z *npzArchive) keep(e *packed.Entry, name string, h *npyHeader) {
	if h == nil {
		_ = try(func() { h = parseNPYHeader(bytes.Replace(z.head, []byte("'|b1'"), []byte("'|u1'"), 1), 0) })
	} else if h.isList() {
		z.add(e, name, h, h.shape[0])
	}
	mask := hasWordOf(name, maskWords)
	if h == nil || h.record > 0 || h.kind.kind != 'i' && h.kind.kind != 'u' && !mask {
		return
	}
	shape := h.shape
	if n := len(shape); n > 1 && shape[n-1] == 1 {
		shape = shape[:n-1]
	}
	if mask && len(shape) == 1 {
		shape = []uint64{1, shape[0]}
	}
	if len(shape) != 2 {
		return
	}
	over, rows := bits.Mul64(shape[0], shape[1])
	if have := uint64(e.Size - h.end); over == 0 && have%uint64(h.kind.size) == 0 && rows == have/uint64(h.kind.size) {
		z.add(e, name, h, shape...)
	}
}

func (z *npzArchive) add(e *packed.Entry, name string, h *npyHeader, shape ...uint64) {
	own := *h
	own.shape = shape
	z.lists = append(z.lists, &npzList{entry: e, name: name, header: &own})
}

// isOf tells whether a list may have a number for each row of an array.
func (list *npzList) isOf(h *npyHeader) bool {
	return !list.isTable() && list.header.shape[0] == h.rows
}

// isTable tells tables from lists.
func (list *npzList) isTable() bool { return len(list.header.shape) == 2 }

// belongsTo tells whether a table has a number for each row of each cloud of an array.
func (list *npzList) belongsTo(h *npyHeader) bool {
	shape := list.header.shape
	return list.isTable() && shape[0] == h.clouds && shape[1] == h.rows && (h.stacked || hasWordOf(list.name, maskWords))
}

// hasElements tells whether the rows of an array have atomic numbers, so that they are points.
func (z *npzArchive) hasElements(h *npyHeader) bool {
	return slices.ContainsFunc(z.lists, func(list *npzList) bool {
		return list.hasElements(h) && (list.isOf(h) && list.isWhole() || list.belongsTo(h))
	})
}

// areElements tells whether all values are atomic numbers.
func areElements(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return x < 1 || x > float64(len(symbols)) })
}

// row returns the number for a row, of a table for that of a cloud.
func (list *npzList) row(cloud, row int) float64 {
	switch h := list.header; {
	case !list.isTable():
		return list.number(row)
	case h.fortran:
		return list.number(cloud + row*int(h.shape[0]))
	default:
		return list.number(cloud*int(h.shape[1]) + row)
	}
}

// number returns number i of the list.
func (list *npzList) number(i int) float64 {
	h := list.header
	return h.kind.value(list.content[h.end+i*h.kind.size:], h.order)
}

// padding returns how many rows of each cloud of an array are points by a table or a list of counts; nil if it does not tell.
func (list *npzList) padding(h *npyHeader, isTable bool) []int {
	if list.content == nil {
		return nil
	}
	if !isTable {
		counts := list.wholes()
		if counts == nil || slices.Max(counts) > int(h.rows) {
			return nil
		}
		return counts
	}
	counts := list.counts(false)
	if counts == nil && hasWordOf(list.name, maskWords) { // true for what is padded
		counts = list.counts(true)
	}
	return counts
}

// askPadding asks whether all rows of an array are points.
func askPadding(a *npzArray, why string) {
	first := a.name
	if a.header.stacked {
		first = sliceName(a.name, 0)
	}
	problem := atLine(0, "some rows may be no points: %s", why)
	stop(ask(within(a.entry.Name, problem), Remedy{Label: "Read all rows of " + short(first, 24), Reading: &Reading{Part: first}}))
}

// isWhole reports whether the file of a list has as many numbers as its header says.
func (list *npzList) isWhole() bool {
	h := list.header
	return uint64(list.entry.Size-h.end) == h.shape[0]*uint64(h.kind.size)
}

// counts returns how many rows at the start of each cloud are points: those without 0, or with zero those that have 0. It returns nil
// if such a row follows another one.
func (list *npzList) counts(zero bool) []int {
	h := list.header
	counts, rows := make([]int, h.shape[0]), int(h.shape[1])
	for i := range counts {
		ended := false
		for k := range rows {
			is := (list.row(i, k) == 0) == zero
			switch {
			case is && ended:
				return nil
			case is:
				counts[i]++
			default:
				ended = true
			}
		}
	}
	return counts
}

// carry gives the points of a cloud the arrays with a number for each as attributes. It has so many of the rows, from first on, 0 where lists do
// not tell of them; by names the list that tells which.
func (z *npzArchive) carry(file *File, h *npyHeader, cloud, first, count int, by string) {
	n := file.Cloud.Count()
	for _, list := range z.lists {
		belongs := list.belongsTo(h) && uint64(n) <= h.rows || n == count && list.name != by && list.isOf(h) && list.isWhole()
		belongs = belongs && (list.isTable() || n > mostMatrix || !isMover(list.name))
		if file.Missing != nil || file.Of > 0 || file.Cloud.Attribute(list.name) != nil || !z.apart && hasWordOf(list.name, maskWords) || len(file.Cloud.Attributes) == MaxAttributes || !belongs || !z.unpackList(list) {
			continue
		}
		values := make([]float64, n)
		for k := range values {
			values[k] = list.row(cloud, first+k)
		}
		name := list.name
		switch {
		case list.hasElements(h) && areElements(values) && file.Cloud.Attribute(Element) == nil:
			name = Element
			file.Notes = append(file.Notes, elementsNote)
		case h.stacked && h.clouds == h.rows && !list.isTable():
			file.Notes = append(file.Notes, note("The array %s has a number for each point or for each cloud, and is left out.", quote([]byte(name))))
			continue
		}
		if CheckAttributeName(name) == nil {
			file.Cloud.Attributes = append(file.Cloud.Attributes, Attribute{name, values})
		}
	}
}
