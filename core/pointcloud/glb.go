package pointcloud

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
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
	maxGLBScene = 2 << 20 // bytes of the description
)

// readGLB reads the vertices and triangles of a glTF 2.0 model in one file, as
// its scene places them. Skins, morph targets and animations are ignored.
func readGLB(s *source) (File, error) {
	g := &glb{}
	if err := g.open(s.data[s.start:]); err != nil {
		return File{}, err
	}
	if err := g.readScene(); err != nil { // counts
		return File{}, atByte(20, "the scene: %v", err)
	}
	g.points = gather(uint64(g.vertices), 3)
	g.mesh.reserve(uint64(g.triangles))
	if err := g.readScene(); err != nil {
		return File{}, atByte(20, "the scene: %v", err)
	}
	file, err := g.points.file(func(format string, args ...any) error { return atLine(0, format, args...) })
	g.mesh.finish(&file)
	return file, err
}

// glb is a model: its lists are decoded entry by entry, as they are needed.
type glb struct {
	Scene       int               `json:"scene"`
	Scenes      []json.RawMessage `json:"scenes"`
	Nodes       []json.RawMessage `json:"nodes"`
	Meshes      []json.RawMessage `json:"meshes"`
	Accessors   []json.RawMessage `json:"accessors"`
	BufferViews []json.RawMessage `json:"bufferViews"`

	binary              []byte
	vertices, triangles int       // counted by a first pass
	points              *gathered // nil during that
	mesh                mesh
	visited             []bool // nodes
}

// open finds the description and the numbers.
func (g *glb) open(data []byte) error {
	if !isGLB(data) {
		return atLine(0, `does not start with "glTF" and version 2`)
	}
	if length := binary.LittleEndian.Uint32(data[8:]); uint64(length) != uint64(len(data)) {
		return atByte(8, "the file has %d bytes, not the %d that it says", len(data), length)
	}
	text, rest, err := glbChunk(data, 12, glbJSON)
	switch {
	case err != nil:
		return err
	case len(text) > maxGLBScene:
		return atByte(12, "the scene is described in %d bytes; the limit is %d", len(text), maxGLBScene)
	case rest < len(data):
		if g.binary, _, err = glbChunk(data, rest, glbBinary); err != nil {
			return err
		}
	}
	if err := json.Unmarshal(text, g); err != nil {
		return atByte(20, "the scene is not described as it should: %.200v", err)
	}
	return nil
}

// glbChunk returns the chunk at an offset and the offset behind it.
func glbChunk(data []byte, at, kind int) (content []byte, next int, err error) {
	if len(data)-at < 8 {
		return nil, 0, atByte(len(data), "the file ends within a chunk")
	}
	length := binary.LittleEndian.Uint32(data[at:])
	if uint64(length) > uint64(len(data)-at-8) {
		return nil, 0, atByte(at, "a chunk claims %d bytes; %d are left", length, len(data)-at-8)
	}
	if got := binary.LittleEndian.Uint32(data[at+4:]); got != uint32(kind) {
		return nil, 0, atByte(at+4, "a chunk has the type %#x, want %#x", got, kind)
	}
	next = at + 8 + int(length)
	return data[at+8 : next], next, nil
}

// glbAccessor says where numbers are and what they mean.
type glbAccessor struct {
	BufferView    *int            `json:"bufferView"`
	ByteOffset    int             `json:"byteOffset"`
	ComponentType int             `json:"componentType"`
	Normalized    bool            `json:"normalized"`
	Count         int             `json:"count"`
	Type          string          `json:"type"`
	Sparse        json.RawMessage `json:"sparse"`
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
	data   []byte
	kind   scalar
	unit   float64
	stride int
	count  int
}

func (n *glbNumbers) at(i, j int) float64 {
	x := n.kind.value(n.data[i*n.stride+j*n.kind.size:], binary.LittleEndian)
	if n.unit == 1 {
		return x
	}
	return max(x/n.unit, -1)
}

// take decodes entry i of a list.
func take(name string, list []json.RawMessage, i int, into any) error {
	if i < 0 || i >= len(list) {
		return fmt.Errorf("there is no %s %d", name, i)
	}
	if err := json.Unmarshal(list[i], into); err != nil {
		return fmt.Errorf("%s %d: %.200v", name, i, err)
	}
	return nil
}

// numbers finds the numbers of an accessor.
func (g *glb) numbers(i int, kind string, width int) (*glbNumbers, error) {
	var a glbAccessor
	if err := take("accessor", g.Accessors, i, &a); err != nil {
		return nil, err
	}
	t, known := glbTypes[a.ComponentType]
	switch {
	case a.Type != kind || !known:
		return nil, fmt.Errorf("accessor %d: numbers of type %.20q %d instead of %s", i, a.Type, a.ComponentType, kind)
	case a.Sparse != nil || a.BufferView == nil:
		return nil, fmt.Errorf("accessor %d: sparse numbers are not read", i)
	}
	var v glbView
	if err := take("bufferView", g.BufferViews, *a.BufferView, &v); err != nil {
		return nil, err
	}
	n := &glbNumbers{kind: t.scalar, unit: 1, stride: v.ByteStride, count: a.Count}
	if a.Normalized {
		n.unit = t.unit
	}
	size := width * t.size
	if n.stride == 0 {
		n.stride = size
	}
	switch {
	case len(v.Extensions) > 0:
		return nil, fmt.Errorf("bufferView %d is compressed, which is not read: export the model without compression", *a.BufferView)
	case v.Buffer != 0:
		return nil, fmt.Errorf("bufferView %d is in another file", *a.BufferView)
	case min(v.ByteOffset, v.ByteLength, a.ByteOffset, a.Count) < 0 || n.stride < size || n.stride > 1<<12,
		int64(v.ByteOffset)+int64(v.ByteLength) > int64(len(g.binary)),
		a.ByteOffset > v.ByteLength, a.Count > 0 && int64(a.ByteOffset)+int64(a.Count-1)*int64(n.stride)+int64(size) > int64(v.ByteLength):
		return nil, fmt.Errorf("accessor %d: its numbers do not fit into the file", i)
	}
	n.data = g.binary[v.ByteOffset : v.ByteOffset+v.ByteLength][a.ByteOffset:]
	return n, nil
}
