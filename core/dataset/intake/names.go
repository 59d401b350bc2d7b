package intake

import "strings"

// several marks a name that fits more than one cloud.
const several = -1

// names finds clouds by the names of rows. A row may call a cloud by the last parts of its path, without the ending, or by a longer path
// that ends with the whole name of the cloud. Both slashes part a path.
type names struct {
	exact map[string]int // names as they are
	whole map[string]int // with one kind of slash, with and without the ending
	last  map[string]int // the last parts of these
}

// newNames fails clouds that have the name of another one.
func newNames(entries []Entry) *names {
	n := &names{exact: make(map[string]int, len(entries)), whole: make(map[string]int, 2*len(entries)), last: make(map[string]int, 2*len(entries))}
	for i := range entries {
		e := &entries[i]
		if _, seen := n.exact[e.Name]; seen {
			e.fail("the name %q occurs twice", e.Name)
			continue
		}
		n.exact[e.Name] = i
		path := slashed(e.Name)
		for _, whole := range []string{path, withoutEnding(path)} {
			mark(n.whole, whole, i)
			for part, more := whole, true; more; part, more = withoutFirst(part) {
				mark(n.last, part, i)
			}
		}
	}
	return n
}

// mark enters a name of a cloud, which another cloud may have as well.
func mark(in map[string]int, name string, cloud int) {
	if at, seen := in[name]; seen && at != cloud {
		cloud = several
	}
	in[name] = cloud
}

// find returns the cloud that a row names, or several.
func (n *names) find(name string) (at int, known bool) {
	if at, known = n.exact[name]; known {
		return at, true
	}
	path := slashed(name)
	if at, known = n.last[path]; known {
		return at, true
	}
	for part, more := withoutFirst(path); more; part, more = withoutFirst(part) {
		if at, known = n.whole[part]; known {
			return at, true
		}
	}
	if bare := withoutEnding(path); bare != path && strings.IndexFunc(path[len(bare)+1:], isLetter) == 0 {
		return n.find(bare)
	}
	return 0, false
}

// loose tells whether a row has more or fewer parts than the name of a cloud.
func (n *names) loose(name string) bool {
	_, known := n.exact[name]
	return name != "" && !known
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

func slashed(path string) string { return strings.Join(strings.Split(path, `\`), "/") }

// withoutFirst returns a path without its first part, false where it has no other.
func withoutFirst(path string) (rest string, more bool) {
	_, rest, more = strings.Cut(path, "/")
	return rest, more
}

// withoutEnding returns a path without what follows the first point of its last part.
func withoutEnding(path string) string {
	start := strings.LastIndexByte(path, '/') + 1
	if dot := strings.IndexByte(path[start:], '.'); dot > 0 {
		return path[:start+dot]
	}
	return path
}
