//go:build !js || explorer

package certificate

import "github.com/orbitcert/orbitcert/core/registration"

// maxSearched is the most points whose order is searched for.
const maxSearched = registration.MaxPoints

func newSearch(r *Request) Search {
	return registration.New(r.Group, r.Axis, r.Translation, *r.Clean, *r.Perturbed)
}
