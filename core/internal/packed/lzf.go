package packed

// LZF unpacks data of Lehmann's LibLZF to exactly size bytes, else it
// returns where it failed. A byte below 32 goes before that many literals and
// one more. Any other starts a copy: its upper three bits are the length less
// 2, 7 standing for 7 and what the next byte adds, and its lower five bits and
// another byte are the distance less 1. Three bytes make at most 264.
func LZF(data []byte, size int) (out []byte, at int, ok bool) {
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
