package judging

import (
	"fmt"
	"math"
	"strconv"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
)

// Withstand asks how far each cloud may be moved along each family of transformations.
type Withstand struct {
	// Along is their axis, the last one where it is nil.
	Along []float64 `json:"along,omitempty"`
	// Moved is how far the points that stay may move, ‖Δ‖ after alignment, where others come and go.
	Moved float64 `json:"moved,omitempty"`
	// Unit is whose unit sizes are in, argument.UnitFile or UnitPrepared, "" where the document does not say: then the prepared cloud's.
	Unit string `json:"unit,omitempty"`
}

// Family says how many clouds withstand every transformation of a family up to a size.
type Family struct {
	Family string `json:"family"`
	Unit   string `json:"unit"`
	// Sizes rise from 0 in round steps, in degrees where the unit has rad, to the first that no cloud withstands.
	Sizes []float64 `json:"sizes"`
	// Accuracy has an entry for each size s.
	Accuracy FamilyAccuracy `json:"accuracy"`
}

// FamilyAccuracy is the share of all clouds that are predicted correctly and keep their class for
// every t from −s to s: by the black box, and by the best of all arguments.
type FamilyAccuracy struct {
	BlackBox  []float64 `json:"black_box"`
	Withstood []float64 `json:"withstood"`
	// OneClass is that of all arguments by the bound of one class alone, for runs that bound the runner-up.
	OneClass []float64 `json:"one_class,omitempty"`
}

// each returns what of makes of every list.
func (a FamilyAccuracy) each(of func([]float64) []float64) FamilyAccuracy {
	return FamilyAccuracy{of(a.BlackBox), of(a.Withstood), of(a.OneClass)}
}

func (s *Settings) takeWithstand(o *document.Object) error {
	if o.Has("attack") {
		o.Take("attack")
		o.Take("withstand")
		return document.BadField("withstand", "replaces attack; give one of them")
	}
	field, err := o.Child("withstand")
	if err != nil {
		return err
	}
	along, err := explore.TakeAlong(field)
	if err == nil && along != nil && len(along) != 2 && len(along) != 3 {
		err = document.BadField("withstand.along", "must have 2 or 3 numbers, got %d", len(along))
	}
	moved, bad := explore.TakeMoved(field)
	if bad == nil && moved > 0 && s.Base.Subsample == 0 {
		bad = document.BadField("withstand.moved", "belongs to votes of samples of k points (subsample), which is missing")
	}
	unit, wrong := s.takeUnit(field)
	s.Withstand = &Withstand{along, moved, unit}
	return document.Join(err, bad, wrong, field.Done())
}

// spans returns a range, and that of the black box, in the unit of the sizes. What a document lacks of a file is 0.
func (s *Settings) spans(r explore.Range) (own, blackBox explore.Span) {
	switch {
	case !s.ScalesSizes():
		return r.Span, r.BlackBox
	case r.File == nil:
		none := explore.Span{From: new(float64), To: new(float64)}
		return none, none
	}
	return r.File.Span, r.File.BlackBox
}

// withstand finds the ranges of the cloud, and how many points may come and go.
func (j *judge) withstand() error {
	if !j.hopeless() {
		w, err := j.withstood(&j.request)
		if err != nil {
			return err
		}
		j.out.Ranges, j.out.Points = w.Ranges, w.Points
	}
	if j.out.RunnerUp == nil || !j.one().Certified() {
		return nil
	}
	alone := j.request
	alone.Prediction = alone.Prediction.Alone()
	w, err := j.withstood(&alone)
	if err == nil {
		j.out.OneClass.Ranges = w.Ranges
	}
	return err
}

func (j *judge) withstood(r *certificate.Request) (*explore.Withstood, error) {
	asked, err := explore.Ask(r, j.settings.Withstand.Along, j.settings.Withstand.Moved)
	if err != nil {
		return nil, err
	}
	return explore.Withstand(asked)
}

// reaches are how far the clouds that are predicted correctly go along a family, either way.
type reaches struct {
	unit                     string
	blackBox, withstood, one []float64
}

// oneClassRanges are the ranges by the bound of one class alone.
func (j *Judged) oneClassRanges() []explore.Range {
	if j.OneClass != nil {
		return j.OneClass.Ranges
	}
	return j.Ranges
}

// familiesOf adds up the ranges of all clouds.
func (s *Settings) familiesOf(items []ItemResult) []Family {
	all, order := map[string]*reaches{}, []string{}
	of := func(r explore.Range) *reaches {
		if all[r.Family] == nil {
			all[r.Family], order = &reaches{unit: r.Unit}, append(order, r.Family)
		}
		return all[r.Family]
	}
	for _, item := range judged(items) {
		for _, r := range item.Ranges {
			of := of(r)
			if own, blackBox := s.spans(r); item.Correct() {
				of.blackBox, of.withstood = append(of.blackBox, blackBox.Reach()), append(of.withstood, own.Reach())
			}
		}
		for _, r := range item.oneClassRanges() {
			if of := of(r); item.Correct() {
				own, _ := s.spans(r)
				of.one = append(of.one, own.Reach())
			}
		}
	}
	families := []Family{}
	for _, name := range order {
		of := all[name]
		sizes := sizesTo(of.unit, max(farthest(of.blackBox), farthest(of.withstood), farthest(of.one)))
		share := func(reaches []float64) []float64 { return shares(reaches, sizes, len(items)) }
		accuracy := FamilyAccuracy{BlackBox: share(of.blackBox), Withstood: share(of.withstood)}
		if s.RunnerUp {
			accuracy.OneClass = share(of.one)
		}
		families = append(families, Family{name, of.unit, sizes, accuracy})
	}
	return families
}

// farthest returns the largest that is finite.
func farthest(reaches []float64) (most float64) {
	for _, x := range reaches {
		if !math.IsInf(x, 1) {
			most = max(most, x)
		}
	}
	return most
}

// mostSizes bounds how many steps there are to the farthest cloud.
const mostSizes = 50

// sizesTo returns the multiples of 1, 2 or 5 times a power of ten from 0 to the first beyond most.
func sizesTo(unit string, most float64) []float64 {
	if unit == "rad" || unit == "rad/length" {
		return RoundSteps(most, mostSizes, math.Pi/180)
	}
	return RoundSteps(most, mostSizes, 1)
}

// RoundSteps returns about so many multiples of 1, 2 or 5 times a power of ten in a unit, from 0 to the first beyond most.
func RoundSteps(most, count, inUnit float64) []float64 {
	sizes := []float64{0}
	digit, power := roundStep(float64(most / inUnit / count))
	for n := 1; most > 0 && sizes[len(sizes)-1] <= most; n++ {
		sizes = append(sizes, float64(decimal(digit*n, power)*inUnit))
	}
	return sizes
}

// roundStep returns digit and power of the least of 1, 2 and 5 times a power of ten that is no less than x.
func roundStep(x float64) (digit, power int) {
	for power = -320; power < 308; power++ {
		for _, digit := range []int{1, 2, 5} {
			if decimal(digit, power) >= x {
				return digit, power
			}
		}
	}
	return 1, power
}

// decimal returns the float64 nearest to n·10^power.
func decimal(n, power int) float64 {
	x, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", n, power), 64) // beyond the largest, +Inf
	return x
}

// shares returns the share of a number of clouds that reach each size.
func shares(reaches, sizes []float64, clouds int) []float64 {
	out := make([]float64, len(sizes))
	for i, size := range sizes {
		n := 0
		for _, reach := range reaches {
			if reach >= size {
				n++
			}
		}
		out[i] = float64(n) / float64(max(1, clouds))
	}
	return out
}
