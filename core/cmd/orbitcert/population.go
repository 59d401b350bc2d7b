package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
)

// compare tells of two models which certifies more of the same clouds.
func (p *program) compare() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare [options] A.json B.json",
		Short: "tell which of two models certifies more of the same clouds",
		Long: `Both are results of run over the same clouds, each of one σ. At each radius it counts the clouds that only one model predicts
correctly and certifies that far, and prints the p-value of the exact sign test. "holm" holds for all radii at once.
Lengths are those of the files. Without --radii it takes round steps to the farthest cloud.`,
		Example: "orbitcert run site/docs/examples/run.json > result.json\norbitcert compare result.json result.json --radii 0,0.1",
	}
	radii := c.Flags().Float64Slice("radii", nil, "compare at these `RADII`, such as 0,0.1,0.2")
	return p.printing(c, 2, 2, func(files []string) ([]byte, error) {
		for i, radius := range *radii {
			if err := document.CalibrationLimits.Radius.Holds(document.Numbered("--radii", i), radius); err != nil {
				return nil, badInput{err}
			}
		}
		var both [2]results.Published
		for i, path := range files {
			var err error
			if both[i], err = p.readResult(path); err != nil {
				return nil, err
			}
		}
		compared, err := results.Compare(both[0], both[1], *radii)
		if err != nil {
			return nil, badInput{fmt.Errorf("%s and %s: %w", files[0], files[1], err)}
		}
		if p.tabular() {
			return comparedTable(compared), nil
		}
		return inJSON(compared)
	})
}

// calibrate prints how sets of classes hold the true class.
func (p *program) calibrate() *cobra.Command {
	c := &cobra.Command{
		Use:   "calibrate [options] RESULT.json",
		Short: "print how sets of classes hold the true one",
		Long: `The result of run, of one σ, is of labelled clouds that were not used for training. Give what it prints as "sets" in requests for other
clouds that were counted alike: their certificates have the set of classes that holds the true class with probability --coverage, if
the cloud is within --radius of one drawn like these. The radius is of prepared clouds, after alignment.`,
		Example: "orbitcert run site/docs/examples/run.json > result.json\norbitcert calibrate --coverage 0.5 --radius 0.1 result.json > sets.json",
	}
	coverage := c.Flags().Float64("coverage", 0.9, "probability `C` that a set holds the true class")
	radius := c.Flags().Float64("radius", 0, "largest distance `R` from a cloud like these")
	return p.printing(c, 1, 1, func(files []string) ([]byte, error) {
		in := document.CalibrationLimits
		if err := document.First(in.Coverage.Holds("--coverage", *coverage), in.Radius.Holds("--radius", *radius)); err != nil {
			return nil, badInput{err}
		}
		result, err := p.readResult(files[0])
		if err != nil {
			return nil, err
		}
		calibrated, err := results.Calibrate(result, *coverage, *radius)
		if err != nil {
			return nil, named(files[0], err)
		}
		if note := calibrated.Note(); note != "" {
			p.errs.say("%s", note)
		}
		if p.tabular() {
			return calibratedTable(calibrated), nil
		}
		text, err := json.Marshal(calibrated)
		return append(text, '\n'), err
	})
}

func calibratedTable(c *certificate.Calibration) []byte {
	if c.Threshold == nil {
		return fmt.Appendf(nil, "%d clouds: every set has all classes\n", c.Clouds)
	}
	return fmt.Appendf(nil, "%d clouds. A set has the classes whose upper bound is at least %.4f\n", c.Clouds, math.Floor(*c.Threshold*1e4)/1e4)
}

// readResult reads the result of a run of one σ.
func (p *program) readResult(path string) (one results.Published, err error) {
	text, err := p.readText(path)
	if err != nil {
		return one, err
	}
	one, err = results.ReadResult(text)
	if err != nil {
		return one, named(path, otherKind(text, "the result of a run", err))
	}
	return one, nil
}

func comparedTable(c *results.Comparison) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%d clouds. Predicted correctly and certified farther than each radius:\n\n", c.Clouds)
	rows := [][]string{{"radius", "first", "second", "only first", "only second", "p-value", "for all radii"}}
	for _, at := range c.Radii {
		rows = append(rows, []string{strconv.FormatFloat(at.Radius, 'g', -1, 64), strconv.Itoa(at.First), strconv.Itoa(at.Second),
			strconv.Itoa(at.OnlyFirst), strconv.Itoa(at.OnlySecond), chance(at.PValue), chance(at.Holm)})
	}
	table(&out, rows)
	return out.Bytes()
}

// chance writes a p-value, rounded up.
func chance(p float64) string { return strconv.FormatFloat(math.Ceil(p*1e4)/1e4, 'f', -1, 64) }

// planning tells how many samples a radius needs.
func (p *program) planning() *cobra.Command {
	c := &cobra.Command{
		Use:     "plan --probability P --radius R --sigma S",
		Short:   "print how many samples prove a radius",
		Long:    "So many samples of a class of this probability prove the radius in 9 of 10 counts, by the bound of one class.",
		Example: "orbitcert plan --probability 0.97 --radius 0.1 --sigma 0.1",
	}
	asked := results.Planned{}
	asked.Options(c.Flags().Float64Var)
	return p.printing(c, 0, 0, func([]string) ([]byte, error) {
		if err := asked.Plan("--"); err != nil {
			return nil, badInput{err}
		}
		if p.tabular() {
			return fmt.Appendf(nil, "%d samples\n", asked.Samples), nil
		}
		return inJSON(asked)
	})
}
