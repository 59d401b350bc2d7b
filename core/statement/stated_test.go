package statement

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Vectors of a count are turned back from their poses, so that nothing is assumed of the model; given ones are taken at their word.
func TestWhichVectorsAreAssumedToTurn(t *testing.T) {
	const request = `{"clean":{"points":[[0,0],[2,0],[3,1],[0,1]]},"sigma":0.5,"group":"SE","prediction":`
	_, plan, err := certificate.ParsePlan([]byte(request+`{"model":{"sha256":"`+strings.Repeat("0", 64)+`","layout":"BND","returns":"vector","clip":2},
		"sampling":{"select":20,"estimate":200}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var coded []byte
	for i := range 2 * 220 {
		coded = binary.LittleEndian.AppendUint64(coded, math.Float64bits(float64(i%7)/7))
	}
	e, err := smoothing.NewEvidence(plan, coded, 0, smoothing.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	for prediction, want := range map[string]string{
		`{"evidence":` + string(e.Document()) + `}`:     "model turn exactly with the cloud under rotations and translations, by construction",
		`{"vectors":{"clip":2,"values":[[1,0],[0,1]]}}`: "model are assumed to turn exactly with the cloud under rotations and translations.",
	} {
		if got := written(t, request+prediction+`}`, Plain); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestParagraphOfNumbersAndLabels(t *testing.T) {
	values := "[" + strings.TrimSuffix(strings.Repeat("1,2,3,4,5,", 100), ",") + "]"
	vectors := strings.TrimSuffix(strings.Repeat("[1,0],[1,0.2],null,", 300), ",null,") + strings.Repeat(",[1,0.1]", 2000)
	for name, c := range map[string]struct{ request, want, without string }{
		"interval":  {`{` + pair + `,"prediction":{"values":` + values + `},"group":"SE"}`, "the model returned 500 numbers (order statistics, error probability 0.001). Its base", "keeps"},
		"tolerance": {`{` + pair + `,"prediction":{"values":` + values + `,"select":[3],"tolerance":2},"group":"SE"}`, "keeps the median within 2 of 3.", "classifier"},
		"exact":     {`{` + pair + `,"prediction":{"values":` + values + `,"select":[3,3.00005],"tolerance":2.04567},"group":"SE"}`, "keeps the median within 2.04567 of 3.000025.", "classifier"},
		"labels": {`{` + pair + `,"prediction":{"labels":{"predicted":[0,1,0,1],"votes":[500,500,300,490],"samples":500}},"group":"SE"}`,
			"the labels of 3 of 4 points are certified to stay the same (tight certificate). At most 1 label changes, and the mean IoU with the labels at the clean cloud is at least 0.5833.", "true"},
		"truth": {`{` + pair + `,"prediction":{"labels":{"predicted":[0,1,0,1],"votes":[500,500,300,490],"samples":500,"truth":[0,1,1,1]}},"group":"SE"}`,
			"at least 0.5833, and with the true labels at least 0.5833.", "classifier"},
		"vector": {`{` + pair + `,"prediction":{"vectors":{"clip":2,"values":[` + vectors + `],"select":[[1,0.1]],"tolerance":1.5}},"group":"SE"}`,
			"The model returns a vector that turns with the cloud, clipped at length 2, and is smoothed by the mean under", "classifier"},
		"within": {`{` + pair + `,"prediction":{"vectors":{"clip":2,"values":[` + vectors + `],"select":[[1,0.1]],"tolerance":1.5}},"group":"SE"}`,
			"after alignment keeps the vector, turned back, within 1.5 of its reference.", "invariant"},
		"angle": {`{` + pair + `,"prediction":{"vectors":{"clip":2,"values":[` + vectors + `],"select":[[1,0.1]],"angle":80}},"group":"SE"}`,
			" degrees of its reference (orbit-based certificate). Every point cloud", "tolerance"},
		"prepared": {`{` + pair + `,"preparation":{"normalise":"rms"},"prediction":{"values":` + values + `,"select":[3],"tolerance":2},"group":"SE"}`,
			"Every prepared point cloud within", "classifier"},
		"too few": {`{` + pair + `,"prediction":{"values":[1,2,3]},"group":"SE"}`, "is not bounded (tight certificate)", "between"},
	} {
		if got := written(t, c.request, Plain); !strings.Contains(got, c.want) || strings.Contains(got, c.without) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
