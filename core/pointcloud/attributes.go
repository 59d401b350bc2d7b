package pointcloud

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/orbitcert/orbitcert/core/document"
)

// Attribute is a named number of each point: an element, an intensity, a part of a colour. The noise of smoothing does not
// move it.
type Attribute struct {
	Name   string
	Values []float64
}

// Attributes are those of a cloud. A document has them as an object: {"element": [6, 1], "intensity": [0.5, 0.1]}.
type Attributes []Attribute

// The names that readers give to what many formats have under names of their own.
const (
	Element   = "element" // the atomic number, 0 where it is unknown
	Intensity = "intensity"
)

// Bounds of the attributes of a cloud.
const (
	MaxAttributes    = 64
	maxAttributeName = 64 // bytes
)

// Attribute returns the values of an attribute, nil where the cloud has none of this name.
func (c Cloud) Attribute(name string) []float64 {
	if i := slices.IndexFunc(c.Attributes, func(a Attribute) bool { return a.Name == name }); i >= 0 {
		return c.Attributes[i].Values
	}
	return nil
}

// AttributeNames returns the names of the attributes in their order.
func (c Cloud) AttributeNames() (names []string) {
	for _, a := range c.Attributes {
		names = append(names, a.Name)
	}
	return names
}

// size returns the bytes of a cloud.
func (c Cloud) size() int64 { return 8 * int64(len(c.Points)+len(c.Attributes)*c.Count()) }

// pickAttributes returns the attributes of the points with the given indices.
func pickAttributes(all Attributes, indices []int) (picked Attributes) {
	for _, a := range all {
		values := make([]float64, len(indices))
		for k, i := range indices {
			values[k] = a.Values[i]
		}
		picked = append(picked, Attribute{a.Name, values})
	}
	return picked
}

// CheckAttributeName tells what is wrong with the name of an attribute; nil where nothing is.
func CheckAttributeName(name string) error {
	switch {
	case name == "" || len(name) > maxAttributeName:
		return fmt.Errorf("a name must have 1 to %d bytes, got %d", maxAttributeName, len(name))
	case !utf8.ValidString(name) || strings.ContainsFunc(name, isControl):
		return fmt.Errorf("the name %s must have no control characters", quote([]byte(name)))
	}
	return nil
}

// vectors are the stems of names whose columns are parts of a vector that turns with the cloud.
var vectors = []string{"n", "normal", "normals", "nrm", "norm", "v", "vel", "velo", "velocity", "velocities", "force", "forces", "f", "dir",
	"direction", "tangent", "momentum", "momenta", "dipole", "dipoles"}

// IsVector tells whether the name of an attribute is of a part of a vector, such as nx, normal_x or velocity[0].
func IsVector(name string) bool {
	plain := strings.TrimPrefix(lettersOf(name), "scalar") // as CloudCompare names its fields
	last := len(plain) - 1
	return last >= 1 && strings.IndexByte("xyz012", plain[last]) >= 0 && slices.Contains(vectors, plain[:last])
}

// carries gathers attributes of these names with each point: next has those of the next point. A name that cannot be that
// of an attribute, or comes again, is left out, and the place of each name is returned, -1 for none.
func (g *gathered) carries(names ...string) (places []int) {
	places = make([]int, len(names))
	for i, name := range names {
		places[i] = -1
		if isIntensity([]byte(name)) {
			name = Intensity
		}
		if CheckAttributeName(name) != nil || g.cloud.Attribute(name) != nil || len(g.cloud.Attributes) == MaxAttributes {
			if name != "" {
				g.lost = append(g.lost, leftover{kind: "column", name: names[i], at: -1})
			}
			continue
		}
		places[i] = len(g.cloud.Attributes)
		g.cloud.Attributes = append(g.cloud.Attributes, Attribute{Name: name, Values: make([]float64, 0, cap(g.cloud.Points)/g.cloud.Dimension)})
	}
	g.next = make([]float64, len(g.cloud.Attributes))
	return places
}

// carry sets the value of the next point of an attribute in a place, unless that is -1.
func (g *gathered) carry(place int, x float64) {
	if place >= 0 {
		g.next[place] = x
	}
}

// takeAttributes takes those of the point that was added.
func (g *gathered) takeAttributes() {
	for i := range g.cloud.Attributes {
		a := &g.cloud.Attributes[i]
		a.Values = append(a.Values, g.next[i])
	}
}

// numberOr reads the value of an attribute, NaN where there is none.
func numberOr(field []byte) float64 {
	x, err := number(field)
	if err != nil {
		return wordNumber(field)
	}
	return x
}

// wordNumber returns a NaN that differs between words, so that blocks of them are seen; the usual one for no word.
func wordNumber(word []byte) float64 {
	const bits = 32
	if isMissing(word) {
		return math.NaN()
	}
	sum := fnv.New32a()
	_, _ = sum.Write(bytes.ToLower(word))
	return math.Float64frombits(math.Float64bits(math.Inf(1)) | 1<<51 | 1<<(bits+1) | uint64(sum.Sum32()))
}

// finiteAttributes leaves out attributes that lack numbers for some points, and says so.
func (f *File) finiteAttributes() {
	var lacking []string
	f.Cloud.Attributes = pruned(f.Cloud.Attributes, func(a Attribute) bool {
		lacks := slices.ContainsFunc(a.Values, func(x float64) bool { return !finite(x) })
		if lacks {
			lacking = append(lacking, quote([]byte(a.Name)))
		}
		return lacks
	})
	if len(f.Cloud.Attributes) == 0 {
		f.Cloud.Attributes = nil
	}
	switch {
	case len(lacking) == 1:
		f.Notes = append(f.Notes, note("The attribute %s has no number for some points, or one that float64 does not have, and is left out.", lacking[0]))
	case lacking != nil:
		f.Notes = append(f.Notes, note("The attributes %s have no number for some points, or one that float64 does not have, and are left out.", listed(lacking)))
	}
}

// isIntensity recognises the names that programs give to the strength of a laser's echo.
func isIntensity(name []byte) bool {
	return isOneOf(name, Intensity, "scalar_intensity", "reflectance", "reflectivity")
}

// TakeAttributes takes the field "attributes" of a cloud with so many points. The attributes are sorted by their names.
func TakeAttributes(o *document.Object, count int) (Attributes, error) {
	field, err := o.Child("attributes")
	if err != nil || field == nil {
		return nil, err
	}
	var all Attributes
	for name := range field.Rest() {
		all = append(all, Attribute{Name: name})
	}
	if len(all) > MaxAttributes {
		return nil, document.BadField(field.Path, "has %d attributes; the limit is %d", len(all), MaxAttributes)
	}
	all.Sort()
	for i := range all {
		a := &all[i]
		if err := CheckAttributeName(a.Name); err != nil {
			return nil, document.BadField(field.Path, "%v", err)
		}
		if a.Values, err = attributeValues(field.Name(a.Name), field.Take(a.Name)); err != nil {
			return nil, err
		}
		if len(a.Values) != count {
			return nil, document.BadField(field.Name(a.Name), "has %d values for %d points; give each point one", len(a.Values), count)
		}
	}
	return all, nil
}

// Sort sorts attributes by their names.
func (all Attributes) Sort() {
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
}

// attributeValues reads a list of finite numbers. −0 becomes 0.
func attributeValues(place string, text json.RawMessage) (values []float64, err error) {
	if json.Unmarshal(text, &values) == nil && values != nil && bytes.IndexByte(text, 'n') < 0 {
		for i := range values {
			values[i] += 0
		}
		return values, nil
	}
	list, err := document.List(place, text)
	for i := 0; i < len(list) && err == nil; i++ {
		_, err = document.ParseNumber(document.Numbered(place, i), list[i])
	}
	return nil, err
}

// MarshalJSON writes {"element":[6,1]}. Values that are not finite are an error.
func (all Attributes) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, a := range all {
		if i > 0 {
			text = append(text, ',')
		}
		name, err := json.Marshal(a.Name)
		if err != nil {
			return nil, err
		}
		text = append(append(text, name...), ":["...)
		for k, x := range a.Values {
			if !finite(x) {
				return nil, fmt.Errorf("pointcloud: attributes.%s[%d]: %v is not a finite number", a.Name, k, x)
			}
			if k > 0 {
				text = append(text, ',')
			}
			text = appendNumber(text, x)
		}
		text = append(text, ']')
	}
	return append(text, '}'), nil
}

// Labels numbers the attributes of the points of two clouds, which have the same attributes in the same order: points get one
// number where all their attributes are equal.
func Labels(a, b Cloud) (ofA, ofB []int) {
	n := a.Count()
	if len(a.Attributes) == 0 {
		return make([]int, n), make([]int, b.Count())
	}
	if len(a.Attributes) == 1 {
		if labels := fewLabels(a.Attributes[0].Values, b.Attributes[0].Values); labels != nil {
			return labels[:n], labels[n:]
		}
	}
	at := func(k, point int) float64 {
		if point < n {
			return a.Attributes[k].Values[point]
		}
		return b.Attributes[k].Values[point-n]
	}
	compare := func(i, j int) int {
		for k := range a.Attributes {
			if x, y := at(k, i), at(k, j); x < y {
				return -1
			} else if x > y {
				return 1
			}
		}
		return 0
	}
	points := make([]int, n+b.Count())
	for i := range points {
		points[i] = i
	}
	sort.SliceStable(points, func(i, j int) bool { return compare(points[i], points[j]) < 0 })
	labels := make([]int, len(points))
	for i := 1; i < len(points); i++ {
		labels[points[i]] = labels[points[i-1]]
		if compare(points[i-1], points[i]) != 0 {
			labels[points[i]]++
		}
	}
	return labels[:n], labels[n:]
}

// fewLabels numbers values of two lists by their rank, as Labels does by sorting; nil where too many differ.
func fewLabels(a, b []float64) []int {
	all := slices.Concat(a, b)
	few := Few(all, 64)
	if few == nil {
		return nil
	}
	labels := make([]int, len(all))
	for k, x := range all {
		labels[k], _ = slices.BinarySearch(few, x)
	}
	return labels
}

// pruned takes out what is to be dropped, as slices.DeleteFunc does in four times the code, which visitors load for each type.
func pruned[T any](list []T, drop func(T) bool) []T {
	kept := list[:0]
	for _, x := range list {
		if !drop(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// Few returns the different numbers in rising order, nil for more than most.
func Few(values []float64, most int) (few []float64) {
	for _, x := range values {
		i, known := slices.BinarySearch(few, x)
		switch {
		case known:
		case len(few) == most:
			return nil
		default:
			few = append(few, x)
			copy(few[i+1:], few[i:])
			few[i] = x
		}
	}
	return few
}

// MatchLabels returns for each label of a the place of one in b that is the same, in order; nil where b has others.
func MatchLabels(a, b []int) []int {
	if len(a) != len(b) {
		return nil
	}
	places := make([][]int, len(a)+len(b))
	for j, label := range b {
		places[label] = append(places[label], j)
	}
	order := make([]int, len(a))
	for i, label := range a {
		if len(places[label]) == 0 {
			return nil
		}
		order[i], places[label] = places[label][0], places[label][1:]
	}
	return order
}

// Difference is an attribute that two clouds have with other values.
type Difference struct {
	Name string `json:"name"`
	// Order is set if both clouds have the same values in another order.
	Order bool `json:"order,omitempty"`
}

// Differences lists the attributes that both clouds have with other values, point by point, in the order of the first cloud; none for
// clouds of different sizes.
func Differences(a, b Cloud) (all []Difference) {
	if a.Count() != b.Count() {
		return nil
	}
	for _, own := range a.Attributes {
		if other := b.Attribute(own.Name); other != nil && !slices.Equal(own.Values, other) {
			all = append(all, Difference{own.Name, checksum(own.Values) == checksum(other)})
		}
	}
	return all
}

// checksum returns a sum over values that does not depend on their order.
func checksum(values []float64) (sum uint64) {
	for _, x := range values {
		const odd = 0x9e3779b97f4a7c15
		high, low := bits.Mul64(math.Float64bits(x+0)^odd, odd)
		sum += (high ^ low) * odd
	}
	return sum
}
