package dataset

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Candidate is a cloud that a search for another prediction has ended with, and the votes there: of Samples with fresh noise, which
// the search has not seen, those of each class. The rest had none.
type Candidate struct {
	Cloud   pointcloud.Cloud `json:"points"`
	Votes   []int64          `json:"votes"`
	Samples int64            `json:"samples"`
}

// takeAttacked takes the candidates of an entry, where a search has looked for some.
func (e *Entry) takeAttacked(o *document.Object) error {
	if !o.Has("attacked") {
		return nil
	}
	const place = "attacked"
	texts, err := document.List(place, o.Take(place))
	if err != nil {
		return err
	}
	if len(texts) > maxAttacked {
		return document.BadField(place, "has %d clouds; the limit is %d", len(texts), maxAttacked)
	}
	e.Attacked = make([]Candidate, len(texts))
	for i, text := range texts {
		err = document.Join(err, e.Attacked[i].take(document.Numbered(place, i), text))
	}
	return err
}

func (c *Candidate) take(place string, text json.RawMessage) error {
	o, err := document.Parse(place, text)
	if err != nil {
		return err
	}
	if err = certificate.TakePoints(o, &c.Cloud); err == nil {
		err = certificate.CheckCoordinates(place, c.Cloud)
	}
	votes, bad := takeCounts(o, "votes")
	samples, present, none := o.Whole("samples", 1, certificate.MaxVotes)
	if none == nil && !present {
		none = document.BadField(o.Name("samples"), "is missing")
	}
	c.Votes, c.Samples = votes, samples
	if err = document.Join(err, bad, none, o.Done()); err == nil && total(votes) > samples {
		err = document.BadField(o.Name("votes"), "are %d, of %d samples", total(votes), samples)
	}
	return err
}

// bytes are what a candidate is known by.
func (c *Candidate) bytes() []byte {
	text := line([]any{c.Votes, c.Samples})
	for _, x := range c.Cloud.Points {
		text = binary.LittleEndian.AppendUint64(text, math.Float64bits(x))
	}
	return text
}

// changed tells whether the prediction at the candidate is another than the class predicted, and which: PREDICT of Cohen, Rosenfeld and
// Kolter (ICML 2019) for votes of fresh noise. The class c with the most votes of the others is the prediction where
//
//	2·Pr[Bin(n_c + n_y, ½) ≥ n_c] ≤ level,
//
// n_y being the votes for the class predicted and those of samples without a class; it abstains elsewhere. Where it is wrong about p_c > p_y, and
// so about p_y < ½, with probability at most level.
func (c *Candidate) changed(predicted int64, level float64) (class int64, is bool) {
	class = -1
	for i, n := range c.Votes {
		if int64(i) != predicted && (class < 0 || n > c.Votes[class]) {
			class = int64(i)
		}
	}
	if class < 0 {
		return class, false
	}
	against := c.Samples - total(c.Votes)
	if predicted < int64(len(c.Votes)) {
		against += c.Votes[predicted]
	}
	n := c.Votes[class]
	return class, float64(2*bound.UpperTail(n, n+against, 0.5))*(1+1e-9) <= level
}
