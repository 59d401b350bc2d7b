package argument

import (
	"encoding/binary"
	"math"
)

// Encode writes numbers as results of blocks travel: 64 bits each, little endian.
func Encode(numbers []float64) []byte {
	data := make([]byte, 0, 8*len(numbers))
	for _, x := range numbers {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return data
}

// decoded reads them back.
func decoded(data []byte) []float64 {
	xs := make([]float64, len(data)/8)
	for i := range xs {
		xs[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return xs
}
