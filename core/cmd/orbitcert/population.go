package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
)

// compare tells of several models which certify more of the same clouds.
func (p *program) compare() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare [options] A.json B.json…",
		Short: "tell which of several models certify more of the same clouds",
		Long: `All are results of run over the same clouds, each of one σ. At each radius of the files and for each pair, it counts the clouds that
only one model predicts correctly and certifies that far, and prints the p-value of the exact sign test. "holm" holds for all pairs
and radii at once, if --radii named these before the results were seen.`,
		Example: "orbitcert run site/docs/examples/run.json > result.json\norbitcert compare result.json result.json --radii 0,0.1",
	}
	radii := c.Flags().Float64Slice("radii", nil, "compare at these `RADII`, such as 0,0.1,0.2, by default at round steps to the farthest cloud")
	c.Flags().Lookup("radii").DefValue = "" // else pflag writes []
	return p.printing(c, 2, mostCompared, func(files []string) ([]byte, error) {
		for i, radius := range *radii {
			if err := document.CalibrationLimits.Radius.Holds(document.Numbered("--radii", i), radius); err != nil {
				return nil, badInput{err}
			}
		}
		all := make([]results.Published, len(files))
		for i, path := range files {
			var err error
			if all[i], err = parsed(*p, path, ofRun, results.ReadResult); err != nil {
				return nil, err
			}
		}
		compared, err := results.Compare(files, all, *radii)
		if err != nil {
			return nil, badInput{err}
		}
		return shown(*p, compared, nil, comparedTable, inJSON)
	})
}

// calibrate prints how sets hold the truth.
func (p *program) calibrate() *cobra.Command {
	c := &cobra.Command{
		Use:   "calibrate [options] RESULT.json",
		Short: "print how sets hold the truth",
		Long: `The result of run, of one σ, is of clouds whose truth is known and that were not used for training. Give what it prints as "sets" in
requests for other clouds that were counted alike. Their certificates have the set that holds the truth with probability --coverage,
if the cloud is within --radius of one drawn like these: classes, an interval of numbers, or the labels of a point.`,
		Example: "orbitcert run site/docs/examples/run.json > result.json\norbitcert calibrate --coverage 0.5 --radius 0.1 result.json > sets.json",
	}
	coverage := c.Flags().Float64("coverage", 0.9, "probability `C` that a set holds the truth")
	radius := c.Flags().Float64("radius", 0, "largest distance `R` from a cloud like these, prepared and aligned")
	perClass := c.Flags().Bool("per-class", false, "hold the truth with this probability in each class of these clouds")
	return p.printing(c, 1, 1, func(files []string) ([]byte, error) {
		in := document.CalibrationLimits
		if err := document.First(in.Coverage.Holds("--coverage", *coverage), in.Radius.Holds("--radius", *radius)); err != nil {
			return nil, badInput{err}
		}
		result, err := parsed(*p, files[0], ofRun, results.ReadResult)
		if err != nil {
			return nil, err
		}
		calibrated, err := results.Calibrate(result, *coverage, *radius, *perClass)
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
	switch {
	case c.Error != nil:
		return fmt.Appendf(nil, "%d clouds. An interval reaches %v beyond the median\n", c.Clouds, *c.Error)
	case c.Threshold == nil:
		return fmt.Appendf(nil, "%d clouds: every set has everything\n", c.Clouds)
	case c.Returns != "":
		return fmt.Appendf(nil, "%d clouds. A set has the labels whose upper bound is at least %.4f\n", c.Clouds, math.Floor(*c.Threshold*1e4)/1e4)
	}
	return fmt.Appendf(nil, "%d clouds. A set has the classes whose upper bound is at least %.4f\n", c.Clouds, math.Floor(*c.Threshold*1e4)/1e4)
}

func comparedTable(c *results.Comparison) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%d clouds. Predicted correctly and certified farther than each radius:\n\n", c.Clouds)
	rows := [][]string{{"radius", "first", "second", "only first", "only second", "p-value", "all at once"}}
	for _, at := range c.Radii {
		rows = append(rows, []string{strconv.FormatFloat(at.Radius, 'g', -1, 64), strconv.Itoa(at.First), strconv.Itoa(at.Second),
			strconv.Itoa(at.OnlyFirst), strconv.Itoa(at.OnlySecond), chance(at.PValue), chance(at.Holm)})
		if last := len(rows) - 1; at.Pair != nil {
			rows[0][0], rows[last][0] = "results and radius", strings.Join(at.Pair, ", ")+", "+rows[last][0]
		}
	}
	table(&out, rows)
	return out.Bytes()
}

// mostCompared bounds how many results are compared.
const mostCompared = 1000

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
		return shown(*p, asked, nil, func(asked results.Planned) []byte { return fmt.Appendf(nil, "%d samples\n", asked.Samples) }, inJSON)
	})
}
