package schema

import "testing"

// TestMeaningsBelongToTheirFields holds that a field has the meaning of the next only where the table says so.
func TestMeaningsBelongToTheirFields(t *testing.T) {
	shared := 0
	for _, declared := range table {
		for i, f := range meanings(declared.Fields) {
			was := declared.Fields[i].Doc
			if was != withNext && f.Doc != was || f.Doc == withNext || was == withNext && f.Doc == "" {
				t.Errorf("%s.%s: the table says %q, its types say %q", declared.Name, f.Name, was, f.Doc)
			}
			if was == withNext {
				shared++
			}
		}
	}
	if shared < 30 {
		t.Errorf("%d fields share a meaning, want at least 30", shared)
	}
}
