package assignment

import "github.com/orbitcert/orbitcert/core/special"

// Labelled is an Assignment of points with labels, where a point may be matched only with one of the same label: it falls into
// one Assignment for each label, which together cost less than one of all points.
type Labelled struct {
	n     int
	parts []part
	next  int // the part that is worked at
}

// part is the assignment of the points with one label.
type part struct {
	*Assignment
	points []int
	y      []float64
}

// NewLabelled prepares the problem of x and y, as New does. Point i of both has label labels[i], a number from 0 to below n.
func NewLabelled(x, y []float64, dimension int, labels []int) *Labelled {
	l := &Labelled{n: len(labels)}
	partOf, size := make([]int, len(labels)), make([]int, len(labels))
	for _, label := range labels {
		size[label]++
	}
	for i, label := range labels {
		if partOf[label] == 0 {
			l.parts = append(l.parts, part{points: make([]int, 0, size[label])})
			partOf[label] = len(l.parts)
		}
		p := &l.parts[partOf[label]-1]
		p.points = append(p.points, i)
	}
	for k := range l.parts {
		p := &l.parts[k]
		p.y = make([]float64, len(p.points)*dimension)
		p.Assignment = New(p.pick(x, nil, dimension), p.pick(y, p.y, dimension), dimension)
	}
	return l
}

// pick takes the points of the part, into a list if one is given.
func (p *part) pick(points, into []float64, dimension int) []float64 {
	if into == nil {
		into = make([]float64, len(p.points)*dimension)
	}
	for k, i := range p.points {
		copy(into[k*dimension:(k+1)*dimension], points[i*dimension:])
	}
	return into
}

// Move replaces y, as Move of an Assignment does.
func (l *Labelled) Move(y []float64) {
	for k := range l.parts {
		p := &l.parts[k]
		p.Assignment.Move(p.pick(y, p.y, len(y)/l.n))
	}
	l.next = 0
}

// Step does some milliseconds of the work and tells whether more remains.
func (l *Labelled) Step() (more bool) {
	for work := 0; work < stepWork && l.next < len(l.parts); {
		p := &l.parts[l.next]
		if !p.Assignment.Step() {
			l.next++
		}
		work += p.work
	}
	return l.next < len(l.parts)
}

// Run does all steps.
func (l *Labelled) Run() {
	for l.Step() {
	}
}

// Permutation returns the permutation found, at any time; it keeps the labels.
func (l *Labelled) Permutation() []int {
	all := make([]int, l.n)
	for k := range l.parts {
		p := &l.parts[k]
		for i, j := range p.Assignment.Permutation() {
			all[p.points[i]] = p.points[j]
		}
	}
	return all
}

// Lower bounds the least cost of all permutations that keep the labels, at any time and with every rounding.
func (l *Labelled) Lower() float64 {
	sum := 0.0
	for k := range l.parts {
		sum += l.parts[k].Assignment.Lower()
	}
	return sum * (1 - float64(float64(len(l.parts)+1)*2*special.Unit))
}

// Done tells how far the work is, in points of N.
func (l *Labelled) Done() (done, of int) {
	for k := range l.parts {
		d, _ := l.parts[k].Assignment.Done()
		done += d
	}
	return done, l.n
}
