package card

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
)

// shown is the certified accuracy on a badge.
type shown struct {
	run   results.Published
	of    perturbation
	line  line
	at    float64
	share float64
	// lower bounds the share for clouds not seen, nil where no bound is known.
	lower *float64
}

// enough is half of the clouds.
func (s shown) enough() bool { return s.share >= 0.5 }

// above prefers what certifies half of the clouds, then what is perturbed by more, then the
// larger share.
func (s shown) above(other shown) bool {
	switch {
	case s.enough() != other.enough():
		return s.enough()
	case s.enough() && s.at != other.at:
		return s.at > other.at
	}
	return s.share > other.share
}

// Badge returns a picture with one certified accuracy, that of the best run and argument: at
// the size that is given, or else at the largest at which half of the clouds are
// certified, the first where there is none. Of a run that asks what its clouds withstand it shows the family
// that is named, or else the first.
func (c *Card) Badge(at *float64, family string) ([]byte, error) {
	best := shown{share: -1}
	for _, r := range c.runs {
		p, err := chosen(r, family)
		if err != nil {
			return nil, err
		}
		i := p.lastEnough()
		if at != nil {
			if i = slices.Index(p.written(), *at); i < 0 {
				return nil, document.BadField("--at", "must be of the grid %s, got %s", strings.Trim(vector(p.written()), "[]"), decimal(*at))
			}
		}
		for _, l := range p.lines {
			s := shown{run: r, of: p, line: l, at: p.sizes[i], share: l.shares[i]}
			if l.lower != nil {
				s.lower = &l.lower[i]
			}
			if s.above(best) {
				best = s
			}
		}
	}
	return best.draw(c), nil
}

// chosen returns the perturbation that a badge shows.
func chosen(r results.Published, family string) (perturbation, error) {
	if r.Settings.Withstand == nil && family != "" {
		return perturbation{}, document.BadField("--family", "needs a run with withstand; this run has an attack")
	}
	all := perturbed(r)
	names := make([]string, len(all))
	for i, p := range all {
		if names[i] = p.family; family == "" || p.family == family {
			return p, nil
		}
	}
	if len(all) == 0 {
		return perturbation{}, document.BadField("families", "have no size that a cloud withstands: there is nothing to show")
	}
	return perturbation{}, document.BadField("--family", "must be one of %s, got %s", strings.Join(names, ", "), document.Shorten([]byte(family)))
}

func (p perturbation) lastEnough() (last int) {
	for i := range p.sizes {
		if slices.ContainsFunc(p.lines, func(l line) bool { return l.shares[i] >= 0.5 }) {
			last = i
		}
	}
	return last
}

// label names the accuracy of a run, and the classes among which its class stays where these are several.
func label(r results.Published) string {
	if k := r.Settings.Base.Top; k > 1 {
		return fmt.Sprintf("certified accuracy, first %d", k)
	}
	return "certified accuracy"
}

// Of a badge: its height, how much room ten characters take in letters of 11 pixels, and what
// is left free beside a text. Readers fit the letters into that room.
const (
	height = 20
	ten    = 58
	margin = 6
)

// badge is white on the colours of the page, which are dark enough for that.
const badge = `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" role="img" aria-label="%[3]s: %[4]s">
<title>%[5]s</title>
<clipPath id="edge"><rect width="%[1]d" height="%[2]d" rx="3"/></clipPath>
<g clip-path="url(#edge)"><rect width="%[6]d" height="%[2]d" fill="#566068"/><rect x="%[6]d" width="%[7]d" height="%[2]d" fill="#0d6d72"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="%[8]d" y="14" textLength="%[9]d">%[3]s</text>
<text x="%[10]d" y="14" textLength="%[11]d">%[4]s</text>
</g>
</svg>
`

func (s shown) draw(c *Card) []byte {
	value, label := s.percent(s.share)+" "+s.of.at(s.at), label(s.run)
	title := s.says(c, value)
	value += fmt.Sprintf(" (%d clouds", s.run.Total)
	if s.lower != nil {
		value += "; not seen: ≥ " + s.percent(*s.lower)
	}
	value += ")"
	left, right := width(label), width(value)
	wide := left + right + 4*margin
	return fmt.Appendf(nil, badge, wide, height, escaped(label), escaped(value), escaped(title),
		left+2*margin, right+2*margin, margin, left, left+3*margin, right)
}

// says is what the badge holds in full.
func (s shown) says(c *Card, value string) string {
	base := s.run.Settings.Base
	notes := ""
	for _, note := range base.LengthNotes() {
		notes += "; " + note
	}
	unseen := ""
	if s.lower != nil {
		unseen = fmt.Sprintf(" Of clouds not seen, drawn like these, at least %s, with %v %% confidence.", s.percent(*s.lower), 100*s.run.Population.Confidence)
	}
	return fmt.Sprintf("%s on %s: %s %s%s.%s Argument: %s; invariance %s, σ = %s, α = %s, %d clouds%s; OrbitCert %s.", c.Model, c.Dataset, label(s.run),
		value, over(s.run), unseen, s.line.name, base.Group, sigma(s.run, decimal), decimal(base.Alpha), s.run.Total, notes, s.run.Core)
}

// percent has the digits that the interval of a share carries.
func (s shown) percent(share float64) string {
	return population.Percent(share, s.run.Total)
}

func width(text string) int {
	return (ten*utf8.RuneCountInString(text) + 5) / 10
}

// escaped is a text in XML, on one line and without hidden characters.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(document.Printable(text))) // a Builder takes all
	return out.String()
}
