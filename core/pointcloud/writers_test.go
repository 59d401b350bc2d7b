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
	{"little.ply", false, func(c Cloud) []byte { return writePLYBinary(c, binary.LittleEndian) }},
	{"big.ply", false, func(c Cloud) []byte { return writePLYBinary(c, binary.BigEndian) }},
	{"ascii.pcd", false, func(c Cloud) []byte { return append(pcdHead(c, "ascii"), rows(c, " ", "\n")...) }},
	{"binary.pcd", false, writePCDBinary},
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

func plyHead(c Cloud, format string) []byte {
	text := fmt.Appendf(nil, "ply\nformat %s 1.0\nelement vertex %d\n", format, c.Count())
	for _, name := range names(c) {
		text = fmt.Appendf(text, "property double %s\n", name)
	}
	return append(text, "end_header\n"...)
}

func writePLYText(c Cloud) []byte { return append(plyHead(c, "ascii"), rows(c, " ", "\n")...) }

func writePLYBinary(c Cloud, order binary.AppendByteOrder) []byte {
	format := "binary_little_endian"
	if order.String() == "BigEndian" {
		format = "binary_big_endian"
	}
	data := plyHead(c, format)
	for _, x := range c.Points {
		data = order.AppendUint64(data, math.Float64bits(x))
	}
	return data
}

func pcdHead(c Cloud, kind string) []byte {
	d := c.Dimension
	return fmt.Appendf(nil, "# .PCD v0.7\nVERSION 0.7\nFIELDS %s\nSIZE%s\nTYPE%s\nCOUNT%s\nWIDTH %d\nHEIGHT 1\nPOINTS %d\nDATA %s\n",
		strings.Join(names(c), " "), strings.Repeat(" 8", d), strings.Repeat(" F", d), strings.Repeat(" 1", d),
		c.Count(), c.Count(), kind)
}

func writePCDBinary(c Cloud) []byte {
	data := pcdHead(c, "binary")
	for _, x := range c.Points {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return data
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
	dictionary := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
	before := len(npyMagic) + 4
	if version > 1 {
		before += 2
	}
	padding := 63 - (before+len(dictionary))%64
	dictionary += strings.Repeat(" ", padding) + "\n"
	head := append([]byte(npyMagic), byte(version), 0)
	if version == 1 {
		head = binary.LittleEndian.AppendUint16(head, uint16(len(dictionary)))
	} else {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(dictionary)))
	}
	return append(head, dictionary...)
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

func appendFloat(data []byte, descr string, x float64) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	if descr[2] == '4' {
		return order.AppendUint32(data, math.Float32bits(float32(x)))
	}
	return order.AppendUint64(data, math.Float64bits(x))
}
