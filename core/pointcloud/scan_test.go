package pointcloud

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// scan is a KITTI scan of so many points: metres, and an intensity.
func scan(points int) string {
	random := rand.New(rand.NewPCG(3, 4))
	var data []byte
	for range points {
		data = appendFloat(data, "<f4", random.NormFloat64()*40, random.NormFloat64()*30, random.NormFloat64()*2, random.Float64())
	}
	return string(data)
}

// bareRows are rows of so many numbers as ScanNet and others have them: a room in
// metres, then colours to 255.
func bareRows(points, columns int, descr string) string {
	random := rand.New(rand.NewPCG(5, 6))
	var data []byte
	for range points {
		for j := range columns {
			x := random.Float64() * 255
			if j < 3 {
				x = random.Float64() * []float64{6, 4, 2.5}[j]
			}
			data = appendFloat(data, descr, x)
		}
	}
	return string(data)
}

// floats decodes numbers of 32 bits.
func floats(data string) (all []float64) {
	for i := 0; i < len(data); i += 4 {
		all = append(all, float64(math.Float32frombits(binary.LittleEndian.Uint32([]byte(data[i:])))))
	}
	return all
}

// without leaves out the last of every four numbers.
func without(numbers []float64) (all []float64) {
	for i := 0; i < len(numbers); i += 4 {
		all = append(all, numbers[i:i+3]...)
	}
	return all
}

var oneScan = scan(50)

// startingWith puts other bytes at the start of a scan.
func startingWith(first string) goodFile {
	data := edit(oneScan, 0, first)
	return goodFile{"starts like " + first, "a.bin", data, 3, without(floats(data))}
}

var goodBare = []goodFile{
	{"a scan", "000000.bin", oneScan, 3, without(floats(oneScan))},
	startingWith("\x3c\x01\x01\x3f"), startingWith("\x7b\x01\x01\x3f"), startingWith("\x1f\x8b\x01\x3f"), startingWith("\n \x01\x3f"),
}

var badBare = []badFile{
	{"empty", "a.bin", "", 0, -1, "the file is empty"},
	{"no length of any", "a.bin", oneScan[:39], 0, -1, "no 2 to 12 columns"},
	{"five numbers a point", "a.pcd.bin", bareRows(40, 5, "<f4"), 0, -1, "choose the columns"},
	{"six numbers a point", "a.bin", bareRows(40, 6, "<f4"), 0, -1, "choose the columns"},
	{"png renamed", "a.bin", png + png[:7], 0, -1, "looks like a PNG image"},
	{"no intensity", "a.bin", edit(oneScan, 28, "\x00\x00\x80\xbf"), 0, -1, "choose the columns"},
	{"beyond the sensor", "a.bin", edit(oneScan, 0, "\x00\x00\xfa\x43"), 0, -1, "choose the columns"},
	{"nan", "a.bin", edit(oneScan, 20, "\x00\x00\xc0\x7f"), 0, -1, "choose the columns"},
	{"zeros", "a.bin", strings.Repeat("\x00", 48), 0, -1, "choose the columns"},
}

// lasFile says what a test's LAS file is.
type lasFile struct {
	minor         byte
	format        byte
	record        int
	whole         []int32
	scale, offset [3]float64
	behind        string // an extended record, from version 1.4 on
}

func (f lasFile) write() []byte {
	size := lasHeaderSizes[f.minor]
	head := make([]byte, size+2) // two bytes between header and points, as in version 1.0
	copy(head, lasMagic)
	head[lasVersion], head[lasVersion+1], head[lasPointFormat] = 1, f.minor, f.format
	binary.LittleEndian.PutUint16(head[lasHeaderSize:], uint16(size))
	binary.LittleEndian.PutUint32(head[lasPointsAt:], uint32(len(head)))
	binary.LittleEndian.PutUint16(head[lasRecordSize:], uint16(f.record))
	count := len(f.whole) / 3
	if f.minor < 4 {
		binary.LittleEndian.PutUint32(head[lasCount32:], uint32(count))
	} else {
		binary.LittleEndian.PutUint64(head[lasCount64:], uint64(count))
	}
	for j := range 3 {
		binary.LittleEndian.PutUint64(head[lasScale+8*j:], math.Float64bits(f.scale[j]))
		binary.LittleEndian.PutUint64(head[lasOffset+8*j:], math.Float64bits(f.offset[j]))
	}
	data := head
	for i := range count {
		record := make([]byte, f.record)
		for j := range 3 {
			binary.LittleEndian.PutUint32(record[4*j:], uint32(f.whole[3*i+j]))
		}
		data = append(data, record...)
	}
	if f.behind != "" {
		binary.LittleEndian.PutUint64(data[lasExtended:], uint64(len(data)))
		binary.LittleEndian.PutUint32(data[lasExtended+8:], 1)
	}
	return append(data, f.behind...)
}

var (
	lasWhole = []int32{1, -2, 3, math.MaxInt32, math.MinInt32, 0}
	las12    = string(lasFile{2, 1, 28, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, ""}.write())
	las14    = string(lasFile{4, 6, 31, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, "a record"}.write())
)

// lasBoundsOf writes the largest and smallest coordinates of lasPoints.
func lasBoundsOf() (data []byte) {
	for j := range 3 {
		a, b := lasPoints[j], lasPoints[3+j]
		data = appendFloat(data, "<f8", max(a, b), min(a, b))
	}
	return data
}

var lasPoints = []float64{100.5, -2, 5, 100 + 0.5*math.MaxInt32, math.MinInt32, -1}

var goodLAS = []goodFile{
	{"version 1.0", "a.las", string(lasFile{0, 0, 20, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, ""}.write()), 3, lasPoints},
	{"version 1.2, another name", "a", las12, 3, lasPoints},
	{"version 1.3, waves", "a.LAS", string(lasFile{3, 4, 57, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, ""}.write()), 3, lasPoints},
	{"version 1.4, extra bytes and an extended record", "a.las", las14, 3, lasPoints},
	{"version 1.4, both counts", "a.las", edit(las14, lasCount32, "\x02"), 3, lasPoints},
	{"version 1.4, old count only", "a.las", edit(edit(las14, lasCount32, "\x02"), lasCount64, "\x00"), 3, lasPoints},
	{"padding", "a.las", las12 + "\x00\x00", 3, lasPoints},
	{"two counts", "a.las", edit(las14, lasCount32, "\x01"), 3, lasPoints},
	{"a tail", "a.las", las12 + strings.Repeat("\x05", 45), 3, lasPoints},
	{"a tail of text as long as a point", "a.las", las12 + strings.Repeat("x", 28), 3, lasPoints},
	{"a tail beyond the bounds", "a.las", edit(las12, lasBounds, string(lasBoundsOf())) + strings.Repeat("\x7f", 28), 3, lasPoints},
	{"an extended record that is not announced", "a.las", las12 + "\x00\x00a program\x00\x00\x00\x00\x00\x00\x00\x00\x00\x18" + strings.Repeat("\x00", 39) + strings.Repeat("\x01", 24), 3, lasPoints},
	{"an offset of waves that was never filled in", "a.las", edit(string(lasFile{3, 4, 57, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, ""}.write()), lasWaves, "\x01"), 3, lasPoints},
}

var badLAS = []badFile{
	{"text renamed", "a.las", "1 2 3\n", 0, -1, `does not start with "LASF"`},
	{"header cut", "a.las", las12[:226], 0, 226, "within the header"},
	{"version 1.4 header cut", "a.las", las14[:374], 0, 94, "needs 375"},
	{"version 2", "a.las", edit(las12, lasVersion, "\x02"), 0, 24, "version 2.2"},
	{"version 1.5", "a.las", edit(las12, lasVersion+1, "\x05"), 0, 24, "version 1.5"},
	{"small header", "a.las", edit(las12, lasHeaderSize, "\x01\x00"), 0, 94, "has 1 bytes"},
	{"LAZ", "a.laz", edit(las12, lasPointFormat, "\x81"), 0, 104, "pdal translate scan.laz scan.las"},
	{"point format 11", "a.las", edit(las12, lasPointFormat, "\x0b"), 0, 104, "format 11"},
	{"small points", "a.las", edit(las12, lasRecordSize, "\x1b"), 0, 105, "format 1 needs 28"},
	{"points within the header", "a.las", edit(las12, lasPointsAt, "\x00"), 0, 96, "start at byte 0"},
	{"points beyond the end", "a.las", edit(las12, lasPointsAt, "\xff\xff\xff\xff"), 0, 96, "start at byte 4294967295"},
	{"truncated", "a.las", las12[:len(las12)-1], 0, int64(len(las12) - 1), "ends after 1 of 2 points"},
	{"claims 2³²-1 points", "a.las", edit(las12, lasCount32, "\xff\xff\xff\xff"), 0, int64(len(las12)), "ends after 2 of 4294967295"},
	{"claims 2⁶⁴-1 points", "a.las", edit(las14, lasCount64, strings.Repeat("\xff", 8)), 0, int64(len(las14)), "ends after 2 of 18446744073709551615"},
	{"counts too few", "a.las", edit(edit(las12, lasCount32, "\x01"), len(las12)-1, "x"), 0, 107, "counts 1 points, but 1 more may follow"},
	{"counts into a record", "a.las", edit(las14+strings.Repeat("r", 40), lasCount64, "\x03"), 0, 247, "counts 3 points, which reach into what starts at byte"},
	{"counts too few within its bounds", "a.las", edit(edit(las12, lasCount32, "\x01"), lasBounds, string(lasBoundsOf())), 0, 107, "counts 1 points, but 1 more may follow"},
	{"no points", "a.las", string(lasFile{2, 0, 20, nil, [3]float64{1, 1, 1}, [3]float64{}, ""}.write()), 0, 107, "no points"},
	{"scale 0", "a.las", edit(las12, lasScale+8, strings.Repeat("\x00", 8)), 0, 139, "scale of y is 0"},
	{"offset NaN", "a.las", edit(las12, lasOffset+16, strings.Repeat("\xff", 8)), 0, 171, "offset of z is NaN"},
	{"overflow", "a.las", edit(las12, lasScale, "\x00\x00\x00\x00\x00\x00\xe0\x7f"), 0, 257, "points[1][0]: +Inf"},
}

// packLZF packs nothing: LZF data may be literals throughout.
func packLZF(data []byte) (out []byte) {
	for len(data) > 0 {
		n := min(32, len(data))
		out = append(append(out, byte(n-1)), data[:n]...)
		data = data[n:]
	}
	return out
}

// writePCDCompressed packs the coordinates, one after another.
func writePCDCompressed(c Cloud) []byte {
	var columns []byte
	for j := range c.Dimension {
		for i := j; i < len(c.Points); i += c.Dimension {
			columns = appendFloat(columns, "<f8", c.Points[i])
		}
	}
	return append(pcdHead(c, "binary_compressed"), pcdBody(columns)...)
}

func pcdBody(columns []byte) []byte {
	packed := packLZF(columns)
	sizes := binary.LittleEndian.AppendUint32(nil, uint32(len(packed)))
	return append(binary.LittleEndian.AppendUint32(sizes, uint32(len(columns))), packed...)
}

const pcdCompressed = pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA binary_compressed\n"

var goodPCDCompressed = []goodFile{
	{"by hand", "a.pcd", pcdCompressed + "\x06\x00\x00\x00\x0c\x00\x00\x00" + "\x01\x00\x00\xe0\x01\x00", 3, []float64{0, 0, 0}},
	{"other fields and types", "a.pcd", "FIELDS h y x\nSIZE 1 2 4\nTYPE U I F\nCOUNT 3 1 1\nWIDTH 2\nHEIGHT 1\nDATA binary_compressed\n" +
		string(pcdBody([]byte("abcdef\xff\xff\x02\x00\x00\x00\x80\x3f\x00\x00\x00\x40"))), 2, []float64{1, -1, 2, 2}},
	{"padding", "a.pcd", string(writePCDCompressed(Cloud{Points: []float64{1, 2, 3, 4}, Dimension: 2})) + "\x00\x00\n", 2, []float64{1, 2, 3, 4}},
}

var badPCDCompressed = []badFile{
	{"no sizes", "a.pcd", pcdCompressed + "\x01\x00\x00", 0, int64(len(pcdCompressed) + 3), "within the sizes"},
	{"truncated", "a.pcd", pcdCompressed + "\x06\x00\x00\x00\x0c\x00\x00\x00\x01\x00\x00\xe0\x01", 0, int64(len(pcdCompressed) + 13), "5 of 6 bytes"},
	{"another size", "a.pcd", pcdCompressed + "\x06\x00\x00\x00\x0b\x00\x00\x00\x01\x00\x00\xe0\x01\x00", 0, int64(len(pcdCompressed) + 4), "1 points need 12"},
	{"claims 800 MB", "a.pcd", "FIELDS x y h\nSIZE 4 4 8\nTYPE F F F\nCOUNT 1 1 1000000\nWIDTH 100\nHEIGHT 1\nDATA binary_compressed\n\x00\x00\x00\x00\x20\x0b\xaf\x2f", 0, 99, "the limit is 41943864"},
	{"copy from before the start", "a.pcd", pcdCompressed + "\x06\x00\x00\x00\x0c\x00\x00\x00\x01\x00\x00\xe0\x01\x02", 0, int64(len(pcdCompressed) + 11), "damaged"},
	{"copy beyond the size", "a.pcd", pcdCompressed + "\x06\x00\x00\x00\x0c\x00\x00\x00\x01\x00\x00\xe0\x02\x00", 0, int64(len(pcdCompressed) + 11), "damaged"},
	{"literals beyond the data", "a.pcd", pcdCompressed + "\x03\x00\x00\x00\x0c\x00\x00\x00\x0b\x00\x00", 0, int64(len(pcdCompressed) + 8), "damaged"},
	{"too little", "a.pcd", pcdCompressed + "\x03\x00\x00\x00\x0c\x00\x00\x00\x01\x00\x00", 0, int64(len(pcdCompressed) + 11), "damaged"},
	{"nan", "a.pcd", pcdCompressed + "\x0d\x00\x00\x00\x0c\x00\x00\x00\x0b\x00\x00\x00\x00\x00\x00\xc0\x7f\x00\x00\x00\x00", 0, 0, "none of the 1 points"},
	{"too many points", "a.pcd", pcdXYZ + "WIDTH 1000001\nHEIGHT 1\nDATA binary_compressed\n\x00\x00\x00\x00\x00\x00\x00\x00", 0, 105, "limit is 1000000"},
	{"bytes left over", "a.pcd", pcdCompressed + "\x06\x00\x00\x00\x0c\x00\x00\x00\x01\x00\x00\xe0\x01\x00more", 0, int64(len(pcdCompressed) + 14), "4 extra bytes"},
}

// Whole numbers of all sizes, scaled by what scanners use: each coordinate is
// the float64 nearest to X·scale, then to that plus the offset.
func TestLASNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	f := lasFile{minor: 2, record: 20, scale: [3]float64{0.001, 0.01, 1e-7}, offset: [3]float64{500000, 4.2e6, 0}}
	for range 3000 {
		f.whole = append(f.whole, int32(random.Uint32())>>random.IntN(32))
	}
	cloud, err := readOnly("a.las", f.write())
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range cloud.Points {
		product, _ := new(big.Float).Mul(big.NewFloat(float64(f.whole[i])), big.NewFloat(f.scale[i%3])).Float64()
		if want := product + f.offset[i%3]; x != want {
			t.Fatalf("number %d: got %v, want %v", i, x, want)
		}
	}
}
