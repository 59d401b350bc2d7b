package haar

import (
	"compress/gzip"
	"encoding/csv"
	"math"
	"math/big"
	"os"
	"strconv"
	"testing"
)

// reference is a row of testdata: see testdata/reference.c.
type reference struct {
	s         [3]float64
	turn, all *big.Float
}

func references(t *testing.T, file string, values int) (rows []reference) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records {
		var r reference
		for i := range values {
			if r.s[i], err = strconv.ParseFloat(record[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		r.turn, r.all = digits(t, record[values]), digits(t, record[values+1])
		rows = append(rows, r)
	}
	return rows
}

func digits(t *testing.T, text string) *big.Float {
	t.Helper()
	x, _, err := big.ParseFloat(text, 10, 200, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// less returns x − Σy, rounded once.
func less(x *big.Float, y ...float64) float64 {
	d := new(big.Float).Copy(x)
	for _, v := range y {
		d.Sub(d, new(big.Float).SetPrec(200).SetFloat64(v))
	}
	f, _ := d.Float64()
	return f
}

// regime names the method that is used for a row.
func regime(s [3]float64) string {
	s = Proper(s)
	switch {
	case isSmall(s):
		return "power series"
	case s[1]/2+s[2]/2 >= largeHalf:
		return "asymptotic series"
	}
	return "contour"
}

// tally keeps the largest of some numbers under each name.
type tally map[string]float64

func (m tally) add(name string, x float64) {
	if !(x <= m[name]) {
		m[name] = x
	}
}

func TestSO3AndO3AgainstReferences(t *testing.T) {
	rows := references(t, "testdata/so3.csv.gz", 3)
	if len(rows) < 2000 {
		t.Fatalf("%d rows", len(rows))
	}
	most := tally{}
	for _, r := range rows {
		s, u := r.s, upright(r.s)
		name := regime(s)
		check(t, most, name+": SO(3)", s, LogSO3(s), TailSO3(s), r.turn, s[:])
		check(t, most, name+": O(3)", s, LogO3(s), TailO3(s), r.all, u[:])
	}
	for name, x := range most {
		t.Logf("%-36s %.2g", name, x)
	}
}

func TestSO2AndO2AgainstReferences(t *testing.T) {
	most := tally{}
	for _, r := range references(t, "testdata/so2.csv.gz", 2) {
		x, y := r.s[0], r.s[1]
		check(t, most, "SO(2)", r.s, logSO2(x, y), tailSO2(x, y), r.turn, []float64{x, y})
		check(t, most, "O(2)", r.s, LogO2(x, y), TailO2(x, y), r.all, []float64{x, math.Abs(y)})
	}
	for name, x := range most {
		t.Logf("%-36s %.2g", name, x)
	}
}

// check compares log β and its tail with a reference: the tail within a tenth
// of TailError, and log β to 1e-14 relatively, or absolutely from 1 on.
func check(t *testing.T, most tally, name string, s [3]float64, log, tail float64, want *big.Float, sum []float64) {
	t.Helper()
	exact, _ := want.Float64()
	tailError := math.Abs(less(want, append([]float64{tail}, sum...)...))
	logError := math.Abs(less(want, log))
	most.add(name+", tail", tailError)
	most.add(name+", tail/TailError", tailError/TailError(tail))
	most.add(name+", log/max(1, log)", logError/math.Max(1, exact))
	if exact > 0 {
		most.add(name+", log relative", logError/exact)
	}
	if !(tailError <= TailError(tail)/10) {
		t.Errorf("%s: tail of %v is off by %.2g", name, s, tailError)
	}
	if !(logError <= 1e-14*math.Max(1, exact)) || !(logError <= 1e-12*exact) {
		t.Errorf("%s: log β of %v is %.17g, off by %.2g", name, s, log, logError)
	}
}
