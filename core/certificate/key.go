package certificate

import (
	"encoding/hex"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
)

// Gram returns r in gram form: all that its certificates depend on, without
// the clouds. There is none where points come and go.
func (r *Request) Gram() (*Request, error) {
	if r.Subsample > 0 {
		return nil, document.BadField("subsample", "is not shared: what is shared of two clouds is not enough where points come and go; the document itself can be handed on")
	}
	return r.gram(r.Reduced())
}

func (r *Request) gram(pair argument.Pair) (*Request, error) {
	switch {
	case r.Clean == nil:
		return r, nil
	case r.Perturbed == nil:
		return nil, document.BadField("perturbed", "is missing: the gram form needs both clouds")
	}
	short := *r
	short.Clean, short.Perturbed, short.Attack, short.Preparation, short.Pair = nil, nil, nil, nil, pair.Shared
	short.Sigmas = nil // the pair is weighted by them
	short.Prediction = r.Prediction.shared()
	return &short, nil
}

// Key is the hexadecimal SHA-256 of the canonical request in gram form and Core.
func (r *Request) Key() (string, error) {
	short, err := r.Gram()
	if err != nil {
		return "", err
	}
	return short.digest("key", argument.Pair{})
}

// seed returns the seed given by hand, or one that is derived for a purpose.
func (r *Request) seed(purpose string, pair argument.Pair) (string, error) {
	if r.Seed != "" {
		return r.Seed, nil
	}
	return r.digest(purpose, pair)
}

// digest hashes all that defines the certificate, for a purpose: the gram form,
// so that clouds and what is shared of them get the same draws.
func (r *Request) digest(purpose string, pair argument.Pair) (string, error) {
	short, err := r.gram(pair)
	if err != nil {
		return "", err
	}
	text, err := short.MarshalJSON()
	if err != nil {
		return "", err
	}
	sum := digest.Sum256(fmt.Appendf(nil, "orbitcert %s\n%s\n%s", purpose, Core, text))
	return hex.EncodeToString(sum[:]), nil
}
