package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// checkStated refuses what the output cannot be certified with.
func (s *steps) checkStated(*document.Object) error { return s.Prediction.output().check(s.Request) }

// state adds to each argument that is computed what it proves of a number or of labels. Monte Carlo adds nothing to them.
func (r *Request) state(v *argument.Verdict, rows []argument.Row, votes float64) {
	stating := r.Prediction.output().stating(r, votes)
	if stating == nil {
		return
	}
	for _, row := range rows {
		claim := v.Row(row.ID)
		_, closed := claim.(*argument.Closed)
		claim.State(stating(r.least(row), closed))
	}
}

// stated returns what a row says of a number or of labels at the perturbed cloud.
func (r *Request) stated(row argument.Row) argument.Stated {
	return r.Prediction.output().stating(r, r.Levels().Votes)(r.least(row), false)
}
