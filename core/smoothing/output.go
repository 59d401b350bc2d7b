package smoothing

// output is what a model answers for a sample, and how that is counted.
type output struct {
	// told names it in sentences.
	told string
	// least and usual are how many samples the first stage has, estimate the usual number of the second.
	least, usual, estimate int64
	block                  int
	// coded returns how many bytes code the answer for a sample of so many points.
	coded func(p *Plan, points int) int
	// code codes what the model answers for samples from first on, and why samples have no answer.
	code func(s *Sampler, first int, counts []byte, logits Logits) (coded, why []byte, err error)
}

// outputs has that of each Returns. Only classes may be counted in one stage: the median of the numbers of the first is the reference of a
// tolerance, and its labels are those that the second votes on.
var outputs = map[Returns]output{
	ReturnsClasses: {
		"classes", 0, 0, DefaultEstimate, Block, func(p *Plan, _ int) int { return p.width() },
		func(s *Sampler, _ int, counts []byte, l Logits) (coded, why []byte, err error) {
			return s.plan.Classes(counts, l)
		},
	},
	ReturnsNumber: {
		"a number", 1, DefaultSelect, DefaultEstimate, Block, func(*Plan, int) int { return numberBytes },
		func(s *Sampler, _ int, counts []byte, l Logits) (coded, why []byte, err error) {
			return s.plan.numbers(counts, l)
		},
	},
	ReturnsPointLabels: ofLabels,
	ReturnsLabelPoints: ofLabels,
}

var ofLabels = output{
	"a label for each point", 1, DefaultSelect, defaultLabels, smallBlock, func(p *Plan, points int) int { return points * p.width() }, (*Sampler).labels,
}

// Told names what a model returns, for sentences.
func (r Returns) Told() string { return outputs[r].told }

// Coded returns how many bytes code the answer for a sample of so many points.
func (p *Plan) Coded(points int) int { return outputs[p.Model.Returns].coded(p, points) }

// Classes returns what a model answers for samples from first on, coded one after another: classes, numbers, or labels in
// the order of the cloud's points; and for each sample why it has no answer. counts is what Inputs returned for them.
func (s *Sampler) Classes(first int, counts []byte, logits Logits) (coded, why []byte, err error) {
	return outputs[s.plan.Model.Returns].code(s, first, counts, logits)
}
