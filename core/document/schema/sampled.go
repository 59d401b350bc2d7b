package schema

import (
	"fmt"
	"slices"
	"strings"
)

// sampledFields returns the fields of requests on which noisy samples depend, those of their law last.
func sampledFields() (names []string) {
	law := laws()
	for _, f := range find("Request").fields() {
		if f.Need.sampled && !slices.ContainsFunc(law, func(names [2]string) bool { return names[1] == f.Name }) {
			names = append(names, f.Name)
		}
	}
	for _, of := range law {
		names = append(names, of[1])
	}
	return names
}

// laws returns what tells how samples are drawn beside the noise on coordinates: names in requests by those in votes.
func laws() (names [][2]string) {
	for _, f := range find("VotedSampling").fields() {
		if f.Need.law != "" {
			names = append(names, [2]string{f.Name, f.Need.law})
		}
	}
	return names
}

// sampledNames returns the fields on which samples depend, in JavaScript.
func sampledNames() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n\n/** The fields of requests and of a run’s settings on which samples depend, beside the cloud and the model. */\n", generated)
	fmt.Fprintf(&b, "export const SAMPLED = /** @type {const} */ (%s);\n", quotedList(strings.Join(sampledFields(), " ")))
	var names []string
	for _, law := range laws() {
		names = append(names, law[1])
	}
	fmt.Fprintf(&b, "\n/** Those of how samples are drawn beside the noise on coordinates. @type {readonly string[]} */\nexport const LAW = %s;\n",
		quotedList(strings.Join(names, " ")))
	return []byte(b.String())
}
