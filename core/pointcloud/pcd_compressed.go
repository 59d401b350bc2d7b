package pointcloud

import (
	"encoding/binary"

	"github.com/orbitcert/orbitcert/core/packed"
)

// readCompressed reads DATA binary_compressed: the packed and the unpacked
// size, 32 bits each, then the data, packed with LZF. Unpacked it has the
// values field by field: all x, then all y.
func (p *pcdLayout) readCompressed(data []byte, pos int, count uint64) (Cloud, error) {
	if len(data)-pos < 8 {
		return Cloud{}, atByte(len(data), "the file ends within the sizes of its data")
	}
	size, unpacked := binary.LittleEndian.Uint32(data[pos:]), binary.LittleEndian.Uint32(data[pos+4:])
	sizes := pos
	pos += 8
	if uint64(size) > uint64(len(data)-pos) {
		return Cloud{}, atByte(len(data), "the file ends here, with %d of %d bytes of packed data", len(data)-pos, size)
	}
	if problem := countProblem(count); problem != "" {
		return Cloud{}, atByte(sizes, "the header %s", problem)
	}
	want := count * uint64(p.size)
	if uint64(unpacked) != want || want > packed.MaxUnpacked {
		return Cloud{}, atByte(sizes+4, "the data unpacks to %d bytes; %d points need %d, and the limit is %d MiB", unpacked, count, want, packed.MaxUnpacked>>20)
	}
	content, at, ok := packed.LZF(data[pos:pos+int(size)], int(unpacked))
	if !ok {
		return Cloud{}, atByte(pos+at, "the packed data is damaged: it does not unpack to %d bytes", unpacked)
	}
	s := strided{dimension: p.dimension, kind: p.kind, order: binary.LittleEndian}
	for j := range p.dimension {
		s.start[j], s.step[j] = int(count)*p.offset[j], p.kind[j].size
	}
	cloud, err := s.read(content, int(count))
	if err != nil {
		return Cloud{}, within("unpacked", err)
	}
	return cloud, refuseTail(data, pos+int(size))
}
