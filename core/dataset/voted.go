package dataset

import (
	"encoding/json"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// counted is what the votes of a run document were counted with, as orbitcert-votes writes
// it: enough to count them again.
type counted struct {
	text  json.RawMessage
	Model struct {
		SHA256 string `json:"sha256"`
	} `json:"model"`
	Classifier struct {
		Group invariance.Group `json:"group"`
	} `json:"classifier"`
	Sampling struct {
		Sigma float64 `json:"sigma"`
	} `json:"sampling"`
}

// takeVoted takes it for the settings of a run, and refuses it where it is of another.
func (c *Collection) takeVoted(text json.RawMessage, all []variant) error {
	if text == nil {
		return nil
	}
	v := &counted{text: text}
	if err := json.Unmarshal(text, v); err != nil {
		return document.BadField("voted", "needs model, classifier and sampling: %v", err)
	}
	if !isDigest(v.Model.SHA256) {
		return document.BadField("voted.model.sha256", "must be 64 hexadecimal digits")
	}
	c.voted = v
	for _, variant := range all {
		if err := v.check(variant.settings); err != nil {
			return err
		}
	}
	return nil
}

// check refuses settings under which votes do not count.
func (v *counted) check(s *Settings) error {
	switch {
	case v == nil:
	case v.Sampling.Sigma != s.base.Sigma:
		return document.BadField("sigma", "must be %v, with which the votes were counted, got %v", v.Sampling.Sigma, s.base.Sigma)
	case s.base.Group != v.Classifier.Group && s.base.Group != invariance.None:
		return document.BadField("group", "must be %q, which the votes were counted for, got %q", v.Classifier.Group, s.base.Group)
	}
	return nil
}

// Voted returns what the votes of the run document taken last were counted with, nil
// where none told.
func (c *Collection) Voted() json.RawMessage {
	if c.voted == nil {
		return nil
	}
	return c.voted.text
}

// takeEvidence takes the digest of the votes document of a cloud, which only a second
// count needs.
func takeEvidence(o *document.Object) error {
	digest, present, err := o.Text("evidence")
	if err == nil && present && !isDigest(strings.TrimPrefix(digest, "sha256:")) {
		err = document.BadField(o.Name("evidence"), "must be sha256: and 64 hexadecimal digits")
	}
	return err
}

func isDigest(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }
