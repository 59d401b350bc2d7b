package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// Published is a result document as it was read. Core is that of the document.
type Published struct {
	*judging.Result
	Items []judging.ItemResult
	// FewestVotes and MostVotes are how many samples the votes of a cloud are of, 0 where no
	// cloud has any.
	FewestVotes, MostVotes int64
}

// ReadResult reads a result document of one σ.
func ReadResult(data []byte) (one Published, err error) {
	all, err := ReadResults(data)
	switch {
	case err != nil:
		return one, err
	case len(all) > 1:
		return one, fmt.Errorf("has the results of %d σ; give one of them: an entry of its \"sigmas\"", len(all))
	}
	return all[0], nil
}

// ReadResults reads a result document: that of the only σ, or of each. What it says of all
// clouds has to follow from what it says of each, and that from the votes of each, as far as
// these tell.
func ReadResults(data []byte) ([]Published, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	if !o.Has("sigmas") {
		one, err := readResult(o)
		return []Published{one}, err
	}
	err = document.TakeFormat(o)
	texts, bad := document.List("sigmas", o.Take("sigmas"))
	if err = document.Join(err, bad); err == nil && (len(texts) == 0 || len(texts) > intake.MostSigmas) {
		err = document.BadField("sigmas", "must have 1 to %d results, got %d", intake.MostSigmas, len(texts))
	}
	if err = document.Join(err, o.Done()); err != nil {
		return nil, err
	}
	all := make([]Published, len(texts))
	for k, text := range texts {
		one, bad := document.Parse(document.Numbered("sigmas", k), text)
		if bad == nil {
			all[k], bad = readResult(one)
		}
		err = document.Join(err, bad)
	}
	return all, err
}

// readResult reads the result of one σ.
func readResult(o *document.Object) (p Published, err error) {
	var core string
	if err := document.First(document.TakeFormat(o), document.PutAny(&core)(o.Text("core"))); err != nil {
		return p, err
	}
	if core == "" {
		return p, document.BadField(o.Name("core"), "is missing")
	}
	field, err := o.NeedChild("settings", "")
	if err != nil {
		return p, err
	}
	s, err := judging.TakeSettings(field, field, judging.Written)
	if err != nil {
		return p, err
	}
	if err := s.CheckSets(); err != nil {
		return p, err
	}
	if core != certificate.Core {
		s.Base.Core = core
	}
	items, err := readItems(s, o)
	if err == nil {
		err = follows(s, o, items)
	}
	if err != nil {
		return p, err
	}
	for i := range items {
		if err := (rules{s}).hold(document.Numbered(o.Name("results"), i), &items[i]); err != nil {
			return p, err
		}
	}
	p.Result, p.Items = s.Collect(items), items
	p.Core = core
	for _, item := range items {
		if item.Judged == nil {
			continue
		}
		if p.FewestVotes == 0 || item.Samples < p.FewestVotes {
			p.FewestVotes = item.Samples
		}
		p.MostVotes = max(p.MostVotes, item.Samples)
	}
	return p, nil
}

// readItems reads what became of each cloud.
func readItems(s *judging.Settings, o *document.Object) ([]judging.ItemResult, error) {
	name := o.Name("results")
	if err := o.Need("results", ""); err != nil {
		return nil, err
	}
	texts, err := document.List(name, o.Take("results"))
	if err != nil {
		return nil, err
	}
	if len(texts) == 0 {
		return nil, document.BadField(name, "has no cloud")
	}
	items := make([]judging.ItemResult, len(texts))
	for i, text := range texts {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		item := &items[i]
		if decoder.Decode(item) != nil || !writtenAs(item, text) || !(rules{s}).fits(item) {
			return nil, document.BadField(document.Numbered(name, i), "is not a result of a cloud under these settings")
		}
	}
	return items, nil
}

// writtenAs tells whether a text is how a run writes the item; encoding/json alone would take null for 0.
func writtenAs(r *judging.ItemResult, text []byte) bool {
	own, err := json.Marshal(r)
	return err == nil && equal(own, text)
}

// follows compares the claims about all clouds with the results of each.
func follows(s *judging.Settings, o *document.Object, items []judging.ItemResult) error {
	outcome, err := s.Outcome(items)
	if err != nil {
		return err
	}
	var sums map[string]json.RawMessage
	if err := json.Unmarshal(outcome.Head, &sums); err != nil {
		return err
	}
	delete(sums, "format")
	delete(sums, "core")
	delete(sums, "settings")
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if (name == "average_radius" || name == "population") && !o.Has(name) { // documents before it was there
			continue
		}
		if !equal(o.Take(name), sums[name]) {
			err = document.Join(err, document.BadField(o.Name(name), "does not follow from the results of the clouds"))
		}
	}
	return document.Join(err, o.Done())
}

// equal tells whether two texts are the same JSON, however they are written.
func equal(a, b []byte) bool {
	same := func(text []byte) []byte {
		var value any
		if json.Unmarshal(text, &value) != nil {
			return nil
		}
		return judging.JSON(value)
	}
	own := same(a)
	return own != nil && bytes.Equal(own, same(b))
}
