package card

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/statement"
)

// perturbation is a way to perturb clouds by more and more, with what each argument certifies of it: the attack of a run, or one
// of the families of transformations.
type perturbation struct {
	// family is the name of the family, "" for an attack.
	family, unit string
	sizes        []float64
	lines        []line
	// at says how much is perturbed, with its preposition; arguments say it to a program.
	at        func(size float64) string
	arguments func(size float64) []argument
}

// line is the certified accuracy by one argument. Lower bounds it for clouds not seen, nil where no bound is known.
type line struct {
	field, name   string
	shares, lower []float64
}

// perturbed returns the attack of a run, or its families.
func perturbed(r results.Published) []perturbation {
	if r.Settings.Withstand != nil {
		return append(families(r), changes(r)...)
	}
	return []perturbation{{
		sizes: r.Grid, lines: lines(r),
		at:        func(at float64) string { return "at " + size(r, at) },
		arguments: func(at float64) []argument { return attack(r, at) },
	}}
}

// families returns those that some cloud withstands and not all of them for ever.
func families(r results.Published) (all []perturbation) {
	for i, f := range r.Families {
		if len(f.Sizes) < 2 {
			continue
		}
		lower := r.Population.Families[i].Lower
		lines := []line{{"black_box", "black box", f.Accuracy.BlackBox, lower.BlackBox}, {"withstood", "best of all", f.Accuracy.Withstood, lower.Withstood}}
		if one := f.Accuracy.OneClass; one != nil {
			lines = append(lines, line{"one_class", "best of all, one class", one, lower.OneClass})
		}
		all = append(all, perturbation{
			family: f.Family, unit: f.Unit, sizes: f.Sizes, lines: lines,
			at: func(at float64) string {
				return fmt.Sprintf("under every %s up to %s%s", f.Family, sized(at, f.Unit), whose(r))
			},
			arguments: func(at float64) []argument {
				args := []argument{{"family", f.Family}, {"size", number(at)}, {"unit", quoted(f.Unit)}}
				if along := r.Settings.Withstand.Along; along != nil {
					args = append(args, argument{"along", vector(along)})
				}
				return args
			},
		})
	}
	return all
}

// changes returns the ways in which points come and go that some cloud withstands.
func changes(r results.Published) (all []perturbation) {
	for i, c := range r.Changes {
		if len(c.Counts) < 2 {
			continue
		}
		sizes := make([]float64, len(c.Counts))
		for i, n := range c.Counts {
			sizes[i] = float64(n)
		}
		moved := r.Settings.Withstand.Moved
		all = append(all, perturbation{
			family: c.Change, sizes: sizes, lines: []line{{"withstood", "samples of points", c.Accuracy, r.Population.Points[i].Lower}},
			at: func(at float64) string {
				unit := "points"
				if at == 1 {
					unit = "point"
				}
				text := fmt.Sprintf("with up to %s %s %s", decimal(at), unit, c.Change)
				if moved > 0 {
					text += fmt.Sprintf(" and the others moved by ‖Δ‖ up to %s", decimal(moved))
				}
				return text
			},
			arguments: func(at float64) []argument {
				return []argument{{"family", c.Change}, {"size", number(at)}, {"unit", quoted("points")}, {"moved", number(moved)}}
			},
		})
	}
	return all
}

// told returns a size as it is written: angles in degrees, in which the sizes rise by round steps.
func told(at float64, unit string) float64 {
	if strings.HasPrefix(unit, "rad") {
		return math.RoundToEven(at*180/math.Pi*1e9) / 1e9
	}
	return at
}

// sized is a size with its unit.
func sized(at float64, unit string) string {
	text := decimal(told(at, unit))
	if rest, is := strings.CutPrefix(unit, "rad"); is {
		return text + "°" + rest
	}
	if rest, is := strings.CutPrefix(unit, "1/"); is {
		return text + "/" + rest
	}
	return text
}

// written returns the sizes as a reader sees them.
func (p perturbation) written() []float64 {
	sizes := make([]float64, len(p.sizes))
	for i, at := range p.sizes {
		sizes[i] = told(at, p.unit)
	}
	return sizes
}

// mostSizes bounds how many sizes of a family are published, beside 0.
const mostSizes = 10

// published returns which sizes are: all of an attack, and of a family every so many, so that they stay round.
func (p perturbation) published() (at []int) {
	step := 1
	if p.family != "" {
		steps := []int{1, 2, 5, 10, 20, 50, 100, 200, 500}
		step = steps[slices.IndexFunc(steps, func(step int) bool { return (len(p.sizes)-1)/step <= mostSizes })]
	}
	for i := 0; i < len(p.sizes); i += step {
		at = append(at, i)
	}
	return at
}

// lines returns the arguments that a run with an attack has.
func lines(r results.Published) (all []line) {
	for row, shares := range r.Accuracy.All() {
		if name := judging.RowNames[row]; len(*shares) > 0 && row != judging.ByTightUpper {
			all = append(all, line{name, statement.Argument(name), *shares, *r.Population.Lower.All()[row]})
		}
	}
	if one := r.Accuracy.OneClass; one != nil && len(one.Orbit) > 0 {
		all = append(all, line{"one_class", statement.Argument(judging.RowNames[judging.ByOrbit]) + ", one class", one.Orbit, r.Population.OneClass.Orbit})
	}
	return all
}

// size says how much is perturbed at a value of the grid.
func size(r results.Published, at float64) string {
	weighted := ""
	if r.Settings.Weight() != "" {
		weighted = "weighted "
	}
	switch a := &r.Settings.Attack; {
	case a.Family == "ball":
		return "every " + weighted + "‖Δ‖ up to " + decimal(at) + whose(r)
	case a.Norms != nil:
		return weighted + "‖Δ‖ = " + decimal(at) + whose(r)
	}
	turn := "rotation by " + decimal(at) + "°"
	if noise := r.Settings.Attack.Jitter; noise > 0 {
		return "noise of " + weighted + "norm " + decimal(noise) + " and " + turn
	}
	return turn
}

// whose says whether a norm is of files or of prepared clouds. It says nothing if the preparation keeps their size.
func whose(r results.Published) string {
	switch to := r.Settings.Base.Preparation.Resized(); {
	case to == "":
		return ""
	case r.Settings.ScalesNorms() || r.Settings.ScalesSizes():
		return " of the file, which is scaled to " + to
	default:
		return " of the prepared cloud, scaled to " + to
	}
}
