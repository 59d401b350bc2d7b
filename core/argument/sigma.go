package argument

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// SigmaByAttribute is σ by the value of an attribute: point n has noise of standard deviation Values[a_n]. It moves with the points, so
// it keeps the invariance under reordering, which a list of σ does not.
type SigmaByAttribute struct {
	Attribute string `json:"attribute"`
	// Values has σ for each value of the attribute, which is written as JSON writes numbers.
	Values map[string]float64 `json:"values"`
}

// mostCategories is the largest number of values with a σ.
const mostCategories = 256

// TakeSigma takes σ for all points: a number, or {"attribute": …, "values": …}. Of several values Sigma is the smallest until the points
// are known.
func (t *Terms) TakeSigma(o *document.Object) error {
	if text := o.Peek("sigma"); len(text) == 0 || text[0] != '{' {
		return t.takeOneSigma(o)
	}
	field, err := o.Child("sigma")
	if err != nil {
		return err
	}
	c := &SigmaByAttribute{}
	if err := c.take(field); err != nil {
		return err
	}
	t.SigmaBy, t.Sigma = c, slices.Min(slices.Collect(maps.Values(c.Values)))
	return nil
}

func (c *SigmaByAttribute) take(o *document.Object) (err error) {
	err = document.First(o.Need("attribute", "; name the attribute that sigma goes by"), document.PutAny(&c.Attribute)(o.Text("attribute")))
	if err != nil {
		return err
	}
	if err := pointcloud.CheckAttributeName(c.Attribute); err != nil {
		return document.BadField(o.Name("attribute"), "%v", err)
	}
	values, err := o.Child("values")
	switch {
	case err != nil:
		return err
	case values == nil || len(values.Rest()) == 0:
		return document.BadField(o.Name("values"), "is missing; give σ for each value of %q, such as {\"1\": 0.05, \"6\": 0.1}", c.Attribute)
	case len(values.Rest()) > mostCategories:
		return document.BadField(values.Path, "has %d values; the limit is %d", len(values.Rest()), mostCategories)
	}
	if err := c.takeValues(values); err != nil {
		return err
	}
	return o.Done()
}

func (c *SigmaByAttribute) takeValues(o *document.Object) error {
	c.Values = map[string]float64{}
	for _, name := range slices.Sorted(maps.Keys(o.Rest())) {
		place := o.Name(name)
		value, err := document.ParseNumber(place, json.RawMessage(name))
		if err != nil || !json.Valid([]byte(name)) {
			return document.BadField(o.Path, "has the key %q; keys are values of the attribute, such as \"6\"", name)
		}
		if _, twice := c.Values[category(value)]; twice {
			return document.BadField(place, "is the value %v a second time", value)
		}
		sigma, _, err := o.Number(name)
		if err == nil {
			err = CheckSigma(place, sigma)
		}
		if err != nil {
			return err
		}
		c.Values[category(value)] = sigma
	}
	return nil
}

// category writes a value as JSON does.
func category(value float64) string {
	text, _ := json.Marshal(value + 0) // of a finite number; −0 is 0
	return string(text)
}

// WrittenSigma returns σ as documents have it: a number, one for each point, or one for each value of an attribute.
func (t *Terms) WrittenSigma() any {
	switch {
	case t.SigmaBy != nil:
		return t.SigmaBy
	case t.Sigmas != nil:
		return t.Sigmas
	}
	return t.Sigma
}

// Equal reports whether two σ by an attribute are the same; either may be nil.
func (c *SigmaByAttribute) Equal(other *SigmaByAttribute) bool {
	if c == nil || other == nil {
		return c == other
	}
	return c.Attribute == other.Attribute && maps.Equal(c.Values, other.Values)
}

// Of returns σ for each point of a cloud.
func (c *SigmaByAttribute) Of(cloud pointcloud.Cloud) ([]float64, error) {
	values := cloud.Attribute(c.Attribute)
	if values == nil {
		return nil, document.BadField("sigma.attribute",
			"is %q, which the clean cloud does not have; give the cloud this attribute, or sigma as one number", c.Attribute)
	}
	known := map[float64]float64{}
	sigmas := make([]float64, len(values))
	for n, value := range values {
		sigma, ok := known[value]
		if !ok {
			if sigma, ok = c.Values[category(value)]; !ok {
				return nil, document.BadField("sigma.values", "has no σ for %v, which is %q of point %d; add it", value, c.Attribute, n+1)
			}
			known[value] = sigma
		}
		sigmas[n] = sigma
	}
	return sigmas, nil
}
