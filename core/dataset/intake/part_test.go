package intake

import (
	"strings"
	"testing"
)

// The input of a cloud is another as soon as something differs that its result depends on, and
// the same however it is written.
func TestInputs(t *testing.T) {
	inputs := func(file, cloud string) string {
		open := func(string) (Source, error) { return Memory([]byte(file)), nil }
		run := mustParse(t, `{`+scaling+`,"clouds":[`+cloud+`,{"name":"b","points":[[0,1],[1,0]],`+voted+`}]}`, open)
		inputs, err := run.Inputs()
		if err != nil {
			t.Fatal(err)
		}
		return inputs[0]
	}
	const points, cloud = "0 1\n1 0\n", `{"name":"a","file":"a.xyz",` + voted + `}`
	one := inputs(points, cloud)
	for _, same := range [][2]string{
		{"0.0 1e0\n1 0\n", cloud}, {points, `{` + voted + `,"file":"x.xyz","name":"a"}`},
		{"", strings.Replace(cloud, `"file":"a.xyz"`, `"points":[[0,1],[1,0]]`, 1)},
	} {
		if inputs(same[0], same[1]) != one {
			t.Errorf("%q, %s: is another input", same[0], same[1])
		}
	}
	seen := map[string]bool{one: true}
	for _, other := range [][2]string{
		{"0 1\n1 1e-300\n", cloud}, {"1 0\n0 1\n", cloud}, {"0 1\n1 0\n0 0\n", cloud}, {"0 1\n1 x\n", cloud}, {"0 1 0\n1 0 0\n", cloud},
		{points, strings.Replace(cloud, `"a"`, `"c"`, 1)}, {points, strings.Replace(cloud, `:1,`, `:0,`, 1)},
		{points, strings.Replace(cloud, `[1,9]`, `[2,9]`, 1)}, {points, strings.Replace(cloud, `[5,95]`, `[5,96]`, 1)},
	} {
		input := inputs(other[0], other[1])
		if seen[input] {
			t.Errorf("%q, %s: is the same input as another", other[0], other[1])
		}
		seen[input] = true
	}
}
