package pointcloud

import (
	"errors"
	"math"
	"slices"
	"strings"

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
	padded []int  // how many rows of each cloud of a stack are points, the others being 0
}

func (h *npyHeader) isList() bool {
	return (len(h.shape) == 1 || len(h.shape) == 2 && h.shape[1] == 1) && h.record == 0 && h.kind.known()
}

// split finds a list that counts the rows of an array, as N does for R in the data sets of
// molecules, or gives the row at which each cloud begins; nil where there is none.
func (z *npzArchive) split(a *npzArray) (*npzSplit, error) {
	h := a.header
	if h.rows < 2 {
		return nil, nil
	}
	for i := range z.lists {
		list := &z.lists[i]
		n := list.header.shape[0]
		if n < 2 || n > max(h.rows+1, h.clouds) || uint64(list.entry.Size-list.header.end) != n*uint64(list.header.kind.size) {
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
		numbers := list.header.list(list.content, float64(h.rows))
		switch {
		case numbers == nil:
		case h.stacked:
			if uint64(len(numbers)) == h.clouds && isCountName(list.name) && slices.Min(numbers) > 0 && slices.Min(numbers) < int(h.rows) && !h.fortran {
				return &npzSplit{list: list.name, padded: numbers}, nil
			}
		default:
			if starts := startsOf(list.name, numbers, int(h.rows)); starts != nil {
				return &npzSplit{list: list.name, starts: starts}, nil
			}
		}
	}
	return nil, nil
}

// list returns the whole numbers of a list, nil where one is none, or too large for a row.
func (h *npyHeader) list(content []byte, most float64) []int {
	numbers := make([]int, h.shape[0])
	for i := range numbers {
		x := h.kind.value(content[h.end+i*h.kind.size:], h.order)
		if !(x >= 0 && x <= most) || x != math.Trunc(x) {
			return nil
		}
		numbers[i] = int(x)
	}
	return numbers
}

// startsOf returns the first rows of clouds that numbers count or begin, or that a list named so
// gives each row the number of; nil where they do none of these.
func startsOf(name string, numbers []int, rows int) []int {
	n := len(numbers)
	if n == rows && isGroupName(name) {
		starts := []int{0}
		for i := 1; i < n; i++ {
			switch numbers[i] - numbers[i-1] {
			case 0:
			case 1:
				starts = append(starts, i)
			default:
				return nil
			}
		}
		if len(starts) > 1 {
			return append(starts, n)
		}
		return nil
	}
	counted, begun := []int{0}, numbers[0] == 0 && n > 2 && numbers[n-1] == rows && n-1 < rows
	for i, k := range numbers {
		if k < 1 || counted[len(counted)-1]+k > rows {
			counted = nil
			break
		}
		counted = append(counted, counted[i]+k)
	}
	for i := 1; i < n && begun; i++ {
		begun = numbers[i] > numbers[i-1]
	}
	switch {
	case begun:
		return numbers
	case counted != nil && counted[n] == rows && n < rows:
		return counted
	}
	return nil
}

// isGroupName tells whether a list is named as one that gives each row the number of its cloud.
func isGroupName(name string) bool {
	return slices.Contains([]string{"batch", "batch_idx", "batch_index", "mol", "mol_idx", "molecule", "molecule_idx", "idx_m", "graph", "frame", "cloud", "cloud_idx"}, strings.ToLower(name))
}

// isCountName tells whether a list is named as one of counts is.
func isCountName(name string) bool {
	words := nameWords([]byte(name))
	for _, word := range words {
		if slices.Contains([]string{"n", "num", "natoms", "npoints", "nnodes", "count", "counts", "size", "sizes", "length", "lengths", "len"}, string(word)) {
			return true
		}
	}
	return false
}

// enterMolecules tells of the clouds that an array holds one after the other, or padded.
func (z *npzArchive) enterMolecules(a *npzArray, s *npzSplit, found parts) error {
	for i := range max(len(s.starts)-1, len(s.padded)) {
		first, count := 0, 0
		if s.padded != nil {
			first, count = i*int(a.header.rows), s.padded[i]
		} else {
			first, count = s.starts[i], s.starts[i+1]-s.starts[i]
		}
		p := Part{Name: sliceName(a.name, i), Title: "rows by " + short(s.list, 24), Count: min(count, maxPoints+1), Dimension: a.header.dimension(z.reading)}
		err := found.part(p, func() (File, error) {
			if err := z.openWhole(a); err != nil {
				return File{}, err
			}
			file, err := a.header.rowsFrom(first, count).readSlice(z.content, 0, z.reading)
			if rest := int(a.header.rows) - count; err == nil && s.padded != nil && rest > 0 {
				err = a.header.rowsFrom(first+count, rest).checkPadding(z.content, s.list)
			}
			if err != nil {
				return File{}, within(a.entry.Name, err)
			}
			return file, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkPadding refuses rows with other numbers than 0 behind as many as a list counts.
func (h *npyHeader) checkPadding(content []byte, list string) error {
	at := h.end + h.skipped*h.columns*h.kind.size
	for i := range int(h.rows) * h.columns {
		if x := h.kind.value(content[at+i*h.kind.size:], h.order); x != 0 && !math.IsNaN(x) {
			return atByte(at+i*h.kind.size, "rows behind those that %s counts are not 0; save the clouds without that list", quote([]byte(list)))
		}
	}
	return nil
}
