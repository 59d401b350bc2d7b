package pointcloud

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A writer writes a cloud in one of the formats that Parse reads.
type writer struct {
	file  string // a name with the format's extension
	only3 bool   // the format has no 2-D clouds
	write func(c Cloud) []byte
}

var writers = []writer{
	{"ascii.ply", false, writePLYText},
	{"little.ply", false, func(c Cloud) []byte { return appendFloat(plyHead(c, "binary_little_endian"), "<f8", c.Points...) }},
	{"big.ply", false, func(c Cloud) []byte { return appendFloat(plyHead(c, "binary_big_endian"), ">f8", c.Points...) }},
	{"ascii.pcd", false, func(c Cloud) []byte { return append(pcdHead(c, "ascii"), rows(c, " ", "\n")...) }},
	{"binary.pcd", false, func(c Cloud) []byte { return appendFloat(pcdHead(c, "binary"), "<f8", c.Points...) }},
	{"compressed.pcd", false, writePCDCompressed},
	{"lf.xyz", false, func(c Cloud) []byte { return rows(c, " ", "\n") }},
	{"cr.txt", false, func(c Cloud) []byte { return rows(c, "\t", "\r") }},
	{"comma.csv", false, func(c Cloud) []byte { return rows(c, ",", "\n") }},
	{"crlf.csv", false, func(c Cloud) []byte { return rows(c, ";", "\r\n") }},
	{"header.tsv", false, func(c Cloud) []byte {
		return append([]byte(strings.Join(names(c), "\t")+"\n"), rows(c, "\t", "\n")...)
	}},
	{"points.off", true, func(c Cloud) []byte {
		return append(fmt.Appendf(nil, "OFF\n%d 0 0\n", c.Count()), rows(c, " ", "\n")...)
	}},
	{"points.obj", true, writeOBJ},
	{"c8.npy", false, func(c Cloud) []byte { return writeNPY(c, 1, "<f8", false) }},
	{"fortran8.npy", false, func(c Cloud) []byte { return writeNPY(c, 2, ">f8", true) }},
	{"points.json", false, writeJSON},
}

func names(c Cloud) []string { return []string{"x", "y", "z"}[:c.Dimension] }

// rows writes text with the shortest numbers that read back to the same bits.
func rows(c Cloud, between, end string) []byte {
	var text []byte
	for i, x := range c.Points {
		text = strconv.AppendFloat(text, x, 'g', -1, 64)
		if i%c.Dimension == c.Dimension-1 {
			text = append(text, end...)
		} else {
			text = append(text, between...)
		}
	}
	return text
}

func plyHead(c Cloud, format string) []byte { return []byte(plyHeadOf(names(c), c.Count(), format)) }

func plyHeadOf(names []string, count int, format string) string {
	return fmt.Sprintf("ply\nformat %s 1.0\nelement vertex %d\nproperty double %s\nend_header\n", format, count, strings.Join(names, "\nproperty double "))
}

func writePLYText(c Cloud) []byte { return append(plyHead(c, "ascii"), rows(c, " ", "\n")...) }

func pcdHead(c Cloud, kind string) []byte { return []byte(pcdHeadOf(names(c), c.Count(), kind)) }

func pcdHeadOf(names []string, count int, kind string) string {
	each := func(value string) string { return strings.Repeat(value, len(names)) }
	return fmt.Sprintf("# .PCD v0.7\nVERSION 0.7\nFIELDS %s\nSIZE%s\nTYPE%s\nCOUNT%s\nWIDTH %d\nHEIGHT 1\nPOINTS %d\nDATA %s\n",
		strings.Join(names, " "), each(" 8"), each(" F"), each(" 1"), count, count, kind)
}

func writeOBJ(c Cloud) []byte {
	body := bytes.TrimSuffix(rows(c, " ", "\nv "), []byte("v "))
	return append([]byte("o cloud\nv "), body...)
}

func writeJSON(c Cloud) []byte {
	data, err := json.Marshal(map[string]Cloud{"points": c})
	if err != nil {
		panic(err)
	}
	return data
}

// npyHead is a header as NumPy writes it, padded to a multiple of 64 bytes.
func npyHead(version int, descr string, fortran bool, shape string) []byte {
	order := map[bool]string{false: "False", true: "True"}[fortran]
	return npyPreamble(byte(version), fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, order, shape), 0)
}

// array writes an array of NumPy.
func array(descr, shape string, values ...float64) string {
	return string(appendFloat(npyHead(1, descr, false, shape), descr, values...))
}

func writeNPY(c Cloud, version int, descr string, fortran bool) []byte {
	n, d := c.Count(), c.Dimension
	data := npyHead(version, descr, fortran, fmt.Sprintf("(%d, %d)", n, d))
	for k := range c.Points {
		i := k
		if fortran {
			i = k%n*d + k/n
		}
		data = appendFloat(data, descr, c.Points[i])
	}
	return data
}

// appendFloat appends numbers of a type of NumPy: of floating point, or whole ones of 1, 4 or 8 bytes.
func appendFloat(data []byte, descr string, list ...float64) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	for _, x := range list {
		number := uint64(int64(x))
		switch descr[1:] {
		case "f4":
			number = uint64(math.Float32bits(float32(x)))
		case "f8":
			number = math.Float64bits(x)
		}
		switch descr[2] {
		case '1':
			data = append(data, byte(number))
		case '4':
			data = order.AppendUint32(data, uint32(number))
		default:
			data = order.AppendUint64(data, number)
		}
	}
	return data
}
