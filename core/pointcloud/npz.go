package pointcloud

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// readNPZ reads the arrays of a NumPy archive: a ZIP archive, stored or deflated,
// of files NAME.npy. Arrays that are no cloud are left out. Those of which the
// type and shape leave a doubt are left out, too, where there are others. An archive without
// arrays is one of files.
func readNPZ(s *source, found parts) {
	entries := s.directory(bytes.NewReader(s.data[s.start:]))
	if hasArrays(entries) {
		(&npzArchive{source: s}).walk(entries, found)
	} else {
		s.readFiles(entries, found)
	}
}

// openArchive goes through a NumPy archive of which it holds no more than one cloud needs;
// nil stands for any other archive.
func openArchive(name string, file io.ReaderAt, size int, reading Reading) (shelf *Shelf, err error) {
	s := &source{name: name, size: size, reading: reading, room: roomFor(size)}
	err = try(func() {
		reading.check()
		if entries := s.directory(file); hasArrays(entries) {
			shelf = &Shelf{source: s, file: name, most: maxShelf}
			formatNamed("NPZ").check(reading)
			(&npzArchive{source: s, slices: pieces}).walk(entries, newChosen(shelf, reading, &format{table: true}))
		}
	})
	if err != nil {
		return nil, inFile(name, err)
	}
	return shelf, nil
}

// pieces returns what reads a piece of an entry from an offset on.
func pieces(e *packed.Entry) (read func(into []byte, offset int) error, err error) {
	s, err := e.Slices()
	if err != nil {
		return nil, err
	}
	return s.Read, nil
}

func (z *npzArchive) walk(entries []packed.Entry, found parts) {
	z.seen, z.alone = map[string]bool{}, len(entries) == 1
	for i := range entries {
		z.list(&entries[i])
	}
	sort.SliceStable(z.lists, func(i, j int) bool { return !z.lists[i].isTable() && z.lists[j].isTable() })
	// The array without a name has the points, by the page, which has read them from HDF5.
	told := slices.ContainsFunc(z.arrays, func(a npzArray) bool { return a.name == "" })
	for i := range z.arrays {
		a := &z.arrays[i]
		a.listed = a.name == "" || !told && (a.err != nil || !z.plain || z.asked(a) || z.mayBePoints(a) && !z.isForce(a) && !z.moves(a))
	}
	z.left = z.unlisted()
	any := false
	for i := range z.arrays {
		a := &z.arrays[i]
		any = any || a.err == nil
		z.enter(a, found)
	}
	if !any {
		z.enterColumns(found)
	}
}

// enterColumns tells of the cloud whose coordinates are arrays of their own, x and y and perhaps z.
func (z *npzArchive) enterColumns(found parts) {
	lists := pruned(slices.Clone(z.lists), func(list *npzList) bool { return list.isTable() || !list.isWhole() || list.header.shape[0] == 0 })
	coordinatesFirst(lists, func(list *npzList) string { return list.name })
	lists = pruned(lists, func(list *npzList) bool {
		return coordinateName([]byte(lists[0].name)) == 0 && list.header.shape[0] != lists[0].header.shape[0]
	})
	names := make([][]byte, len(lists))
	for i, list := range lists {
		names[i] = []byte(list.name)
	}
	fail := func(format string, args ...any) error { return atLine(0, format, args...) }
	p := pickLists(names, z.reading, fail)
	p.askHeight(fail)
	var columns []*npzList
	for _, column := range p.column[:p.dimension] {
		if list := lists[column]; len(columns) == 0 || list.header.shape[0] == columns[0].header.shape[0] {
			columns = append(columns, list)
		}
	}
	if len(columns) < 2 {
		z.nothing()
	}
	isColumn := func(name string) bool {
		return slices.ContainsFunc(columns, func(c *npzList) bool { return c.name == name })
	}
	z.lists = pruned(z.lists, func(list *npzList) bool { return isColumn(list.name) })
	z.left, z.apart = pruned(z.left, func(l leftover) bool { return isColumn(l.name) }), true
	for i := range z.left {
		l := &z.left[i]
		l.each = l.count == columns[0].header.shape[0]
	}
	found.only(func() File {
		file := z.readColumns(columns)
		file.origin, file.Notes = p.origin(), append(file.Notes, p.notes...)
		return file
	})
}

func (z *npzArchive) readColumns(columns []*npzList) File {
	h := &npyHeader{rows: columns[0].header.shape[0], clouds: 1, columns: len(columns)}
	if most := z.reading.thinning.limit(); h.rows > uint64(most) {
		nowhere("has more than %d points, the limit", most)
	}
	for _, column := range columns {
		if !z.unpackList(column) {
			nowhere("the array %s is damaged; save the file again", quote([]byte(column.name)))
		}
	}
	g := z.reading.thinning.gather(h.rows, len(columns))
	for i := range int(h.rows) {
		var point [3]float64
		for j, column := range columns {
			point[j] = column.number(i)
		}
		g.add(point)
	}
	file := g.file(nowhere)
	z.carry(&file, h, 0, 0, int(h.rows), "")
	file.rest = z.rest(&file, "")
	return file
}

type npzArchive struct {
	*source
	seen    map[string]bool
	alone   bool // the only array
	apart   bool // the coordinates are lists of their own
	arrays  []npzArray
	left    []leftover
	others  []*npzList // all arrays, by their headers where these can be read
	plain   bool       // one of the arrays is a cloud beyond doubt
	head    []byte     // room for a header
	lists   []*npzList // and tables
	unfit   error      // the reason that the first array is no cloud
	first   string     // its file
	opened  *npzArray
	content []byte // of that array
	// slices opens an array of clouds, one after another, of which not all is unpacked at
	// once; nil where it may be.
	slices func(*packed.Entry) (read func(into []byte, offset int) error, err error)
	slice  func(into []byte, offset int) error // of the array opened
}

// npzArray is an array that may be a cloud; err says that it is damaged.
type npzArray struct {
	entry  *packed.Entry
	name   string
	header *npyHeader
	err    error
	listed bool // it is a part of the file
}

// list looks at the header of an array.
func (z *npzArchive) list(e *packed.Entry) {
	name, ok := strings.CutSuffix(e.Name, ".npy")
	if !ok {
		return
	}
	if z.seen[name] {
		stop(atByte(e.At, "has the array %s twice", quote([]byte(name))))
	}
	z.seen[name] = true
	var h *npyHeader
	err := try(func() {
		z.peek(e)
		h = parseNPYHeader(z.head, 0)
		h.takeShape()
		h.checkSize(e.Size)
		if h.take(z.reading); h.origin != nil && !h.origin.named && !z.alone {
			stop(noCloud(h.fields.at, "the records: has no x"))
		}
	})
	z.keep(e, name, h)
	z.others = append(z.others, &npzList{entry: e, name: name, header: h})
	bad, _ := errors.AsType[*FormatError](err)
	if bad == nil {
		stop(err) // of the file
	}
	if bad != nil && z.unfit == nil {
		z.unfit, z.first = err, e.Name
	}
	switch {
	case err == nil:
		z.plain = z.plain || h.plain()
		z.arrays = append(z.arrays, npzArray{entry: e, name: name, header: h})
	case !isNoCloud(err):
		z.arrays = append(z.arrays, npzArray{entry: e, name: name, err: within(e.Name, err)})
	}
}

// unpackList unpacks a list once, and tells whether it is not damaged.
func (z *npzArchive) unpackList(list *npzList) bool {
	if list.content == nil {
		err := try(func() { list.content = z.extract(list.entry, nil) })
		if _, damaged := errors.AsType[*FormatError](err); !damaged {
			stop(err)
		}
	}
	return list.content != nil
}

// peek unpacks and reads no more than the header of an array, whose length the
// first bytes say.
func (z *npzArchive) peek(e *packed.Entry) {
	const before = 12
	start, err := e.Head(z.head[:0], before)
	stop(unpacking(err))
	text := 0
	if len(start) == before && start[6] == 1 {
		text = int(binary.LittleEndian.Uint16(start[8:])) - 2
	} else if len(start) == before {
		text = int(min(binary.LittleEndian.Uint32(start[8:]), maxNPYHeader))
	}
	z.head, err = e.Head(start[:0], before+max(0, text))
	stop(unpacking(err))
}

// enter tells of an array.
func (z *npzArchive) enter(a *npzArray, found parts) {
	h := a.header
	switch {
	case !a.listed:
		return
	case a.err != nil:
		found.damaged(a.name, a.err)
		return
	}
	h.settled = z.hasElements(h)
	p := h.part(z.reading)
	p.Name = a.name
	split := z.split(a)
	read := func(i int) File {
		file := z.read(a, i)
		z.carry(&file, h, i, 0, int(h.rows), "")
		file.rest = z.rest(&file, "")
		if split != nil { // and answered
			file.cuts = &cuts{}
		}
		return file
	}
	switch {
	case split != nil && split.doubt != "" && z.reading.Part == "" && z.reading.Rows != rowClouds:
		z.askSplit(a, split)
	case split != nil && (split.doubt == "" || split.starts != nil && sliceIndex(a.name, z.reading.Part) >= 0) && (a.name == "" || z.reading.Part != a.name) && z.reading.Rows != rowClouds:
		z.enterMolecules(a, split, found)
	case h.stacked:
		found.stack(a.name, int(h.clouds), p, read)
	default:
		found.part(p, func() File { return read(0) })
	}
}

// asked tells whether the reading names the array or one of its clouds.
func (z *npzArchive) asked(a *npzArray) bool {
	return z.reading.Part == a.name || sliceIndex(a.name, z.reading.Part) >= 0
}

// sliced tells whether the clouds of an array are read one by one.
func (z *npzArchive) sliced(a *npzArray) bool { return z.slices != nil && a.header.oneAfterAnother() }

// read reads a cloud of an array.
func (z *npzArchive) read(a *npzArray, i int) (file File) {
	z.open(a)
	inside(a.entry.Name, func() {
		if z.sliced(a) {
			file = a.header.readAlone(i, z.reading, func(into []byte, offset int) error { return unpacking(z.slice(into, offset)) })
		} else {
			file = a.header.readSlice(z.content, i, z.reading)
		}
	})
	return file
}

// open unpacks an array once for all its clouds, or goes through it, where they are read
// one by one. What is wrong with it is remembered, errors of the file are not.
func (z *npzArchive) open(a *npzArray) { z.openAs(a, z.sliced(a)) }

// openWhole unpacks all of an array.
func (z *npzArchive) openWhole(a *npzArray) {
	if z.opened == a && z.content == nil {
		z.opened = nil
	}
	z.openAs(a, false)
}

func (z *npzArchive) openAs(a *npzArray, sliced bool) {
	if stop(a.err); z.opened == a {
		return
	}
	z.opened = nil
	err := try(func() {
		if !sliced {
			z.content = z.extract(a.entry, z.content)
			return
		}
		z.unpacks(a.entry)
		slice, err := z.slices(a.entry)
		stop(unpacking(err))
		z.content, z.slice = nil, slice
	})
	if bad, _ := errors.AsType[*FormatError](err); bad != nil {
		a.err = err
	}
	stop(err)
	z.opened = a
}

// nothing says why the archive has no cloud, or asks what the first array is.
func (z *npzArchive) nothing() {
	if _, asks := errors.AsType[*Question](z.unfit); asks {
		stop(within(z.first, z.unfit))
	}
	message := z.unfit.Error()
	if bad, ok := errors.AsType[*FormatError](z.unfit); ok {
		message = bad.Message
	}
	nowhere("none of %d arrays is a cloud; the first, %s: %s", len(z.seen), quote([]byte(z.first)), message)
}

// mayBePoints tells whether an array beside one that is a cloud beyond doubt may be the cloud that is meant: by its type, its
// name, the names of its fields or its shape, unless it has one row for each cloud of a stack.
func (z *npzArchive) mayBePoints(a *npzArray) bool {
	h := a.header
	if h.record > 0 || isPointKey(a.name) || isPosition([]byte(a.name)) || h.kind.kind == 'f' && h.columns <= 3 {
		return true
	}
	return h.kind.kind == 'f' && h.rows > 1 && oddShape(int(h.rows), h.columns) && !slices.ContainsFunc(z.arrays, func(other npzArray) bool {
		return other.header != nil && other.header.stacked && other.header.clouds == h.rows
	})
}

// moves tells whether an array beside a plain cloud moves it, or each of its clouds or points, by its name and its shape.
func (z *npzArchive) moves(a *npzArray) bool {
	const most = 4 // rows of a matrix
	h := a.header
	if h == nil || isPointKey(a.name) || isPosition([]byte(a.name)) || z.hasElements(h) {
		return false
	}
	named := func(name string, h *npyHeader) bool {
		return (&leftover{name: name, count: h.rows * uint64(h.columns)}).named()
	}
	isMatrix := h.rows == 1 || h.rows == 3 && h.columns == most || h.rows == uint64(h.columns)
	return named(a.name, h) && (isMover(a.name) || isMatrix) && slices.ContainsFunc(z.arrays, func(other npzArray) bool {
		o := other.header
		same := o != nil && slices.Equal(o.shape, h.shape) // as forces have the shape of R
		return o != nil && o.plain() && !named(other.name, o) && (isMover(a.name) || !same) && (h.rows <= most || h.rows == o.rows || o.stacked && h.rows == o.clouds)
	})
}
