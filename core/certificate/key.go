package certificate

import (
	"encoding/hex"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Gram returns r in gram form: all that its certificates depend on, without
// the clouds. Rotation about an axis has none: it needs the axis apart.
func (r *Request) Gram() (*Request, error) { return r.gram(r.Reduced()) }

func (r *Request) gram(pair argument.Pair) (*Request, error) {
	switch {
	case r.Clean == nil:
		return r, nil
	case r.Perturbed == nil:
		return nil, document.BadField("perturbed", "is missing: the gram form needs both clouds")
	case r.Group == invariance.Axis:
		return nil, document.BadField("group", "\"axis\" has no gram form, so it cannot be shared")
	}
	short := *r
	short.Clean, short.Perturbed, short.Attack, short.Preparation, short.Pair = nil, nil, nil, nil, pair.Shared
	short.Prediction = r.Prediction.shared()
	return &short, nil
}

// Key is the hexadecimal SHA-256 of the canonical request in gram form and Core.
func (r *Request) Key() (string, error) { return r.digest("key", r.Reduced()) }

// seed returns the seed given by hand, or one that is derived for a purpose.
func (r *Request) seed(purpose string, pair argument.Pair) (string, error) {
	if r.Seed != "" {
		return r.Seed, nil
	}
	return r.digest(purpose, pair)
}

// digest hashes all that defines the certificate, for a purpose: the gram form,
// so that clouds and what is shared of them get the same draws; for a rotation
// about an axis the clouds themselves.
func (r *Request) digest(purpose string, pair argument.Pair) (string, error) {
	short := r
	if r.Group != invariance.Axis {
		var err error
		if short, err = r.gram(pair); err != nil {
			return "", err
		}
	}
	text, err := short.MarshalJSON()
	if err != nil {
		return "", err
	}
	sum := digest.Sum256(fmt.Appendf(nil, "orbitcert %s\n%s\n%s", purpose, Core, text))
	return hex.EncodeToString(sum[:]), nil
}
