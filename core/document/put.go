package document

// First returns the first error of reads that were all done. None may depend on a field that another one puts: Go calls them in order, but is
// free to read variables before.
func First(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Put puts what was read in a place: Put(&x)(o.OneOf(…)).
func Put[T any](to *T) func(T, error) error {
	return func(x T, err error) error { *to = x; return err }
}

// PutAny puts what was read in a place, and the zero of its type where the field is absent.
func PutAny[T any](to *T) func(T, bool, error) error {
	return func(x T, _ bool, err error) error { *to = x; return err }
}

// PutWhole does the same with a whole number.
func PutWhole[T int | int64](to *T) func(int64, bool, error) error {
	return func(x int64, _ bool, err error) error { *to = T(x); return err }
}

// Need refuses an object without a field.
func (o *Object) Need(field, why string) error {
	if o.Has(field) {
		return nil
	}
	return BadField(o.Name(field), "is missing%s", why)
}

// NeedChild takes an object that has to be there.
func (o *Object) NeedChild(field, why string) (*Object, error) {
	if err := o.Need(field, why); err != nil {
		return nil, err
	}
	return o.Child(field)
}

// NeedNumber takes a number that has to be there.
func (o *Object) NeedNumber(field, why string) (float64, error) {
	if err := o.Need(field, why); err != nil {
		return 0, err
	}
	x, _, err := o.Number(field)
	return x, err
}
