package pointcloud

// Array is a NumPy array of numbers, the last index running fastest.
type Array struct {
	Shape  []int
	Values []float64
	// Whole says that its type is one of whole numbers.
	Whole bool
}

// ReadArray reads a NumPy file (.npy) that holds no cloud: floating-point or whole numbers
// of at most four axes.
func ReadArray(data []byte) (Array, error) {
	h, err := parseNPYHeader(data, 0)
	if err != nil {
		return Array{}, err
	}
	if !h.kind.known() || h.record > 0 || h.fortran && len(h.shape) > 1 {
		return Array{}, atByte(h.shapeAt, "want an array of plain numbers in C order (numpy.ascontiguousarray)")
	}
	a := Array{Whole: h.kind.kind != 'f'}
	room := uint64(len(data) - h.end)
	numbers := uint64(1)
	for _, n := range h.shape {
		if n > room || numbers*n > room {
			return Array{}, atByte(len(data), "the file ends here, before an array of shape %s", h.written)
		}
		numbers *= n
		a.Shape = append(a.Shape, int(n))
	}
	if numbers*uint64(h.kind.size) != room {
		return Array{}, atByte(len(data), "an array of shape %s has %d bytes, the file %d", h.written, numbers*uint64(h.kind.size), room)
	}
	a.Values = make([]float64, numbers)
	for i := range a.Values {
		a.Values[i] = h.kind.value(data[h.end+i*h.kind.size:], h.order)
	}
	return a, nil
}
