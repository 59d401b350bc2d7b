package document

// Format is the version of the documents' form. It changes only when a document of an earlier form
// could be read in another way.
const Format = 1

// TakeFormat takes "format" and "$schema", which every document may have.
func TakeFormat(o *Object) error {
	_, _, err := o.Whole("format", Format, Format)
	_, _, bad := o.Text("$schema")
	return Join(err, bad)
}
