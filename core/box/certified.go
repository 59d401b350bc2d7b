package box

import (
	"errors"
	"math"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Certified is what certificates of its parts say of the box of the perturbed cloud: its IoU with the reference box is at least IoU, unless
// one of them is wrong, which has a probability of at most Level.
type Certified struct {
	Format  int       `json:"format"`
	IoU     float64   `json:"iou"`
	Level   float64   `json:"level"`
	Centre  []float64 `json:"centre"`
	Heading []float64 `json:"heading"`
	Size    []float64 `json:"size"`

	first  *certificate.Request
	bounds Bounds
}

// Take takes the certificate of the next part: centre, heading, length, width, and for boxes in space the height. All are of the same clouds
// and the same noise. Errors name what is wrong with it.
func (c *Certified) Take(part int, r *certificate.Request, of *certificate.Certificate) (err error) {
	if c.first == nil {
		c.first = r
	}
	field, err := certificate.Differing(c.first, r)
	switch {
	case err != nil:
		return err
	case field != "":
		return document.BadField("request."+field, "differs from that of the first certificate; certify all parts for the same clouds, noise and group")
	}
	c.Level += r.Alpha
	switch part {
	case 0:
		c.bounds.Centre.Reference, c.bounds.Centre.In, err = certificate.Turning(r, of)
		c.Centre = c.bounds.Centre.Reference
		return document.First(err, c.stand(r))
	case 1:
		c.bounds.Heading.Reference, c.bounds.Heading.In, err = certificate.Turning(r, of)
		c.Heading = c.bounds.Heading.Reference
		if along := projected(c.Heading, c.bounds.frame()); err == nil && !(along.dot(along) > 0) {
			err = errors.New("the mean of select has no direction across the up axis; give another heading")
		}
		return err
	}
	extent, err := extentOf(r, of)
	if err != nil {
		return err
	}
	c.Size = append(c.Size, extent.Reference)
	switch part {
	case 2:
		c.bounds.Length = extent
	case 3:
		c.bounds.Width = extent
	case 4:
		if c.bounds.Height = &extent; c.bounds.Up == nil {
			return errors.New("is a fifth certificate, and boxes in the plane have no height; leave it out")
		}
	}
	return nil
}

// stand sets the up axis.
func (c *Certified) stand(r *certificate.Request) error {
	switch {
	case len(c.Centre) == 2:
	case r.Group.Turns():
		return document.BadField("request.group", "is %s, which turns the up axis; certify with the group \"axis\", T or none", r.Group)
	case r.Group == invariance.Axis:
		c.bounds.Up = r.Axis
	default:
		c.bounds.Up = []float64{0, 0, 1}
	}
	return nil
}

// extentOf returns a length and the narrowest interval of it that is certified.
func extentOf(r *certificate.Request, of *certificate.Certificate) (e Extent, err error) {
	numbers := r.Prediction.Numbers
	if numbers == nil {
		return e, document.BadField("request.prediction", "has no numbers; give the certificate of a length")
	}
	reference, known := numbers.Reference()
	if !known || reference <= 0 {
		return e, document.BadField("request.prediction", "has no positive reference; give numbers in select")
	}
	e.Reference = reference
	e.Upper = math.Inf(1)
	for _, row := range of.Stated() {
		if in := row.Interval; in != nil && in.Lower != nil && in.Upper != nil {
			e.Lower, e.Upper = max(e.Lower, *in.Lower), min(e.Upper, *in.Upper)
		}
	}
	if math.IsInf(e.Upper, 1) || e.Upper < e.Lower { // no length is below 0
		return e, errors.New("has no interval of positive lengths; count more samples, or perturb less")
	}
	return e, nil
}

// Finish sets what follows from all parts.
func (c *Certified) Finish() error {
	c.Format = document.Format
	if c.Level >= 1 {
		return errors.New("levels add up to 1 or more; certify each part with a smaller alpha")
	}
	c.IoU = c.bounds.IoU()
	return nil
}
