package explore

// pace parts long work: after every stretch, the caller may turn to something else first. A nil pace never pauses.
type pace struct {
	// rest returns whether the work is still wanted.
	rest func() bool
	// done is how many coordinates were gone through since the last rest.
	done  int
	ended bool
}

// stretch is how many coordinates are gone through between two rests: some 20 ms in a browser.
const stretch = 1 << 18

// after counts coordinates that were gone through; it returns false once the work is not wanted any more.
func (p *pace) after(coordinates int) bool {
	if p == nil {
		return true
	}
	if p.done += coordinates; p.done >= stretch && !p.ended {
		p.done = 0
		p.ended = !p.rest()
	}
	return !p.ended
}
