package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// The clouds of an array are those of its slices, and are read from it alone.
func TestArrayIsReadInSlices(t *testing.T) {
	const clouds = 5
	array := npyOf(clouds)
	var votes []string
	for i := range clouds {
		votes = append(votes, fmt.Sprintf(`{"name":"%d",%s}`, i, voted))
	}
	all, err := pointcloud.ParseAll("a.npy", []byte(array), pointcloud.Reading{})
	if err != nil || len(all) != clouds {
		t.Fatal(err)
	}
	most := 0
	open := func(string) (intake.Source, error) { return watched{intake.Memory([]byte(array)), &most}, nil }
	list := `{"file":"a.npy"}`
	for range 2 {
		r := mustParse(t, `{"clouds":[`+list+`],"votes":[`+strings.Join(votes, ",")+`],`+scaling+`}`, open)
		for i := clouds - 1; i >= 0; i-- {
			turn, err := r.Turn(i)
			e := turn[0]
			if err != nil || !slices.Equal(e.Cloud.Points, all[i].File.Cloud.Points) || e.Name != fmt.Sprint(i) {
				t.Errorf("%+v, %v; want %v", e, err, all[i])
			}
		}
		resultOf(t, r)
		list = `{"file":"a.npy","part":"0"},{"file":"a.npy","part":"1"},{"file":"a.npy","part":"2"},{"file":"a.npy","part":"3"},{"file":"a.npy","part":"4"}`
	}
	if most > len(array)-8 {
		t.Errorf("%d bytes read at once of an array of %d", most, len(array))
	}
	r := mustParse(t, `{"clouds":[{"file":"a.npy","part":"9"}],"votes":[{"name":"9",`+voted+`}],`+scaling+`}`, open)
	if text := resultOf(t, r); !strings.Contains(text, `has no part \"9\"`) {
		t.Error(text)
	}
}

// watched tells how much is read at once, past the head of a file.
type watched struct {
	intake.Source
	most *int
}

func (w watched) ReadAt(data []byte, offset int64) (int, error) {
	if offset > 0 {
		*w.most = max(*w.most, len(data))
	}
	return w.Source.ReadAt(data, offset)
}
