package document

// Interval is what a number of a document may be; see the limits that the table of fields gives.
type Interval struct {
	Low, High float64
	// Above leaves Low itself out.
	Above bool
	// words say it, as in "from 0 to 1".
	words string
}

// Has reports whether a number is in the interval.
func (i Interval) Has(x float64) bool { return (x > i.Low || x == i.Low && !i.Above) && x <= i.High }

// Within takes a number in an interval; what names it in an error, with a space behind, or is "".
func (o *Object) Within(field string, in Interval, what string) (x float64, present bool, err error) {
	if x, present, err = o.Number(field); err == nil && present && !in.Has(x) {
		err = BadField(o.Name(field), "must be %s%s, got %v", what, in.words, x)
	}
	return x, present, err
}

// Count takes a whole number in an interval.
func (o *Object) Count(field string, in Interval) (k int64, present bool, err error) {
	return o.Whole(field, int64(in.Low), int64(in.High))
}
