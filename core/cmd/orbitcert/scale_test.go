package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Each call that prints lengths says so if they are not in the unit of the file that was read.
func TestLengthsNameThePreparation(t *testing.T) {
	write := writer(t, t.TempDir())
	for normalise, scales := range map[string]bool{"centre": false, "unit_sphere": true} {
		asked := `"preparation":{"normalise":"` + normalise + `"},"sigma":0.5`
		path := write("request.json", strings.Replace(strings.Replace(request, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1), `"sigma":0.5`, asked, 1))
		certificate, _ := mustCall(t, "certify", path)
		cloud := `{"points":[[0,0],[1,0],[0,1]],"label":1,"votes_pred":[0,100],"votes_cert":[10,990]}`
		result, _ := mustCall(t, "run", write("run.json", `{"clouds":[`+cloud+`],`+asked+`,"group":"SE","attack":{"family":"scale","norms":[0,0.1]}}`))
		certified, ran := write("certificate.json", certificate), write("result.json", result)
		for _, args := range [][]string{
			{"certify", path}, {"certify", "--gram", "0", path}, {"radii", path}, {"withstand", path}, {"curve", "--steps", "1", path}, {"regions", "--size", "2", path},
			{"explain", certified}, {"explain", "--latex", certified}, {"card", ran}, {"card", "--badge", ran},
		} {
			if out, _ := mustCall(t, args...); strings.Contains(out, "unit sphere") != scales {
				t.Errorf("%s, %q: %s", normalise, append(args[:len(args)-1], filepath.Base(args[len(args)-1])), out)
			}
		}
	}
}
