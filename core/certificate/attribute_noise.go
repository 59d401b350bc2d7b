package certificate

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/registration"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// takeAttributeNoise takes {"name": σ}, the noise on attributes.
func (s *steps) takeAttributeNoise(o *document.Object) (err error) {
	s.AttributeSigma, err = smoothing.TakeAttributeSigma(o)
	return err
}

// checkAttributeNoise checks that the attributes with noise are seen, and that the rest of the request has an answer for them.
func (s *steps) checkAttributeNoise(names []string) error {
	for _, name := range s.NoisyNames() {
		place := "attribute_sigma." + name
		switch {
		case s.Noise != nil:
			return document.BadField("attribute_sigma", "cannot be combined with noise on transformations: leave out attribute_sigma or noise")
		case !slices.Contains(names, name):
			return document.BadField(place, "is noise on an attribute that the model does not see; the model sees %s", quotedNames(names))
		}
	}
	if s.Clean == nil {
		return s.checkAxial()
	}
	for _, name := range s.NoisyNames() {
		for i, cloud := range []*pointcloud.Cloud{s.Clean, s.Perturbed} {
			if cloud == nil {
				continue
			}
			for n, x := range cloud.Attribute(name) {
				if math.Abs(x) > document.MaxLength {
					return document.BadField(cloudNames[i]+".attributes."+name, "point %d has %v; the limit is 1e100 for an attribute with noise", n+1, x)
				}
			}
		}
	}
	return nil
}

// checkAxial checks that products go with what is between the clouds and left alone by the group.
func (s *steps) checkAxial() error {
	if len(s.AttributeSigma) > 0 && !s.axial && (s.Pair != nil || s.Matrix != nil) {
		return document.BadField("gram.axial",
			"is missing: with attribute_sigma it is sigma times the distance of the attributes with noise, each in units of its own σ")
	}
	return nil
}

// across tells whether products are of the plane across an axis.
func (r *Request) across() bool { return r.axial && r.Group == invariance.Axis }

// ordered returns the order of the perturbed points that is taken: the one found, or with noise on attributes, which the search does not look
// at, the given one where that is nearer; nil where none is searched.
func (r *Request) ordered() []int {
	search := r.found()
	if search == nil {
		return nil
	}
	found := search.Permutation()
	if len(r.AttributeSigma) == 0 {
		return found
	}
	if r.order == nil {
		r.order = found
		if given := registration.InOrder(len(found), len(found)); r.keepsLabels() &&
			r.Distance(*r.Clean, *r.Perturbed) < r.Distance(*r.Clean, pointcloud.Pick(*r.Perturbed, found)) {
			r.order = given
		}
	}
	return r.order
}
