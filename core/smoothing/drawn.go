package smoothing

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// drawn is the output of a model in the evidence where each sample's class is drawn with its scores. So these votes have another Voter.
const drawn = "drawn"

// DrawClasses draws the class of each sample if that is asked for: independently of the noise, with the softmax of the mean logits of its rows as
// probabilities; −1 where a logit is not finite. The order of rows does not matter. The draws make a classifier with values in [0, 1], whose
// probability of a class is its mean score, so all bounds for votes hold.
func DrawClasses(p *Plan, a pointcloud.Array, asked bool) (pointcloud.Array, error) {
	logits := p.Model.Returns.votes() && !a.Whole
	switch {
	case asked && !logits:
		return a, document.BadField("--scores", "needs the logits of a model of classes")
	case logits && asked != (p.Model.Output == drawn):
		return a, document.BadField("prediction.model.output", "must be %q with --scores, before the inputs are drawn, and only then: no calibration takes "+
			"these votes for others", drawn)
	case !asked:
		return a, nil
	}
	classes, rows := len(p.Model.Classes), p.rows()
	classOf := pointcloud.Array{Shape: []int{len(a.Values) / rows / classes}, Whole: true}
	for i := range classOf.Shape[0] {
		own := a.Values[i*rows*classes : (i+1)*rows*classes]
		classOf.Values = append(classOf.Values, float64(drawClass(own, classes, chance(p, i))))
	}
	return classOf, nil
}

// chance returns a number uniform in [0, 1) for a sample.
func chance(p *Plan, sample int) float64 {
	name := fmt.Sprintf("orbitcert scores\n%s\n%d", p.Sampling.Seed, sample)
	return float64(rand.NewChaCha8(digest.Sum256([]byte(name))).Uint64()>>11) * 0x1p-53
}

// drawClass returns the class at a share of the sum of the scores.
func drawClass(rows []float64, classes int, share float64) int {
	means, of := make([]float64, classes), make([]float64, len(rows)/classes)
	largest := math.Inf(-1)
	for c := range means {
		for row := range of {
			of[row] = float64(float32(rows[row*classes+c]))
		}
		means[c] = mean(of)
		largest = max(largest, means[c])
	}
	if math.IsNaN(largest) {
		return none
	}
	sum := 0.0
	for c, x := range means {
		sum += special.Exp(x - largest)
		means[c] = sum
	}
	c := 0
	for c < classes-1 && means[c] <= float64(share*sum) {
		c++
	}
	return c
}
