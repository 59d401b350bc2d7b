package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// argument is a keyword argument of Python that a request has elsewhere or in another form.
type argument struct {
	// field is its path in a request.
	name, field, kind, doc string
}

// evidence are the arguments that say what is known at the clean cloud.
var evidence = []argument{
	{"votes", "prediction.votes", "int | Counted", "Noisy samples that got the predicted class, or the result of `smooth`, with its invariance and noise."},
	{"samples", "prediction.samples", "int", "Noisy samples in all. Not needed with a result of `smooth`."},
	{"probability", "prediction.probability", "float", "Probability of the class, taken as exact. It replaces `votes`."},
	{"runner_up", "prediction.runner_up", "float", "Votes or probability of the second class, for the two-class form."},
	{"values", "prediction.values", "Sequence[float | None]", "In place of votes: the numbers of a model for noisy copies; NaN where a sample is not settled."},
	{"select", "prediction.select", "Sequence[float | None]", "Numbers for other noisy copies, whose median is the reference of `tolerance`."},
	{"tolerance", "prediction.tolerance", "float", "Largest certified distance of the median from the reference."},
	{"labels", "prediction.labels", "Document", "In place of votes, for a model that labels each point: ``{\"predicted\": [0, 1], \"votes\": [990, 950], \"samples\": 1000}``."},
	{"superclass", "prediction.classes", "Sequence[str]", "Classes that count as one, chosen before the votes are counted."},
	{"attributes", "prediction.model.attributes", "Sequence[Any]", "Names of the attributes that the model sees. By default all attributes of arrays, and none of files."},
	{"gram", "gram", "Document", "Gram form in place of both clouds."},
}

// terms are the arguments that are fields of a request, with those on which samples depend first. Each function asks for σ itself, and clouds
// that are shown to a model are prepared before.
func terms(sampled bool) (all []argument) {
	for _, f := range slices.Concat(find("Terms").Fields, find("Request").Fields) {
		if f.Name == "sigma" || f.Name == "prepared" || (f.Need.sampled && f.Name != "preparation") != sampled {
			continue
		}
		name := f.Name
		if name == "samples" {
			name = "draws" // samples are those that voted
		}
		all = append(all, argument{name, f.Name, pythonType(parse(f.Type)), sentenceOf(f.Doc)})
	}
	return all
}

var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// unlinked returns Markdown without its links.
func unlinked(doc string) string { return link.ReplaceAllString(doc, "$1") }

// sentenceOf returns the meaning of a field as that of an argument. A letter alone is a symbol.
func sentenceOf(doc string) string {
	text := strings.NewReplacer("`false`", "False", "`samples`", "`draws`").Replace(unlinked(doc))
	if text[1] == ',' || text[1] == ':' {
		return text + "."
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// pythonType is what an argument takes for a type: anything where arrays of numpy fit too.
func pythonType(e *expression) string {
	switch {
	case e.kind == scalar && e.pattern == "":
		return map[string]string{"number": "float", "integer": "int", "boolean": "bool"}[e.name]
	case e.kind == constant, e.kind == either && !slices.ContainsFunc(e.items, func(item *expression) bool { return item.kind != constant }):
		return "str"
	case e.kind == named && e.name == "Group":
		return e.name
	case e.kind == named && (e.name == "Deviations" || find(e.name).Each != ""):
		return "Mapping[str, float]"
	case e.kind == named && find(e.name).Fields != nil,
		e.kind == either && !slices.ContainsFunc(e.items, func(item *expression) bool { return pythonType(item) != "Mapping[str, Any]" }):
		return "Mapping[str, Any]"
	}
	return "Any"
}

// pythonSettings returns the keyword arguments of Python, their fields in requests, and the law of samples.
func pythonSettings() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\"\"\"Keyword arguments of functions that take a request.\"\"\"\n", strings.Replace(generated, "table.go", "table.go or python.go", 1))
	b.WriteString("\nfrom __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\nfrom typing import TYPE_CHECKING, Any, TypedDict\n\n")
	b.WriteString("from .words import Group\n\nif TYPE_CHECKING:\n    from .request import Counted, Document\n")
	class(&b, "Sampling", "TypedDict", "Settings on which samples depend: transformations that the classifier ignores, and noise.", terms(true))
	class(&b, "Terms", "Sampling", "Settings of a request that hold whatever is known of the prediction.", terms(false))
	class(&b, "Settings", "Terms", "Settings of a request, with what is known of the prediction.", evidence)
	b.WriteString("\n\n# Fields of requests by arguments that are called otherwise.\nFIELDS = {\n")
	for _, a := range slices.Concat(terms(false), evidence) {
		if a.name != a.field {
			fmt.Fprintf(&b, "    %q: %q,\n", a.name, a.field)
		}
	}
	b.WriteString("}\n\n")
	b.WriteString(pythonLaw())
	return []byte(b.String())
}

func class(b *strings.Builder, name, base, doc string, arguments []argument) {
	fmt.Fprintf(b, "\n\nclass %s(%s, total=False):\n    \"\"\"\n    %s\n\n    Attributes\n    ----------\n", name, base, doc)
	for _, a := range arguments {
		fmt.Fprintf(b, "    %s : %s\n%s", a.name, a.kind, wrapped(a.doc, "        "))
	}
	b.WriteString("    \"\"\"\n\n")
	for _, a := range arguments {
		kind := a.kind + " | None"
		if a.kind == "Any" {
			kind = a.kind
		}
		fmt.Fprintf(b, "    %s: %s\n", a.name, kind)
	}
}

// wrapped breaks a text into lines of 120 characters at most.
func wrapped(text, indentation string) string {
	var b strings.Builder
	line := indentation
	for i, word := range strings.Fields(text) {
		if i > 0 && len([]rune(line+" "+word)) > 120 {
			b.WriteString(line + "\n")
			line = indentation
		}
		if line != indentation {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// pythonLaw is the law of samples in Python.
func pythonLaw() string {
	var b strings.Builder
	b.WriteString("# Names in requests by names in votes: the law of samples beside the noise on coordinates.\nLAW = {")
	for i, law := range laws() {
		fmt.Fprintf(&b, "%s%q: %q", map[bool]string{true: ", "}[i > 0], law[0], law[1])
	}
	return b.String() + "}\n"
}

// checkedLaw returns it for the second checker, with the minor version of the first core of each field that not every core could write.
func checkedLaw() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\"\"\"The law of samples, and the first core of each field.\"\"\"\n\n%s", generated, pythonLaw())
	b.WriteString("\n# The n of the first core 0.n.0 that writes a field, by its path; [] is a list in place of other values. Others are of every core.\nFIRST = {\n")
	for _, path := range slices.Sorted(maps.Keys(firstCores())) {
		fmt.Fprintf(&b, "    %q: %s,\n", path, strings.Split(firstCores()[path], ".")[1])
	}
	b.WriteString("}\n")
	return []byte(b.String())
}
