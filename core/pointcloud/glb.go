package pointcloud

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// glbMagic starts a glTF model in one file.
const glbMagic = "glTF"

func isGLB(content []byte) bool {
	return len(content) >= 12 && string(content[:4]) == glbMagic && binary.LittleEndian.Uint32(content[4:]) == 2
}

// The chunks of a GLB file (Khronos, glTF 2.0 specification, section 4.4).
const (
	glbJSON     = 0x4e4f534a
	glbBinary   = 0x004e4942
	maxGLBScene = 2 << 20  // bytes of the description
	maxGLTF     = 64 << 20 // and with numbers in it
)

// readGLB reads the vertices and triangles of a glTF 2.0 model in one file, as
// its scene places them, with the default weights of morph targets and with instances, and the colours of vertices (COLOR_0).
// Materials, animations, and attributes of vertices that the format does not define are left out.
func readGLB(s *source) File {
	g := &glb{}
	g.open(s.data[s.start:])
	return g.read(20)
}

// read reads the scene, which stands at an offset.
func (g *glb) read(at int) File {
	g.points, g.unpacked, g.custom = gather(0, 3), map[int][]byte{}, map[string]bool{}
	g.points.carries(colours...)
	if err := try(func() { about("the scene", g.readScene) }); err != nil {
		stop(atByte(at, "%v", err))
	}
	g.checkExtensions(at)
	g.settleColours()
	file := g.points.file(nowhere)
	g.mesh.finish(&file)
	if n := g.unseen(); n > 0 {
		file.Notes = append(file.Notes, note("%s nodes with meshes are left out: they are hidden, or not in the scene.", thousands(n)))
	}
	if g.colours.problem != nil {
		file.Notes = append(file.Notes, note("The colours are left out: %v.", g.colours.problem))
	}
	file.rest = g.rest(at)
	return file
}

// isGLTF knows the description of a model by its names; JSON files of other kinds have no asset.
func isGLTF(content []byte) bool {
	return isJSON(content) && bytes.Contains(content, []byte(`"asset"`)) && bytes.Contains(content, []byte(`"version"`))
}

// readGLTF reads a glTF 2.0 model as text, whose numbers are in it as data URIs.
func readGLTF(s *source) File {
	g := &glb{}
	text := s.data[s.start:]
	if len(text) > maxGLTF {
		stop(atByte(0, "the model has %d bytes; the limit of a .gltf file is %d, save it as .glb", len(text), maxGLTF))
	}
	g.decode(text, 0)
	return g.read(0)
}

// decode reads the description of the scene, and refuses versions other than 2, whose lists differ.
func (g *glb) decode(text []byte, at int) {
	err := json.Unmarshal(text, g)
	major, _, _ := strings.Cut(g.Asset.Version, ".")
	if version := cmp.Or(g.Asset.MinVersion, major+".0"); version != "2.0" && version != ".0" {
		stop(atByte(at, "is glTF %s, which is not supported; export the model as glTF 2.0", title([]byte(version))))
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		err = fmt.Errorf("%s has a value of another kind", wrong.Field)
	}
	if err != nil {
		stop(atByte(at, "the description of the scene is damaged: %.159v", err))
	}
}

// known are extensions that change no points beside those that are read: instances, visible nodes, and numbers of fewer bits.
var known = []string{"EXT_mesh_gpu_instancing", "KHR_node_visibility", "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"}

// checkExtensions refuses a model that needs an extension that is not read.
func (g *glb) checkExtensions(at int) {
	for _, name := range g.Required {
		if !slices.Contains(known, name) && !hasWordOf(name, harmless["extension"]) {
			stop(atByte(at, "the model requires the extension %s, which is not supported; export it without that", quote([]byte(name))))
		}
	}
}

// rest lists what was not used.
func (g *glb) rest(at int) (left []leftover) {
	for _, name := range g.Used {
		if !slices.Contains(known, name) {
			left = append(left, leftover{kind: "extension", name: name, at: at, neutral: true})
		}
	}
	for i := range g.Animations {
		left = append(left, leftover{kind: "animation", name: strconv.Itoa(i), at: at, neutral: true})
	}
	for name := range g.custom {
		left = append(left, leftover{kind: "attribute", name: name, at: at, neutral: true})
	}
	slices.SortStableFunc(left, func(a, b leftover) int { return strings.Compare(a.name, b.name) })
	if g.skins > 0 {
		left = append(left, leftover{kind: "skin", at: at, doubt: fmt.Sprintf(
			"%d meshes have skins, whose bones may move the points; export the model with its pose applied, or read the mesh as it is in the file", g.skins)})
	}
	return left
}

// glbBuffer is a buffer of the description.
type glbBuffer struct {
	URI        string                             `json:"uri"`
	ByteLength int                                `json:"byteLength"`
	Extensions map[string]struct{ Fallback bool } `json:"extensions"`
}

// buffer returns the bytes of a buffer: the chunk of a GLB file, or those of a data URI.
func (g *glb) buffer(i int) []byte {
	if known, ok := g.unpacked[i]; ok {
		return known
	}
	var b glbBuffer
	if i != 0 || g.binary == nil || len(g.Buffers) > 0 {
		take("buffer", g.Buffers, i, &b)
	}
	for _, e := range b.Extensions {
		if e.Fallback {
			stop(fmt.Errorf("buffer %d has only compressed numbers, which are not supported; export the model without compression", i))
		}
	}
	if i == 0 && g.binary != nil && b.URI == "" {
		return g.binary
	}
	const kind = "data:"
	if len(b.URI) < len(kind) || b.URI[:len(kind)] != kind {
		if b.URI == "" {
			stop(fmt.Errorf("buffer %d has no numbers", i))
		}
		stop(fmt.Errorf("buffer %d is in the file %s; save the model as one .glb file", i, quote([]byte(b.URI))))
	}
	head, text, _ := strings.Cut(b.URI, ",")
	data, err := unescaped(text)
	if strings.HasSuffix(head, ";base64") && err == nil {
		data, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(string(data), "="))
	}
	if err != nil {
		stop(fmt.Errorf("buffer %d: the data URI is damaged: %.60v", i, err))
	}
	g.unpacked[i] = data
	return data
}

// unescaped decodes bytes such as %7F of a URI.
func unescaped(text string) ([]byte, error) {
	var data []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			data = append(data, text[i])
			continue
		}
		x, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8)
		if err != nil {
			return nil, err
		}
		data = append(data, byte(x))
		i += 2
	}
	return data, nil
}

// glb is a model: its lists are decoded entry by entry, as they are needed.
type glb struct {
	Asset struct {
		Version    string `json:"version"`
		MinVersion string `json:"minVersion"`
	} `json:"asset"`
	Used        []string          `json:"extensionsUsed"`
	Required    []string          `json:"extensionsRequired"`
	Scene       *int              `json:"scene"`
	Scenes      []json.RawMessage `json:"scenes"`
	Nodes       []json.RawMessage `json:"nodes"`
	Meshes      []json.RawMessage `json:"meshes"`
	Accessors   []json.RawMessage `json:"accessors"`
	BufferViews []json.RawMessage `json:"bufferViews"`
	Buffers     []json.RawMessage `json:"buffers"`
	Animations  []json.RawMessage `json:"animations"`

	binary   []byte         // the chunk of a GLB file
	unpacked map[int][]byte // data URIs
	points   *gathered
	mesh     mesh
	colours  glbColours
	visited  []bool          // nodes
	skins    int             // nodes with one
	custom   map[string]bool // attributes of vertices that the format does not define
}

// open finds the description and the numbers.
func (g *glb) open(data []byte) {
	if !isGLB(data) {
		nowhere(`does not start with "glTF" and version 2`)
	}
	if length := binary.LittleEndian.Uint32(data[8:]); uint64(length) != uint64(len(data)) {
		stop(atByte(8, "the file has %d bytes, not the %d that it says", len(data), length))
	}
	text, rest := glbChunk(data, 12, glbJSON)
	if len(text) > maxGLBScene {
		stop(atByte(12, "the scene is described in %d bytes; the limit is %d", len(text), maxGLBScene))
	}
	for rest < len(data) && g.binary == nil {
		g.binary, rest = glbChunk(data, rest, glbBinary)
	}
	g.decode(text, 20)
}

// glbChunk returns the chunk at an offset, nil for one of another kind than the first two, and the offset behind it.
func glbChunk(data []byte, at, kind int) (content []byte, next int) {
	if len(data)-at < 8 {
		stop(atByte(len(data), "the file ends within a chunk"))
	}
	length := binary.LittleEndian.Uint32(data[at:])
	if uint64(length) > uint64(len(data)-at-8) {
		stop(atByte(at, "a chunk claims %d bytes; %d are left", length, len(data)-at-8))
	}
	next = at + 8 + int(length)
	if got := binary.LittleEndian.Uint32(data[at+4:]); got != uint32(kind) && (kind == glbJSON || got == glbJSON) {
		stop(atByte(at+4, "a chunk has the type %#x, want %#x", got, kind))
	} else if got != uint32(kind) {
		return nil, next
	}
	return data[at+8 : next], next
}

// glbAccessor says where numbers are and what they mean.
type glbAccessor struct {
	BufferView    *int       `json:"bufferView"`
	ByteOffset    int        `json:"byteOffset"`
	ComponentType int        `json:"componentType"`
	Normalized    bool       `json:"normalized"`
	Count         int        `json:"count"`
	Type          string     `json:"type"`
	Sparse        *glbSparse `json:"sparse"`
}

// glbSparse says which numbers of an accessor are others than those of its view.
type glbSparse struct {
	Count   int `json:"count"`
	Indices struct {
		BufferView    int `json:"bufferView"`
		ByteOffset    int `json:"byteOffset"`
		ComponentType int `json:"componentType"`
	} `json:"indices"`
	Values struct {
		BufferView int `json:"bufferView"`
		ByteOffset int `json:"byteOffset"`
	} `json:"values"`
}

type glbView struct {
	Buffer     int                        `json:"buffer"`
	ByteOffset int                        `json:"byteOffset"`
	ByteLength int                        `json:"byteLength"`
	ByteStride int                        `json:"byteStride"`
	Extensions map[string]json.RawMessage `json:"extensions"`
}

// glbTypes are the types of numbers, and what whole ones are divided by where
// they stand for fractions.
var glbTypes = map[int]struct {
	scalar
	unit float64
}{
	5120: {scalar{'i', 1}, 127}, 5121: {scalar{'u', 1}, 255}, 5122: {scalar{'i', 2}, 32767},
	5123: {scalar{'u', 2}, 65535}, 5125: {scalar{'u', 4}, 1}, 5126: {scalar{'f', 4}, 1},
}

// glbNumbers reads number i, j of an accessor of so many numbers an element.
type glbNumbers struct {
	data   []byte // nil where all are 0
	kind   scalar
	unit   float64
	stride int
	count  int
	other  map[int]int // where element i is of values
	values *glbNumbers
}

func (n *glbNumbers) at(i, j int) float64 {
	if k, ok := n.other[i]; ok {
		return n.values.at(k, j)
	}
	if n.data == nil {
		return 0
	}
	x := n.kind.value(n.data[i*n.stride+j*n.kind.size:], binary.LittleEndian)
	if n.unit == 1 {
		return x
	}
	return max(x/n.unit, -1)
}

// take decodes entry i of a list.
func take(name string, list []json.RawMessage, i int, into any) {
	if i < 0 || i >= len(list) {
		stop(fmt.Errorf("there is no %s %d", name, i))
	}
	if err := json.Unmarshal(list[i], into); err != nil {
		stop(fmt.Errorf("%s %d: %.200v", name, i, err))
	}
}

// numbers finds the numbers of an accessor.
func (g *glb) numbers(i int, kind string, width int) *glbNumbers {
	const most = 3 * maxFaces
	var a glbAccessor
	take("accessor", g.Accessors, i, &a)
	t, known := glbTypes[a.ComponentType]
	switch {
	case a.Type != kind || !known:
		stop(fmt.Errorf("accessor %d: numbers of type %.20q %d instead of %s", i, a.Type, a.ComponentType, kind))
	case a.Count < 0 || a.Count > most:
		stop(fmt.Errorf("accessor %d: %d numbers do not fit; the limit is %d", i, a.Count, most))
	}
	unit := 1.0
	if a.Normalized {
		unit = t.unit
	}
	n := &glbNumbers{kind: t.scalar, unit: unit, count: a.Count}
	if a.BufferView != nil {
		about(fmt.Sprintf("accessor %d", i), func() {
			base := g.view(*a.BufferView, a.ByteOffset, a.Count, width, t.scalar)
			n.data, n.stride = base.data, base.stride
		})
	}
	if a.Sparse != nil {
		about(fmt.Sprintf("accessor %d: sparse", i), func() { g.sparse(n, a.Sparse, width) })
	}
	return n
}

// sparse takes the numbers that replace others.
func (g *glb) sparse(n *glbNumbers, s *glbSparse, width int) {
	t, known := glbTypes[s.Indices.ComponentType]
	if !known || t.kind != 'u' || s.Count < 0 || s.Count > n.count {
		stop(fmt.Errorf("%d indices of type %d for %d numbers", s.Count, s.Indices.ComponentType, n.count))
	}
	indices := g.view(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, 1, t.scalar)
	n.values = g.view(s.Values.BufferView, s.Values.ByteOffset, s.Count, width, n.kind)
	n.values.unit = n.unit
	n.other = make(map[int]int, s.Count)
	for k := range s.Count {
		i := int(indices.at(k, 0))
		if i >= n.count {
			stop(fmt.Errorf("index %d of %d numbers", i, n.count))
		}
		n.other[i] = k
	}
}

// view finds numbers in a part of a buffer.
func (g *glb) view(i, offset, count, width int, kind scalar) *glbNumbers {
	var v glbView
	take("bufferView", g.BufferViews, i, &v)
	for name := range v.Extensions {
		if slices.Contains(g.Required, name) {
			stop(fmt.Errorf("bufferView %d is compressed, which is not supported; export the model without compression", i))
		}
	}
	buffer := g.buffer(v.Buffer)
	n := &glbNumbers{kind: kind, unit: 1, stride: v.ByteStride, count: count}
	size := width * kind.size
	if n.stride == 0 {
		n.stride = size
	}
	if min(v.ByteOffset, v.ByteLength, offset, count) < 0 || n.stride < size || n.stride > 1<<12 ||
		int64(v.ByteOffset)+int64(v.ByteLength) > int64(len(buffer)) ||
		offset > v.ByteLength || count > 0 && int64(offset)+int64(count-1)*int64(n.stride)+int64(size) > int64(v.ByteLength) {
		stop(fmt.Errorf("its numbers do not fit into bufferView %d", i))
	}
	n.data = buffer[v.ByteOffset : v.ByteOffset+v.ByteLength][offset:]
	return n
}
