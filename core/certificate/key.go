package certificate

import (
	"encoding/hex"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
)

// Gram returns r in gram form: all that its certificate depends on, without the clouds.
func (r *Request) Gram() (*Request, error) {
	if r.Digest != nil {
		return nil, document.BadField("gram.cloud", "gives radii alone, which are not shared; give both clouds")
	}
	if r.Noise != nil {
		return r.gramTransformed()
	}
	pair := r.Reduced()
	short, err := r.gram(pair)
	if err == nil && r.Clean != nil {
		short.points = r.shared(r.Levels())
	}
	return short, err
}

// gram returns r without its clouds, and without what is known of single points.
func (r *Request) gram(pair argument.Pair) (*Request, error) {
	r.settleSamples(pair)
	switch {
	case r.Clean == nil:
		return r, nil
	case r.Perturbed == nil && r.Changes == nil:
		return nil, document.BadField("perturbed", "is missing: the gram form needs both clouds")
	}
	short := *r
	short.Clean, short.Perturbed, short.Attack, short.Preparation, short.Pair = nil, nil, nil, r.left(), pair.Shared
	short.Pairing = nil
	short.Sigmas, short.SigmaBy = nil, nil // the pair is weighted by them
	short.Prediction = r.Prediction.shared()
	return &short, nil
}

// Key is the hexadecimal SHA-256 of the canonical request in gram form and Core.
func (r *Request) Key() (string, error) {
	short, err := r.Gram()
	if err != nil {
		return "", err
	}
	return short.digest("key")
}

// seed returns the seed given by hand, or one that is derived for a purpose: of the gram form, so that clouds and what is
// shared of them get the same draws. They are not drawn for single points.
func (r *Request) seed(purpose string, pair argument.Pair) (string, error) {
	if r.Seed != "" {
		return r.Seed, nil
	}
	short, err := r.gram(pair)
	if err != nil {
		return "", err
	}
	whole := *short
	whole.points, whole.Preparation, whole.Sets = nil, r.Preparation.scale(), nil
	return whole.digest(purpose)
}

// digest hashes all that defines the certificate, for a purpose.
func (r *Request) digest(purpose string) (string, error) {
	text, err := r.MarshalJSON()
	if err != nil {
		return "", err
	}
	sum := digest.Sum256(fmt.Appendf(nil, "orbitcert %s\n%s\n%s", purpose, Core, text))
	return hex.EncodeToString(sum[:]), nil
}
