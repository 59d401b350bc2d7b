package judging

import (
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Settings are what a run asks of every cloud.
type Settings struct {
	Attack Attack
	// Withstand asks for ranges of transformations in the place of an attack, nil where there is one.
	Withstand *Withstand
	// RunnerUp says that the runner-up is bounded as well where that certifies more.
	RunnerUp bool
	// runnerUpNamed says that the document names runner_up, or that a run document leaves it to the default.
	runnerUpNamed bool
	// Anytime is the rule of votes that may be looked at after any sample, nil for votes of two stages.
	Anytime *anytime.Rule
	// Returns is "number" or "labels" where the model does not return scores of classes. Numbers are to stay within Tolerance of
	// their reference.
	Returns   string
	Tolerance float64
	// seen are the attributes that the model sees.
	Seen sight
	// Sets is the calibration of sets that hold the true class. It is nil if the run wants no sets.
	Sets *certificate.Calibration
	// Classifier is smoothing.Plan.Voter of the votes, "" where nobody told.
	Classifier string
	// Seed enters every random stream of the run, beside the cloud's name.
	Seed int64

	// base is the request of a cloud but for the clouds and the prediction.
	Base certificate.Request
}

// Attack is a family of perturbations over a grid.
//
// Where σ goes by an attribute, every norm counts point n σ/σₙ times, with the smallest of all σ.
//
// "scale": X' = X(1 + ‖Δ‖/‖X‖) for every ‖Δ‖ in Norms. "rotate": noise in a
// uniformly random direction, of the norm Jitter, then a rotation by each of
// Degrees, for each of Draws random directions; in 3-D about Axis, or about a
// random one per draw. "ball": every X' with ‖Δ‖ up to each of Norms after the best
// alignment. Search is of how many clouds the counter of votes shows the model, to find
// one within the ball that changes the prediction; 0 for no search.
type Attack struct {
	Family string    `json:"family"`
	Norms  []float64 `json:"norms,omitempty"`
	// Unit is whose unit the norms are in, argument.UnitFile or UnitPrepared, "" where the document does not say: then the prepared cloud's.
	Unit    string    `json:"unit,omitempty"`
	Degrees []float64 `json:"degrees,omitempty"`
	Jitter  float64   `json:"noise,omitempty"`
	Axis    []float64 `json:"axis,omitempty"`
	Draws   int       `json:"draws,omitempty"`
	Search  int       `json:"search,omitempty"`
}

const (
	familyScale  = "scale"
	FamilyRotate = "rotate"
	familyBall   = "ball"
)

// Limits of a run.
const (
	maxGrid      = 1000
	MaxAttacked  = 100 // clouds that a search ends with
	defaultDraws = 10
)

// Grid returns the values the accuracy is plotted against.
func (a *Attack) Grid() []float64 {
	if a.Family == FamilyRotate {
		return a.Degrees
	}
	return a.Norms
}

// PerValue returns how many perturbations there are at each value.
func (a *Attack) PerValue() int { return max(1, a.Draws) }

// ParseSettings reads a run document without its clouds and votes.
func ParseSettings(data []byte) (*Settings, error) {
	return ReadSettings(data, Asked)
}

// ReadSettings reads settings of a run or of a result.
func ReadSettings(data []byte, as form) (*Settings, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	bad := document.TakeFormat(o)
	s, err := TakeSettings(o, o, as)
	return s, document.Join(bad, err)
}

// form tells what settings mean that leave runner_up out: asked bound the runner-up, written did not.
type form bool

const (
	Asked   form = false // by a run document
	Written form = true  // in a result or a part
)

// The parts of settings on which others rest.
const (
	group document.Known = 1 << iota // its name: whether there is an axis rests on it
	subsample
	noise
	family
)

// TakeSettings takes the settings, the σ of them where it stands. The error is all that is wrong
// with them.
func TakeSettings(o, sigma *document.Object, as form) (*Settings, error) {
	s := &Settings{}
	s.Base.Stop = argument.StopDecided
	return s, document.TakeAll(o, []document.Step{
		{Take: s.takeOrder}, {Take: s.takeSeen, Fields: []string{"prediction"}},
		{Take: s.takeClassifier},
		{Take: s.Base.TakePreparation, Fields: []string{"prepared"}}, {Take: s.Base.TakeSubsample, Gives: subsample},
		{Take: func(*document.Object) error { return s.TakeSigma(sigma) }},
		{Take: s.Base.TakeGroup, Gives: group},
		{Take: s.Base.TakeAxis, Needs: group, Fields: []string{"axis", "translation"}},
		{Take: s.Base.TakeNoise, Gives: noise}, {Take: s.Base.TakeScores},
		{Take: s.Base.TakeTop}, {Take: s.takeReturns},
		{Take: func(o *document.Object) error { return s.takeRunnerUp(o, as) }}, {Take: s.takeAnytime},
		{Take: s.Base.TakeAlpha}, {Take: s.takeSamples}, {Take: s.takeSeed}, {Take: argument.TakeBound}, {Take: s.takeFamily, Gives: family},
		{Take: s.checkReturns, Needs: subsample | family},
		{Take: s.takeSets},
		{Take: s.checkNoise, Needs: group | subsample | noise | family},
		{Take: (*document.Object).Done},
	})
}

// checkNoise refuses noise on transformations where distances decide.
func (s *Settings) checkNoise(*document.Object) error {
	if s.Base.Noise != nil && s.Withstand == nil {
		return document.BadField("noise",
			"has no answer under an attack, since distances alone prove nothing about such votes: give withstand in the place of attack")
	}
	if s.Base.Noise != nil && s.Base.SigmaBy != nil {
		return document.BadField("noise", "needs one sigma for all points")
	}
	return s.Base.CheckNoise()
}

func (s *Settings) takeClassifier(o *document.Object) (err error) {
	s.Classifier, err = smoothing.TakeHex(o, "classifier")
	return err
}

// takeSamples takes the number of draws. A run draws up to as many whether they are given or not, and never where the
// value is computed.
func (s *Settings) takeSamples(o *document.Object) error {
	err := s.Base.TakeSamples(o)
	s.Base.NeededSamples = false
	return err
}

// TakeSigma takes σ: one for all clouds and points, or one for each value of an attribute. Results are held against it by their votes alone.
func (s *Settings) TakeSigma(o *document.Object) error {
	if text := o.Peek("sigma"); len(text) > 0 && text[0] == '[' {
		return document.BadField(o.Name("sigma"),
			"must be one number in a run, or go by an attribute; certify clouds whose points have a list of σ by a request each")
	}
	s.Base.SigmaBy = nil
	return s.Base.TakeSigma(o)
}

// Sigma is σ as it is written: a number, or one for each value of an attribute.
func (s *Settings) Sigma() any { return s.Base.WrittenSigma() }

// Weight returns what a point counts for in every norm where σ goes by an attribute, as text; "" where all points count the same.
func (s *Settings) Weight() string {
	if s.Base.SigmaBy == nil {
		return ""
	}
	return fmt.Sprintf("%v/σ", s.Base.Sigma)
}

func (s *Settings) takeOrder(o *document.Object) (err error) {
	s.Base.Permutation, err = o.Truth("permutation")
	return err
}

func (s *Settings) takeSeed(o *document.Object) (err error) {
	s.Seed, _, err = o.Count("seed", document.RunSettingsLimits.Seed)
	return err
}

func (s *Settings) takeFamily(o *document.Object) error {
	if o.Has("withstand") {
		return s.takeWithstand(o)
	}
	field, err := o.NeedChild("attack", "")
	if err != nil {
		return err
	}
	a := &s.Attack
	err = document.First(field.Need("family", ""), document.Put(&a.Family)(field.OneOf("family", familyScale, FamilyRotate, familyBall)))
	if err != nil {
		return err
	}
	if a.Family == FamilyRotate {
		err = a.takeRotations(field)
	} else {
		a.Norms, err = takeGrid(field, "norms", document.RunAttackLimits.Norms)
		err = document.Join(err, document.Put(&a.Unit)(s.takeUnit(field)))
	}
	if a.Family == familyBall {
		err = document.Join(err, document.PutWhole(&a.Search)(field.Count("search", document.RunAttackLimits.Search)))
		if a.Search > 0 {
			err = document.Join(err, s.checkSearched("attack.search"))
		}
		if a.Search > 0 && s.Anytime != nil {
			err = document.Join(err,
				document.BadField("attack.search", "needs votes of two stages, but anytime is there: count votes with samples that only name the class"))
		}
		if a.Search > 0 && s.reshapes() {
			err = document.Join(err, document.BadField("attack.search", "needs clouds without preparation; prepare them first"))
		}
	}
	return document.Join(err, field.Done())
}

// takeUnit takes whose unit lengths are in, "" where the document does not say.
func (s *Settings) takeUnit(field *document.Object) (unit string, err error) {
	if !field.Has("unit") {
		return "", nil
	}
	unit, err = field.OneOf("unit", argument.UnitFile, argument.UnitPrepared)
	switch {
	case err != nil || unit != argument.UnitFile:
	case s.Base.Preparation.Samples():
		err = document.BadField(field.Name("unit"), "is %q, but %s", unit, certificate.SamplingNote)
	case s.Base.Noise != nil && s.Base.DividesScale():
		err = document.BadField(field.Name("unit"), "is %q, but with noise on transformations nothing is known of files that are divided by their own size", unit)
	}
	return unit, err
}

// ScalesNorms tells whether the norms are in the unit of files that the preparation scales: each cloud has its own then.
func (s *Settings) ScalesNorms() bool {
	return s.Attack.Unit == argument.UnitFile && s.Base.Preparation.Resized() != ""
}

// ScalesSizes tells whether the sizes of transformations are in the unit of files that the preparation scales.
func (s *Settings) ScalesSizes() bool {
	return s.Withstand != nil && s.Withstand.Unit == argument.UnitFile && s.Base.Preparation.Resized() != ""
}

// Eta is the level of each bound that calibrates sets.
func (s *Settings) Eta() float64 { return s.Base.Alpha / 2 }

// TellsFiles tells whether clouds have a radius of their file beside that of the prepared cloud.
func (s *Settings) TellsFiles() bool {
	p := s.Base.Preparation
	return p.Resized() != "" && !p.Samples() && s.Base.Noise == nil
}

// CheckRadii refuses a run if its clouds have no radius in the unit of the files.
func (s *Settings) CheckRadii() error {
	switch {
	case s.Returns != "":
		return fmt.Errorf("is of a model that returns %s: only classes are right or wrong", s.Returns)
	case s.Base.Noise != nil:
		return fmt.Errorf("is of votes with noise on transformations, which have no radius")
	case s.Base.Preparation.Resized() != "" && !s.TellsFiles():
		return fmt.Errorf("is of clouds that were sampled and scaled, so that no length of a file is known")
	}
	return nil
}

// checkSearched refuses attacks where several classes may be first: they look for another first class, which changes nothing then.
func (s *Settings) checkSearched(field string) error {
	if s.Base.Top > 1 {
		return document.BadField(field, "finds another first class, but top is %d: leave out the attack, or top", s.Base.Top)
	}
	return nil
}

// reshapes tells whether what is certified are other clouds than those that were read.
func (s *Settings) reshapes() bool {
	due := s.Base.Preparation.Due()
	return due.Points > 0 || due.Normalise != ""
}

func (a *Attack) takeRotations(field *document.Object) error {
	err := document.Join(document.Put(&a.Degrees)(takeGrid(field, "degrees", document.RunAttackLimits.Degrees)),
		document.PutAny(&a.Jitter)(field.Within("noise", document.RunAttackLimits.Noise, "a norm ")))
	if field.Has("axis") {
		err = document.Join(err, document.Put(&a.Axis)(field.Direction("axis")))
	}
	a.Draws = defaultDraws
	if field.Has("draws") {
		err = document.Join(err, document.PutWhole(&a.Draws)(field.Count("draws", document.RunAttackLimits.Draws)))
	}
	return err
}

// takeGrid takes a rising list of numbers in an interval.
func takeGrid(field *document.Object, name string, in document.Interval) ([]float64, error) {
	place := field.Name(name)
	if err := field.Need(name, ""); err != nil {
		return nil, err
	}
	texts, err := document.List(place, field.Take(name))
	if err != nil {
		return nil, err
	}
	if len(texts) == 0 || len(texts) > maxGrid {
		return nil, document.BadField(place, "must have 1 to %d values, got %d", maxGrid, len(texts))
	}
	grid := make([]float64, len(texts))
	for i, text := range texts {
		if grid[i], err = document.ParseNumber(place, text); err != nil {
			return nil, err
		}
		if !in.Has(grid[i]) || i > 0 && grid[i] <= grid[i-1] {
			return nil, document.BadField(place, "must rise and lie from %v to %v, got %v", in.Low, in.High, grid[i])
		}
	}
	return grid, nil
}

// MarshalJSON writes the settings in one order, defaults filled in.
func (s *Settings) MarshalJSON() ([]byte, error) {
	r, attack, runnerUp := &s.Base, &s.Attack, &s.RunnerUp
	if !s.runnerUpNamed {
		runnerUp = nil
	}
	if s.Withstand != nil {
		attack = nil
	}
	return json.Marshal(struct {
		Sigma       any                      `json:"sigma"`
		Group       string                   `json:"group"`
		Axis        []float64                `json:"axis,omitempty"`
		Translation bool                     `json:"translation,omitempty"`
		Permutation bool                     `json:"permutation"`
		Noise       *transform.Noise         `json:"noise,omitempty"`
		Subsample   int                      `json:"subsample,omitempty"`
		Scores      bool                     `json:"scores,omitempty"`
		Top         argument.Top             `json:"top,omitempty"`
		RunnerUp    *bool                    `json:"runner_up,omitempty"`
		Anytime     *anytime.Rule            `json:"anytime,omitempty"`
		Returns     string                   `json:"returns,omitempty"`
		Tolerance   float64                  `json:"tolerance,omitempty"`
		Preparation *certificate.Preparation `json:"preparation,omitempty"`
		Alpha       float64                  `json:"alpha"`
		Samples     int                      `json:"samples"`
		Bound       string                   `json:"bound"`
		Seed        int64                    `json:"seed"`
		Attack      *Attack                  `json:"attack,omitempty"`
		Withstand   *Withstand               `json:"withstand,omitempty"`
		Prediction  any                      `json:"prediction,omitempty"`
		Classifier  string                   `json:"classifier,omitempty"`
		Sets        *certificate.Calibration `json:"sets,omitempty"`
	}{
		s.Sigma(), string(r.Group), r.Axis, r.Translation, r.Permutation, r.Noise, r.Subsample, r.Scores, r.Top, runnerUp, s.Anytime, s.Returns, s.Tolerance,
		r.Preparation, r.Alpha, r.Samples, argument.BoundDisagreement, s.Seed, attack, s.Withstand, s.Seen.document(), s.Classifier, s.Sets,
	})
}

// Drawn returns the settings for the clouds that Clouds and Entries have joined: points that
// are drawn on a surface are drawn already.
func (s *Settings) Drawn() *Settings {
	left := *s
	left.Base.Preparation = s.Base.Preparation.Rest()
	return &left
}

// NeedsSpace tells whether the group is for 3-D clouds alone.
func (s *Settings) NeedsSpace() bool { return s.Base.Group == invariance.Axis }

// Prepared tells how clouds were prepared, and which of their attributes are known to count: where it is the same, so are digests of the same clouds.
func (s *Settings) Prepared() string {
	return string(JSON([]any{s.Base.Preparation, s.Base.Permutation, s.Seen.Names, s.Base.SigmaBy}))
}
