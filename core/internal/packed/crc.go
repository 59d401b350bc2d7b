package packed

// crcTable has the remainder of every byte.
var crcTable = func() (table [256]uint32) {
	for i := range table {
		x := uint32(i)
		for range 8 {
			x = x>>1 ^ 0xedb88320&-(x&1)
		}
		table[i] = x
	}
	return table
}()

// crc32 returns the checksum of gzip and ZIP: the remainder by the polynomial
// of IEEE 802.3 (RFC 1952, section 8), bits lowest first.
func crc32(data []byte) uint32 { return crcOf(0, data) }

// crcOf returns the checksum of what has the checksum before and then the data.
func crcOf(before uint32, data []byte) uint32 {
	sum := ^before
	for _, b := range data {
		sum = crcTable[byte(sum)^b] ^ sum>>8
	}
	return ^sum
}
