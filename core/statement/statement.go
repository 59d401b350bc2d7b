// Package statement writes what a certificate says as a paragraph for a paper, with its numbers and
// its assumptions.
package statement

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/say"
)

// Style is how the paragraph is typeset.
type Style struct {
	math, sigma, distance, power, atMost, atLeast, quote string
	escape                                               *strings.Replacer
}

// The styles: plain text, and LaTeX for a document with amsmath.
var (
	Plain = Style{math: "%s", sigma: "σ", distance: "‖X′ − X‖", power: "%s·10^%s", atMost: " ≤ ", atLeast: " ≥ ", quote: "“%s”", escape: strings.NewReplacer()}
	LaTeX = Style{
		math: "$%s$", sigma: `\sigma`, distance: `\lVert X' - X\rVert`, power: `%s\cdot 10^{%s}`, atMost: ` \le `, atLeast: ` \ge `, quote: "``%s''",
		escape: strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`, "^", `\^{}`, "~", `\~{}`,
			"–", "--", "é", `\'e`, "ü", `\"u`, "…", `\dots{}`),
	}
)

// Write returns one paragraph about a certificate of a request. Bounds are rounded to the safe side:
// probabilities and radii down, distances up.
func Write(r *certificate.Request, c *certificate.Certificate, style Style) string {
	p := begin(r, c, style)
	if r.Prediction.OfClass() {
		p.smoothing()
	} else {
		p.outputs()
	}
	p.invariance()
	switch {
	case !r.Prediction.OfClass():
		p.stated()
	case c.Parameters != nil:
		p.parameters()
	case c.Subsample != nil:
		p.subsample()
	case c.Orbit != nil && c.Orbit.Lower != nil:
		p.pair()
	default:
		p.radius()
	}
	p.sets()
	p.scope()
	return strings.Join(p.sentences, " ") + "\n"
}

type paragraph struct {
	r         *certificate.Request
	c         *certificate.Certificate
	style     Style
	rows      []row
	sentences []string
}

func begin(r *certificate.Request, c *certificate.Certificate, style Style) *paragraph {
	p := &paragraph{r: r, c: c, style: style}
	p.rows = p.collect()
	return p
}

func (p *paragraph) say(format string, values ...any) {
	p.sentences = append(p.sentences, fmt.Sprintf(format, values...))
}

func (p *paragraph) math(text string) string { return fmt.Sprintf(p.style.math, text) }

func (p *paragraph) down(x float64) string { return p.math(p.style.number(x, say.Down)) }

func (p *paragraph) up(x float64) string { return p.math(p.style.number(x, say.Up)) }

func (p *paragraph) exact(x float64) string {
	return p.math(p.style.typeset(strconv.FormatFloat(x, 'e', -1, 64)))
}

// smoothing states the noise and the bound of the clean probability.
func (p *paragraph) smoothing() {
	r, lower := p.r, p.down(p.c.Probability.Lower)
	class := "the predicted class"
	if e := r.Prediction.Evidence; e != nil && r.Prediction.OfClass() && e.Votes.Predicted < len(e.Model.Classes) {
		class = "the class " + fmt.Sprintf(p.style.quote, p.style.escape.Replace(e.Model.Classes[e.Votes.Predicted]))
	}
	if names := r.Prediction.Classes; names != nil {
		quoted := make([]string, len(names))
		for i, name := range names {
			quoted[i] = fmt.Sprintf(p.style.quote, p.style.escape.Replace(name))
		}
		class = "one of the classes " + strings.Join(quoted, ", ") + ", which count as one,"
	}
	noise, cloud := p.noise(), p.cloud()
	switch q := r.Prediction; {
	case q.Samples > 0:
		p.say("The classifier is smoothed by %s; at %s it returns %s with probability at least %s (%d of %d votes, %s, error probability %s).",
			noise, cloud, class, lower, q.Votes, q.Samples, p.rule(), p.math(p.style.number(r.Alpha, say.Up)))
	default:
		p.say("The classifier is smoothed by %s; at %s it is assumed to return %s with probability %s.", noise, cloud, class, lower)
	}
	if u := p.c.Probability.UpperRunnerUp; u != nil {
		p.say("Every other class has probability at most %s.", p.up(*u))
	}
}

// rule names the bound that the votes have by the rule they were counted by.
func (p *paragraph) rule() string {
	if p.r.Prediction.Anytime != nil {
		return "a bound that holds after any sample"
	}
	return "Clopper" + p.style.escape.Replace("–") + "Pearson"
}

var ignores = map[invariance.Group]string{
	invariance.Translations: "translations",
	invariance.Rotations:    "rotations about the origin",
	invariance.Orthogonal:   "rotations and reflections about the origin",
	invariance.Rigid:        "rotations and translations",
	invariance.Euclidean:    "rotations, reflections and translations",
}

func (p *paragraph) invariance() {
	what := ignores[p.r.Group]
	if p.r.Group == invariance.Axis {
		axis := make([]string, 3)
		for i, x := range p.r.Axis {
			axis[i] = p.style.number(x, say.Nearest)
		}
		what = "rotations about the axis " + p.math("("+strings.Join(axis, ", ")+")")
		if p.r.Translation {
			what += ", translations"
		}
	}
	if p.r.Permutation {
		what = strings.TrimPrefix(what+" and reordering of the points", " and ")
	}
	switch {
	case what != "" && p.r.Prediction.Vectors != nil && p.r.Prediction.Evidence != nil:
		p.say("The vectors of its base model turn exactly with the cloud under %s, by construction: each is turned back from the poses that the model saw.", what)
	case what != "" && p.r.Prediction.Vectors != nil:
		p.say("The vectors of its base model are assumed to turn exactly with the cloud under %s.", what)
	case what != "":
		p.say("Its base %s is assumed to be exactly invariant under %s.", p.model(), what)
	}
}

// pair states what holds at the perturbed cloud.
func (p *paragraph) pair() {
	orbit := p.c.Orbit
	before := ""
	if p.c.BlackBox != nil && p.c.BlackBox.Distance != nil && *p.c.BlackBox.Distance > *orbit.Distance {
		before = fmt.Sprintf(" (%s before)", p.up(*p.c.BlackBox.Distance))
	}
	p.say("After the best alignment found, the perturbed cloud is at distance %s%s from the clean one.",
		p.math(p.style.distance+p.style.atMost+p.style.number(*orbit.Distance, say.Up)), before)
	if file := orbit.FileDistance; file != nil {
		p.say("The two files are %s apart%s, in the unit of the clean one.", p.up(*file), p.fileAligned())
	}
	best := p.best()
	if !p.c.Certified {
		p.say("None of the certificates proves that %s there; the best lower bound of its probability is %s (%s).", p.stays(), best.lower, best.name)
		return
	}
	p.say("%s there: %s (%s).", p.certified(), best.says, best.name)
	if p.c.Orbit.Certified {
		p.radius()
	}
}

// best returns the row with the largest lower bound among those that certify, or among all. The orbit-based bound is never below
// that of the black box.
func (p *paragraph) best() (best row) {
	best.value = -1
	for _, row := range p.rows {
		if row.id != argument.BlackBoxRow && row.value > best.value && (row.certified || !p.c.Certified) {
			best = row
		}
	}
	return best
}

// radius states the distance below which every cloud is certified.
func (p *paragraph) radius() {
	radius := p.c.Orbit.Radius
	if radius == nil || *radius <= 0 {
		p.say("No distance is certified, because the probability is not above %s.", p.least())
		return
	}
	if file := p.c.Orbit.FileRadius; file != nil {
		p.say("Every file within Frobenius distance %s of the clean one%s, in the unit of the file, keeps the %s: %s. "+
			"That is distance %s of the prepared point clouds.", p.down(*file), p.fileAligned(), p.kept(), p.scaled(), p.named(argument.OrbitRow).radius)
		return
	}
	p.say("Every %s within Frobenius distance %s of the clean one%s keeps the %s.", p.of(), p.named(argument.OrbitRow).radius, p.aligned(), p.kept())
}

// aligned says where the distance of a radius is taken.
func (p *paragraph) aligned() string {
	if p.r.Group == invariance.None && !p.r.Permutation {
		return ""
	}
	return " after alignment"
}

func (p *paragraph) subsample() {
	s, row := p.c.Subsample, p.named(argument.SubsampleRow)
	if c := p.r.Changes; c != nil {
		p.say("For every cloud in which at most %d points were replaced, %d added and %d removed, and the others moved by at most %s in Frobenius norm,",
			c.Replaced, c.Added, c.Removed, p.up(c.Moved))
	} else {
		p.say("For the perturbed cloud, with %d points that keep a partner at Frobenius distance %s,", s.Kept, row.distance)
	}
	subject := "the prediction is"
	if first := p.first(); first != "" {
		subject = "the class, among " + first + ", is"
	}
	rest := " certified: its probability is at least %s, above %s."
	if !s.Certified {
		rest = " not certified: the lower bound of its probability is %s, not above %s."
	}
	p.say(subject+rest, row.lower, row.bar)
}

// scope states what the certificate does not claim.
func (p *paragraph) scope() {
	p.attributes()
	p.prepared()
	p.say("The statement is about the smoothed %[1]s, not about the base %[1]s.", p.model())
	if e := p.r.Prediction.Evidence; e != nil {
		p.say("The votes were counted from the model with SHA-256 %s%s.", e.Model.SHA256[:12], p.style.escape.Replace("…"))
	}
	p.say("Computed by OrbitCert (core %s) after Schuchardt and %s (NeurIPS 2022).", p.c.Core, p.style.escape.Replace("Günnemann"))
}
