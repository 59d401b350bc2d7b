package pointcloud

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
)

// Reading says how to read an ambiguous file. Its fields are set beside "file" in
// a request document.
type Reading struct {
	// Part is which of several clouds, "" for the only one.
	Part string `json:"part,omitempty"`
	// Columns and Type are those of a file of bare numbers: how many a point has,
	// and "float32" or "float64".
	Columns int    `json:"columns,omitempty"`
	Type    string `json:"type,omitempty"`
	// Transposed says whether the rows of a table are coordinates (all x, then all
	// y) and not points; nil where its shape tells.
	Transposed *bool `json:"transposed,omitempty"`
	// Coordinates are the columns of a table that hold x, y and z, counted from 1; the
	// third is 0 in two dimensions, and all are 0 where the file tells.
	Coordinates Columns `json:"coordinates,omitzero"`
	// Rows is "clouds" where each row of a table is a cloud, several points one after
	// another, "blocks" where a column tells which rows are a cloud, "points" where the rows of a
	// stack of arrays are points of one cloud, and "" where rows are one cloud.
	Rows string `json:"rows,omitempty"`
	// Decimal is the decimal sign of a table, "." or ","; "" where the numbers tell.
	Decimal string `json:"decimal,omitempty"`
	// Sample is how many points are taken at random, with the seed 0, of a file that has more; 0 for all.
	Sample int `json:"sample,omitempty"`
	// Thin asks for a sample of a file that has too many points.
	Thin Thin `json:"-"`

	thinning *thinning // while it is drawn
}

// Columns are numbers of two or three columns, counted from 1.
type Columns [3]int

// MarshalJSON writes [2,3] or [2,3,4].
func (c Columns) MarshalJSON() ([]byte, error) { return json.Marshal(c[:c.dimension()]) }

// UnmarshalJSON reads two or three numbers.
func (c *Columns) UnmarshalJSON(data []byte) error {
	var list []int
	if err := json.Unmarshal(data, &list); err != nil || len(list) < 2 || len(list) > 3 {
		return errColumns
	}
	*c = Columns{}
	copy(c[:], list)
	return c.check()
}

var errColumns = errors.New("must be the numbers of two or three different columns, counted from 1, such as [2, 3, 4]")

func (c Columns) dimension() int {
	if c[2] == 0 {
		return 2
	}
	return 3
}

// fromZero returns the columns counted from 0.
func (c Columns) fromZero() [3]int { return [3]int{c[0] - 1, c[1] - 1, c[2] - 1} }

func (c Columns) check() error {
	const most = 4096
	for i, column := range c[:c.dimension()] {
		if column < 1 || column > most || slices.Contains(c[:i], column) {
			return errColumns
		}
	}
	return nil
}

// Preparation lists the preprocessing of clouds: dropping, sampling, normalising.
// Its fields are those of "preparation" in a request.
type Preparation struct {
	// DropMissing leaves out the points without coordinates.
	DropMissing bool `json:"drop_missing,omitempty"`
	// Points is how many points are kept, or drawn from the surface; 0 for all.
	Points int    `json:"points,omitempty"`
	Method Method `json:"method,omitempty"`
	Seed   int64  `json:"seed,omitempty"`
	// Normalise is "centre" (the mean removed), or "unit_sphere" or "rms" (then divided by
	// the largest norm, or by the root mean square of all), "" for none of them.
	Normalise string `json:"normalise,omitempty"`
	// Frame is "clean" where centre and scale are those of the clean cloud for both, "" for each cloud's own.
	Frame string `json:"frame,omitempty"`
}

// Note is a sentence about a decision of the reader, with the alternatives as
// remedies.
type Note struct {
	Text     string   `json:"text"`
	Remedies []Remedy `json:"remedies,omitempty"`
	// Routine says that the note goes with every file of its kind, and that the cloud itself shows what it says.
	Routine bool `json:"-"`
}

// Remedy holds fields to set in the request, beside "file" or in "preparation". It
// answers a question, or changes a decision of the reader.
type Remedy struct {
	// Label is what a button says: "Drop the 12 points without coordinates".
	Label       string       `json:"label"`
	Reading     *Reading     `json:"reading,omitempty"`
	Preparation *Preparation `json:"preparation,omitempty"`
}

// String returns the label and the fields, as they stand in a request document.
func (r Remedy) String() string {
	text := r.Label + ": "
	if r.Reading != nil {
		fields := jsonText(r.Reading)
		text += fields[1:len(fields)-1] + ` beside "file"`
	}
	if r.Reading != nil && r.Preparation != nil {
		text += " and "
	}
	if r.Preparation != nil {
		text += `"preparation": ` + jsonText(r.Preparation)
	}
	return text
}

// jsonText writes an object of words and numbers with blanks behind : and , outside of words,
// which strings.NewReplacer would need 30 kB for.
func jsonText(value any) string {
	text, _ := json.Marshal(value) // of strings, numbers and truths: cannot fail
	out := make([]byte, 0, 2*len(text))
	word := false
	for i, c := range text {
		out = append(out, c)
		if c == '"' && text[i-1] != '\\' {
			word = !word
		}
		if !word && (c == ':' || c == ',') {
			out = append(out, ' ')
		}
	}
	return string(out)
}

// Question is an error with remedies.
type Question struct {
	Err      error
	Remedies []Remedy
}

// ask is an error with remedies. It stands in 20 places: inlined it adds to what a visitor loads.
//
//go:noinline
func ask(err error, remedies ...Remedy) error { return &Question{err, remedies} }

func (q *Question) Error() string { return q.Err.Error() }

// Unwrap returns the error, which knows its place.
func (q *Question) Unwrap() error { return q.Err }

// Failure returns the failure of the error, with the remedies.
func (q *Question) Failure() document.Failure {
	f := document.FailureOf(q.Err)
	if len(q.Remedies) > 0 {
		f.Remedies = q.Remedies
	}
	return f
}

// Remedies returns the remedies of an error, nil if it has none.
func Remedies(err error) []Remedy {
	if q, ok := errors.AsType[*Question](err); ok {
		return q.Remedies
	}
	return nil
}

func note(format string, args ...any) Note { return Note{Text: fmt.Sprintf(format, args...)} }

// decimalSign returns the decimal sign, 0 where the numbers tell.
func (r Reading) decimalSign() byte {
	if r.Decimal == "" {
		return 0
	}
	return r.Decimal[0]
}

// scalarOf returns the type that a reading names.
func scalarOf(name string) (scalar, bool) {
	switch name {
	case "float32", "":
		return scalar{kind: 'f', size: 4}, true
	case "float64":
		return scalar{kind: 'f', size: 8}, true
	}
	return scalar{}, false
}

// Readings of rows: each is a cloud, or each block of rows that a column tells apart, or all rows of a stack of arrays are points of one.
const rowClouds, rowBlocks, rowPoints = "clouds", "blocks", "points"

// check stops at a field that is wrong by itself.
func (r Reading) check() {
	if field, err := r.Check(); err != nil {
		nowhere("%s %v", field, err)
	}
}

// Check returns the first field of a reading that is wrong by itself, and why.
func (r Reading) Check() (field string, err error) {
	const most = 64
	switch _, known := scalarOf(r.Type); {
	case r.Sample < 0 || r.Sample > MaxPoints:
		return "sample", fmt.Errorf("must be a whole number from 1 to %d, got %d", MaxPoints, r.Sample)
	case r.Columns < 0 || r.Columns == 1 || r.Columns > most:
		return "columns", fmt.Errorf("must be a whole number from 2 to %d, got %d", most, r.Columns)
	case !known:
		return "type", fmt.Errorf("must be float32 or float64, got %s", quote([]byte(r.Type)))
	case r.Type != "" && r.Columns == 0:
		return "columns", errors.New("is missing beside type")
	case r.Coordinates != Columns{} && r.Coordinates.check() != nil:
		return "coordinates", errColumns
	case !slices.Contains([]string{"", rowClouds, rowBlocks, rowPoints}, r.Rows):
		return "rows", fmt.Errorf("must be %q, %q or %q, got %s", rowClouds, rowBlocks, rowPoints, quote([]byte(r.Rows)))
	case r.Decimal != "" && r.Decimal != "." && r.Decimal != ",":
		return "decimal", fmt.Errorf(`must be "." or ",", got %s`, quote([]byte(r.Decimal)))
	case r.Transposed != nil && *r.Transposed && r.Coordinates != Columns{}:
		return "coordinates", errors.New("cannot be given with transposed: leave out one of them")
	}
	return "", nil
}

// manyColumns is more than anybody has for a point.
const manyColumns = 16

// oddShape tells whether the rows of a table are perhaps coordinates.
func oddShape(rows, columns int) bool {
	return rows <= 3 && columns > 3 || rows < columns && columns > manyColumns
}

// askShape asks what the axes of a table or an array are.
func askShape(what string, rows, columns int) error {
	yes, no := true, false
	if rows == 1 {
		return ask(atLine(0, "the %s has one row of %s numbers: is this one point?", what, thousands(columns)),
			Remedy{Label: "Read the row as one point", Reading: &Reading{Transposed: &no}})
	}
	return ask(atLine(0, "the %s has %d rows of %s numbers: are these points, or all x, all y and so on?", what, rows, thousands(columns)),
		Remedy{Label: fmt.Sprintf("Read the rows as %s: %s points", axes(min(rows, 3)), thousands(columns)), Reading: &Reading{Transposed: &yes}},
		Remedy{Label: fmt.Sprintf("Read the rows as %d points", rows), Reading: &Reading{Transposed: &no}})
}
