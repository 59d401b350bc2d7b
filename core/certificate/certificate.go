package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
)

// Certificate is the certificate document: what the arguments say, and of what.
type Certificate struct {
	argument.Verdict
	Sets    *Sets    `json:"sets,omitempty"`
	Request *Request `json:"request,omitempty"`
	Core    string   `json:"core"`
	// Key is set on shared certificates alone: the SHA-256 they are stored under.
	Key string `json:"key,omitempty"`
	// Signature is set on shared certificates alone: the edge's Ed25519 signature
	// of the document without this field, in base64.
	Signature string `json:"signature,omitempty"`
}

// Prepare computes at once what needs no draws. The work is what remains to be drawn,
// nil when the certificate is complete.
func Prepare(r *Request) (*Certificate, *argument.Work, error) {
	pair := r.Reduced()
	r.keepPosed(pair)
	r.settleSamples(pair)
	drawn, levels := r.Drawn(pair) && r.NoProbability() == nil, r.Levels()
	p := r.Bounds(levels.Votes)
	v := &argument.Verdict{}
	if r.NoProbability() == nil {
		v.Probability = new(p.AtLevel(levels.Votes))
	}
	rows := r.rows(pair)
	v.Prove(rows, p)
	r.conclude(v)
	r.state(v, rows, levels.Votes)
	r.tellFile(v)
	r.declare(v)
	if err := v.Issuable(); err != nil {
		return nil, nil, err
	}
	c := &Certificate{Core: Core, Sets: r.sets(&v.Notes)}
	c.Verdict = *v
	if !drawn || r.Settled(v) {
		return c, nil, nil
	}
	seed, err := r.seed("seed", pair)
	if err != nil {
		return nil, nil, err
	}
	return c, r.Draw(pair, p, levels.Draws, seed), nil
}

// Levels shares α between the votes and what is drawn.
func (r *Request) Levels() bound.Levels { return r.Terms.Levels(r.Prediction.Samples > 0) }

// settleSamples sets the number of draws to 0 if the request gives none and needs none. Then the request says
// the same when it is read from the certificate.
func (r *Request) settleSamples(pair argument.Pair) {
	if r.NeededSamples && (r.Noise != nil || r.Prediction.open() || r.NoProbability() != nil || pair.Orbit != nil && (pair.Way.Exact() || pair.Problem == nil)) {
		r.Samples = 0
	}
}

// Certify prepares and runs all blocks in turn.
func Certify(r *Request) (*Certificate, error) {
	c, w, err := Prepare(r)
	if err != nil {
		return nil, err
	}
	return c, w.Finish(&c.Verdict)
}
