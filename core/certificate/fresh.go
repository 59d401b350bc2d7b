package certificate

import (
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// Fresh computes the certificate in a document once more, with draws from a seed that
// the author of the document cannot have known: what it proves holds whatever was
// tried before. doubts has a line for each claim of the document that the fresh draws
// do not bear out. fresh is nil where nothing is drawn.
//
// A claim that holds by a hair may fail here by chance; it is then for the reader to
// ask for more draws.
func Fresh(data []byte, open Open, seed string) (fresh *argument.MonteCarlo, doubts []string, err error) {
	d, err := opened(data, open)
	if err != nil {
		return nil, nil, err
	}
	claimed, err := claims(data)
	if err != nil {
		return nil, nil, err
	}
	d.request.Seed = seed
	c, err := Certify(d.request)
	if err != nil || c.MonteCarlo() == nil {
		return nil, nil, err
	}
	return c.MonteCarlo(), claimed.Doubts(c), nil
}

// claims reads what a certificate claims, without its request.
func claims(data []byte) (*Certificate, error) {
	c := &Certificate{}
	if err := json.Unmarshal(data, &struct {
		*Certificate
		Request json.RawMessage `json:"request"`
	}{Certificate: c}); err != nil {
		return nil, document.BadField("document", "is not a certificate: %v", err)
	}
	return c, nil
}

// Doubts lists what fresh draws do not bear out of c.
func (c *Certificate) Doubts(fresh *Certificate) (doubts []string) {
	claimed, found := c.MonteCarlo(), fresh.MonteCarlo()
	if c.Certified && !fresh.Certified {
		doubts = append(doubts, "certified: true in the document, not with fresh draws")
	}
	if claimed != nil && found != nil && claimed.Lower > found.Upper {
		doubts = append(doubts, fmt.Sprintf("tight.monte_carlo.lower: %v in the document, at most %v by fresh draws", claimed.Lower, found.Upper))
	}
	return doubts
}
