package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// plan reads a request whose prediction is to be counted. With scores it is one whose samples draw their classes.
func (p program) plan(path string, scores bool) (*certificate.Request, *smoothing.Plan, *smoothing.Sampler, error) {
	data, err := p.readWithSets(path)
	if err != nil {
		return nil, nil, nil, err
	}
	if scores {
		data = withScores(data)
	}
	request, plan, err := certificate.ParsePlan(data, p.beside(path))
	if err == nil && scores && !request.Scores {
		err = document.BadField("scores", "is false; leave out --scores")
	}
	if err != nil {
		return nil, nil, nil, named(path, err)
	}
	return request, plan, smoothing.NewSampler(plan, *request.Clean), nil
}

// withScores returns a request with "scores": true, unless it has that field.
func withScores(data []byte) []byte {
	if o, err := document.Parse("", data); err != nil || o.Has("scores") {
		return data
	}
	at, field := bytes.IndexByte(data, '{')+1, `"scores": true,`
	if bytes.TrimSpace(data[at:])[0] == '}' {
		field = `"scores": true`
	}
	return slices.Concat(data[:at], []byte(field), data[at:])
}

// scored adds the option whose requests draw classes with scores.
func scored(c *cobra.Command) *bool {
	return c.Flags().Bool("scores", false, "as with \"scores\": true in the request, each sample votes for a class drawn with its scores")
}

// draw prints the inputs of a model.
func (p *program) draw() *cobra.Command {
	c := &cobra.Command{
		Use:   "draw [options] REQUEST.json",
		Short: "print the noisy inputs that a model is to classify, a NumPy array",
		Long: `The prediction of the request is {"model", "classifier", "sampling"}. "subsample": k draws k points of the cloud for each sample.
"returns" of the model is "number" if it returns a number, and has no classes; "BNC" or "BCN" if it labels every point; "vector",
"BND" or "BDN" if its vectors turn with the cloud, clipped at the length "clip".
"attributes" of the model are those it sees behind the coordinates, such as [{"name": "element", "values": [1, 6, 8]}].`,
		Example: "orbitcert draw site/docs/examples/plan.json > inputs.npy",
	}
	scores := scored(c)
	return p.onFile(c, func(path string) ([]byte, error) { return p.inputs(path, *scores) })
}

// inputs writes the inputs of the model, block by block.
func (p *program) inputs(path string, scores bool) ([]byte, error) {
	_, plan, sampler, err := p.plan(path, scores)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriter(p.out)
	if _, err := out.Write(sampler.NPYHeader()); err != nil {
		return nil, err
	}
	for first := 0; first < plan.Samples(); first += smoothing.Block {
		inputs, _ := sampler.Inputs(first, min(smoothing.Block, plan.Samples()-first))
		if _, err := out.Write(inputs); err != nil {
			return nil, err
		}
	}
	return nil, out.Flush()
}

// counting is when a count stops: at the first sample after which the request is certified, or without a
// perturbation the radius, unless all votes are wanted. In a run it stops once its norms are decided.
type counting struct {
	all    bool
	scores *bool
	radius float64
	run    string
}

// count prints the votes document of the answers for as many samples as it takes, or for a plan with
// looks of as many as reach one.
func (p *program) count() *cobra.Command {
	c := &cobra.Command{
		Use:   "count [options] REQUEST.json CLASSES.npy",
		Short: "print the votes document of their classes, or of their logits",
		Long: `The array has the class of every sample, or the logits of every row that draw printed, or those of the first samples only.
For "number", give the number of every row; of several in a row, "number" of the model (0, 1, …) chooses one. For "BNC" or "BCN",
give the scores of every point; for vectors, those of every row.
The count stops at the first sample after which the votes certify the request. Without a perturbation it takes all samples.
A sampling with "select" spends so many samples on the class, and checks the votes at a few numbers of samples only.
With --scores, here and in draw, the probability of a class is its mean score, the softmax of its logits. Requests for these votes
need "scores": true.`,
		Example: "orbitcert count site/docs/examples/plan.json site/docs/examples/classes.npy > votes.json",
	}
	by := counting{scores: scored(c)}
	c.Flags().BoolVar(&by.all, "all", false, "count all samples: the bound on the probability is larger")
	c.Flags().Float64Var(&by.radius, "radius", -1, "without a perturbation, stop as soon as the radius is above `R`")
	c.Flags().Lookup("radius").DefValue = "0" // pflag writes no default of 0
	c.Flags().StringVar(&by.run, "run", "", "stop as soon as the norms of the run in `FILE` are decided; the file has its settings, without clouds")
	return p.printing(c, 2, 2, func(files []string) ([]byte, error) {
		if c.Flags().Changed("radius") && !(by.radius >= 0 && by.radius <= math.MaxFloat64) {
			return nil, misused("count", "--radius must be a number of at least 0, got %v", by.radius)
		}
		return p.votes(by, files[0], files[1])
	})
}

// votes counts the answers in a file for the plan in another.
func (p program) votes(options counting, path, classes string) ([]byte, error) {
	request, plan, sampler, err := p.plan(path, *options.scores)
	if err != nil {
		return nil, err
	}
	coded, why, err := p.classes(sampler, classes)
	if err != nil {
		return nil, err
	}
	if plan.Anytime() && !options.all {
		if coded, err = p.stop(request, plan, options, coded, why); err != nil {
			return nil, named(path, err)
		}
	}
	evidence, err := smoothing.NewEvidence(plan, coded, sampler.Points(), smoothing.Machine{})
	if err != nil {
		return nil, err
	}
	if told := evidence.Told(why); told != "" {
		p.errs.say("%s", told)
	}
	var text bytes.Buffer
	err = json.Indent(&text, evidence.Document(), "", "  ")
	return append(text.Bytes(), '\n'), err
}

// classes reads the answers for samples from an array, coded one after another, and why samples have none.
func (p program) classes(sampler *smoothing.Sampler, path string) (coded, why []byte, err error) {
	data, err := p.read(path, byCaller)
	if err != nil {
		return nil, nil, err
	}
	array, err := pointcloud.ReadArray(data)
	if err != nil {
		return nil, nil, named(path, err)
	}
	if !slices.ContainsFunc(array.Values, func(x float64) bool { return !math.IsNaN(x) }) {
		return nil, nil, named(path, errors.New("has NaN only; check the output of the model"))
	}
	samples, err := sampler.Answered(array)
	if err != nil {
		return nil, nil, named(path, err)
	}
	for first := 0; first < samples; first += smoothing.Block {
		_, counts := sampler.Inputs(first, min(smoothing.Block, samples-first))
		some, reasons, err := sampler.Answers(first, counts, array)
		if err != nil {
			return nil, nil, named(path, err)
		}
		coded, why = append(coded, some...), append(why, reasons...)
	}
	return coded, why, nil
}

// stop leaves out the samples after the first at which the claim holds, and says so.
func (p program) stop(request *certificate.Request, plan *smoothing.Plan, by counting, coded, why []byte) ([]byte, error) {
	enough, reached, err := 0, "certified", error(nil)
	if by.run != "" {
		enough, err = p.decided(plan, by.run, coded)
		reached = "decided"
	} else if samples, certified := plan.First(coded, 0, request.StopFor(plan, by.radius).Proves); certified {
		enough = samples
	}
	if have := len(why); err == nil && enough > 0 && enough < have {
		p.errs.say("%s after %d of %d samples; --all counts the rest too, for a larger bound", reached, enough, have)
		coded = coded[:len(coded)/have*enough]
	}
	return coded, err
}

// decided returns the number of samples that decide the norms of a run, 0 if none do.
func (p program) decided(plan *smoothing.Plan, path string, coded []byte) (int, error) {
	data, err := p.readWithSets(path)
	if err != nil {
		return 0, err
	}
	settings, err := judging.ParseSettings(data)
	if err != nil {
		return 0, named(path, err)
	}
	return settings.Decided(plan, coded, 0), nil
}
