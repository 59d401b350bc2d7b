package smoothing

import (
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// One is the pose of a classifier that draws one of its poses in each vote; "" is all of them.
	One = "one"
	// Random is the turn of a classifier that draws a member of its group in each vote; "" is by poses.
	Random = "random"
)

// takeDraw takes what a vote draws to be invariant, instead of an average over all poses.
func (c *Classifier) takeDraw(o *document.Object, layout Layout) error {
	err := document.First(document.Put(&c.Pose)(o.OneOf("pose", "", "all", One)), document.Put(&c.Turn)(o.OneOf("turn", "", Random)))
	if c.Pose != One {
		c.Pose = ""
	}
	field := "pose"
	if c.Turn != "" {
		field = "turn"
	}
	switch {
	case err != nil || c.poseless():
		return err
	case c.Pose != "" && c.Turn != "":
		return document.BadField(o.Name("pose"), "is %q, and a random turn needs no pose; leave out one of them", c.Pose)
	case c.How == Declared:
		return document.BadField(o.Name(field), "is drawn to make a model invariant; leave it out where how is %q", Declared)
	case c.symmetry().poseCount(3) == 1:
		return document.BadField(o.Name(field), "needs a group with rotations; %q has none", c.Group)
	case c.Turn != "" && c.Order != "":
		return document.BadField(o.Name("order"), "is that of axes, which a random turn does not need; leave it out")
	case layout.together():
		return document.BadField(o.Name(field), "leaves one pose, and a model with the layout %q takes all of a cloud at once; leave it out", layout)
	}
	return nil
}

// poseless reports whether votes draw neither a pose nor a turn.
func (c *Classifier) poseless() bool { return c.Pose == "" && c.Turn == "" }

// shown returns how many poses of a cloud the model is shown in each vote.
func (c *Classifier) shown(dimension int) int {
	if c.poseless() {
		return c.symmetry().poseCount(dimension)
	}
	return 1
}

// turns returns the points of a sample and the turns that the model is shown them with.
func (c *Classifier) turns(z approximate, draws stream) (approximate, []invariance.Matrix) {
	if c.Turn == Random {
		return c.symmetry().atRandom(z, draws)
	}
	z, turns := c.symmetry().poses(z)
	if c.Pose == One {
		k := draws.below(len(turns))
		turns = turns[k : k+1]
	}
	return z, turns
}

// atRandom returns the points and a turn of the group, drawn by Haar measure.
func (s symmetry) atRandom(z approximate, draws stream) (approximate, []invariance.Matrix) {
	if s.centres() {
		z = centred(z)
	}
	if s.group == invariance.Axis {
		turn, off := draws.turn(2)
		return turned(z, off+2*frameError+32*special.Unit), []invariance.Matrix{invariance.TurnInFrame(invariance.AxisFrame(s.axis), turn)}
	}
	turn, off := draws.turn(z.Dimension)
	if s.group.Reflects() && draws.below(2) == 1 {
		negate(&turn[0])
	}
	return turned(z, off), []invariance.Matrix{turn}
}

// turn draws a rotation by Haar measure: that of a quaternion with a uniform direction, in the plane of one without its middle
// parts. Each row is within off of the ideal one; see the package comment.
func (n stream) turn(dimension int) (turn invariance.Matrix, off float64) {
	w, z := n.next(), n.next()
	x, y := 0.0, 0.0
	if dimension == 3 {
		x, y = n.next(), n.next()
	}
	ww, xx, yy, zz := float64(w*w), float64(x*x), float64(y*y), float64(z*z)
	square := ww + xx + yy + zz
	if !(square > 0x1p-80) {
		return turn, math.Inf(1)
	}
	product := func(a, b, c, d, sign float64) float64 {
		return 2 * (float64(a*b) + float64(sign*float64(c*d))) / square
	}
	turn = invariance.Matrix{
		{(ww + xx - yy - zz) / square, product(x, y, w, z, -1), product(x, z, w, y, 1)},
		{product(x, y, w, z, 1), (ww - xx + yy - zz) / square, product(y, z, w, x, -1)},
		{product(x, z, w, y, -1), product(y, z, w, x, 1), (ww - xx - yy + zz) / square},
	}
	return turn, float64(4*drawError)/math.Sqrt(square) + 16*special.Unit
}

// shuffled returns the points in a random order, with the number that each had before.
func shuffled(z approximate, draws stream) (approximate, []int) {
	order := draws.distinct(z.Count(), numbersTo(z.Count()))
	z.Cloud = pointcloud.Pick(z.Cloud, order)
	return z, order
}
