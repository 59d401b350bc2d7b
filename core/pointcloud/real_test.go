package pointcloud

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// realFile reads a file that another program wrote, or skips the test: the
// files are no part of the tree.
func realFile(t *testing.T, name string) []byte {
	folder := os.Getenv("ORBITCERT_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	data, err := os.ReadFile(filepath.Join(folder, "clouds", name))
	if err != nil {
		t.Skip("no test data: ", err)
	}
	return data
}

// Counts are those of the files' headers (of the OBJ files: their v lines);
// the first and last points were read off text files by hand, off binary files
// with Python's struct.
func TestRealFiles(t *testing.T) {
	for _, f := range []struct {
		name        string
		count       int
		first, last [3]float64
	}{
		{"Zaghetto.pcd", 59750, [3]float64{0.6982399821281433, 0.8178600072860718, 0.561519980430603}, [3]float64{0.3681600093841553, 0.4372999966144562, 0.6689500212669373}},
		{"simple-ascii.pcd", 213, [3]float64{0.93773, 0.33763, 0}, [3]float64{-0.18369, -0.23729, 0}},
		{"bunny.obj", 2503, [3]float64{-3.4101800e-003, 1.3031957e-001, 2.1754370e-002}, [3]float64{-5.5039800e-002, 5.7309700e-002, 1.6990900e-002}},
		{"magnolia.obj", 806, [3]float64{-3.269770, -39.572201, 0.876128}, [3]float64{0, -9.98854, 0}},
		{"bunny.ply", 34834, [3]float64{-0.057500001043081284, 0.05882690101861954, 0.021260200068354607}, [3]float64{-0.0614917017519474, 0.06618119776248932, 0.033299800008535385}},
		{"cube_att.ply", 24, [3]float64{0, 0, 0}, [3]float64{1, 0, 1}},
		{"ripple_ascii.ply", 10201, [3]float64{-5, -5, -0.35332}, [3]float64{5, 5, -0.35332}},
		{"ripple_bin.ply", 10201, [3]float64{-5, -5, -0.35332000255584717}, [3]float64{5, 5, -0.35332000255584717}},
	} {
		t.Run(f.name, func(t *testing.T) {
			cloud, err := readOnly(f.name, realFile(t, f.name))
			if err != nil {
				t.Fatal(err)
			}
			if cloud.Count() != f.count || cloud.Dimension != 3 {
				t.Fatalf("%d points of dimension %d, want %d of 3", cloud.Count(), cloud.Dimension, f.count)
			}
			if first := cloud.Points[:3]; !sameBits(first, f.first[:]) {
				t.Errorf("first point %v, want %v", first, f.first)
			}
			if last := cloud.Points[len(cloud.Points)-3:]; !sameBits(last, f.last[:]) {
				t.Errorf("last point %v, want %v", last, f.last)
			}
		})
	}
}

// One surface, written as text with six digits and as float32.
func TestRealFilesAgree(t *testing.T) {
	a, errA := readOnly("ripple_ascii.ply", realFile(t, "ripple_ascii.ply"))
	b, errB := readOnly("ripple_bin.ply", realFile(t, "ripple_bin.ply"))
	if errA != nil || errB != nil || len(a.Points) != len(b.Points) {
		t.Fatal(errA, errB)
	}
	for i := range a.Points {
		if math.Abs(a.Points[i]-b.Points[i]) > 1e-5 {
			t.Fatalf("number %d: %v in text, %v in binary", i, a.Points[i], b.Points[i])
		}
	}
}

// The same surface as a scan.
func TestRealScans(t *testing.T) {
	scan, err := readOnly("ripple.las", realFile(t, "ripple.las"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := readOnly("ripple_ascii.ply", realFile(t, "ripple_ascii.ply"))
	if err != nil || len(scan.Points) != len(text.Points) {
		t.Fatalf("%v, %d points in the scan, %d in the text", err, scan.Count(), text.Count())
	}
	for i := range scan.Points {
		if math.Abs(scan.Points[i]-text.Points[i]) > 1e-5 {
			t.Fatalf("number %d: %v in the scan, %v in the text", i, scan.Points[i], text.Points[i])
		}
	}
	_, err = readOnly("pdrf4-1.3.laz", realFile(t, "pdrf4-1.3.laz"))
	if err == nil || !strings.Contains(err.Error(), "LAZ is compressed") {
		t.Errorf("LAZ: %v", err)
	}
}
