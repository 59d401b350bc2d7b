package intake

import "testing"

func BenchmarkReadEntry(b *testing.B) {
	e := randomEntry(1, 2, 1024, 0.01, 9500)
	text, _ := e.MarshalJSON()
	for b.Loop() {
		if _, err := ParseEntry(text); err != nil {
			b.Fatal(err)
		}
	}
}
