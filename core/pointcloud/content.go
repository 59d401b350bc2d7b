package pointcloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/packed"
)

const (
	byteOrderMark = "\xef\xbb\xbf" // of UTF-8
	plainText     = "text"
	utf16Text     = "UTF-16 text (save it as UTF-8)"
	utf32Text     = "UTF-32 text (save it as UTF-8)"
	binaryData    = "binary data"
)

// signatures are the first bytes of files people drop by mistake.
var signatures = []struct{ prefix, kind string }{
	{"\x89PNG", "a PNG image"},
	{"\xff\xd8\xff", "a JPEG image"},
	{"GIF8", "a GIF image"},
	{"II*\x00", "a TIFF image"},
	{"MM\x00*", "a TIFF image"},
	{"RIFF", "an image, sound or film (RIFF)"},
	{"%PDF-", "a PDF document"},
	{"PK\x03\x04", "a ZIP archive (as NPZ and XLSX are)"},
	{"\x1f\x8b", "a gzip archive"},
	{"7z\xbc\xaf", "a 7z archive (unpack it)"},
	{"Rar!", "a RAR archive (unpack it)"},
	{"BZh", "a bzip2 archive (unpack it)"},
	{"\xfd7zXZ", "an xz archive (unpack it)"},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive (unpack it)"},
	{"# vtk", "a VTK file (ParaView saves it as PLY)"},
	{"DRACO", "a Draco mesh"},
	{"#ROSBAG", "a ROS bag"},
	{"\x89HDF", "an HDF5 file"},
	{"ASTM-E57", "an E57 scan"},
	{"<", "HTML or XML"},
	{"\xff\xfe\x00\x00", utf32Text},
	{"\x00\x00\xfe\xff", utf32Text},
	{"\xff\xfe", utf16Text},
	{"\xfe\xff", utf16Text},
}

// refuseSignature refuses a file of bare numbers that starts like another file.
// Short signatures may be numbers.
func refuseSignature(content []byte) error {
	if kind := signatureOf(content, 4); kind != "" {
		return atLine(0, "not a file of bare numbers: it looks like %s", kind)
	}
	return nil
}

// signatureOf names the file that content of so many bytes or more starts like, "" for none.
func signatureOf(content []byte, least int) string {
	for _, s := range signatures {
		if len(s.prefix) >= least && bytes.HasPrefix(content, []byte(s.prefix)) {
			return s.kind
		}
	}
	return ""
}

// looksLike names what the content seems to be, for messages; it returns
// plainText for anything that may be a table of numbers.
func looksLike(content []byte) string {
	head, kind := content[:min(len(content), 512)], signatureOf(content, 1)
	switch {
	case kind != "":
		return kind
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return "a tar archive (unpack it)"
	case document.IsUTF16(head):
		return utf16Text
	case bytes.ContainsFunc(head, isControl):
		return binaryData
	}
	return plainText
}

// refuseControl names the cell of a text that has a control character; nil where there are too many for
// a text.
func refuseControl(content []byte) error {
	const seldom = 32
	head := content[:min(len(content), 512)]
	n := 0
	for _, c := range head {
		if isControl(rune(c)) {
			n++
		}
	}
	if n == 0 || n > 1+len(head)/seldom || bytes.IndexByte(head, 0) >= 0 {
		return nil
	}
	at := bytes.IndexFunc(head, isControl)
	part := func(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == ';' || r == '\n' || r == '\r' }
	cell := head[bytes.LastIndexFunc(head[:at], part)+1:]
	if end := bytes.IndexFunc(cell, part); end >= 0 {
		cell = cell[:end]
	}
	return atLine(lineOf(content, at), "%s has the control character %#02x; replace it, with a blank if it is between two numbers", quote(cell), head[at])
}

// isControl leaves out NUL, which has an error with a line of its own.
func isControl(r rune) bool { return 0 < r && r < ' ' && (r < '\t' || r > '\r') }

// refuseNUL reports the first NUL byte at or after start.
func refuseNUL(data []byte, start int) {
	if i := bytes.IndexByte(data[start:], 0); i >= 0 {
		stop(atLine(lineOf(data, start+i), "has a NUL byte, which text cannot have; save it again as text"))
	}
}

// signs tells which signs of printed text were replaced by those that programs write.
type signs struct {
	blanks, minuses bool
}

// usualSigns writes the blanks and minus signs of printed text, such as the no-break space and
// U+2212, as programs do. The text keeps its length and its lines: blanks fill them up. Text
// without such signs is returned as it is.
func usualSigns(text []byte) ([]byte, signs) {
	first := firstSign(text)
	if first == len(text) {
		return text, signs{}
	}
	var s signs
	out := append(make([]byte, 0, len(text)), text[:first]...)
	short := 0 // by how much the line is shorter
	for i := first; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c == '\n' || c == '\r' {
				out, short = fill(out, short), 0
			}
			out = append(out, c)
			i++
			continue
		}
		sign, size := usualSign(text[i:])
		switch {
		case sign == ' ' && maybeGrouped(text, i, size):
			stop(atLine(lineOf(text, i), "a no-break space before three digits may separate thousands; remove it, or write a plain blank between columns"))
		case sign == 0:
			out = append(out, text[i:i+size]...)
		default:
			s.blanks, s.minuses = s.blanks || sign == ' ', s.minuses || sign == '-'
			out = append(out, sign)
			short += size - 1
		}
		i += size
	}
	return fill(out, short), s
}

// plain writes the text behind a header with usual signs, and refuses NUL in it.
func (l *lines) plain() (s signs) {
	refuseNUL(l.data, l.pos)
	l.data, s = usualSigns(l.data)
	return s
}

// firstSign returns the place of the first byte beyond ASCII, eight at a time.
func firstSign(text []byte) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		if binary.LittleEndian.Uint64(text[i:])&0x8080808080808080 != 0 {
			break
		}
	}
	for i < len(text) && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

func fill(out []byte, blanks int) []byte { return append(out, bytes.Repeat([]byte{' '}, blanks)...) }

// usualSign returns what a character is written as, 0 for itself, and its length. Single bytes are
// those of Latin-1 and its relative of Windows.
func usualSign(text []byte) (sign byte, size int) {
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size == 1 {
		r = rune(text[0])
	}
	switch {
	case r == 0xa0, r == 0x1680, 0x2000 <= r && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000, r == 0x200b, r == 0x2060, r == 0xfeff:
		return ' ', size
	case r == 0x2212, 0x2010 <= r && r <= 0x2014, r == 0xfe63, r == 0xff0d, r == 0x96 && size == 1:
		return '-', size
	}
	return 0, size
}

// maybeGrouped tells whether a blank may part thousands: three digits follow, one to three stand
// before it, and other signs part the columns of the line.
func maybeGrouped(text []byte, at, size int) bool {
	before := text[:at]
	n := 0
	for n < len(before) && n < 4 && digits(before[len(before)-n-1:len(before)-n]) == 1 {
		n++
	}
	rest := text[at+size:]
	behind := digits(rest[:min(len(rest), 4)])
	if n < 1 || n > 3 || behind != 3 || n < len(before) && bytes.IndexByte([]byte(".,"), before[len(before)-n-1]) >= 0 {
		return false
	}
	start := bytes.LastIndexAny(before, "\r\n") + 1
	end := at + size + find(rest, 0, '\n')
	return bytes.ContainsAny(trim(bytes.TrimRight(text[start:end], "\r")), " \t;,")
}

func (s signs) notes() []Note {
	return notesOf([]fact{{s.blanks, "No-break and other blanks of printed text are read as plain blanks."},
		{s.minuses, "Minus signs and dashes of printed text, such as U+2212, are read as -."}})
}

// Files that only Python reads are refused with the line of Python that makes a cloud of
// them. To read a pickle is to run what it says: it is never done here.

// torchPickle is the number by which files of PyTorch before 1.6 begin, as pickles write
// it: 0x1950a86a20f9469cfc6c (torch/serialization.py, MAGIC_NUMBER).
const torchPickle = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"

// adviceFor says how to get a cloud out of files that are none but have one, "" for others.
func adviceFor(name string, content []byte) string {
	if isNPY(content) || packed.IsZIP(content) {
		return "" // whatever it is called: of the page, a MATLAB file that it has read
	}
	lower := strings.ToLower(name)
	for _, a := range arrays {
		starts := slices.ContainsFunc(strings.Split(a.starts, "|"), func(start string) bool { return bytes.HasPrefix(content, []byte(start)) })
		if starts || a.ending != "" && strings.HasSuffix(lower, a.ending) {
			return strings.ReplaceAll(a.advice, "%", pythonName(name, a.instead))
		}
	}
	switch {
	case strings.HasPrefix(strings.ToLower(string(content[:min(len(content), 5)])), "ncols"):
		return fmt.Sprintf("is an ESRI grid; convert it first: gdal_translate -of XYZ %s grid.xyz", pythonName(name, "grid.asc"))
	case convertible(lower) != "":
		return convertible(lower)
	case headAdvice(content) != "":
		return headAdvice(content)
	case strings.HasSuffix(lower, ".bin"):
		return "" // numbers may begin like a pickle
	case isTorch(lower, content):
		return torchAdvice(name)
	case isPickle(content), strings.HasSuffix(lower, ".pkl"), strings.HasSuffix(lower, ".pickle"):
		return fmt.Sprintf(`is a Python pickle; if you trust it, save its cloud with Python: import numpy, pickle; numpy.save("cloud.npy", pickle.load(open(%s, "rb"))), or an entry of what is loaded`, pythonName(name, "file.pkl"))
	}
	return ""
}

// arrays are files known by how they start or end. % stands for the file, instead for one whose name cannot be quoted.
var arrays = []struct{ starts, ending, instead, advice string }{
	// HDF5 too, with all axes the other way round
	{"MATLAB 7.3 MAT-file", "", "file.mat", `is a MATLAB file; save its arrays with Python: import h5py, numpy; numpy.savez("clouds.npz", **{k: v[()].T for k, v in h5py.File(%).items() if hasattr(v, "shape")})`},
	{"\x89HDF", "", "clouds.h5", `is an HDF5 file; save its arrays with Python: import h5py, numpy; numpy.savez("clouds.npz", **{k: v[()] for k, v in h5py.File(%).items() if hasattr(v, "shape")})`},
	{"ASTM-E57", ".e57", "", "is an E57 scan; convert it first: pdal translate scan.e57 scan.las"},
	{"MATLAB 5.0 MAT-file", ".mat", "file.mat", `is a MATLAB file; save its arrays with Python: import numpy, scipy.io; numpy.savez("clouds.npz", **{k: v for k, v in scipy.io.loadmat(%).items() if k[0] != "_"})`},
	{"PAR1", "", "file.parquet", `is a Parquet table; save it as CSV with Python: import pandas; pandas.read_parquet(%).to_csv("cloud.csv")`},
	{"ARROW1|FEA1", "", "file.feather", `is a Feather table; save it as CSV with Python: import pandas; pandas.read_feather(%).to_csv("cloud.csv")`},
}

// foreign are endings of files that other programs turn into one that is read. % stands for the file.
var foreign = []struct{ endings, advice string }{
	{".cif .mcif", "is a CIF file; convert it first: obabel % -O file.xyz"},
	{".mmcif", "is an mmCIF file; convert it first: obabel % -O file.pdb"},
	{".mol2", "is a MOL2 file; convert it first: obabel % -O file.sdf"},
	{".gro", "is a file of GROMACS; convert it first: gmx editconf -f % -o file.pdb"},
	{".pdbqt", "is a file of AutoDock; convert it first: obabel % -O file.pdb"},
	{".poscar .vasp", "is a file of VASP; convert it first: obabel -iPOSCAR % -O file.xyz"},
	{".fbx", "is an FBX model; export it from Blender as .glb"},
	{".blend", "is a file of Blender; export it as .glb"},
	{".3mf", "is a 3MF model; export it as .stl"},
	{".dae", "is a COLLADA model; export it from Blender as .glb"},
	{".step .stp", "is a STEP model; export it as .stl"},
	{".vtk .vtp", "is a VTK file; save it from ParaView as .ply"},
	{".vtu", "is a VTK file; save it from ParaView as .csv"},
	{".rcs", "is a scan of ReCap; export it as .e57 or .pts, then to .las"},
	{".rds", "is a file of R; save it: write.csv(readRDS(\"%\"), \"file.csv\", row.names = FALSE)"},
	{".rdata", "is a file of R; save the table in it with write.csv(…, row.names = FALSE)"},
	{".wrl", "is a VRML model; export it from Blender as .glb"},
	{".x3d", "is an X3D model; export it from Blender as .glb"},
	{".pnts", "is a tile of 3D Tiles; convert its tileset first, with py3dtiles or CloudCompare, to .las"},
	{".msh", "is a mesh of Gmsh; convert it first: meshio convert % file.ply"},
	{".inp", "is an input of Abaqus; convert it first: meshio convert % file.ply"},
	{".bcif", "is a BinaryCIF file; convert it first with gemmi or PyMOL to .pdb"},
	{".xtc .trr", "is a trajectory of GROMACS; convert it first: gmx trjconv -f % -s file.tpr -o file.pdb"},
	{".dcd", "is a trajectory; convert it first with MDAnalysis or VMD to .pdb"},
	{".safetensors", "is a safetensors file; save its arrays with Python: import numpy, safetensors.numpy; numpy.savez(\"clouds.npz\", **safetensors.numpy.load_file(\"%\"))"},
	{".shp", "is a Shapefile; project it to metres and save its points as CSV, with QGIS for example"},
	{".kml", "is a KML file, in degrees; project it to metres and save its points as CSV, with QGIS for example"},
	{".dxf", "is a DXF drawing; export its points as CSV"},
	{".dwg", "is a DWG drawing; export its points as CSV"},
	{".ifc", "is an IFC model; convert it first with IfcConvert to .obj"},
	{".usd .usda .usdc .usdz", "is a USD scene; export it from Blender as .glb"},
	{".pcap", "is a capture of network packets (pcap) of a laser scanner; export its frames from VeloView as .csv or .las"},
	{".mcap", "is an MCAP recording; export its point clouds as .pcd, with ros2 or Foxglove"},
	{".bag", "is a ROS bag; export its point clouds as .pcd: rosrun pcl_ros bag_to_pcd"},
	{".db3", "is a ROS 2 bag; export its point clouds as .pcd"},
	{".bvh", "is a motion in BVH; export the positions of its joints as CSV"},
	{".trc", "is a file of markers of OpenSim (TRC); save the markers of one frame as CSV"},
	{".c3d", "is a C3D motion; save the markers of one frame as CSV"},
	{".label", "holds labels of SemanticKITTI; open the scan, velodyne/….bin"},
	{".tfrecord", "is a TFRecord of TensorFlow; save its arrays as .npz with Python"},
	{".node", "holds vertices of TetGen; write its rows without the first line as .txt and choose the columns"},
	{".ele", "holds tetrahedra of TetGen; open the vertices as text"},
	{".yml .yaml", "is YAML, as OpenCV writes matrices; save the matrix with Python: numpy.save(\"cloud.npy\", cv2.FileStorage(\"%\", 0).getNode(\"points\").mat())"},
	{".lammpstrj", "is a dump of LAMMPS; convert it first with OVITO to .xyz"},
	{".gjf", "is an input of Gaussian; convert it first: obabel % -O file.xyz"},
	{".com", "is an input of Gaussian; convert it first: obabel -igau % -O file.xyz"},
	{".nii", "is a NIfTI volume; save the voxels of its surface as .npy"},
	{".dcm", "is a DICOM image; save the voxels of its surface as .npy"},
	{".xls .ods", "is a spreadsheet; save the table in it as CSV"},
}

const (
	wktAdvice     = "is WKT; save its points as CSV, with QGIS or shapely for example"
	gcodeAdvice   = "is G-code; save the points of its path as CSV"
	tecplotAdvice = "is a table of Tecplot; remove the lines before the first row"
)

// heads are the first words of texts whose numbers are no rows of a table.
var heads = []struct{ head, advice string }{
	{"MULTIPOINT(", wktAdvice}, {"POINT(", wktAdvice}, {"POLYGON(", wktAdvice}, {"LINESTRING(", wktAdvice},
	{"G0 X", gcodeAdvice}, {"G1 X", gcodeAdvice}, {"G1 F", gcodeAdvice}, {"G21", gcodeAdvice}, {"G28", gcodeAdvice}, {"G90", gcodeAdvice},
	{"TITLE =", tecplotAdvice}, {"TITLE=", tecplotAdvice}, {"VARIABLES =", tecplotAdvice}, {"VARIABLES=", tecplotAdvice},
	{"scorer,", "is a table of DeepLabCut, with a cloud of body parts in each row; save x and y of each part as columns nose_x, nose_y and so on, under one header line"},
	{"LABEL,ID,TRACK_ID", "is a table of TrackMate with four header lines; keep the first only, and the spots of one frame"},
	{"ITEM: TIMESTEP", "is a dump of LAMMPS; convert it first with OVITO to .xyz"}, {"%YAML", "is YAML; save its matrix with Python as .npy"},
	{"header:\n", "is a message of ROS as rostopic echo prints it; export the cloud as .pcd"}, {"x: ", "is a message of ROS as rostopic echo prints it; print it as a table: rostopic echo -p"},
	{"version https://git-lfs", "is a pointer of Git LFS, not the file itself; fetch it: git lfs pull"},
}

// headAdvice knows texts by their first words, "" for others.
func headAdvice(content []byte) string {
	start := bytes.TrimLeft(content[:min(len(content), 100)], byteOrderMark+" \t\r\n")
	for _, h := range heads {
		word, open := strings.CutSuffix(h.head, "(")
		if bytes.HasPrefix(start, []byte(word)) && (!open || bytes.IndexByte(start[:min(len(start), 24)], '(') > 0) {
			return h.advice
		}
	}
	return ""
}

// convertible says how a file is turned into one that is read, "" for other endings. Files of VASP are called
// POSCAR and CONTCAR, without an ending.
func convertible(name string) string {
	base := name[strings.LastIndexAny(name, `/\`)+1:]
	if base == "poscar" || base == "contcar" || strings.HasPrefix(base, "poscar.") || strings.HasPrefix(base, "poscar_") {
		return "is a file of VASP; convert it first: obabel -iPOSCAR POSCAR -O file.xyz"
	}
	for _, f := range foreign {
		for _, ending := range strings.Fields(f.endings) {
			if strings.HasSuffix(name, ending) {
				return strings.ReplaceAll(f.advice, "%", "file"+ending)
			}
		}
	}
	return ""
}

func torchAdvice(name string) string {
	return fmt.Sprintf(`is a PyTorch file; if you trust it, save its cloud with Python: import numpy, torch; numpy.save("cloud.npy", torch.load(%s, map_location="cpu").detach()), or an entry of what is loaded`, pythonName(name, "file.pt"))
}

// pythonName quotes the name of a file, or another in the place of one that is long or has
// letters that need care.
func pythonName(path, instead string) string {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	if name == "" || len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r > '~' }) {
		name = instead
	}
	return `"` + name + `"`
}

// isPickle looks at the first operation, which tells the protocol, 2 to 5, and at the last.
func isPickle(content []byte) bool {
	n := len(content)
	return n > 3 && content[0] == 0x80 && content[1] >= 2 && content[1] <= 5 && content[n-1] == '.'
}

// isTorch knows files of PyTorch before 1.6, which are pickles one after another.
func isTorch(lower string, content []byte) bool {
	if len(content) < 2 || content[0] != 0x80 {
		return false
	}
	return strings.HasPrefix(string(content[2:min(len(content), 2+len(torchPickle))]), torchPickle) ||
		strings.HasSuffix(lower, ".pt") || strings.HasSuffix(lower, ".pth")
}

// refuseArchive refuses archives that are files of other programs: PyTorch from 1.6 on has
// a folder with data.pkl in it, Office a list of contents.
func (s *source) refuseArchive(entries []packed.Entry) {
	for i := range entries {
		name := entries[i].Name
		switch {
		case strings.HasSuffix(name, "/data.pkl") || name == "data.pkl":
			nowhere("%s", torchAdvice(s.name))
		case strings.HasSuffix(name, "3dmodel.model"):
			nowhere("%s", convertible(".3mf"))
		case name == "[Content_Types].xml" && !slices.ContainsFunc(entries, func(e packed.Entry) bool { return strings.HasSuffix(e.Name, ".model") }):
			nowhere("is an Office document; save the table in it as CSV")
		}
	}
}
