package transform

// At returns the decomposition with a transformation that is known, and the turn that suits it best.
func (p *Problem) At(c Parameters) Decomposition {
	p.shift()
	return p.measured(p.turned(c))
}
