package document

// Known are parts of a document on which others rest, a bit each. A reader of one names them.
type Known uint

// Step takes a part of a document. It gives what others rest on, and is left out where what it
// needs could not be had.
type Step struct {
	Take         func(*Object) error
	Gives, Needs Known
	// Fields are those that it leaves where it fails, which are known all the same.
	Fields []string
}

// TakeAll takes each part whose needs are there. The error is all that is wrong, in the order of
// the steps: errors that follow from a wrong part are left out.
func TakeAll(o *Object, all []Step) error {
	var wrong error
	lost := Known(0)
	for _, s := range all {
		var err error
		if lost&s.Needs == 0 {
			err = s.Take(o)
		}
		if err == nil && lost&s.Needs == 0 {
			continue
		}
		wrong = Join(wrong, err)
		lost |= s.Gives
		for _, name := range s.Fields {
			o.Take(name)
		}
	}
	return wrong
}
