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
	"github.com/orbitcert/orbitcert/core/population"
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
			if !(radius >= 0) || math.IsInf(radius, 1) {
				return nil, badInput{document.BadField(document.Numbered("--radii", i), "must be 0 or more, got %v", radius)}
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
		if err := document.First(within("coverage", *coverage, in.Coverage.Low, in.Coverage.High), within("radius", *radius, in.Radius.Low, in.Radius.High)); err != nil {
			return nil, err
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

// within refuses an option that is out of an interval.
func within(name string, x, least, most float64) error {
	if x >= least && x <= most {
		return nil
	}
	return badInput{document.BadField("--"+name, "must be from %v to %v, got %v", least, most, x)}
}

// readResult reads the result of a run of one σ.
func (p *program) readResult(path string) (one results.Published, err error) {
	text, err := p.readText(path)
	if err != nil {
		return one, err
	}
	all, err := results.ReadResults(text)
	switch {
	case err != nil:
		return one, named(path, otherKind(text, "the result of a run", err))
	case len(all) > 1:
		return one, badInput{fmt.Errorf("%s: has the results of %d σ; give one of them: an entry of its \"sigmas\"", path, len(all))}
	}
	return all[0], nil
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

// plannedCount is how many samples prove a radius.
type plannedCount struct {
	Format      int     `json:"format"`
	Samples     int64   `json:"samples"`
	Power       float64 `json:"power"`
	Probability float64 `json:"probability"`
	Radius      float64 `json:"radius"`
	Sigma       float64 `json:"sigma"`
	Alpha       float64 `json:"alpha"`
}

// planning tells how many samples a radius needs.
func (p *program) planning() *cobra.Command {
	c := &cobra.Command{
		Use:     "plan --probability P --radius R --sigma S",
		Short:   "print how many samples prove a radius",
		Long:    "So many samples of a class of this probability prove the radius in 9 of 10 counts, by the bound of one class.",
		Example: "orbitcert plan --probability 0.97 --radius 0.1 --sigma 0.1",
	}
	asked := plannedCount{Format: document.Format, Power: population.Power}
	c.Flags().Float64Var(&asked.Probability, "probability", 0, "probability `P` of the class that you expect, from 0 to 1")
	c.Flags().Float64Var(&asked.Radius, "radius", 0, "radius `R` that is wanted")
	c.Flags().Float64Var(&asked.Sigma, "sigma", 0, "noise level `S`")
	c.Flags().Float64Var(&asked.Alpha, "alpha", 0.001, "error probability of the certificate, above 0 and at most 0.5")
	return p.printing(c, 0, 0, func([]string) ([]byte, error) {
		if err := asked.check(); err != nil {
			return nil, err
		}
		asked.Samples = population.Samples(asked.Probability, asked.Radius/asked.Sigma, asked.Alpha)
		if asked.Samples == 0 {
			return nil, badInput{fmt.Errorf("no number of samples proves the radius %v: a class of probability %v reaches %.4g at most", asked.Radius, asked.Probability,
				asked.Sigma*population.Reach(asked.Probability))}
		}
		if p.tabular() {
			return fmt.Appendf(nil, "%d samples\n", asked.Samples), nil
		}
		return inJSON(asked)
	})
}

// check refuses what no plan can be made for.
func (a plannedCount) check() error {
	return document.First(within("probability", a.Probability, 0, 1), within("sigma", a.Sigma, 1e-100, 1e100), within("radius", a.Radius, 0, 1e100),
		within("alpha", a.Alpha, 1e-12, 0.5))
}
