// Package card tells the result of a run to those who publish a model: as the metadata of a
// model card, in YAML, and as a badge. It says what the result document says and proves nothing.
package card

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
)

// Card is what is published.
type Card struct {
	// Model and Dataset are their names.
	Model, Dataset string
	// URL is where the run is found, "" where that is not said.
	URL string

	runs []results.Published
}

// New makes a card of a result document.
func New(result []byte) (*Card, error) {
	runs, err := results.ReadResults(result)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		switch {
		case r.Settings.Returns != "":
			return nil, document.BadField("settings.returns", "is %q; a card describes classifiers alone", r.Settings.Returns)
		case r.Clouds == 0:
			return nil, document.BadField("results", "have a verdict on no cloud")
		case r.Attacks != nil && r.Attacks.Contradictions != nil:
			return nil, document.BadField("attacks.contradictions",
				"names %d clouds: an attack contradicts their certificates, so there is nothing to publish", len(r.Attacks.Contradictions))
		}
	}
	return &Card{runs: runs}, nil
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// over says what a share is the mean of.
func over(r results.Published) string {
	if draws := r.Settings.Attack.Draws; draws > 1 {
		return fmt.Sprintf(", mean of %d draws", draws)
	}
	return ""
}

// Index returns the model index: certified accuracies at every size of what is perturbed, by every
// argument, each with all that it depends on.
func (c *Card) Index() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "model-index:\n- name: %s\n  results:\n", quoted(c.Model))
	for _, r := range c.runs {
		fmt.Fprintf(&out, "  - task:\n      type: point-cloud-classification\n      name: Point cloud classification, randomized smoothing\n")
		fmt.Fprintf(&out, "    dataset:\n      type: %s\n      name: %[1]s\n    metrics:\n", quoted(c.Dataset))
		metric(&out, "accuracy", carried(r, float64(r.Correct)/float64(r.Total)), "Accuracy of the smoothed classifier, by its votes", smoothing(r))
		for _, p := range perturbed(r) {
			for _, l := range p.lines {
				for _, i := range p.published() {
					name := fmt.Sprintf("C%s %s, %s%s", label(r)[1:], p.at(p.sizes[i]), l.name, over(r))
					args := append(append([]argument{{"argument", l.field}}, l.unseen(r, i)...), p.arguments(p.sizes[i])...)
					metric(&out, "certified_accuracy", carried(r, l.shares[i]), name, append(args, certifying(r)...))
				}
			}
		}
		for i, share := range r.Accuracy.Attacked {
			name := fmt.Sprintf("Accuracy under attack at %s, %d of %d clouds attacked", size(r, r.Grid[i]), r.Attacks.Clouds, r.Total)
			metric(&out, "attacked_accuracy", carried(r, share), name, append(attack(r, r.Grid[i]), certifying(r)...))
		}
		if c.URL != "" {
			fmt.Fprintf(&out, "    source:\n      name: %s\n      url: %s\n", quoted("OrbitCert "+r.Core), quoted(c.URL))
		}
	}
	return []byte(out.String())
}

// carried is a share with the digits that its interval carries.
func carried(r results.Published, share float64) float64 {
	return population.Down(share, population.Places(share, r.Total))
}

// unseen is what is known of clouds not seen.
func (l line) unseen(r results.Published, i int) []argument {
	if l.lower == nil {
		return nil
	}
	lower := population.Down(l.lower[i], population.Places(l.lower[i], r.Total))
	return []argument{{"not_seen_at_least", number(lower)}, {"confidence", number(r.Population.Confidence)}}
}

func metric(out *strings.Builder, kind string, value float64, name string, arguments []argument) {
	fmt.Fprintf(out, "    - type: %s\n      value: %s\n      name: %s\n      args: %s\n", kind, number(value), quoted(name), flow(arguments))
}

// attack is what is perturbed.
func attack(r results.Published, at float64) []argument {
	a := &r.Settings.Attack
	all := []argument{{"attack", a.Family}}
	if a.Norms != nil {
		all = append(all, argument{"norm", number(at)})
		if a.Unit != "" {
			all = append(all, argument{"norm_unit", a.Unit})
		}
		return all
	}
	all = append(all, argument{"degrees", number(at)}, argument{"noise", number(a.Jitter)}, argument{"draws", strconv.Itoa(a.Draws)})
	if a.Axis != nil {
		all = append(all, argument{"axis", vector(a.Axis)})
	}
	return all
}

// certifying is what certificates depend on.
func certifying(r results.Published) []argument {
	base := r.Settings.Base
	all := []argument{{"group", quoted(string(base.Group))}}
	if base.Axis != nil {
		all = append(all, argument{"group_axis", vector(base.Axis)}, argument{"translation", strconv.FormatBool(base.Translation)})
	}
	if base.Top > 1 {
		all = append(all, argument{"top", strconv.Itoa(int(base.Top))})
	}
	if r.Settings.RunnerUp {
		all = append(all, argument{"runner_up", "true"})
	}
	return append(append(all, argument{"permutation", strconv.FormatBool(base.Permutation)}, argument{"alpha", number(base.Alpha)},
		argument{"samples", strconv.Itoa(base.Samples)}), smoothing(r)...)
}

// smoothing is what the smoothed classifier is, and over how many clouds.
func smoothing(r results.Published) []argument {
	base := r.Settings.Base
	votes := fmt.Sprint(r.MostVotes)
	if r.FewestVotes != r.MostVotes {
		votes = fmt.Sprintf("[%d, %d]", r.FewestVotes, r.MostVotes)
	}
	all := []argument{{"sigma", sigma(r, number)}, {"votes", votes}, {"clouds", strconv.Itoa(r.Total)}, {"core", quoted(r.Core)}}
	if weight := r.Settings.Weight(); weight != "" {
		all = append(all, argument{"norms_times", quoted(weight)})
	}
	law := base.Law.Terms()
	for _, name := range slices.Sorted(maps.Keys(law)) {
		all = append(all, argument{name, string(law[name])})
	}
	if base.Preparation != nil {
		all = append(all, argument{"preparation", inline(base.Preparation)})
	}
	for _, note := range base.LengthNotes() {
		all = append(all, argument{"note", quoted(note)})
	}
	return all
}

// sigma is the noise, written as numbers are where there is one.
func sigma(r results.Published, number func(float64) string) string {
	if x, is := r.Settings.Sigma().(float64); is {
		return number(x)
	}
	return inline(r.Settings.Sigma())
}

// inline writes numbers and words as JSON, which is YAML.
func inline(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func vector(x []float64) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = number(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
