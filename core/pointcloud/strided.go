package pointcloud

import "encoding/binary"

// strided says where binary data has the numbers of a cloud: coordinate j of
// point i is the number of type kind[j] at byte start[j] + i·step[j].
type strided struct {
	dimension   int
	kind        [3]scalar
	start, step [3]int
	order       binary.ByteOrder
}

// read takes so many points, for which there must be enough data.
func (s *strided) read(data []byte, count int) (Cloud, error) {
	if problem := countProblem(uint64(count)); problem != "" {
		return Cloud{}, atByte(min(s.start[0], len(data)), "%s", problem)
	}
	cloud := Cloud{Points: newPoints(uint64(count), s.dimension), Dimension: s.dimension}
	for i := range count {
		for j := range s.dimension {
			at := s.start[j] + i*s.step[j]
			x := s.kind[j].value(data[at:], s.order)
			if !finite(x) {
				return Cloud{}, notFinite(at, i, j, x)
			}
			cloud.Points = append(cloud.Points, x)
		}
	}
	return cloud, nil
}

// records is the layout of points of the same type one after another.
func records(kind scalar, start, size int) *strided {
	s := &strided{dimension: 3, order: binary.LittleEndian}
	for j := range 3 {
		s.kind[j], s.start[j], s.step[j] = kind, start+j*kind.size, size
	}
	return s
}
