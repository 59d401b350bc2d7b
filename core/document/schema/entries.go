package schema

import (
	"fmt"
	"slices"
	"strings"
)

// entry is a control of the forms of the page: a text as it is typed, and the field that it stands for.
type entry struct {
	// name is that of the control, also in addresses; it is the last part of the field by default.
	name string
	// field is its path in the document, "" for what no document has. blames are further fields, parted by spaces, that are refused there.
	field, blames string
	// initial is the text that it starts with.
	initial string
	// reads is the method of the form's reader. It follows from the type of the field; "-" is for one that is read by hand.
	reads string
	// choices are the texts that it may have, parted by spaces. They follow from the type of the field. texts are what the form shows for
	// them, parted by |.
	choices, texts string
	// when says which entries it belongs to, as in "group=axis kept": all of them, those without texts with any text. skips are the texts
	// that leave the field out, parted by spaces, with _ for none.
	when, skips string
	// longest is the longest text in an address.
	longest int
	// label stands beside it; help names its explanation, mode the keyboard, empty says what no text means, and hint a unit or more.
	label, help, mode, empty, hint string
}

// transformed are the entries of noise on transformations, in the order of their draws.
var transformed = []entry{
	{name: "twistNoise", field: "noise.twist", blames: "noise", label: "Twist noise", hint: "Radians per unit of length"}, {name: "taperNoise", field: "noise.taper", label: "Taper noise", hint: "Natural logarithm per unit of length"},
	{name: "scaleNoise", field: "noise.scale", label: "Scale noise", hint: "Natural logarithm of the factor"}, {name: "shearNoise", field: "noise.shear", label: "Shear noise", hint: "Movement per unit of length"},
}

// form has entries for a document, in the order of addresses.
type form struct {
	constant, doc, document string
	entries                 []entry
}

var (
	certificateForm = form{"CERTIFICATE_FORM", "The entries of the form of a certificate.", "Request", slices.Concat([]entry{
		{name: "example"},
		{name: "perturbation", field: "perturbed.attack", initial: "file", choices: "file scale rotate changes brush none", reads: "word", when: "perturbation=scale|rotate", texts: "from a file|scale by a norm|by hand: turn, stretch, jitter|any: points replaced, added, removed|by brush: points removed, scattered|none (radii only)", label: "Perturbation", help: "perturbation"},
		{field: "perturbed.norm", initial: "0.1", when: "perturbation=scale", label: "Norm of the change"},
		{field: "perturbed.degrees", initial: "5", when: "perturbation=rotate", label: "Degrees"},
		{field: "perturbed.axis", initial: "0 0 1", when: "perturbation=rotate dimension=3", label: "Rotation axis", mode: "text"},
		{field: "perturbed.noise", initial: "0", when: "perturbation=rotate", label: "Norm of the noise"},
		{field: "perturbed.stretch", initial: "1", when: "perturbation=rotate", skips: "1", label: "Stretch by a factor"},
		{field: "perturbed.changes.replaced", blames: "perturbed.changes", initial: "1", when: "perturbation=changes", label: "Points replaced, at most"},
		{field: "perturbed.changes.added", initial: "0", when: "perturbation=changes", label: "Points added"},
		{field: "perturbed.changes.removed", initial: "0", when: "perturbation=changes", label: "Points removed"},
		{field: "perturbed.changes.moved", initial: "0", when: "perturbation=changes", label: "Others moved by ‖Δ‖"},
		{name: "about", field: "perturbed.changes.unit", initial: "file", when: "perturbation=changes normalise=unit_sphere|rms", skips: "prepared", texts: "my file|the prepared cloud", label: "About", help: "preparation"},
		{field: "pairing", initial: "nearest", choices: "nearest order", reads: "word", when: "perturbation=file another subsample", skips: "nearest", texts: "by nearness|by their order", label: "Points of both belong together"},
		{field: "perturbed.seed", initial: "0", when: "perturbation=rotate", label: "Seed of the noise"},
		{name: "unit", label: "Unit of lengths", mode: "text", empty: "as in the file", longest: 12},
		{name: "dropMissing", field: "preparation.drop_missing", initial: "false", skips: "false", label: "Drop points without coordinates"},
		{name: "kept", field: "preparation.points", blames: "preparation", skips: "_", label: "Points kept (empty: all)", help: "preparation"},
		{field: "preparation.method", initial: "random", when: "kept", texts: "random|farthest point|on the surface", label: "Sampling"},
		{name: "samplingSeed", field: "preparation.seed", initial: "0", when: "kept method=random|surface", label: "Seed of the sampling"},
		{field: "preparation.normalise", initial: "none", texts: "none|centre|unit sphere|root mean square", label: "Normalise"},
		{field: "preparation.frame", initial: "own", when: "normalise=centre|unit_sphere|rms", skips: "own", texts: "each cloud itself|the clean cloud, for both", label: "Centre and scale from"},
		{name: "given", initial: "votes", choices: "probability votes model outputs", label: "Prediction given as"},
		{field: "prediction.tolerance", when: "given=model", skips: "_", label: "Tolerance", empty: "none", hint: "Certifies that the number stays this close to its reference."},
		{name: "model", blames: "prediction.model"},
		{name: "how", field: "prediction.classifier.how", blames: "prediction.classifier", initial: "made", choices: "made declared", reads: "word", when: "given=model", label: "Invariance of the model"},
		{name: "pose", blames: "prediction.classifier.pose prediction.classifier.turn", initial: "all", choices: "all one random", texts: "the average of all poses|one pose a vote|a random turn", label: "Made invariant by"},
		{name: "counted", field: "prediction.sampling.estimate", initial: "10000", reads: "whole", when: "given=model", label: "Samples", help: "counted"},
		{name: "attributes", blames: "attribute_sigma prediction.model.attributes prediction.evidence.model.attributes", longest: 1000},
		{field: "prediction.probability", when: "given=probability", label: "Prediction probability", help: "votes"},
		{field: "prediction.votes", when: "given=votes", label: "Votes", help: "votes"},
		{name: "voted", field: "prediction.samples", when: "given=votes", label: "out of"},
		{name: "runnerProbability", field: "prediction.runner_up.probability", when: "given=probability", skips: "_", label: "Runner-up probability", help: "runner"},
		{name: "runnerVotes", field: "prediction.runner_up.votes", when: "given=votes", skips: "_", label: "Runner-up votes", help: "runner"},
		{field: "top", skips: "_ 1", label: "Stays among the first k classes (empty: 1)", help: "top"},
		{field: "scores", initial: "false", skips: "false", label: "Each sample draws its class with the scores of the model"},
		{field: "sigma", initial: "0.1", reads: "-", longest: 1000, label: "Smoothing σ", help: "sigma"},
		{field: "subsample", when: "points", skips: "_", label: "Points the model sees", help: "subsample", empty: "all"},
		{field: "group", initial: "SE", label: "Invariance", help: "group"},
		{name: "direction", field: "axis", initial: "0 0 1", when: "group=axis", label: "Axis", help: "axis", mode: "text"},
	}, transformed, []entry{
		{field: "translation", initial: "false", when: "group=axis", label: "and translations"},
		{field: "permutation", initial: "false", label: "Point order does not matter", help: "permutation"},
		{field: "alpha", initial: "0.001", label: "Error probability α", help: "alpha"},
		{name: "draws", field: "samples", skips: "_", label: "Draws per bound", help: "draws"},
	})}
	runForm = form{"RUN_FORM", "The entries of the form of a run.", "RunSettings", slices.Concat([]entry{
		{name: "given", initial: "files", choices: "files model", label: "Votes"},
		{name: "model", blames: "prediction.model"},
		{name: "pose", blames: "prediction.classifier.pose prediction.classifier.turn", initial: "all", choices: "all one random", texts: "the average of all poses|one pose a vote|a random turn", label: "Made invariant by"},
		{name: "counted", blames: "prediction.sampling.estimate", initial: "1000", reads: "whole", label: "Samples of each cloud", help: "counted"},
		{field: "sigma", initial: "0.1", reads: "-", label: "Smoothing σ", help: "sigma"},
		{field: "group", initial: "SE", label: "Invariance"},
		{field: "axis", initial: "0 0 1", when: "group=axis", label: "Axis", mode: "text"},
	}, transformed, []entry{
		{field: "translation", initial: "false", when: "group=axis", label: "and translations"},
		{field: "permutation", initial: "false", label: "Point order does not matter"},
		{field: "attack.family", blames: "attack withstand", initial: "withstand", choices: "withstand scale rotate ball", when: "family=scale|rotate|ball", texts: "Every transformation|Scaling|Noise, then rotation|Any, up to a norm", label: "Perturbation"},
		{field: "withstand.along", when: "family=withstand", skips: "_", label: "Axis of the transformations (the last)", mode: "text"},
		{name: "sizes", field: "withstand.unit", initial: "prepared", when: "family=withstand normalise=unit_sphere|rms", skips: "prepared", texts: "my file|the prepared cloud", label: "About", help: "preparation"},
		{field: "subsample", skips: "_", label: "Points the model sees", help: "subsample", empty: "all"},
		{field: "withstand.moved", when: "family=withstand subsample", skips: "_", label: "Where points come and go, the others move by at most ‖Δ‖", empty: "0"},
		{field: "attack.norms", initial: "0 0.05 0.1 0.15 0.2 0.25 0.3", when: "family=scale|ball", label: "Norms ‖Δ‖, rising", mode: "text"},
		{name: "about", field: "attack.unit", initial: "prepared", when: "family=scale|ball normalise=unit_sphere|rms", skips: "prepared", texts: "my file|the prepared cloud", label: "About", help: "preparation"},
		{field: "attack.search", when: "family=ball", skips: "_", label: "Attack each cloud: perturbed clouds to try", empty: "no attack"},
		{field: "attack.degrees", initial: "0 0.5 1 2 5 10 30 90", when: "family=rotate", label: "Angles θ in degrees, rising", mode: "text"},
		{field: "attack.noise", initial: "0.1", when: "family=rotate", label: "Norm of the noise"},
		{field: "attack.draws", initial: "10", when: "family=rotate", label: "Random draws per cloud"},
		{field: "returns", initial: "classes", choices: "classes number labels", when: "answers=number|labels", texts: "classes|a number|a label for each point", label: "The model returns"},
		{field: "tolerance", when: "answers=number", label: "Tolerance"},
		{field: "top", when: "answers=classes", skips: "_ 1", label: "Stays among the first k classes (empty: 1)", help: "top"},
		{field: "scores", initial: "false", when: "answers=classes", skips: "false", label: "Each sample draws its class with the scores of the model"},
		{field: "runner_up", initial: "true", when: "answers=classes top=_|1", skips: "true", label: "Bound the runner-up where that certifies more", help: "runner"},
		{field: "alpha", initial: "0.001", label: "Error probability α", help: "alpha"},
		{field: "samples", initial: "100000", label: "Draws per bound", help: "draws"},
		{field: "seed", initial: "0", label: "Seed"},
		{name: "dropMissing", field: "preparation.drop_missing", initial: "false", skips: "false", label: "Drop points without coordinates"},
		{field: "preparation.points", blames: "preparation", skips: "_", label: "Points to keep (all)"},
		{field: "preparation.method", initial: "random", when: "points", skips: "random", texts: "random|farthest point|on the surface", label: "Sampling"},
		{field: "preparation.normalise", initial: "none", skips: "none", texts: "not|centre|unit sphere|root mean square", label: "Normalise"},
		{field: "preparation.frame", initial: "own", when: "normalise=centre|unit_sphere|rms", skips: "own", texts: "each cloud itself|the clean cloud, whatever changes", label: "Centre and scale from"},
	})}
)

// completed returns an entry with what follows from the type of its field.
func (e entry) completed(document string) entry {
	if e.name == "" {
		e.name = e.field[strings.LastIndex(e.field, ".")+1:]
	}
	if strings.HasPrefix(e.field, "noise.") {
		e.reads, e.when, e.skips, e.empty = "number", "group=axis", "_", "none"
	}
	if e.field != "" && e.reads == "" {
		expression := typeAt(find(document), strings.Split(e.field, "."))
		e.reads = readerOf(expression)
		if e.choices == "" {
			e.choices = strings.Join(wordsOf(expression), " ")
		}
	}
	if e.mode == "" && e.reads == "whole" {
		e.mode = "numeric"
	}
	return e
}

// typeAt returns the type of a field within one, as the first of its alternatives has it.
func typeAt(t *Type, path []string) *expression {
	fields := t.fields()
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == path[0] })
	if i < 0 {
		return nil
	}
	of := parse(fields[i].Type)
	if len(path) == 1 {
		return of
	}
	return of.at(path[1:])
}

func (e *expression) at(path []string) (found *expression) {
	switch t := find(e.name); {
	case e.kind == either:
		for _, item := range e.items {
			if found == nil {
				found = item.at(path)
			}
		}
	case e.kind == named && t.Is != "":
		return parse(t.Is).at(path)
	case e.kind == named:
		return typeAt(t, path)
	}
	return found
}

// readerOf names the method of the form's reader for a type. Directions are vectors, and shares probabilities.
func readerOf(e *expression) string {
	switch {
	case e.kind == named && e.name == "Direction":
		return "vector"
	case e.kind == named && e.name == "Share" || e.kind == scalar && e.name == "number" && e.above && e.high == "1":
		return "probability"
	case e.kind == named:
		return readerOf(parse(find(e.name).Is))
	case e.kind == list:
		return "list"
	case e.kind == either:
		return "word"
	}
	return map[string]string{"number": "number", "integer": "whole", "boolean": "truth"}[e.name]
}

// wordsOf returns the texts that a type allows, nil for another type.
func wordsOf(e *expression) (words []string) {
	switch {
	case e.kind == named:
		return wordsOf(parse(find(e.name).Is))
	case e.kind == scalar && e.name == "boolean":
		return []string{"false", "true"}
	case e.kind == either:
		for _, item := range e.items {
			words = append(words, strings.Trim(item.name, "'"))
		}
	}
	return words
}

// isSampled tells whether noisy samples depend on an entry.
func (e entry) isSampled() bool {
	fields := sampledFields()
	return slices.ContainsFunc(append(strings.Fields(e.blames), e.field), func(field string) bool {
		top, _, _ := strings.Cut(field, ".")
		return slices.Contains(fields, top)
	})
}

// table returns the entries in JavaScript.
func (f form) table() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n", strings.Replace(generated, "table.go", "entries.go", 1))
	fmt.Fprintf(&b, "\n/** %s @type {import('./reader.js').Table} */\nexport const %s = {\n", f.doc, f.constant)
	for _, e := range f.entries {
		e = e.completed(f.document)
		line := fmt.Sprintf("  %s: { %s },\n", e.name, strings.Join(e.parts(), ", "))
		if len(line) > lineWidth {
			line = fmt.Sprintf("  %s: {%s\n  },\n", e.name, folded("    ", e.parts()))
		}
		b.WriteString(line)
	}
	b.WriteString("};\n")
	return []byte(b.String())
}

// parts returns the fields of an entry's object in JavaScript.
func (e entry) parts() []string {
	all := []string{"initial: " + quoted(e.initial)}
	add := func(name, value string, is bool) {
		if is {
			all = append(all, name+": "+value)
		}
	}
	add("field", quoted(e.field), e.field != "")
	add("blames", quotedList(e.blames), e.blames != "")
	add("reads", quoted(e.reads), e.reads != "" && e.reads != "-")
	add("choices", quotedList(e.choices), e.choices != "")
	add("texts", "['"+strings.ReplaceAll(e.texts, "|", "', '")+"']", e.texts != "")
	add("when", conditions(e.when), e.when != "")
	add("skips", quotedList(e.skips), e.skips != "")
	add("sampled", "true", e.isSampled())
	add("longest", fmt.Sprint(e.longest), e.longest > 0)
	for _, text := range [][2]string{{"label", e.label}, {"help", e.help}, {"mode", e.mode}, {"empty", e.empty}, {"hint", e.hint}} {
		add(text[0], quoted(text[1]), text[1] != "" && e.label != "")
	}
	return all
}

// conditions is an object of the texts of other entries.
func conditions(when string) string {
	var all []string
	for _, one := range strings.Fields(when) {
		name, texts, _ := strings.Cut(one, "=")
		all = append(all, name+": "+quotedList(strings.ReplaceAll(texts, "|", " ")))
	}
	return "{ " + strings.Join(all, ", ") + " }"
}

func quoted(text string) string { return "'" + text + "'" }

func quotedList(words string) string {
	texts := strings.Fields(words)
	for i, text := range texts {
		texts[i] = quoted(strings.TrimPrefix(text, "_"))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
