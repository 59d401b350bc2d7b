package pointcloud

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// A goodFile must give these points.
type goodFile struct {
	why       string
	file      string
	data      string
	dimension int
	points    []float64
}

var goodPLY = []goodFile{
	{"one point", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1 2 3\n", 3, []float64{1, 2, 3}},
	{"another name", "a.bin", "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "1 2 3\n", 3, []float64{1, 2, 3}},
	{"no z", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty int y\nproperty float64 x\nend_header\n1 2.5\n3 4\n", 2, []float64{2.5, 1, 4, 3}},
	{"everything else", "a.ply", "ply\ncomment binary_little_endian\nformat ascii 1.0\nobj_info 7\nelement camera 1\nproperty list uchar float p\nproperty int id\n" +
		"element nothing 9\nelement vertex 2\nproperty uchar red\nproperty float z\nproperty list char int near\nproperty float y\nproperty float x\n" +
		"element face 1\nproperty list uchar int v\nend_header\n\n2 0.5 0.5 7\n255 3 1 9 2 1\n\n0 6 0 5 4\n3 0 1 1\n\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"a double read as written", "a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0.1 .1e+01\n", 2, []float64{0.1, 1}},
	{"little endian, all types", "a.ply", "ply\nformat binary_little_endian 1.0\nelement face 2\nproperty list ushort short v\nelement vertex 1\nproperty char x\nproperty uint8 skip\nproperty ushort y\nproperty int32 z\nend_header\n" +
		"\x02\x00\x01\x00\x02\x00\x00\x00" + "\xfe\x09\xff\xff\xff\xff\xff\xff\x00\x00", 3, []float64{-2, 65535, -1}},
	{"an identity of 64 bits, as Open3D's tensors have", "a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty int64 id\nproperty uint64 x\nproperty char y\nend_header\n" + "12345678\x07\x00\x00\x00\x00\x00\x00\x00\x09", 2, []float64{7, 9}},
	{"big endian, list within vertex", "a.ply", "ply\nformat binary_big_endian 1.0\nelement vertex 2\nproperty short x\nproperty list uchar double w\nproperty uint y\nend_header\n" +
		"\xff\xfe\x00\xff\xff\xff\xff" + "\x00\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\n", 2, []float64{-2, 4294967295, 1, 2}},
}

var brokenPLY = []goodFile{
	{"points over two lines", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty int x\nproperty int y\nproperty int red\nend_header\n1 2 \n9\n3 4\n9\n", 2, []float64{1, 2, 3, 4}},
	{"points over three lines, then faces", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty int x\nproperty int y\nproperty int z\nelement face 1\nproperty list int int vertex_index\nend_header\n1\n2\n3\n\n4\n5\n6\n3 0 1 0\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"decimal commas", "a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nend_header\n1,5 -2,25\n3 4D0\n", 2, []float64{1.5, -2.25, 3, 4}},
}

var goodPCD = []goodFile{
	{"version 0.7", "a.pcd", "# .PCD v0.7 - Point Cloud Data\n" + pcdXYZ + "WIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA ascii\n1 2 3\n4 5 6\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"another name", "points", pcdXYZ + "WIDTH 1\nHEIGHT 1\nDATA ascii\n1 2 3", 3, []float64{1, 2, 3}},
	{"organised", "a.pcd", pcdXYZ + "WIDTH 2\nHEIGHT 2\nPOINTS 4\nDATA ascii\n1 0 0\n2 0 0\n3 0 0\n4 0 0\n", 3, []float64{1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}},
	{"extra fields, other order", "a.pcd", "FIELDS rgb y h x\nSIZE 4 8 4 4\nTYPE U F F F\nCOUNT 1 1 2 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\nnan 2 0 0 1\n", 2, []float64{1, 2}},
	{"binary, other types", "a.pcd", "FIELDS h y x z\nSIZE 1 2 8 4\nTYPE U I F U\nCOUNT 3 1 1 1\nWIDTH 1\nHEIGHT 1\nDATA binary\n" +
		"abc\xff\xff\x00\x00\x00\x00\x00\x00\xf0\x3f\xff\xff\xff\xff\x00\x00\x00", 3, []float64{1, -1, 4294967295}},
}

var goodXYZ = []goodFile{
	{"one point", "a.xyz", "1 2 3", 3, []float64{1, 2, 3}},
	{"2-D", "a.txt", " 1\t2 \n\n3   4\n", 2, []float64{1, 2, 3, 4}},
	{"comments", "A.XYZ", "# x y z\n1 2 3 # first\n#\n4 5 6", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"normals and words", "a.xyz", "1 2 3 nan red\n4 5 6 0 blue\n7 8 9 0 -\n1 1 1 0 blue\n", 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1}},
	{"spellings", "a.xyz", "+1 -.5\n5. 1E3\n0001 1e-400\n", 2, []float64{1, -0.5, 5, 1000, 1, 0}},
	{"mixed line ends", "a.xyz", "1 2\n3 4\r\n5 6\r7 8", 2, []float64{1, 2, 3, 4, 5, 6, 7, 8}},
	{"commas and normals, as in ModelNet40", "chair_0001.txt", "# x,y,z,nx,ny,nz\n1,2,3,0,0,1\n4,5,6,0,1,0\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"no extension", "-", "1 2\n", 2, []float64{1, 2}},
	{"commas without extension", "points", "1,2\n", 2, []float64{1, 2}},
	{"byte order mark", "a.xyz", byteOrderMark + "1 2\n", 2, []float64{1, 2}},
	{"UTF-16", "a.txt", "\xff\xfe1\x00 \x002\x00\n\x00", 2, []float64{1, 2}},
	{"UTF-16 without a mark", "a.txt", "1\x00 \x002\x00\n\x00", 2, []float64{1, 2}},
	{"UTF-16, large end first, with an astral sign", "a.csv", "\xfe\xff\x00x\x00,\x00y\x00,\xd8\x35\xdc\x9c\x00\n\x001\x00,\x002\x00,\xd8\x00\x00\n", 2, []float64{1, 2}},
	{"a header", "a.txt", "X Y Z Classification\n1 2 3 7 \n4 5 6 7\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"a header in another order", "a.xyz", "\"Z\" \"X\" \"Y\"\n3 1 2\n", 3, []float64{1, 2, 3}},
	{"CloudCompare", "a.asc", "//made by a test\n//X,Y,Z\n1,2,3\n", 3, []float64{1, 2, 3}},
	{"units", "a.txt", "x[m];y (m);z\n1;2;3\n", 3, []float64{1, 2, 3}},
	{"decimal commas", "a.txt", "1,5 -2,5\n-,5 3\n", 2, []float64{1.5, -2.5, -0.5, 3}},
	{"decimal commas and tabs", "a.txt", "X\tY\tZ\n1,500\t0,001\t1000,5\n", 3, []float64{1.5, 0.001, 1000.5}},
	{"Fortran's exponents", "a.dat", "  0.15D+01  2.5d-1  -3.0D0\n  0.1-100  0.5+101  1\n", 3, []float64{1.5, 0.25, -3, 1e-101, 5e100, 1}},
	{"normals of Open3D", "a.xyzn", "1 2 3 0 0 1\n", 3, []float64{1, 2, 3}},
	{"colours of Open3D", "a.XYZRGB", "1 2 3 0.5 0 1\n4 5 6 0 0 1\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"names in a remark", "a.txt", "# made by numpy.savetxt\n# i x y z\n7 1 2 3\n7 4 5 6\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"a remark about fewer columns", "a.txt", "# x y\n1 2 3\n", 3, []float64{1, 2, 3}},
	{"no-break spaces", "a.xyz", "1\u00a02\u00a03\n4\u2009 5\u300060\n", 3, []float64{1, 2, 3, 4, 5, 60}},
	{"no-break spaces of Latin-1", "a.txt", "1\xa02 3\n", 3, []float64{1, 2, 3}},
	{"minus signs", "a.csv", "x,y\n−1.5,–2\n1e−3,﹣4e0\n", 2, []float64{-1.5, -2, 0.001, -4}},
	{"minus signs of a spreadsheet", "a.tsv", "\x961.5\t2\n", 2, []float64{-1.5, 2}},
	{"two blank lines between all rows", "a.txt", "1 2\n\n\n3 4\n\n\n5 6\n", 2, []float64{1, 2, 3, 4, 5, 6}},
	{"two blank lines behind names", "a.txt", "x y\n\n\n3 4\n5 6\n\n\n\n", 2, []float64{3, 4, 5, 6}},
	{"a count first", "a.pts", "2\n1 2 3 0.5\n4 5 6 0.5\n", 3, []float64{1, 2, 3, 4, 5, 6}},
}

var goodCSV = []goodFile{
	{"no header", "a.csv", "1,2\n3,4\n", 2, []float64{1, 2, 3, 4}},
	{"columns beyond the third", "a.csv", "1,2,3,red\n4,5,6,blue\n7,8,9,red\n1,1,1,red\n", 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1}},
	{"other names", "a.csv", "easting;northing;height\n1;2;3\n", 3, []float64{1, 2, 3}},
	{"names picked", "a.csv", "id,Z,label,X,Y\n7,3,\"a, b\",1,2\n8,6,\"say \"\"c\"\"\",4,5\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"names without z", "a.csv", "\"y\",\"w\",\"x\"\n\"2\",\"\",\"1\"\n", 2, []float64{1, 2}},
	{"pandas", "a.csv", ",0,1,2\n0,1,2,3\n1,4,5,6\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"pandas, 2-D", "a.csv", ",0,1\n0,1,2\n", 2, []float64{1, 2}},
	{"pandas, normals", "a.csv", ",0,1,2,3,4,5\n" + strings.Repeat("7,1,2,3,0,0,1\n", 4), 3, []float64{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}},
	{"pandas without index", "a.csv", "0,1,2\n1.0,2.0,3.0\n", 3, []float64{1, 2, 3}},
	{"whole numbers that start with 0, 1, 2", "a.csv", "0,1,2\n1,2,3\n", 3, []float64{0, 1, 2, 1, 2, 3}},
	{"0, 1, 2 between blanks", "a.xyz", "0 1 2\n1.5 2 3\n", 3, []float64{0, 1, 2, 1.5, 2, 3}},
	{"R", "a.csv", "\"\",\"V1\",\"V2\"\n\"1\",1,2\n", 2, []float64{1, 2}},
	{"ParaView", "a.csv", "\"Normals:0\",\"Normals:1\",\"Normals:2\",\"Points:0\",\"Points:1\",\"Points:2\"\n0,0,1,1,2,3\n", 3, []float64{1, 2, 3}},
	{"ParaView 5.10", "a.csv", "\"Point ID\",\"Points_0\",\"Points_1\",\"Points_2\",\"Points_Magnitude\"\n9,1,2,3,9\n", 3, []float64{1, 2, 3}},
	{"ParaView's coordinates", "a.csv", "Density,CoordinatesZ,CoordinatesX,CoordinatesY\n9,3,1,2\n", 3, []float64{1, 2, 3}},
	{"names with more to them", "a.csv", "t,pos_x,pos_y,vel_x,vel_y\n9,1,2,9,9\n", 2, []float64{1, 2}},
	{"names with units", "a.csv", "t;x_m;y_m;z_m\n9;1;2;3\n", 3, []float64{1, 2, 3}},
	{"decimal commas", "a.csv", "x;y;z\n1;2;3\n1,5;-2,25;3,125e1\n", 3, []float64{1, 2, 3, 1.5, -2.25, 31.25}},
	{"a point for thousands", "a.txt", "x;y\n1.234,5;2\n", 2, []float64{1234.5, 2}},
	{"two commas", "a.txt", "1,234,567 2\n", 2, []float64{1234567, 2}},
	{"commas for thousands with and without a fraction", "a.csv", "x;y\n2,000;3\n1,234.5;-6,000\n", 2, []float64{2000, 3, 1234.5, -6000}},
	{"decimal commas in quotes", "a.csv", "\"1,5\",\"2,25\"\n", 2, []float64{1.5, 2.25}},
	{"decimal commas and blanks", "a.csv", "1,5 2,5 3,5\n", 3, []float64{1.5, 2.5, 3.5}},
	{"index column of pandas", "a.csv", ",x,y\n0,1,2\n1,3,4\n", 2, []float64{1, 2, 3, 4}},
	{"a name that starts like a number", "a.csv", "x,y,2theta\n1,2,3\n", 2, []float64{1, 2}},
	{"tabs and blanks", "a.tsv", " 1 \t 2 \n\t\n3\t4\n", 2, []float64{1, 2, 3, 4}},
	{"comments", "a.csv", "# made by hand\n1, 2, 3\n# 4, 5, 6\n#4\n#a,b,c\n", 3, []float64{1, 2, 3}},
	{"comma within semicolons", "a.csv", "x;note;y\n1;a,b;2\n", 2, []float64{1, 2}},
	{"a separator said", "a.csv", "sep=|\nx|y\n1|2\n", 2, []float64{1, 2}},
	{"a separator said in quotes", "a.csv", "\"sep=;\"\r\n1;2;3\r\n", 3, []float64{1, 2, 3}},
	{"blanks", "a.csv", "   2.86e-01   8.86e-01\n   2.9e-01   8.9e-01\n   \n", 2, []float64{0.286, 0.886, 0.29, 0.89}},
	{"whole numbers in pairs of columns", "a.csv", "1,2,3,4\n5,-60,7,0\n1,1,1,1\n2,2,2,2\n", 3, []float64{1, 2, 3, 5, -60, 7, 1, 1, 1, 2, 2, 2}},
}

var goodOFF = []goodFile{
	{"cube corner", "a.off", "OFF\n# counts\n3 1 0\n0 0 0\n1 0 0 # second\n\n0 1 0\n3 0 1 2\n", 3, []float64{0, 0, 0, 1, 0, 0, 0, 1, 0}},
	{"counts behind the keyword", "a.off", "OFF 1 0 0\n1 2 3\n", 3, []float64{1, 2, 3}},
	{"ModelNet40's glued counts", "a.off", "OFF1 1 0\n1 2 3\n3 0 0 0\n", 3, []float64{1, 2, 3}},
	{"comments first", "a.off", "# made by hand\nOFF\n1 0 0\n1 2 3\n", 3, []float64{1, 2, 3}},
	{"colours", "a.off", "COFF\n1 0 0\n1 2 3 255 0 0 255\n", 3, []float64{1, 2, 3}},
	{"normals", "a", "NOFF\n1 0 0\n1 2 3 0 0 1\n", 3, []float64{1, 2, 3}},
	{"texture, colours, normals", "a.off", "STCNOFF 1 0 0\n1 2 3 0 0 1 0 0 0 1 0.5 0.5\n", 3, []float64{1, 2, 3}},
	{"no number of edges", "a.off", "OFF\n1 1\n1 2 3\n3 0 0 0\n", 3, []float64{1, 2, 3}},
	{"no keyword", "a.off", "# a remark\n1 0 0\n1 2 3\n", 3, []float64{1, 2, 3}},
	{"no keyword nor edges", "a.off", "1 0\n1 2 3\n", 3, []float64{1, 2, 3}},
}

var goodOBJ = []goodFile{
	{"vertices among others", "a.obj", "mtllib a.mtl\no a\nv 1 2 3\nvn 0 0 1\n  v\t4 5 6 # second\nvt 0 0\nf 1//1 2//1 1//1\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"weights", "a.obj", "v 1 2 3 1.0\nv 4 5 6 1.0\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"colours", "a.obj", "v 1 2 3 0 0 1\n", 3, []float64{1, 2, 3}},
	{"colours on some", "a.obj", "v 1 2 3\nv 4 5 6 0.1 0.2 0.3\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"lines that go on", "a.obj", "v 1 \\\n 2 \\\r\n3\nv 4 5 6\nf 1 \\\n2 1\n", 3, []float64{1, 2, 3, 4, 5, 6}},
	{"a line that goes on nowhere", "a.obj", "v 1 2 3 \\", 3, []float64{1, 2, 3}},
}

var goodNPY = []goodFile{
	{"the least whole number of 64 bits", "a.npy", string(npyHead(1, ">i8", true, "(1, 2)")) + "\x80\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff", 2, []float64{-1 << 63, -1}},
	{"one point", "a.npy", string(writeNPY(Cloud{Points: []float64{1, 2}, Dimension: 2}, 1, "<f8", false)), 2, []float64{1, 2}},
	{"another name", "a", string(writeNPY(Cloud{Points: []float64{1, 2, 3}, Dimension: 3}, 1, ">f4", false)), 3, []float64{1, 2, 3}},
	{"the name of a MATLAB file, which the page has read", "a.mat", string(writeNPY(Cloud{Points: []float64{1, 2}, Dimension: 2}, 1, "<f8", false)), 2, []float64{1, 2}},
	{"a stack of one", "a.npy", string(npyHead(1, "<f4", false, "(1, 1, 2)")) + "\x00\x00\x80\x3f\x00\x00\x00\x40", 2, []float64{1, 2}},
	{"another order of keys", "a.npy", npyMagic + "\x01\x00\x38\x00{\"shape\":(1L,2L),'fortran_order':False,'descr':'<f4'}  \n" + "\x00\x00\x80\x3f\x00\x00\x00\x40", 2, []float64{1, 2}},
	{"half precision", "a.npy", string(npyHead(1, "<f2", false, "(1, 2)")) + "\x00\x3c\x00\xc0", 2, []float64{1, -2}},
	{"whole numbers", "a.npy", string(npyHead(1, "|i1", false, "(1, 3)")) + "\xff\x02\x80", 3, []float64{-1, 2, -128}},
	{"large whole numbers", "a.npy", string(npyHead(1, ">u8", true, "(1, 2)")) + "\x00\x00\x00\x00\x00\x00\x00\x07\xff\xff\xff\xff\xff\xff\xf8\x00", 2, []float64{7, 1<<64 - 1<<11}},
	{"more columns", "a.npy", string(npyHead(1, "|u1", false, "(4, 5)")) + "\x01\x02\x03\xff\xff\x04\x05\x06\xff\xff\x07\x08\x09\xff\xff\x0a\x0b\x0c\xff\xff", 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
	{"more columns in column order", "a.npy", string(npyHead(1, "|u1", true, "(4, 4)")) + "\x01\x04\x07\x0a\x02\x05\x08\x0b\x03\x06\x09\x0c\xff\xff\xff\xfe", 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
	{"records", "a.npy", records1("[('z', '>f4'), ('name', '<U2'), ('rgb', '|u1', (3,)), ('Y', '>i2'), ('x', '>f8')]", "(1,)") + "\x40\x40\x00\x00abcdefgh\xff\xff\xff\x00\x02\x3f\xf0\x00\x00\x00\x00\x00\x00", 3, []float64{1, 2, 3}},
}

var structuredNPY = []goodFile{
	{"a field of three", "a.npy", records1("[('xyz', '<f4', (3,)), ('rgb', '|u1', (3,))]", "(1,)") + "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40abc", 3, []float64{1, 2, 3}},
	{"padding", "a.npy", records1("[('id', '|u1'), ('', '|V3'), ('Position', '>i2', (2,)), ('', '|V4')]", "(1,)") + "\x07xxx\x00\x01\x00\x02xxxx", 2, []float64{1, 2}},
	{"a record in a record", "a.npy", records1("[('normal', [('x', '|i1'), ('y', '|i1')]), ('pos', [('t', '<f8'), ('x', '>i2'), ('y', '|u1')])]", "(1,)") + "\x09\x09xxxxxxxx\x00\x01\x02", 2, []float64{1, 2}},
	{"a title", "a.npy", records1("[(('across', 'x'), '|u1'), (('up', 'y'), '|u1')]", "(1,)") + "\x01\x02", 2, []float64{1, 2}},
	{"two byte orders", "a.npy", records1("[('x', '>i2'), ('y', '<i2'), ('z', '|i1')]", "(1,)") + "\x00\x01\x02\x00\x03", 3, []float64{1, 2, 3}},
}

// records1 is the header of an array of records.
func records1(descr, shape string) string {
	dictionary := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape)
	return npyMagic + "\x01\x00" + string([]byte{byte(len(dictionary)), byte(len(dictionary) >> 8)}) + dictionary
}

var goodJSON = []goodFile{
	{"2-D", "a.json", `{"points": [[1,2],[3,4]]}`, 2, []float64{1, 2, 3, 4}},
	{"another name", "a", " {\"points\"\r\n:\t[ [ 1 , -2.5e+1 , 0.5E-1 ] ] } \n", 3, []float64{1, -25, 0.05}},
	{"underflow", "a.json", `{"points": [[1e-400,-0]]}`, 2, []float64{0, negativeZero}},
}

var otherJSON = []goodFile{
	{"objects", "a.json", `{"points": [{"x": 1, "y": 2, "z": 3, "name": "a", "id": 7}, {"z": 6, "y": 5, "x": 4}]}`, 3, []float64{1, 2, 3, 4, 5, 6}},
	{"other fields", "a.json", `{"id": {"a": [1, "}"]}, "points": [[1,2],[3,4]], "label": 3}`, 2, []float64{1, 2, 3, 4}},
	{"another field", "a", `{"Point_Cloud": [[1,2,3]], "label": null}`, 3, []float64{1, 2, 3}},
	{"columns", "a.json", `{"x": [1, 4], "y": [2, 5.5], "z": [3, 6e0], "t": [0, 1]}`, 3, []float64{1, 2, 3, 4, 5.5, 6}},
	{"columns of pandas", "a.json", `{"Y":{"0":2,"1":4},"X":{"0":1,"1":3}}`, 2, []float64{1, 2, 3, 4}},
	{"an object within", "a.json", `{"version": 1, "cloud": {"points": [[1,2],[3,4]]}}`, 2, []float64{1, 2, 3, 4}},
	{"points with a position", "a.json", `{"points": [{"position": [1, 2, 3], "tags": ["a", {"b": 1}]}, {"tags": [], "position": [4, 5, 6]}]}`, 3, []float64{1, 2, 3, 4, 5, 6}},
	{"split by pandas", "a.json", `{"columns":["x","y"],"index":[0,1],"data":[[1,2],[3,4]]}`, 2, []float64{1, 2, 3, 4}},
}

var negativeZero = math.Copysign(0, -1)

var goodFiles = [][]goodFile{
	goodPLY, brokenPLY, goodPCD, goodXYZ, goodCSV, goodOFF, goodOBJ, goodNPY, structuredNPY, goodJSON, otherJSON,
	goodLists, goodSTL, goodGLB, goodNPZ, goodMoleculeXYZ, goodPDB, shiftedGood, goodSDF, goodMatrices, goodAirfoils, goodLandmarks, goodBare, goodLAS, goodPCDCompressed, goodPTX,
}

// expect reads a file and holds it to points, their number, so many answers to a question or notes, attributes such as {"a":[1]}, and words of the
// notes or of the error; "" allows no notes.
func expect(t *testing.T, name, data string, r Reading, wants ...any) {
	t.Helper()
	file, err := Parse(name, []byte(data), r)
	said := strings.Join(told(file.Notes), "\n")
	if err != nil {
		said = err.Error()
	}
	for _, want := range wants {
		kept := false
		switch want := want.(type) {
		case []float64:
			kept = err == nil && sameBits(file.Cloud.Points, want)
		case int:
			kept = err == nil && file.Cloud.Count() == want
		case missing:
			kept = file.Rows()-file.Cloud.Count() == int(want)
		case answers:
			kept = err != nil && len(Remedies(err)) == int(want)
		case notes:
			kept = len(file.Notes) == int(want)
		case clouds:
			kept = checkListed(name, data, r, err) == int(want)
		case string:
			kept = strings.Contains(said, want) && (want != "" || said == "")
			if strings.HasPrefix(want, "{") {
				kept = err == nil && attributesText(file) == want
			}
		}
		if !kept {
			t.Errorf("%s, %+v: %v with %s, %s; want %v", name, r, file.Cloud.Points, attributesText(file), said, want)
		}
	}
}

// How many answers an error offers, how many notes there are, points without coordinates, and clouds that are listed.
type (
	answers int
	notes   int
	missing int
	clouds  int
)

// checkListed counts the clouds that an error lists, -1 where one reads as others than listed.
func checkListed(name, data string, r Reading, err error) int {
	several, ok := errors.AsType[*PartsError](err)
	if !ok {
		return -1
	}
	for _, p := range several.Parts {
		r.Part = p.Name
		if file, err := Parse(name, []byte(data), r); Remedies(err) == nil && (err != nil || file.Cloud.Count() != p.Count || file.Cloud.Dimension != p.Dimension) {
			return -1
		}
	}
	return several.Total
}

// readOnly reads the only cloud of a file.
func readOnly(name string, data []byte) (Cloud, error) {
	file, err := Parse(name, data, Reading{})
	return file.Cloud, err
}

func TestGoodFiles(t *testing.T) {
	for _, list := range goodFiles {
		for _, g := range list {
			t.Run(g.why, func(t *testing.T) { expect(t, g.file, g.data, Reading{}, g.points, len(g.points)/g.dimension) })
		}
	}
}

// Every prefix of a good binary file is refused, with a place within it.
func TestTruncated(t *testing.T) {
	c := randomCloud(3, 3, 6)
	for _, w := range writers {
		data := w.write(c)
		body := slices.Contains([]string{"little.ply", "big.ply", "binary.pcd", "compressed.pcd", "c8.npy", "fortran8.npy", "points.json"}, w.file)
		for n := range data {
			cloud, err := readOnly(w.file, data[:n])
			if body && err == nil {
				t.Errorf("%s: %d of %d bytes give %v", w.file, n, len(data), cloud)
			}
			if bad, ok := err.(*FormatError); ok && (bad.Byte > int64(n) || bad.Line > 1+strings.Count(string(data[:n]), "\n")+strings.Count(string(data[:n]), "\r")) {
				t.Errorf("%s: %d bytes: %v", w.file, n, err)
			}
		}
	}
}

func TestErrorText(t *testing.T) {
	for want, bad := range map[string]FormatError{
		"a.ply: line 3: message":          {"a.ply", "", 3, -1, "message"},
		"a.ply: byte 0: message":          {"a.ply", "", 0, 0, "message"},
		"a.json: line 1, byte 7: message": {"a.json", "", 1, 7, "message"},
		"a.ply: message":                  {"a.ply", "", 0, -1, "message"},
		"a.npz: p.npy: byte 7: message":   {"a.npz", "p.npy", 0, 7, "message"},
		"message":                         {"", "", 0, -1, "message"},
	} {
		if got := bad.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
