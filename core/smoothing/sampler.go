package smoothing

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Sampler draws the samples of a plan as a model takes them.
type Sampler struct {
	plan Plan
	// clean is the cloud that samples are drawn around; see near.
	clean approximate
	// resolved is it in the frame of the axis, where parameters of transformations are drawn too.
	resolved transform.Resolved
	// numbers are those of its points in order, where samples are of some of them.
	numbers []int
	// sigmas are those of its points.
	sigmas []float64
	// attributes are the channels with noise of their own.
	attributes []noisyChannel
}

// NewSampler returns the sampler of a plan for its clean cloud.
func NewSampler(p *Plan, clean pointcloud.Cloud) *Sampler {
	clean = p.show(clean)
	s := &Sampler{plan: *p, clean: p.Classifier.symmetry().near(clean, p.Sampling.Sigma), sigmas: p.Sampling.Sigmas, attributes: p.noisyChannels()}
	if s.sigmas == nil {
		s.sigmas = slices.Repeat([]float64{p.Sampling.Sigma}, clean.Count())
	}
	if p.Sampling.Noise != nil {
		s.resolve(clean)
	}
	if p.Sampling.Subsample > 0 {
		s.numbers = numbersTo(clean.Count())
	}
	return s
}

// points returns how many points a sample has.
func (s *Sampler) points() int {
	if k := s.plan.Sampling.Subsample; k > 0 {
		return k
	}
	return s.clean.Count()
}

// Rows returns how many rows of the model's input a sample has.
func (s *Sampler) Rows() int { return s.plan.rows() }

// Samples returns how many samples the two stages have.
func (p *Plan) Samples() int { return p.Sampling.Select + p.Sampling.Estimate }

func (p *Plan) rows() int {
	if p.Model.Layout.together() {
		return 1
	}
	return p.Classifier.Poses
}

// Shape returns the shape of a row.
func (s *Sampler) Shape() []int {
	return s.plan.Model.Layout.shape(s.plan.Classifier.Poses, s.points(), s.width())
}

// width returns how many numbers of a point the model is shown.
func (s *Sampler) width() int { return s.clean.Dimension + len(s.clean.Attributes) }

// NPYHeader returns the header of a NumPy file of the rows of all samples.
func (s *Sampler) NPYHeader() []byte {
	return npyHeader(s.plan.Model.Numbers, append([]int{s.plan.Samples() * s.Rows()}, s.Shape()...))
}

// Inputs returns the rows of so many samples from first on, one after another, and a byte
// for each sample: 1 where it counts, 0 where it is not settled, 2 where it is beyond the grid. The rows
// of such a sample are zeros, and its class is none. Samples are numbered through both stages.
func (s *Sampler) Inputs(first, count int) (inputs, counts []byte) {
	for sample := first; sample < first+count; sample++ {
		p := s.pose(s.sample(sample))
		counts = append(counts, p.standing())
		inputs = s.append(inputs, p, p.standing() == counted)
	}
	return inputs, counts
}

// sample draws a sample by its number through both stages, and returns the stream that its pose is drawn from.
func (s *Sampler) sample(number int) (approximate, stream) {
	draws := newStream(s.plan.Sampling.Seed, selection, number)
	if at := number - s.plan.Sampling.Select; at >= 0 {
		draws = newStream(s.plan.Sampling.Seed, estimation, at)
	}
	return s.noisy(draws), draws
}

// CleanInputs returns the rows of the clean cloud itself, as Inputs does for a sample; where samples
// are of some of its points, of those of the first sample.
func (s *Sampler) CleanInputs() (inputs, counts []byte) {
	draws := newStream(s.plan.Sampling.Seed, selection, 0)
	clean, _ := s.subset(draws)
	p := s.pose(s.withAttributeNoise(clean, func() float64 { return 0 }), draws)
	p.settled = true // there is no ideal cloud that it stands for
	return s.append(nil, p, p.inside), []byte{p.standing()}
}

// pose takes a sample through steps 1 to 3. A random turn comes with a random order of the points, if their order is not to matter.
func (s *Sampler) pose(z approximate, draws stream) posed {
	p := s.posed(z, draws)
	// Vectors are turned back.
	p.settled = p.settled && (p.turned <= mostTurned || !s.plan.Model.Returns.Turn())
	return p
}

func (s *Sampler) posed(z approximate, draws stream) posed {
	c := &s.plan.Classifier
	z, turns := c.turns(z, draws)
	switch {
	case c.Sorted && c.Turn == Random:
		z, order := shuffled(z, draws)
		p := posedBy(z, turns, c.Grid, false)
		p.orders, p.drawn = [][]int{order}, true
		return p
	case c.Sorted && s.plan.Model.Returns.perPoint():
		p := posedBy(z, turns, c.Grid, false)
		p.sort(z.Dimension)
		return p
	}
	return posedBy(z, turns, c.Grid, c.Sorted)
}

// append appends the rows of a sample, zeros where it does not count.
func (s *Sampler) append(inputs []byte, p posed, counted bool) []byte {
	model, dimension := s.plan.Model, s.clean.Dimension
	size := len(p.poses) * s.points() * s.width() * numberSize(model.Numbers)
	if inputs == nil {
		inputs = make([]byte, 0, size)
	}
	if !counted {
		return append(inputs, make([]byte, size)...)
	}
	if model.Layout.together() {
		sort.Slice(p.poses, func(i, j int) bool { return slices.Compare(p.poses[i], p.poses[j]) < 0 })
	}
	for i, pose := range p.poses {
		if channels := p.channels[i]; channels != nil {
			inputs = model.Layout.appendPose(inputs, model.Numbers, beside(pose, channels, s.plan.Classifier.Grid, dimension), 1, s.width())
			continue
		}
		inputs = model.Layout.appendPose(inputs, model.Numbers, pose, s.plan.Classifier.Grid, dimension)
	}
	return inputs
}

// none is the class of a sample that counts for no class.
const none = -1

// sumsOf adds the logits of the rows of a sample, row after row one for each class: a sum for each class, nil where one is not finite.
func sumsOf(logits []float64, classes int) []float64 {
	sums, values := make([]float64, classes), make([]float64, len(logits)/classes)
	for c := range sums {
		for row := range values {
			values[row] = logits[row*classes+c]
		}
		if sums[c] = sumSorted(values); math.IsNaN(sums[c]) {
			return nil
		}
	}
	return sums
}

// class returns the class with the largest sum of logits; none with the reason where there is none.
func class(sums []float64) (int, Reason) {
	best, top, tied := none, math.Inf(-1), false
	for c, sum := range sums {
		if sum == top {
			tied = true
		}
		if sum > top {
			best, top, tied = c, sum, false
		}
	}
	if tied {
		return none, Tied
	}
	return best, HasClass
}

// sumSorted adds values in rising order, so that the order they came in cannot matter. It
// is NaN where one of them is not finite.
func sumSorted(values []float64) (sum float64) {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return math.NaN()
		}
	}
	slices.Sort(values)
	for _, x := range values {
		sum += x
	}
	return sum
}

// Logits are what a model answered, as the tensor of its runtime tells it: row after row,
// Width numbers of one kind.
type Logits struct {
	Kind  string
	Width int
	Data  []byte
}

// Classes returns the classes of samples from first on, coded one after another, by the logits of their
// rows, and for each sample why it has none. counts is what Inputs returned for them.
func (p *Plan) Classes(first int, counts []byte, logits Logits) (coded, why []byte, err error) {
	classes := len(p.Model.Classes)
	size := p.rows() * classes
	if logits.Width != classes {
		return nil, nil, document.BadField("logits", "are of %d classes in each row; %d classes are named", logits.Width, classes)
	}
	if err := logits.agrees(classes, len(counts)*p.rows()); err != nil {
		return nil, nil, err
	}
	numbers := readNumbers(logits.Data, logits.Kind)
	for i, standing := range counts {
		c, reason := none, reasonOf(standing)
		if standing == counted {
			c, reason = p.classOf(first+i, sumsOf(numbers[i*size:(i+1)*size], classes))
		}
		coded, why = p.appendClass(coded, c), append(why, byte(reason))
	}
	return coded, why, nil
}

// agrees refuses logits that are not so many numbers in each of so many rows.
func (l Logits) agrees(width, rows int) error {
	switch {
	case l.Kind != Float32 && l.Kind != Float16:
		return document.BadField("logits", "are %s; want %s or %s", l.Kind, Float32, Float16)
	case len(l.Data) != rows*width*numberSize(l.Kind):
		return document.BadField("logits", "are %d bytes, want %d numbers: %d in each of %d rows", len(l.Data), rows*width, width, rows)
	}
	return nil
}

// widest is the largest number of classes that are coded in one byte.
const widest = 254

// width returns how many bytes code a class.
func (p *Plan) width() int {
	if len(p.Model.Classes) > widest {
		return 2
	}
	return 1
}

// appendClass codes a class: one byte, or two (little endian); all ones for none.
func (p *Plan) appendClass(coded []byte, class int) []byte {
	if p.width() == 1 {
		return append(coded, byte(class))
	}
	return binary.LittleEndian.AppendUint16(coded, uint16(class))
}

// classAt decodes the class of sample i, none where it is no class.
func (p *Plan) classAt(coded []byte, i int) int {
	c := 0
	if p.width() == 1 {
		c = int(coded[i])
	} else {
		c = int(binary.LittleEndian.Uint16(coded[2*i:]))
	}
	if c >= len(p.Model.Classes) {
		return none
	}
	return c
}
