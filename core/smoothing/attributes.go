package smoothing

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"sort"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Channel is an attribute of the points that the model is shown behind their coordinates: as it is, or one-hot by values.
type Channel struct {
	Name string `json:"name"`
	// Values are those that each have a number of their own, 1 where a point has the value and else 0; nil for the attribute as it is.
	Values []float64 `json:"values,omitempty"`
	// Scale multiplies an attribute that is shown as it is; 0 is 1.
	Scale float64 `json:"scale,omitempty"`
}

// MarshalJSON writes the name alone where the attribute is shown as it is.
func (c Channel) MarshalJSON() ([]byte, error) {
	if c.Values == nil && c.Scale == 0 {
		return json.Marshal(c.Name)
	}
	type plain Channel
	return json.Marshal(plain(c))
}

// width returns how many numbers of a point the channel is.
func (c Channel) width() int { return max(1, len(c.Values)) }

// Width returns how many numbers of a point the attributes are.
func (m *Model) Width() (width int) {
	for _, c := range m.Attributes {
		width += c.width()
	}
	return width
}

// mostValues is the largest number of values of an attribute.
const mostValues = 256

// ParseChannels reads a list of channels with different names.
func ParseChannels(place string, text json.RawMessage) (channels []Channel, err error) {
	list, err := document.List(place, text)
	for i, entry := range list {
		c, bad := parseChannel(document.Numbered(place, i), entry)
		switch {
		case bad != nil:
			return nil, bad
		case slices.ContainsFunc(channels, func(other Channel) bool { return other.Name == c.Name }):
			return nil, document.BadField(document.Numbered(place, i), "names %q a second time", c.Name)
		}
		channels = append(channels, c)
	}
	return channels, err
}

// parseChannel reads a channel: a name, or {"name": …, "values": […]} or {"name": …, "scale": …}.
func parseChannel(place string, text json.RawMessage) (c Channel, err error) {
	if len(text) > 0 && text[0] == '"' {
		err = json.Unmarshal(text, &c.Name)
		return c, document.Join(err, named(place, c.Name))
	}
	if len(text) == 0 || text[0] != '{' {
		return c, document.BadField(place, "must be the name of an attribute, got %s", document.Shorten(text))
	}
	o, err := document.Parse(place, text)
	if err != nil {
		return c, err
	}
	err = document.PutAny(&c.Name)(o.Text("name"))
	if err := document.First(err, named(o.Name("name"), c.Name), c.takeValues(o)); err != nil {
		return c, err
	}
	scale, given, err := o.Number("scale")
	switch {
	case err != nil:
		return c, err
	case given && (scale == 0 || math.Abs(scale) > mostSigma || math.Abs(scale) < leastSigma):
		return c, document.BadField(o.Name("scale"), "must be a factor other than 0, got %v", scale)
	case given && c.Values != nil:
		return c, document.BadField(o.Name("scale"), "does not go with values; leave out one of them")
	case given && scale != 1:
		c.Scale = scale
	}
	return c, o.Done()
}

// named refuses what cannot be the name of an attribute.
func named(place, name string) error {
	if err := pointcloud.CheckAttributeName(name); err != nil {
		return document.BadField(place, "%v", err)
	}
	return nil
}

func (c *Channel) takeValues(o *document.Object) error {
	if !o.Has("values") {
		return nil
	}
	place := o.Name("values")
	list, err := document.List(place, o.Take("values"))
	if err == nil && (len(list) == 0 || len(list) > mostValues) {
		err = document.BadField(place, "has %d values; want 1 to %d", len(list), mostValues)
	}
	for i := 0; i < len(list) && err == nil; i++ {
		var x float64
		x, err = document.ParseNumber(document.Numbered(place, i), list[i])
		if err == nil && slices.Contains(c.Values, x) {
			err = document.BadField(document.Numbered(place, i), "is %v a second time", x)
		}
		c.Values = append(c.Values, x)
	}
	return err
}

// takeAttributes takes the attributes that the model sees, which the clean cloud must have.
func (m *Model) takeAttributes(o *document.Object, r Request) error {
	if !o.Has("attributes") {
		return nil
	}
	place := o.Name("attributes")
	channels, err := ParseChannels(place, o.Take("attributes"))
	m.Attributes = channels
	switch {
	case err != nil:
		return err
	case len(channels) > pointcloud.MaxAttributes:
		return document.BadField(place, "has %d attributes; the limit is %d", len(channels), pointcloud.MaxAttributes)
	case len(channels) > 0 && m.Layout.together():
		return document.BadField(o.Name("layout"), "is %q: a model that takes all poses at once is shown no attributes", m.Layout)
	case r.Clean == nil:
		return nil
	}
	_, err = m.channels(place, *r.Clean)
	return err
}

// checkVectors refuses parts of vectors beside poses that turn the cloud.
func (p *Plan) checkVectors(path string) error {
	c := &p.Classifier
	if !c.Group.Turns() && c.Group != invariance.Axis {
		return nil
	}
	for _, channel := range p.Model.Attributes {
		if pointcloud.IsVector(channel.Name) {
			return document.BadField(path, "%q is part of a vector that turns with the cloud: held fixed it would break the invariance under rotations; "+
				"compute such vectors inside the model", channel.Name)
		}
	}
	return nil
}

// channels returns what the model is shown of each point of a cloud, point by point, as attributes without names.
func (m *Model) channels(place string, cloud pointcloud.Cloud) (all pointcloud.Attributes, err error) {
	for i, c := range m.Attributes {
		values := cloud.Attribute(c.Name)
		if values == nil {
			return nil, document.BadField(document.Numbered(place, i), "is %q, which the clean cloud does not have", c.Name)
		}
		if c.Values == nil {
			scaled, err := c.scaled(document.Numbered(place, i), values)
			if err != nil {
				return nil, err
			}
			all = append(all, pointcloud.Attribute{Values: scaled})
			continue
		}
		hot := make([][]float64, len(c.Values))
		for k := range hot {
			hot[k] = make([]float64, len(values))
			all = append(all, pointcloud.Attribute{Values: hot[k]})
		}
		for n, x := range values {
			k := slices.Index(c.Values, x)
			if k < 0 {
				return nil, document.BadField(document.Numbered(place, i), "has no value %v, which %q of point %d has; add it to values", x, c.Name, n+1)
			}
			hot[k][n] = 1
		}
	}
	return all, nil
}

// scaled returns values as the model is shown them.
func (c *Channel) scaled(place string, values []float64) ([]float64, error) {
	scaled := make([]float64, len(values))
	for n, x := range values {
		if scaled[n] = x; c.Scale != 0 {
			scaled[n] = float64(x * c.Scale)
		}
		if !(math.Abs(scaled[n]) <= math.MaxFloat32) {
			return nil, document.BadField(place, "%q of point %d is %v, beyond the numbers of the model", c.Name, n+1, scaled[n])
		}
		scaled[n] += 0
	}
	return scaled, nil
}

// show gives the clean cloud the channels that the model is shown in the place of its attributes. Those with noise are scaled after it.
func (p *Plan) show(clean pointcloud.Cloud) pointcloud.Cloud {
	channels, err := p.Model.channels("prediction.model.attributes", clean)
	if err != nil {
		panic(err) // the plan was taken for another cloud
	}
	at := 0
	for _, c := range p.Model.Attributes {
		if _, noisy := p.Sampling.AttributeSigma[c.Name]; noisy {
			channels[at].Values = clean.Attribute(c.Name)
		}
		at += c.width()
	}
	clean.Attributes = channels
	return clean
}

// orderOf returns the points of a pose in lexicographical order, those at one place by their channels.
func orderOf(pose []float64, channels pointcloud.Attributes, dimension int) []int {
	order := numbersTo(len(pose) / dimension)
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		by := slices.Compare(pose[a*dimension:(a+1)*dimension], pose[b*dimension:(b+1)*dimension])
		for k := 0; by == 0 && k < len(channels); k++ {
			by = cmp.Compare(channels[k].Values[a], channels[k].Values[b])
		}
		return by < 0
	})
	return order
}

// numbersTo returns 0, 1, … in order, so many.
func numbersTo(count int) []int {
	numbers := make([]int, count)
	for n := range numbers {
		numbers[n] = n
	}
	return numbers
}

// sortWith sorts the points of a pose lexicographically, points at one place by their channels, which move with them. It also returns the
// number that each point had before.
func sortWith(pose []float64, channels pointcloud.Attributes, dimension int) (sorted []float64, moved pointcloud.Attributes, order []int) {
	order = orderOf(pose, channels, dimension)
	c := pointcloud.Pick(pointcloud.Cloud{Points: pose, Dimension: dimension, Attributes: channels}, order)
	return c.Points, c.Attributes, order
}

// beside returns the points of a pose, its whole numbers times q, with their channels behind the coordinates.
func beside(pose []float64, channels pointcloud.Attributes, q float64, dimension int) []float64 {
	rows := make([]float64, 0, len(pose)/dimension*(dimension+len(channels)))
	for n := range len(pose) / dimension {
		for _, k := range pose[n*dimension : (n+1)*dimension] {
			rows = append(rows, float64(k*q))
		}
		for _, c := range channels {
			rows = append(rows, c.Values[n])
		}
	}
	return rows
}

// appendAttributes appends what names the attributes of a cloud, nothing where it has none.
func appendAttributes(data []byte, all pointcloud.Attributes) []byte {
	sorted := slices.Clone(all)
	sorted.Sort()
	for _, a := range sorted {
		name, _ := json.Marshal(a.Name)
		data = append(append(append(data, "attribute "...), bytes.TrimSpace(name)...), '\n')
		data = appendBits(data, a.Values)
	}
	return data
}
