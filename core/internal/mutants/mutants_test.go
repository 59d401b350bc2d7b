package mutants

import (
	"bytes"
	"hash/fnv"
	"testing"
)

// The mutants are the same in every run, and hardly ever a seed.
func TestEach(t *testing.T) {
	seeds := [][]byte{[]byte("1 2 3\n4 5 6\n"), []byte("ply\n"), bytes.Repeat([]byte("x"), largest+1)}
	run := func() (sum uint64, same, all int) {
		hash := fnv.New64a()
		Each(t, seeds, func(data []byte) {
			all++
			hash.Write(append(data, 0))
			for _, s := range seeds {
				if bytes.Equal(s, data) {
					same++
				}
			}
			if len(data) > largest {
				t.Fatalf("%d bytes", len(data))
			}
		})
		return hash.Sum64(), same, all
	}
	sum, same, all := run()
	if again, _, _ := run(); again != sum {
		t.Error("other mutants in the second run")
	}
	if same > all/10 {
		t.Errorf("%d of %d are seeds", same, all)
	}
}
