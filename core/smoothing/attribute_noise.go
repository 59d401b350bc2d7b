package smoothing

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/special"
)

// noisyChannel is an attribute with noise: the channel in a place, rounded to the grid of its σ as coordinates are to theirs, then
// scaled.
type noisyChannel struct {
	at                 int
	sigma, grid, scale float64
}

// noisyChannels returns those of a plan. A channel before may be several.
func (p *Plan) noisyChannels() (noisy []noisyChannel) {
	at := 0
	for _, c := range p.Model.Attributes {
		if sigma, ok := p.Sampling.AttributeSigma[c.Name]; ok {
			scale := c.Scale
			if scale == 0 {
				scale = 1
			}
			noisy = append(noisy, noisyChannel{at, sigma, Grid(sigma), scale})
		}
		at += c.width()
	}
	return noisy
}

// withAttributeNoise draws the noise on the attributes of a sample, in the order of the model and point by point.
func (s *Sampler) withAttributeNoise(z approximate, draw func() float64) approximate {
	if len(s.attributes) == 0 {
		return z
	}
	z.Attributes = slices.Clone(z.Attributes)
	for _, c := range s.attributes {
		values := slices.Clone(z.Attributes[c.at].Values)
		for n := range values {
			values[n] += float64(c.sigma * draw())
		}
		z.Attributes[c.at].Values = values
		c.round(&z, values)
	}
	return z
}

// round rounds values with noise to the grid and scales them. A value next to a rounding boundary makes the sample unsettled.
func (c *noisyChannel) round(z *approximate, values []float64) {
	off := float64(drawError*c.sigma) + float64(special.Unit*largest(values))
	reach := 0.5 - float64(slack*off)/c.grid
	for n, x := range values {
		x /= c.grid // a power of two
		k := math.RoundToEven(x)
		if !(math.Abs(x-k) < reach) {
			z.error = math.Inf(1)
		}
		if !(math.Abs(k) <= farthest) {
			z.outside = true
		}
		values[n] = float64(float64(k*c.grid)*c.scale) + 0
	}
}

// takeAttributeNoise takes the noise on attributes, which has to be the request's. The model sees these attributes as they are.
func (p *Plan) takeAttributeNoise(o *document.Object, r Request) error {
	for _, name := range slices.Sorted(maps.Keys(r.AttributeSigma)) {
		i := slices.IndexFunc(p.Model.Attributes, func(c Channel) bool { return c.Name == name })
		place, sigma := "attribute_sigma."+name, r.AttributeSigma[name]
		switch {
		case i < 0:
			return document.BadField(place, "is noise on an attribute that the model does not see")
		case p.Model.Attributes[i].Values != nil:
			return document.BadField(place,
				"is noise on an attribute that the model sees one-hot by values, which noise would change; give it no noise, or show the model the attribute as it is")
		case sigma < leastSigma || sigma > mostSigma:
			return document.BadField(place, "must be from %.3g to %.3g for a model that takes float32, got %v", leastSigma, mostSigma, sigma)
		}
	}
	return agreeAttributeNoise(o, r)
}

// agreeAttributeNoise refuses other noise on attributes than the request's.
func agreeAttributeNoise(o *document.Object, r Request) error {
	given := o.Has("attribute_sigma")
	claimed, err := TakeAttributeSigma(o)
	if err != nil || !given || maps.Equal(claimed, r.AttributeSigma) {
		return err
	}
	want, _ := json.Marshal(r.AttributeSigma)
	if r.AttributeSigma == nil {
		want = []byte("none")
	}
	return document.BadField(o.Name("attribute_sigma"), "is other noise on attributes than the request's: %s; give both the same", want)
}

// TakeAttributeSigma takes the field attribute_sigma, {"name": σ}: nil where no attribute has noise.
func TakeAttributeSigma(o *document.Object) (map[string]float64, error) {
	field, err := o.Child("attribute_sigma")
	if err != nil || field == nil || len(field.Rest()) == 0 {
		return nil, err
	}
	sigmas := map[string]float64{}
	for _, name := range slices.Sorted(maps.Keys(field.Rest())) {
		place := field.Name(name)
		if err := named(place, name); err != nil {
			return nil, err
		}
		sigma, _, err := field.Number(name)
		switch {
		case err != nil:
			return nil, err
		case sigma <= 0:
			return nil, document.BadField(place, "must be positive, got %v; leave out attributes without noise", sigma)
		case sigma < 1/document.MaxLength || sigma > document.MaxLength:
			return nil, document.BadField(place, "must be between 1e-100 and 1e100, got %v", sigma)
		}
		sigmas[name] = sigma
	}
	return sigmas, nil
}
