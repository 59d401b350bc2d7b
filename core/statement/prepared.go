package statement

import "github.com/orbitcert/orbitcert/core/lengths"

// of names the point clouds that a claim is about.
func (p *paragraph) of() string {
	if p.r.Preparation.Resized() != "" || p.r.Preparation.Samples() {
		return "prepared point cloud"
	}
	return "point cloud"
}

// scaled says what the preparation does to the size of a file.
func (p *paragraph) scaled() string {
	if p.r.Preparation.Frame == lengths.CleanFrame {
		return "each is moved and scaled as the clean one, which is scaled to " + p.r.Preparation.Resized()
	}
	return "each is centred and scaled to " + p.r.Preparation.Resized()
}

// fileAligned says where the distance of a file is taken.
func (p *paragraph) fileAligned() string {
	switch aligned := p.aligned(); {
	case !p.c.Scale:
		return aligned
	case aligned == "":
		return " after the best translation and scaling"
	}
	return " after the best alignment, translation and scaling"
}

// prepared says what the preparation leaves of a claim.
func (p *paragraph) prepared() {
	preparation := p.r.Preparation
	switch to := preparation.Resized(); {
	case to != "" && p.r.Ruler() == nil:
		p.say("All lengths are of the prepared point clouds, which were scaled to %s.", to)
	case to != "":
		p.say("Other lengths are of the prepared point clouds, which were scaled to %s.", to)
	}
	if preparation.Samples() {
		p.say("Nothing follows about the file, because its points were sampled before the noise.")
	}
}
