package pointcloud

import (
	"errors"
	"math"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// npzList is an array of whole numbers with one axis.
type npzList struct {
	entry  *packed.Entry
	name   string
	header *npyHeader

	content []byte // once it is unpacked
}

// npzSplit says which rows of an array belong together: the atoms of one molecule.
type npzSplit struct {
	list   string // the array that tells
	starts []int  // and behind the last the number of rows
}

func (h *npyHeader) isList() bool {
	return len(h.shape) == 1 && h.record == 0 && h.kind.known() && h.kind.kind != 'f'
}

// split finds a list that counts the rows of an array, as N does for R in the data sets of
// molecules, or gives the row at which each cloud begins; nil where there is none.
func (z *npzArchive) split(a *npzArray) (*npzSplit, error) {
	h := a.header
	if h.stacked || h.rows < 2 {
		return nil, nil
	}
	for i := range z.lists {
		list := &z.lists[i]
		n := list.header.shape[0]
		if n < 2 || n > h.rows+1 || uint64(list.entry.Size-list.header.end) != n*uint64(list.header.kind.size) {
			continue
		}
		if list.content == nil {
			content, err := z.extract(list.entry, nil)
			if _, damaged := errors.AsType[*FormatError](err); damaged {
				continue
			} else if err != nil {
				return nil, err
			}
			list.content = content
		}
		if starts := list.header.starts(list.content, int(h.rows)); starts != nil {
			return &npzSplit{list.name, starts}, nil
		}
	}
	return nil, nil
}

// starts returns the first rows of clouds that numbers count, or begin; nil where they do neither.
func (h *npyHeader) starts(content []byte, rows int) []int {
	n := int(h.shape[0])
	counted, begun := make([]int, 1, n+1), make([]int, 0, n)
	for i := range n {
		x := h.kind.value(content[h.end+i*h.kind.size:], h.order)
		if x < 0 || x > float64(rows) || x != math.Trunc(x) {
			return nil
		}
		k := int(x)
		if counted != nil && k > 0 && counted[i]+k <= rows {
			counted = append(counted, counted[i]+k)
		} else {
			counted = nil
		}
		if begun != nil && (i == 0 && k == 0 || i > 0 && k > begun[i-1]) {
			begun = append(begun, k)
		} else {
			begun = nil
		}
	}
	if counted != nil && counted[n] == rows && n < rows {
		return counted
	}
	if begun != nil && n > 2 && begun[n-1] == rows && n-1 < rows {
		return begun
	}
	return nil
}

// enterMolecules tells of the clouds that an array holds one after the other.
func (z *npzArchive) enterMolecules(a *npzArray, s *npzSplit, found parts) error {
	for i := range len(s.starts) - 1 {
		first, count := s.starts[i], s.starts[i+1]-s.starts[i]
		p := Part{Name: sliceName(a.name, i), Title: "rows by " + short(s.list, 24), Count: min(count, maxPoints+1), Dimension: min(a.header.columns, 3)}
		err := found.part(p, func() (File, error) {
			if err := z.open(a); err != nil {
				return File{}, err
			}
			file, err := a.header.rowsFrom(first, count).readSlice(z.content, 0, z.reading)
			return file, within(a.entry.Name, err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
