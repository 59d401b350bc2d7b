package statement

import (
	"github.com/orbitcert/orbitcert/core/certificate"
)

// shortNames are those of rows in a table.
var shortNames = map[string]string{
	"black_box": "Black box", "orbit": "Orbit-based", "axis": "Tight, one axis", "exact": "Tight", "monte_carlo": "Tight, Monte Carlo",
	"subsample": "Samples of points", "parameters": "Noise on transformations",
}

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
		table = append(table, []string{shortNames[row.id], certified, row.lower, row.bar, row.distance, row.radius, states})
	}
	return table
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
