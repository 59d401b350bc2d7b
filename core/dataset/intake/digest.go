package intake

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/digest"
)

// Digest names the run by what it asks, and by what its document says of each cloud.
func (r *Run) Digest() string {
	var text []byte
	add := func(sum [32]byte) { text = append(text, sum[:]...) }
	for _, e := range r.clouds.entries {
		add(e.digest)
	}
	for k, s := range r.Settings {
		add(digestOf("settings", judging.JSONLine(s)))
		for _, e := range r.entries[k] {
			add(digestOf("votes", judging.JSONLine([]any{e.Name, e.Label, e.Predict, e.Certify})))
			if e.Answers != nil {
				add(digestOf("answers", judging.JSONLine(e.Answers)))
			}
		}
	}
	sum := digestOf("run", text)
	return hex.EncodeToString(sum[:])
}

// input returns the digest of what a cloud is certified from under the settings of the run:
// of its name, label, votes and points as they are now, or of why it fails. An error is
// ErrUnavailable.
func (r *Run) input(cloud int) (string, error) {
	entries, err := r.Turn(cloud)
	if err != nil {
		return "", err
	}
	return InputOf(entries), nil
}

// Inputs returns the digest of what each cloud is certified from. An error is ErrUnavailable.
func (r *Run) Inputs() (inputs []string, err error) {
	inputs = make([]string, r.Count())
	for cloud := range inputs {
		if inputs[cloud], err = r.input(cloud); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// InputOf is the digest of a turn.
func InputOf(entries []*Entry) string {
	var text []byte
	for _, e := range entries {
		sum := digestOf("none", nil)
		if e != nil {
			sum = e.input()
		}
		text = append(text, sum[:]...)
	}
	sum := digestOf("input", text)
	return hex.EncodeToString(sum[:])
}

// input is the digest of all that item looks at.
func (e *Entry) input() [32]byte {
	if e.Failure != "" {
		return digestOf("failed", judging.JSONLine([]string{e.Name, e.Failure}))
	}
	text := append([]byte("cloud "), judging.JSONLine([]any{e.Name, e.Label, e.Predict, e.Certify, e.Cloud.Dimension})...)
	text = slices.Grow(text, 8*len(e.Cloud.Points))
	for _, x := range e.Cloud.Points {
		text = binary.LittleEndian.AppendUint64(text, math.Float64bits(x))
	}
	if e.Answers != nil {
		text = append(text, judging.JSONLine(e.Answers)...)
	}
	text = append(text, attributeBytes(e.Cloud.Attributes)...)
	for i := range e.Attacked {
		text = append(text, bytesOf(&e.Attacked[i])...)
	}
	return digest.Sum256(text)
}

// digestOf is the digest of a text of some kind.
func digestOf(kind string, text []byte) [32]byte {
	return digest.Sum256(append(append([]byte(kind), ' '), text...))
}

// compact leaves out the white space of JSON text.
func compact(text json.RawMessage) []byte {
	var out bytes.Buffer
	if json.Compact(&out, text) != nil {
		return text
	}
	return out.Bytes()
}
