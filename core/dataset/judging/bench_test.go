package judging

import "testing"

// A thousand of these are the exact run of the speed goal.
func BenchmarkItemPlane1024(b *testing.B) {
	s, _ := ParseSettings([]byte(`{"sigma":0.25,"group":"SE","attack":{"family":"scale","norms":[0.05,0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5]}}`))
	e := randomEntry(1, 2, 1024, 0.01, 9500)
	for b.Loop() {
		s.Judge(e)
	}
}

// One certificate that has to be drawn: ten draws are ten of them.
func BenchmarkItemSpaceDrawn(b *testing.B) {
	s, _ := ParseSettings([]byte(`{"sigma":0.25,"group":"SE","attack":{"family":"scale","norms":[0.45]}}`))
	e := randomEntry(1, 3, 1024, 0.01, 9500)
	for b.Loop() {
		s.Judge(e)
	}
}
