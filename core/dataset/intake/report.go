package intake

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Meeting is how many rows of votes and clouds met.
type Meeting struct {
	Rows, Clouds int // in all
	Met          int // rows that a cloud took
	Voted        int // clouds with votes
	Failed       int // those without, that fail for another reason
	lost, bare   string
	again        string // a row of a cloud that had votes before
}

// Meetings returns that of each σ.
func (r *Run) Meetings() []Meeting {
	all := make([]Meeting, len(r.entries))
	for k, entries := range r.entries {
		rows := r.clouds.rows
		if r.clouds.votesBySigma != nil {
			rows = r.clouds.votesBySigma[k]
		}
		all[k] = meetingOf(entries, len(rows), len(r.clouds.entries))
	}
	return all
}

// Meeting returns that of what Entries has joined.
func (c *Collection) Meeting(entries []Entry) Meeting {
	return meetingOf(entries, len(c.rows), len(c.entries))
}

// meetingOf counts what became of so many rows and clouds.
func meetingOf(entries []Entry, rows, clouds int) Meeting {
	m := Meeting{Rows: rows, Clouds: clouds, Met: rows - (len(entries) - clouds)}
	for i := range entries {
		switch e := &entries[i]; {
		case e.again:
			m.again = cmp.Or(m.again, e.Name)
		case i >= clouds:
			m.lost = cmp.Or(m.lost, e.Name)
		case e.Voted():
			m.Voted++
		case e.Failure != "":
			m.Failed++
		default:
			m.bare = cmp.Or(m.bare, e.Name)
		}
	}
	return m
}

// String tells of the meeting in a sentence.
func (m Meeting) String() string {
	text := fmt.Sprintf("%d of %d clouds have votes", m.Voted, m.Clouds)
	if m.Failed > 0 {
		text += fmt.Sprintf(", %d cannot be read", m.Failed)
	}
	if m.bare != "" {
		text += fmt.Sprintf(", not %q", m.bare)
	}
	if m.Rows == 0 {
		return text
	}
	text = fmt.Sprintf("%d of %d rows of votes met a cloud", m.Met, m.Rows) + "; " + text
	if m.lost != "" {
		text += fmt.Sprintf("; no cloud takes the row %q", m.lost)
	}
	if m.again != "" {
		text += fmt.Sprintf("; the cloud of the row %q has votes already", m.again)
	}
	return text
}

// Unmet is an error where rows or clouds have no partner, unless the run says that it is partial.
func (r *Run) Unmet() error {
	if r.clouds.partial {
		return nil
	}
	for k, m := range r.Meetings() {
		if m.Met < m.Rows || m.Voted+m.Failed < m.Clouds {
			place := "votes"
			if len(r.Settings) > 1 {
				place = document.Numbered("sigmas", k)
			}
			return document.BadField(place, `do not fit the clouds: %s. Give both the same names and each cloud one row, `+
				`or give "partial": true to count these as failed`, m)
		}
	}
	return nil
}

// refuseSame refuses votes that choose the class of every cloud and bound its probability, too: the same samples would count twice. Other
// samples give all the same numbers once in 10,000 runs at most.
func refuseSame(entries []Entry) error {
	const rare = 1e-4
	chance, rows := 1.0, 0
	for i := range entries {
		e := &entries[i]
		if e.Predict == nil || e.Certify == nil {
			continue
		}
		if !slices.Equal(e.Predict, e.Certify) {
			return nil
		}
		chance *= chanceOf(slices.Max(e.Certify), smoothing.Total(e.Certify))
		rows++
	}
	if rows == 0 || chance > rare {
		return nil
	}
	return document.BadField("votes", "votes_pred and votes_cert are equal for all %d clouds: the same samples may not choose the class and bound its probability; "+
		"count votes_cert of other samples", rows)
}

// chanceOf bounds the probability of k votes of n, for any probability of a vote. It is largest at k/n, where n!/k!/(n-k)! lies below Stirling's
// formula by a factor of at most exp(1/12).
func chanceOf(k, n int64) float64 {
	if k == 0 || k == n {
		return 1
	}
	const stirling = 1.09
	x, all := float64(k), float64(n)
	return min(1, stirling*math.Sqrt(all/(2*math.Pi*x*(all-x))))
}
