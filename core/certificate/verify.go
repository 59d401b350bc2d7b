package certificate

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Verification is the result of computing a certificate document again.
type Verification struct {
	// Core is the version that made the document.
	Core string `json:"core"`
	// Certified tells whether a row that was verified certifies.
	Certified bool `json:"certified"`
	// Signed tells whether the document has a signature, which is not checked.
	Signed bool `json:"-"`
	// Rule says how an earlier core shared α, where its numbers do not hold all at once with probability 1 − α.
	Rule string `json:"rule,omitempty"`
	// Failed has a line "field: problem" for each claim that the computation contradicts.
	Failed []string `json:"failed,omitempty"`
	// Partial has such a line for each row that this version does not compute.
	Partial []string `json:"partial,omitempty"`
	// Request and Own are what was certified again, and the certificate.
	Request *Request     `json:"-"`
	Own     *Certificate `json:"-"`
}

// Verify computes the certificate document in data again from the request in it.
//
// A document of this core must be equal, field by field. In a document of an earlier core every row
// that is still computed must agree to rounding; a row that is not, such as an old Monte Carlo bound,
// is named in Partial, with today's bound. Such a row certifies nothing.
func Verify(data []byte, open Open) (*Verification, error) {
	return verify(data, open, (*Request).recompute)
}

func verify(data []byte, open Open, certify certifying) (*Verification, error) {
	d, err := opened(data, open)
	if err != nil {
		return nil, err
	}
	o, core, r := d.Object, d.core, d.request
	if err := o.Repeated(); err != nil {
		return nil, err
	}
	if said := Contradiction(data); said != "" {
		return &Verification{Core: core, Failed: []string{said}}, nil
	}
	var v *Verification
	if lines := newer(core, data); lines != nil {
		return &Verification{Core: core, Failed: lines}, nil
	}
	if core != Core {
		v, err = r.verifyReleased(o, core, certify)
	} else if v, err = r.verifyEqual(o); err == nil {
		err = r.compareKey(v, d.key)
	}
	if err != nil {
		return nil, err
	}
	v.Signed = d.signed
	return v, nil
}

// stored is what a shared certificate has beside what was computed: the key it is stored under, and whether a service signed it.
type stored struct {
	key    string
	signed bool
}

// takeStored takes it. Only who has the public key of the service can check a signature.
func takeStored(o *document.Object) (s stored, err error) {
	key, err := smoothing.TakeHex(o, "key")
	signature, signed, bad := o.Text("signature")
	if bytes, wrong := base64.StdEncoding.Strict().DecodeString(signature); bad == nil && signed && (wrong != nil || len(bytes) != ed25519Size) {
		bad = document.BadField("signature", "must be %d bytes in base64", ed25519Size)
	}
	return stored{key, signed}, document.Join(err, bad)
}

// ed25519Size is the length of a signature in bytes.
const ed25519Size = 64

// compareKey compares the key that a document of this core names with that of its request. Those of earlier cores name their version.
func (r *Request) compareKey(v *Verification, key string) error {
	if key == "" {
		return nil
	}
	if r.Alone() {
		v.fail("key: the document has one, but radii alone are not shared")
		return nil
	}
	own, err := r.Key()
	if err == nil && own != key {
		v.fail("key: %s in the document, %s recomputed", key, own)
	}
	return err
}

// firstCore is the first that wrote certificates of this form.
const firstCore = "0.5.0"

// coreOf returns the version that made a document, which stays in it.
func coreOf(o *document.Object) (core string, err error) {
	text := o.Peek("core")
	switch {
	case text == nil:
		return "", document.BadField("core", "is missing: the document is not a certificate")
	case text[0] != '"':
		return "", document.BadField("core", "must be a string, got %s", document.Shorten(text))
	}
	if err := json.Unmarshal(text, &core); err != nil {
		return "", err
	}
	switch {
	case numbersOf(core) == nil:
		return "", document.BadField("core", "must be a version such as %s, got %q", Core, core)
	case older(Core, core):
		return "", document.BadField("core", "is %s, and this program has %s; verify it with a newer program", core, Core)
	case older(core, firstCore):
		return "", document.BadField("core", "is %s, and the first core that wrote certificates of this form is %s", core, firstCore)
	}
	return core, nil
}

// Contradiction names a lower bound of a certificate document that exceeds an upper one, "" if there is none or data has
// another form.
func Contradiction(data []byte) string {
	claimed, err := claims(data)
	if err != nil {
		return ""
	}
	return claimed.Contradiction()
}

// taken is a certificate document without its request, core and what is stored of it: what it claims.
type taken struct {
	*document.Object
	core    string
	request *Request
	stored
}

// opened takes a certificate document of any released core apart.
func opened(data []byte, open Open) (d taken, err error) {
	if d.Object, err = document.Parse("", data); err != nil {
		return d, err
	}
	if d.core, err = coreOf(d.Object); err != nil {
		return d, err
	}
	err = d.Need("request", ": the document is not a certificate")
	text := d.Take("request")
	err = document.First(err, refuseEmpty(d.Object), document.Join(document.Put(&d.stored)(takeStored(d.Object)), document.TakeFormat(d.Object)))
	if err != nil {
		return d, err
	}
	if d.request, err = parseReleased(text, d.core, open); err != nil {
		err = fmt.Errorf("in the request: %w", err)
	}
	return d, err
}

// refuseEmpty refuses a place of tight bounds that has none, as no core writes it.
func refuseEmpty(o *document.Object) error {
	var rows map[string]json.RawMessage
	if text := o.Rest()["tight"]; text == nil || json.Unmarshal(text, &rows) != nil || rows == nil || len(rows) > 0 {
		return nil
	}
	return document.BadField("tight", "has no bound")
}

// verifyEqual compares a document of this core with the certificate of its request.
func (r *Request) verifyEqual(claimed *document.Object) (*Verification, error) {
	c, err := Certify(r)
	if err != nil {
		return nil, err
	}
	theirs, mine, err := bothFields(claimed, c)
	if err != nil {
		return nil, err
	}
	delete(mine, "format")
	return &Verification{Core: Core, Certified: c.Certified, Failed: compared("", theirs, mine, namesOf, differing), Request: r, Own: c}, nil
}

// bothFields returns the fields of a document, less its request, and those of a certificate.
func bothFields(claimed *document.Object, c *Certificate) (theirs, mine map[string]any, err error) {
	if mine, err = fieldsOf(c); err != nil {
		return nil, nil, err
	}
	theirs = map[string]any{}
	for name, text := range claimed.Rest() {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			return nil, nil, document.BadField(name, "%v", err)
		}
		theirs[name] = value
	}
	return theirs, mine, nil
}
