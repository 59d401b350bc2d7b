package registration

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// Partners pairs the points of two clouds that may have different numbers of them: for each clean point the number of its
// partner in the perturbed cloud, pointcloud.NoPartner for none. No partner has two. As many points as the smaller cloud has get
// one, whatever the distance: which of the pairs belong together is for others to say.
//
// Any pairing is sound; this one comes from poses that are drawn to the nearest points, the farthest left out (trimmed
// ICP; D. Chetverikov and others, ICPR 2002): the clouds as they are, with their means, with their principal axes on one another,
// turned about an axis, and, where no pose brings the points nearer than their neighbours are, from a cover of all rotations.
func Partners(g invariance.Group, axis []float64, translates bool, clean, perturbed pointcloud.Cloud) []int {
	m := matching{group: g, axis: axis, clean: clean, perturbed: perturbed, tree: newTree(perturbed)}
	if m.translates = translates || g.Translates(); m.translates {
		m.x, m.y = core(clean), core(perturbed)
	} else {
		m.x.points, m.y.points = clean.Points, perturbed.Points
	}
	m.labels, m.others = pointcloud.Labels(clean, perturbed)
	return m.greedy(m.pose())
}

// middle is the nearest part of a cloud around its middle, less its mean.
type middle struct {
	points []float64
	mean   [3]float64
}

// core leaves out the points farthest from the medians of the coordinates, which points that were replaced hardly move.
func core(c pointcloud.Cloud) (m middle) {
	count := c.Count()
	var median [3]float64
	for i := range c.Dimension {
		along := column(c.Points, i, c.Dimension)
		slices.Sort(along)
		median[i] = along[count/2]
	}
	t := tree{cloud: c}
	near := make([]neighbour, count)
	for n := range near {
		near[n] = neighbour{t.square(int32(n), &median), int32(n)}
	}
	sort.Slice(near, func(i, j int) bool {
		return cmp.Or(cmp.Compare(near[i].square, near[j].square), cmp.Compare(near[i].point, near[j].point)) < 0
	})
	var kept []int
	for _, n := range near[:max(1, int(trimmed*float64(count)))] {
		kept = append(kept, int(n.point))
	}
	m.points, m.mean = invariance.Centre(pointcloud.Pick(c, kept))
	return m
}

// InOrder pairs point n with point n as far as both clouds go.
func InOrder(clean, perturbed int) []int {
	partners := make([]int, clean)
	for n := range partners {
		if partners[n] = n; n >= perturbed {
			partners[n] = pointcloud.NoPartner
		}
	}
	return partners
}

// matching looks for the pose and the pairs.
type matching struct {
	group            invariance.Group
	axis             []float64
	translates       bool
	clean, perturbed pointcloud.Cloud
	tree             *tree
	// labels and others number the attributes of the points of both clouds: only points with the same number are paired first.
	labels, others []int
	// x and y are the middles of both clouds where the group translates, else all points, about the origin.
	x, y middle
}

// drawn is a pose that was drawn to the nearest points, with the mean squared distance of the nearest part of a sample.
type drawn struct {
	invariance.Alignment
	score float64
}

const (
	// coverPoints of the clean cloud rank many poses, fewPoints draw some, and morePoints the best.
	coverPoints, fewPoints, morePoints = 48, 96, 512
	fewDraws, moreDraws                = 8, 30
	// trimmed is the part of the sample that draws a pose.
	trimmed = 0.7
	// sweepAngles are tried about an axis.
	sweepAngles = 180
	// finest of many poses are drawn.
	finest = 64
	// apart is which part of the distance between neighbours points may be away from their partners in a pose that needs no others beside it.
	apart = 0.3
)

// pose returns the best pose found.
func (m *matching) pose() invariance.Alignment {
	best := drawn{score: math.Inf(1)}
	few := m.sample(fewPoints)
	consider := func(starts []invariance.Alignment) {
		for _, start := range starts {
			if d := m.draw(start, few, fewDraws); d.score < best.score {
				best = d
			}
		}
	}
	consider(m.finest(m.starts()))
	if m.group.Turns() && m.clean.Dimension == 3 {
		if spacing := m.spacing(); best.score > float64(apart*apart*spacing) {
			consider(m.finest(m.covered()))
		}
	}
	return m.draw(best.Alignment, m.sample(morePoints), moreDraws).Alignment
}

// sample returns the numbers of so many clean points, or of all, at equal steps.
func (m *matching) sample(count int) (points []int) {
	n := m.clean.Count()
	count = min(count, n)
	for i := range count {
		points = append(points, i*n/count)
	}
	return points
}

// starts lists the poses to begin with.
func (m *matching) starts() (starts []invariance.Alignment) {
	identity := invariance.Identity(m.clean.Dimension)
	starts = []invariance.Alignment{{Matrix: identity, Dimension: m.clean.Dimension}}
	if m.translates {
		starts = append(starts, m.about(identity))
	}
	switch {
	case m.group == invariance.Axis:
		frame := invariance.AxisFrame(m.axis)
		for k := 1; k < sweepAngles; k++ {
			starts = append(starts, m.about(invariance.TurnInFrame(frame, planeTurn(k, 1))))
		}
	case m.group.Turns() && m.clean.Dimension == 2:
		for k := range 2 * sweepAngles {
			if mirror := k >= sweepAngles; !mirror || m.group.Reflects() {
				starts = append(starts, m.about(planeTurn(k, 1-2*float64(k/sweepAngles))))
			}
		}
	case m.group.Turns():
		starts = append(starts, m.onAxes()...)
	}
	return starts
}

// planeTurn turns by k steps of a sweep; a sign of −1 mirrors first.
func planeTurn(k int, sign float64) (turn invariance.Matrix) {
	sin, cos := special.Sincos(2 * math.Pi * float64(k) / sweepAngles)
	turn[0], turn[1] = [3]float64{cos, float64(-sign * sin), 0}, [3]float64{sin, float64(sign * cos), 0}
	return turn
}

// about turns about the middles where the group translates.
func (m *matching) about(turn invariance.Matrix) invariance.Alignment {
	a := invariance.Alignment{Matrix: turn, Dimension: m.clean.Dimension}
	for i := range a.Dimension {
		a.Offset[i] = m.x.mean[i] - invariance.Along(&turn[i], m.y.mean[:a.Dimension])
	}
	return a
}

// onAxes brings the principal axes on one another, with every choice of signs in the group.
func (m *matching) onAxes() (poses []invariance.Alignment) {
	u, _ := principalAxes(m.x.points, 3)
	v, _ := principalAxes(m.y.points, 3)
	for signs := range 1 << 3 {
		if turn := signedProduct(&u, &v, signs, 3); m.group.Reflects() || invariance.Determinant(turn, 3) > 0 {
			poses = append(poses, m.about(turn))
		}
	}
	return poses
}

// covered returns a cover of all rotations.
func (m *matching) covered() (poses []invariance.Alignment) {
	cover := newTurnCover(allAngles, coverDegrees)
	for turn, ok := cover.next(); ok; turn, ok = cover.next() {
		for _, t := range m.reflected(turn) {
			poses = append(poses, m.about(t))
		}
	}
	return poses
}

// finest returns the best of many poses, by how near they bring a few points.
func (m *matching) finest(poses []invariance.Alignment) []invariance.Alignment {
	if len(poses) <= finest {
		return poses
	}
	all, sample := make([]drawn, 0, len(poses)), m.sample(coverPoints)
	for _, a := range poses {
		_, score := m.nearest(a, sample)
		all = append(all, drawn{a, score})
	}
	sort.SliceStable(all, func(i, j int) bool { return cmp.Less(all[i].score, all[j].score) })
	poses = poses[:0]
	for _, d := range all[:finest] {
		poses = append(poses, d.Alignment)
	}
	return poses
}

// reflected adds the mirror image of a turn where the group has it.
func (m *matching) reflected(turn invariance.Matrix) []invariance.Matrix {
	if !m.group.Reflects() {
		return []invariance.Matrix{turn}
	}
	other := turn
	for i := range other {
		other[i][0] = -other[i][0]
	}
	return []invariance.Matrix{turn, other}
}

// spacing returns the median squared distance of neighbours in the perturbed cloud, by a sample.
func (m *matching) spacing() float64 {
	n := m.perturbed.Count()
	count := min(fewPoints, n)
	var squares []float64
	room := make([]neighbour, 2)
	for i := range count {
		var at [3]float64
		copy(at[:], m.perturbed.Points[i*n/count*m.perturbed.Dimension:][:m.perturbed.Dimension])
		found := m.tree.near(&at, room)
		squares = append(squares, found[len(found)-1].square)
	}
	slices.Sort(squares)
	return squares[len(squares)/2]
}

// pair is a clean point with a perturbed one near it.
type pair struct {
	square           float64
	clean, perturbed int
}

// nearest returns the nearest part of a sample with the perturbed points nearest to it in a pose, and their mean squared distance.
func (m *matching) nearest(a invariance.Alignment, sample []int) (pairs []pair, score float64) {
	room := make([]neighbour, 1)
	for _, n := range sample {
		at := m.there(&a, n)
		found := m.tree.near(&at, room)
		pairs = append(pairs, pair{found[0].square, n, int(found[0].point)})
	}
	sortPairs(pairs)
	pairs = pairs[:max(1, int(trimmed*float64(len(pairs))))]
	for _, p := range pairs {
		score += p.square
	}
	return pairs, score / float64(len(pairs))
}

func sortPairs(pairs []pair) {
	sort.Slice(pairs, func(i, j int) bool {
		a, b := &pairs[i], &pairs[j]
		return cmp.Or(cmp.Compare(a.square, b.square), a.clean-b.clean, a.perturbed-b.perturbed) < 0
	})
}

// there is where a pose has a clean point in the perturbed cloud: Mᵀ(x − b).
func (m *matching) there(a *invariance.Alignment, n int) (at [3]float64) {
	for i, x := range m.clean.Points[n*a.Dimension:][:a.Dimension] {
		d := x - a.Offset[i]
		for k := range a.Dimension {
			at[k] += float64(a.Matrix[i][k] * d)
		}
	}
	return at
}

// draw moves a pose so that the sample comes nearer to its nearest points, until that ends.
func (m *matching) draw(a invariance.Alignment, sample []int, draws int) drawn {
	pairs, score := m.nearest(a, sample)
	for range draws {
		next := m.align(pairs)
		more, better := m.nearest(next, sample)
		if !(better < score) {
			break
		}
		a, pairs, score = next, more, better
	}
	return drawn{a, score}
}

func (m *matching) align(pairs []pair) invariance.Alignment {
	var of, with []int
	for _, p := range pairs {
		of, with = append(of, p.clean), append(with, p.perturbed)
	}
	x, y := pointcloud.Pick(m.clean, of), pointcloud.Pick(m.perturbed, with)
	return m.group.Nearest(m.axis, m.translates, x, y)
}

// nearKept is how many perturbed points a clean one may choose from.
const nearKept = 5

// greedy pairs the points in a pose, the nearest first; those left over are paired in their order.
func (m *matching) greedy(a invariance.Alignment) []int {
	partners := slices.Repeat([]int{pointcloud.NoPartner}, m.clean.Count())
	taken := make([]bool, m.perturbed.Count())
	var pairs []pair
	room := make([]neighbour, nearKept)
	for n := range partners {
		at := m.there(&a, n)
		for _, found := range m.tree.near(&at, room) {
			pairs = append(pairs, pair{found.square, n, int(found.point)})
		}
	}
	sortPairs(pairs)
	for _, p := range pairs {
		if partners[p.clean] == pointcloud.NoPartner && !taken[p.perturbed] && m.labels[p.clean] == m.others[p.perturbed] {
			partners[p.clean], taken[p.perturbed] = p.perturbed, true
		}
	}
	next := 0
	for n := range partners {
		for partners[n] == pointcloud.NoPartner && next < len(taken) {
			if !taken[next] {
				partners[n], taken[next] = next, true
			}
			next++
		}
	}
	return partners
}
