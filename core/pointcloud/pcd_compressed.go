package pointcloud

import "encoding/binary"

// readCompressed reads DATA binary_compressed: the packed and the unpacked
// size, 32 bits each, then the data, packed with LZF. Unpacked it has the
// values field by field: all x, then all y.
func (p *pcdLayout) readCompressed(data []byte, pos int, count uint64) (Cloud, error) {
	if len(data)-pos < 8 {
		return Cloud{}, atByte(len(data), "the file ends within the sizes of its data")
	}
	packed, unpacked := binary.LittleEndian.Uint32(data[pos:]), binary.LittleEndian.Uint32(data[pos+4:])
	sizes := pos
	pos += 8
	if uint64(packed) > uint64(len(data)-pos) {
		return Cloud{}, atByte(len(data), "the file ends here, with %d of %d bytes of packed data", len(data)-pos, packed)
	}
	if problem := countProblem(count); problem != "" {
		return Cloud{}, atByte(sizes, "the header %s", problem)
	}
	want := count * uint64(p.size)
	if uint64(unpacked) != want || want > maxUnpacked {
		return Cloud{}, atByte(sizes+4, "the data unpacks to %d bytes; %d points need %d, and the limit is %d MiB", unpacked, count, want, maxUnpacked>>20)
	}
	content, at, ok := unpackLZF(data[pos:pos+int(packed)], int(unpacked))
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
	return cloud, refuseTail(data, pos+int(packed))
}

// unpackLZF unpacks data of Lehmann's LibLZF to exactly size bytes, else it
// returns where it failed. A byte below 32 goes before that many literals and
// one more. Any other starts a copy: its upper three bits are the length less
// 2, 7 standing for 7 and what the next byte adds, and its lower five bits and
// another byte are the distance less 1. Three bytes make at most 264.
func unpackLZF(data []byte, size int) (out []byte, at int, ok bool) {
	out = make([]byte, 0, min(size, 88*len(data)))
	for pos := 0; pos < len(data); {
		at = pos
		control := int(data[pos])
		pos++
		if control < 32 {
			end := pos + control + 1
			if end > len(data) || len(out)+control+1 > size {
				return nil, at, false
			}
			out = append(out, data[pos:end]...)
			pos = end
			continue
		}
		length := control >> 5
		if length == 7 && pos < len(data) {
			length += int(data[pos])
			pos++
		}
		if length += 2; pos == len(data) || len(out)+length > size {
			return nil, at, false
		}
		from := len(out) - 1 - (control&31<<8 | int(data[pos]))
		pos++
		if from < 0 {
			return nil, at, false
		}
		for range length {
			out = append(out, out[from])
			from++
		}
	}
	return out, len(data), len(out) == size
}
