package statement

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/say"
)

// Table returns what each argument of a certificate says, a row each below the headings. Numbers are rounded as in Write.
func Table(r *certificate.Request, c *certificate.Certificate) [][]string {
	table := [][]string{{"argument", "certified", "probability at least", "has to exceed", "distance", "radius", "states"}}
	for _, row := range begin(r, c, Plain).rows {
		certified := "no"
		switch {
		case row.certified:
			certified = "yes"
		case r.Alone():
			certified = ""
		}
		states := ""
		if row.states() {
			states = row.says
		}
		table = append(table, []string{row.short, certified, row.lower, row.bar, row.distance, row.radius, states})
	}
	return table
}

// Minimum returns the probability from which each argument certifies, rounded up, a row each below the headings.
func Minimum(m *certificate.Minimum) [][]string {
	table := [][]string{{"argument", "certifies from probability"}}
	for i, id := range argument.IDs {
		if least := m.Least(id); least != nil {
			table = append(table, []string{names[i][0], say.Text(*least, digits, say.Up)})
		}
	}
	return table
}

// Argument names an argument by its group, as in certified_by.
func Argument(group string) string {
	for i, id := range argument.IDs {
		if id.Group() == group {
			return strings.ToLower(names[i][0])
		}
	}
	return group
}

// Verdict says whether a certificate holds, in a sentence.
func Verdict(r *certificate.Request, c *certificate.Certificate) string {
	p := begin(r, c, Plain)
	switch {
	case c.Certified:
		return "Certified: " + p.stays() + "."
	case r.Alone():
		return "Without a perturbed cloud there is no verdict; the radii state what is certified."
	}
	return "Not certified: none of the arguments proves that " + p.stays() + "."
}
