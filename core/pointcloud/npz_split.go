package pointcloud

import (
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// npzList is an array of numbers with one axis, or a table with two: a number for each row of each cloud of a stack, whole, or a mask; a mask of
// one cloud, too.
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
	doubt  string // why the rows may belong together all the same, "" where they do not
}

func (h *npyHeader) isList() bool {
	return (len(h.shape) == 1 || len(h.shape) == 2 && h.shape[1] == 1) && h.record == 0 && h.kind.known()
}

// split finds a list that counts the rows of an array, as N does for R in the data sets of
// molecules, or gives the row at which each cloud begins or ends; nil where there is none.
// A list that is certain goes before one that is not.
func (z *npzArchive) split(a *npzArray) (doubtful *npzSplit) {
	h := a.header
	if h.stacked {
		return z.padded(a)
	}
	if h.rows < 2 {
		return nil
	}
	for _, list := range z.lists {
		n := list.header.shape[0]
		if list.isTable() || n < 2 || n > h.rows+1 || !list.isWhole() || isMover(list.name) && !hasWordOf(list.name, boundWords) {
			continue
		}
		if !z.unpackList(list) {
			continue
		}
		numbers := list.wholes()
		if numbers == nil {
			continue
		}
		one := &npzSplit{list: list.name}
		if one.starts, one.doubt = startsOf(list.name, numbers, int(h.rows)); one.starts != nil && one.doubt == "" {
			return one
		}
		if one.doubt != "" && doubtful == nil {
			doubtful = one
		}
	}
	if doubtful == nil {
		return z.padded(a)
	}
	return doubtful
}

// padded finds the arrays that say how many rows of each cloud are points: a list of counts, a mask, and elements padded by 0.
// It returns nil if all rows are points or the reading names a part, and asks if these arrays leave it open.
func (z *npzArchive) padded(a *npzArray) *npzSplit {
	claims, doubt := z.claims(a)
	if doubt == "" && len(claims) == 0 {
		return nil
	}
	for _, other := range claims {
		if doubt == "" && !slices.Equal(claims[0].padded, other.padded) {
			doubt = listed([]string{quote([]byte(claims[0].list)), quote([]byte(other.list))}) + " differ on them; choose a part, or leave one of these out"
		}
	}
	switch {
	case doubt == "" && slices.Min(claims[0].padded) == int(a.header.rows):
		return nil
	case doubt == "" && a.header.stacked:
		return &claims[0]
	case z.reading.Part != "":
		return nil
	case doubt == "":
		doubt = quote([]byte(claims[0].list)) + " is 0 or false for some; choose a part, or save the points alone"
	}
	askPadding(a, doubt)
	return nil
}

// claims returns what the arrays of an archive say of the rows that are points. Doubt is not "" if one of them is unclear.
func (z *npzArchive) claims(a *npzArray) (claims []npzSplit, doubt string) {
	h := a.header
	for _, list := range z.lists {
		isTable := list.belongsTo(h) && (list.hasElements(h) || hasWordOf(list.name, maskWords))
		isCount := h.stacked && list.header.shape[0] == h.clouds && list.isWhole() && hasWordOf(list.name, countWords)
		if !isTable && !isCount {
			continue
		}
		z.unpackList(list)
		counts := list.padding(h, isTable)
		switch name := quote([]byte(list.name)); {
		case list.content == nil:
			doubt = name + " is damaged; choose a part, or save the file again"
		case counts == nil && isTable:
			doubt = name + " is 0 before other numbers; choose a part, or save the padding behind the points"
		case isCount && counts != nil && slices.Min(counts) == 0:
			doubt = name + " counts 0 rows for a cloud; choose a part, or leave out that array"
		case counts != nil:
			claims = append(claims, npzSplit{list: list.name, padded: counts})
		}
	}
	return claims, doubt
}

// askSplit asks whether the rows of an array are one cloud.
func (z *npzArchive) askSplit(a *npzArray, s *npzSplit) {
	rows := thousands(int(a.header.rows))
	remedies := []Remedy{{Label: "Read the " + rows + " rows as one cloud", Reading: &Reading{Part: a.name}}}
	if s.starts != nil {
		remedies = append(remedies, Remedy{Label: "Read the first of " + thousands(len(s.starts)-1) + " clouds by " + short(s.list, 24),
			Reading: &Reading{Part: sliceName(a.name, 0)}})
	}
	problem := atLine(0, "the %s rows may be several clouds in sequence: %s %s; choose a part", rows, quote([]byte(s.list)), s.doubt)
	stop(ask(within(a.entry.Name, problem), remedies...))
}

// wholes returns the whole numbers of a list, nil where one is none, below 0 or too large.
func (list *npzList) wholes() []int {
	const most = 1 << 31
	numbers := make([]int, list.header.shape[0])
	for i := range numbers {
		x := list.number(i)
		if !(x >= 0 && x < most) || x != math.Trunc(x) {
			return nil
		}
		numbers[i] = int(x)
	}
	return numbers
}

// startsOf returns the first rows of clouds that numbers count, begin or end, or that a list
// named so gives each row the number of; nil where they do none of these. Doubt is not "" where
// they may mean something else.
func startsOf(name string, numbers []int, rows int) (starts []int, doubt string) {
	n := len(numbers)
	if n == rows && isGroupName(name) {
		return groupStarts(numbers)
	}
	sum, smallest := 0, slices.Min(numbers)
	for _, k := range numbers {
		sum += k
	}
	last, counts, bounds := numbers[n-1], hasWordOf(name, countWords), hasWordOf(name, boundWords)
	switch {
	case n < rows && smallest > 0 && sum == rows && !isMover(name):
		starts = []int{0}
		for i, k := range numbers {
			starts = append(starts, starts[i]+k)
		}
		return starts, ""
	case counts:
		if doubt = "counts " + thousands(sum) + " rows"; smallest == 0 {
			doubt = "counts 0 rows for a cloud"
		}
		if n >= rows {
			doubt = ""
		}
		return nil, doubt
	case !rises(numbers):
		return nil, ""
	case numbers[0] == 0 && last == rows && n > 2 && n-1 < rows:
		return numbers, ""
	case numbers[0] > 0 && last == rows && n < rows:
		if starts = append([]int{0}, numbers...); !bounds {
			doubt = "may be where they end"
		}
		return starts, doubt
	case numbers[0] == 0 && last < rows && bounds && n < rows:
		return append(slices.Clone(numbers), rows), "may be where they begin"
	}
	return nil, ""
}

func rises(numbers []int) bool {
	for i := 1; i < len(numbers); i++ {
		if numbers[i] <= numbers[i-1] {
			return false
		}
	}
	return true
}

// groupStarts returns where the number that each row has of its cloud changes.
func groupStarts(numbers []int) (starts []int, doubt string) {
	starts, apart := runsOf(len(numbers), func(i int) uint64 { return uint64(numbers[i]) }, len(numbers))
	switch {
	case apart:
		return nil, "has the same number for rows that are apart"
	case len(starts) < 2 || len(starts) == len(numbers):
		return nil, ""
	}
	return append(starts, len(numbers)), ""
}

// groupWords are in the names of lists that give each row the number of its cloud, perhaps with
// one of idWords; boundWords in those that say at which row each cloud begins or ends; countWords in
// those of counts.
var (
	groupWords = []string{"batch", "mol", "molecule", "graph", "frame", "cloud", "scene", "sample"}
	idWords    = []string{"idx", "index", "indices", "id", "ids", "number"}
	boundWords = []string{"offset", "start", "begin", "end", "stop", "ptr", "indptr", "cu", "cumsum",
		"cumulative", "split", "slice", "bounds"}
	countWords = []string{"n", "num", "natoms", "npoints", "nnodes", "count", "size", "length", "len"}
)

// hasWordOf tells whether a name has one of these words, or its plural by s.
func hasWordOf(name string, list []string) bool {
	const longest = 2 // of the words that are signs, and have no plural
	return slices.ContainsFunc(nameWords([]byte(name)), func(word []byte) bool {
		one := strings.TrimSuffix(string(word), "s")
		return slices.Contains(list, string(word)) || len(one) > longest && slices.Contains(list, one)
	})
}

// isGroupName tells whether a list is named as one that gives each row the number of its cloud;
// SchNet calls it idx_m.
func isGroupName(name string) bool { return name == "idx_m" || isNamedBy(name, groupWords) }

// isNamedBy tells whether a name consists of one or several of these words and perhaps of idWords: frame, frame_id, frameid.
func isNamedBy(name string, list []string) bool {
	found := false
	for _, word := range nameWords([]byte(name)) {
		known := slices.Contains(list, strings.TrimSuffix(string(word), "id"))
		if found = found || known; !known && !slices.Contains(idWords, string(word)) {
			return false
		}
	}
	return found
}

// enterMolecules tells of the clouds that an array holds one after the other, or padded.
func (z *npzArchive) enterMolecules(a *npzArray, s *npzSplit, found parts) {
	for i := range max(len(s.starts)-1, len(s.padded)) {
		cloud, first, count := 0, 0, 0
		if s.padded != nil {
			cloud, count = i, s.padded[i]
		} else {
			first, count = s.starts[i], s.starts[i+1]-s.starts[i]
		}
		p := Part{Name: sliceName(a.name, i), Title: "rows by " + short(s.list, 24), Count: min(count, maxPoints+1), Dimension: a.header.space(z.reading)}
		found.part(p, func() (file File) {
			z.openWhole(a)
			rows := a.header.rowsFrom(first, count)
			rows.settled = rows.settled || s.padded != nil && count < rows.all // because the rest is 0
			inside(a.entry.Name, func() {
				file = rows.readSlice(z.content, cloud, z.reading)
				listed := count
				if s.padded != nil {
					a.header.checkPadding(z.content, cloud, count, s.list)
					listed = 0
				}
				z.carry(&file, a.header, cloud, first, listed, s.list)
			})
			file.rest = z.rest(&file, s.list)
			return file
		})
	}
}

// checkPadding refuses rows of a cloud with other numbers than 0 behind as many as a list counts.
func (h *npyHeader) checkPadding(content []byte, cloud, count int, list string) {
	for row := count; row < int(h.rows); row++ {
		for column := range h.columns {
			if x := h.value(content, cloud, row, column); x != 0 && !math.IsNaN(x) {
				stop(atByte(h.offset(cloud, row, column), "rows behind those that %s counts are not 0; save the clouds without that list", quote([]byte(list))))
			}
		}
	}
}

// elementLists name the atomic numbers of a molecule, forceWords the arrays that are shaped as its positions but are none:
// MD17 has R, z, E and F (sgdml.org), its revision coords, nuclear_charges, energies and forces (doi:10.6084/m9.figshare.12672038).
var (
	elementLists = []string{"z", "element", "elements", "nuclear_charges", "atomic_numbers"}
	forceWords   = []string{"f", "force", "forces", "gradient", "gradients", "grad", "velocity", "velocities"}
)

// hasElements tells whether a list is named as the atomic numbers of points in space: whole numbers, as heights seldom are.
func (list *npzList) hasElements(h *npyHeader) bool {
	kind := list.header.kind.kind
	return h.columns == 3 && (kind == 'i' || kind == 'u') && slices.Contains(elementLists, strings.ToLower(list.name))
}

// isForce tells whether an array has vectors of atoms that are not their positions: it is named so, there are elements, and
// another array has the same shape.
func (z *npzArchive) isForce(a *npzArray) bool {
	if a.header == nil || !hasWordOf(a.name, forceWords) {
		return false
	}
	if !slices.ContainsFunc(z.lists, func(list *npzList) bool {
		return list.hasElements(a.header) && (list.isOf(a.header) || list.belongsTo(a.header))
	}) {
		return false
	}
	return slices.ContainsFunc(z.arrays, func(other npzArray) bool {
		return other.header != nil && !hasWordOf(other.name, forceWords) && slices.Equal(other.header.shape, a.header.shape)
	})
}
