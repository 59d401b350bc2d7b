package document

import "fmt"

// Interval is what a number of a document may be; see the limits that the table of fields gives.
type Interval struct {
	Low, High float64
	// Above leaves Low itself out.
	Above bool
	// words say it, by default as in "from 0 to 1".
	words string
}

// Has reports whether a number is in the interval.
func (i Interval) Has(x float64) bool { return (x > i.Low || x == i.Low && !i.Above) && x <= i.High }

// Within takes a number in an interval; what names it in an error, with a space behind, or is "".
func (o *Object) Within(field string, in Interval, what string) (x float64, present bool, err error) {
	if x, present, err = o.Number(field); err == nil && present {
		err = in.hold(o.Name(field), what, x)
	}
	return x, present, err
}

// Holds refuses a number that is not in the interval, by the name of its field.
func (i Interval) Holds(field string, x float64) error { return i.hold(field, "", x) }

func (i Interval) hold(field, what string, x float64) error {
	if i.Has(x) {
		return nil
	}
	if i.words == "" {
		i.words = fmt.Sprintf("from %v to %v", i.Low, i.High)
	}
	return BadField(field, "must be %s%s, got %v", what, i.words, x)
}

// Count takes a whole number in an interval.
func (o *Object) Count(field string, in Interval) (k int64, present bool, err error) {
	return o.Whole(field, int64(in.Low), int64(in.High))
}
