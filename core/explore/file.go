package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/lengths"
)

// inFile is a scene whose radius and distances are the file's, in the unit of the prepared cloud. Where each cloud is divided by its own
// size, distances alone certify: a file that moves along a path is prepared to clouds that are on none.
type inFile struct {
	scene
	*lengths.Ruler
}

// inFile returns that of a certified radius, nil where the lengths of a scene are the file's, or nothing follows about it.
func (s scene) inFile(radius float64) *inFile {
	f := &inFile{s, s.Ruler()}
	switch {
	case f.Ruler == nil || s.Noise != nil && f.DividesScale():
		return nil
	case f.DividesScale():
		f.radius = math.Ldexp(f.Radius(radius)/f.Size, -s.exponent) * (1 - spare)
		f.closedOnly = true
		f.weighing, f.moments = nil, nil // a file that moves all points a little counts in full
	}
	return f
}

// span turns the range of a family into one of the file.
func (f *inFile) span(of family, own Range) *FileSpan {
	if f.DividesScale() {
		own = f.rangeOf(of)
	}
	return own.inFile(func(s Span) Span { return f.across(of, s) })
}

func (f *inFile) across(of family, s Span) Span {
	if s.Any {
		return s
	}
	from, to := f.Across(*s.From, of.power), f.Across(*s.To, of.power)
	return Span{From: &from, To: &to}
}

// directions returns what may be done to the file in every direction at once.
func (f *inFile) directions(radius float64) *FileDirections {
	a := &FileDirections{f.Size, f.anyDirection(f.Radius(radius) / f.Size)}
	for _, length := range []*float64{&a.EachPoint, &a.PointsAnywhere.Single, &a.Noise} {
		*length = f.Across(*length, -1)
	}
	a.PointsAnywhere.Within = float64(a.PointsAnywhere.Within*f.Size) * (1 + 1e-12)
	return a
}

// side turns a side of a region into one of the file.
func (f *inFile) side(s Side) Side {
	power := 0
	for _, f := range families(3) {
		if f.unit == s.Unit {
			power = f.power
		}
	}
	s.From, s.To = f.Across(s.From, power), f.Across(s.To, power)
	return s
}

// fileRadius returns the radius of the file, in its unit, for one of prepared clouds; nil where it is the same or not known.
func (e exploration) fileRadius(radius float64) *float64 {
	ruler := e.Ruler()
	if ruler == nil {
		return nil
	}
	return new(ruler.Radius(radius))
}

// inFile returns, for each length x of a curve, the distance below which files are prepared to clouds nearer than x.
func (c *Curve) inFile(ruler *lengths.Ruler) (file []float64) {
	if ruler == nil || c.Kind == "rotate" {
		return nil
	}
	for _, x := range c.X {
		file = append(file, ruler.Radius(x))
	}
	return file
}

// fileRegion adds to a region that of files, where it is another and something follows about them.
func (s scene) fileRegion(q *RegionQuestion, own *Region) error {
	f := s.inFile(s.length(s.radius, 1))
	if f == nil {
		return nil
	}
	region := *own
	if f.DividesScale() {
		of, err := f.region(q)
		if err != nil {
			return err
		}
		region = *of
	}
	region.First, region.Second = f.side(region.First), f.side(region.Second)
	own.File = &region
	return nil
}
