package smoothing

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// Evidence is the votes document: what was counted, and all that a second count needs.
type Evidence struct {
	// Votes are those of a model that returns classes.
	Votes Votes `json:"votes,omitzero"`
	Answers
	Plan
	Runtime *Runtime `json:"runtime,omitempty"`
	// Tested is what came of the test of a declared invariance, nil if it was not tested.
	Tested *Tested `json:"tested,omitempty"`
	// Sampled is the class of every sample, or the labels of its points, coded, packed with gzip, in base64. A shared
	// certificate goes without.
	Sampled string `json:"sampled,omitempty"`
}

// Document returns the votes document on one line.
func (e *Evidence) Document() []byte {
	text, _ := json.Marshal(e) // of texts, numbers and truths: cannot fail
	return document.Written(text)
}

// Runtime is what ran the model.
type Runtime struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	WASM    string `json:"wasm,omitempty"`
}

// written lists what a votes document always has. Where a plan lacks it the request fills it in, and
// votes for one cloud would pass for those of any other.
var written = []struct {
	part   string
	fields []string
}{
	{"classifier", []string{"group", "how", "poses", "sorted", "grid"}},
	{"sampling", []string{"sigma", "select", "estimate", "block", "seed", "cloud"}},
}

// whole refuses a votes document that leaves open what was counted.
func whole(o *document.Object, r Request) error {
	for _, w := range written {
		part, err := document.Parse(o.Name(w.part), textOf(o, w.part))
		if err != nil {
			return err
		}
		fields := w.fields
		if w.part == "sampling" && r.Sigmas != nil {
			fields = append(slices.Clip(fields), "noise")
		}
		if w.part == "sampling" {
			fields = slices.Concat(fields, slices.Sorted(maps.Keys(r.Law.Fields())))
			if r.Noise != nil {
				fields = append(fields, "axis")
			}
		}
		for _, field := range fields {
			if !part.Has(field) {
				return document.BadField(part.Name(field), "is missing: votes count only for the data they were counted on, so name it")
			}
		}
	}
	return nil
}

func textOf(o *document.Object, part string) json.RawMessage {
	if text := o.Peek(part); text != nil {
		return text
	}
	return json.RawMessage("{}")
}

// TakeEvidence takes a votes document and checks it against the request and against itself.
func TakeEvidence(o *document.Object, r Request) (*Evidence, error) {
	if err := document.Join(document.TakeFormat(o), whole(o, r)); err != nil {
		return nil, err
	}
	p, err := TakePlan(o, r)
	if err != nil {
		return nil, err
	}
	e := &Evidence{Plan: *p}
	if err := document.First(document.Put(&e.Runtime)(TakeRuntime(o)), e.takeTested(o), e.takeCounted(o, r)); err != nil {
		return nil, err
	}
	return e, o.Done()
}

// takeCounted takes votes, or numbers, labels or vectors in their place, and the single answers.
func (e *Evidence) takeCounted(o *document.Object, r Request) error {
	if !e.Model.Returns.votes() {
		if err := e.takeAnswers(o, r.Given); err != nil || e.Labels == nil {
			return err
		}
		return e.takeSampled(o)
	}
	votes, err := o.NeedChild("votes", "")
	if err == nil {
		err = e.takeVotes(votes)
	}
	if err != nil {
		return err
	}
	return e.takeSampled(o)
}

// TakeRuntime takes what ran the model, where the document says it.
func TakeRuntime(o *document.Object) (*Runtime, error) {
	field, err := o.Child("runtime")
	if err != nil || field == nil {
		return nil, err
	}
	r := &Runtime{}
	return r, document.First(document.Put(&r.Name)(takeShort(field, "name")), document.Put(&r.Version)(takeShort(field, "version")),
		document.Put(&r.WASM)(takeShort(field, "wasm")), field.Done())
}

// takeVotes takes the counts; they must be such as tally makes.
func (e *Evidence) takeVotes(o *document.Object) error {
	v := &e.Votes
	if err := document.First(e.takeRule(o), document.Put(&v.Estimate)(takeCounts(o, "estimate", len(e.Model.Classes)))); err != nil {
		return err
	}
	estimated := Total(v.Estimate)
	if estimated > v.Samples {
		return document.BadField(o.Name("estimate"), "has %d votes of %d samples", estimated, v.Samples)
	}
	v.None, v.Predicted = v.Samples-estimated, MostVotes(v.Estimate)
	if !e.Anytime() {
		v.Predicted = MostVotes(v.Select)
	}
	return document.First(agree(o, "none", float64(v.None)), agree(o, "predicted", float64(v.Predicted)), o.Done())
}

// takeRule takes the rule by which votes were counted and the number of samples that it stopped at.
func (e *Evidence) takeRule(o *document.Object) (err error) {
	v := &e.Votes
	if v.Rule, err = o.OneOf("rule", "", Anytime); err != nil {
		return err
	}
	switch {
	case (v.Rule == Anytime) != e.Anytime():
		return document.BadField(o.Name("rule"), "must be %q if sampling.select is 0, and only then; sampling.select is %d", Anytime, e.Sampling.Select)
	case !e.Anytime():
		return e.takeLook(o)
	}
	return document.First(o.Need("samples", ""), document.PutWhole(&v.Samples)(o.Whole("samples", 1, int64(e.Sampling.Estimate))))
}

// takeLook takes the look of votes of two stages, and the votes of the first.
func (e *Evidence) takeLook(o *document.Object) error {
	v, looks := &e.Votes, Looks(e.Sampling.Estimate)
	err := document.First(agree(o, "looks", float64(len(looks))), o.Need("look", ""), document.PutWhole(&v.Look)(o.Whole("look", 1, int64(len(looks)))))
	if err != nil {
		return err
	}
	v.Looks, v.Samples = len(looks), int64(looks[v.Look-1])
	err = document.First(agree(o, "samples", float64(v.Samples)), document.Put(&v.Select)(takeCounts(o, "select", len(e.Model.Classes))))
	if err != nil {
		return err
	}
	if selected := Total(v.Select); selected > int64(e.Sampling.Select) {
		return document.BadField(o.Name("select"), "has %d votes of %d samples", selected, e.Sampling.Select)
	}
	return nil
}

// takeCounts takes a list of votes, one for each class.
func takeCounts(o *document.Object, field string, classes int) ([]int64, error) {
	name := o.Name(field)
	texts, err := document.List(name, o.Take(field))
	if err != nil {
		return nil, err
	}
	if len(texts) != classes {
		return nil, document.BadField(name, "has %d numbers for %d classes", len(texts), classes)
	}
	counts := make([]int64, classes)
	for i, text := range texts {
		n, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil || n < 0 || n > maxEstimate {
			return nil, document.BadField(document.Numbered(name, i), "must be a whole number from 0 to %d, got %s", maxEstimate, document.Shorten(text))
		}
		counts[i] = n
	}
	return counts, nil
}

// Total returns the sum of counts.
func Total(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// takeSampled takes the classes of the samples, which must give the counts.
func (e *Evidence) takeSampled(o *document.Object) error {
	text, present, err := o.Text("sampled")
	if err != nil || !present {
		return err
	}
	name := o.Name("sampled")
	samples, size := e.Samples(), e.size()
	coded, err := unpack(text, samples*size+1)
	if err != nil {
		return document.BadField(name, "%v", err)
	}
	if len(coded) != samples*size {
		return document.BadField(name, "has %d bytes for %d samples of %d each", len(coded), samples, size)
	}
	for i := range len(coded) / e.width() {
		if again := e.appendClass(nil, e.classAt(coded, i)); !bytes.Equal(again, coded[i*e.width():(i+1)*e.width()]) {
			return document.BadField(name, "has no class for sample %d", i*e.width()/size)
		}
	}
	e.Sampled = text
	if e.Labels != nil {
		if counted := e.tallyLabels(coded, len(e.Labels.Predicted)); !slices.Equal(counted.Predicted, e.Labels.Predicted) ||
			!slices.Equal(counted.Votes, e.Labels.Votes) {
			return document.BadField(name, "gives other votes on labels")
		}
		return nil
	}
	if counted := tally(&e.Plan, coded); !slices.Equal(counted.Select, e.Votes.Select) || !slices.Equal(counted.Estimate, e.Votes.Estimate) {
		votes, _ := json.Marshal(counted)
		return document.BadField(name, "gives other votes: %s", votes)
	}
	return nil
}

// unpack returns at most so many bytes.
func unpack(text string, most int) ([]byte, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	if !packed.IsGzip(data) {
		return nil, errors.New("is not packed with gzip")
	}
	return packed.Gunzip(data, most)
}

// Samples returns how many samples of both stages were counted.
func (e *Evidence) Samples() int {
	if !e.Model.Returns.votes() {
		return e.Plan.Samples()
	}
	return e.Sampling.Select + int(e.Votes.Samples)
}

// size returns how many bytes code the answer for a sample.
func (e *Evidence) size() int {
	points := 0
	switch {
	case e.Labels != nil:
		points = len(e.Labels.Predicted)
	case e.Turned != nil:
		points = e.Turned.Values.Count
	}
	return e.Coded(points)
}

// HasSingles reports whether the evidence has the answer for each sample, which a second count is compared with.
func (e *Evidence) HasSingles() bool { return e.Sampled != "" || e.Values != nil || e.Turned != nil }

// coded returns the coded answers for the samples, nil where the evidence goes without.
func (e *Evidence) coded() []byte {
	switch {
	case e.Values != nil:
		return e.codedNumbers()
	case e.Turned != nil:
		return e.Turned.coded()
	case e.Sampled == "":
		return nil
	}
	coded, _ := unpack(e.Sampled, e.Samples()*e.size())
	return coded
}

// Differ returns the numbers of the samples, from first on, whose answer in the evidence is
// another than in a second count.
func (e *Evidence) Differ(first int, again []byte) (samples []int) {
	coded, size := e.coded(), e.size()
	for i := range len(again) / size {
		if at := first + i; at >= len(coded)/size || !bytes.Equal(coded[at*size:(at+1)*size], again[i*size:(i+1)*size]) {
			samples = append(samples, at)
		}
	}
	return samples
}

// Machine is what a count says beside its votes: what ran the model, and what came of the test of a
// declared invariance.
type Machine struct {
	Runtime *Runtime `json:"runtime"`
	Tested  *Tested  `json:"tested"`
}

// NewEvidence counts the coded answers for samples of so many points; it returns nil before the first look.
func NewEvidence(p *Plan, coded []byte, points int, by Machine) (*Evidence, error) {
	e := &Evidence{Plan: *p, Runtime: by.Runtime, Tested: by.Tested}
	if !p.Model.Returns.votes() {
		size := p.Coded(points)
		if len(coded) < p.Samples()*size {
			return nil, nil
		}
		if e.Answers = answersOf(p, coded, size); e.Labels == nil {
			return e, nil
		}
	} else if votes := tally(p, coded); votes != nil {
		e.Votes = *votes
	} else {
		return nil, nil
	}
	var err error
	e.Sampled, err = pack(coded[:e.Samples()*e.size()])
	return e, err
}

// pack packs bytes with gzip, in base64.
func pack(data []byte) (string, error) {
	var text bytes.Buffer
	encoder := base64.NewEncoder(base64.StdEncoding, &text)
	zipped, err := gzip.NewWriterLevel(encoder, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	_, err = zipped.Write(data)
	for _, end := range []func() error{zipped.Close, encoder.Close} {
		if err == nil {
			err = end()
		}
	}
	return text.String(), err
}
