package smoothing

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Plan fixes every sample before the first is drawn: which model is shown what.
type Plan struct {
	Model      Model      `json:"model"`
	Classifier Classifier `json:"classifier"`
	Sampling   Sampling   `json:"sampling"`
	// dimension is that of the clouds.
	dimension int
}

// Model is the file that computes logits, and how it takes clouds.
type Model struct {
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes,omitempty"`
	Name   string `json:"name,omitempty"`
	Layout Layout `json:"layout"`
	// Numbers is the kind of its input and output, float32 where it is empty.
	Numbers string `json:"numbers,omitempty"`
	// Output is the one with the logits, empty where the model has no other.
	Output string `json:"output,omitempty"`
	// Batch is 1 where every row is answered alone, since what else is in a batch changes the
	// answer; 0 where that is all the same.
	Batch int64 `json:"batch,omitempty"`
	// Returns is what it returns, and Number which of several numbers counts, from 0; nil where there is one.
	Returns Returns `json:"returns,omitempty"`
	Number  *int64  `json:"number,omitempty"`
	// Clip is the length at which its vectors are clipped, 0 where it returns none.
	Clip float64 `json:"clip,omitempty"`
	// Classes are the names of its classes or labels, nil where it returns a number or vectors.
	Classes []string `json:"classes"`
	// Attributes are shown to the model behind the coordinates of each point.
	Attributes []Channel `json:"attributes,omitempty"`
}

// Origins of a classifier's invariance.
const (
	Made     = "made"     // by poses: exact for every model
	Declared = "declared" // its user says so; tests did not refute it
)

// Falling is the order of axes by falling eigenvalues, for models trained so.
const Falling = "falling"

// Classifier is the base classifier made of the model: see the package comment.
type Classifier struct {
	Group       invariance.Group `json:"group"`
	Axis        []float64        `json:"axis,omitempty"`
	Translation bool             `json:"translation,omitempty"`
	How         string           `json:"how"`
	// Order of the axes, "" for rising.
	Order string `json:"order,omitempty"`
	// Pose is One, and Turn is Random, where each vote draws one pose or one turn. Without them the model is shown all poses.
	Pose string `json:"pose,omitempty"`
	Turn string `json:"turn,omitempty"`
	// Poses are those that the model is shown in each vote.
	Poses int `json:"poses"`
	// Sorted says that the order of the points is made not to matter.
	Sorted bool    `json:"sorted"`
	Grid   float64 `json:"grid"`
}

// Sampling is how many samples are drawn around which cloud.
type Sampling struct {
	// Sigma is the standard deviation of the noise. Where every point has one of its own, Sigmas
	// lists them, Sigma is the smallest, and SigmasDigest their digest.
	Sigma    float64 `json:"sigma"`
	Select   int     `json:"select"`
	Estimate int     `json:"estimate"`
	Block    int     `json:"block"`
	Seed     string  `json:"seed"`
	// Fresh says that the seed was drawn by chance, and not derived.
	Fresh bool   `json:"fresh,omitempty"`
	Cloud string `json:"cloud"`
	Law
	SigmasDigest string    `json:"noise,omitempty"`
	Sigmas       []float64 `json:"-"`
}

// Block is how many samples are handed out and checked together. Each of them is a pure
// function of seed, stage and number.
const Block = 50

// smallBlock is the same where the votes may be looked at after any sample, so that few are in vain; and where a sample has
// a label for each point, so that the scores of a block fit into memory.
const smallBlock = 10

// CloudDigest is the SHA-256 of the shape of a cloud and its coordinates as little-endian
// float64, point by point, and of its attributes, one after another.
func CloudDigest(c pointcloud.Cloud) string {
	data := fmt.Appendf(make([]byte, 0, 32+8*len(c.Points)), "orbitcert cloud\n%d %d\n", c.Count(), c.Dimension)
	return hexDigest(appendAttributes(appendBits(data, c.Points), c.Attributes))
}

// Voter is the SHA-256 of the classifier that votes: of the model, and of how it is shown clouds. Names do not matter, nor what
// follows from σ and the dimension, which the plan of many clouds leaves out.
func (p Plan) Voter() string {
	p.Model.Name, p.Model.Bytes, p.Model.Classes = "", 0, nil
	p.Classifier.Poses, p.Classifier.Grid = 0, 0
	text, _ := json.Marshal(struct {
		Model      Model      `json:"model"`
		Classifier Classifier `json:"classifier"`
	}{p.Model, p.Classifier})
	return hexDigest(append([]byte("orbitcert classifier\n"), text...))
}

// cloudDigest is the same as samples name their cloud.
func cloudDigest(c pointcloud.Cloud) string { return "sha256:" + CloudDigest(c) }

// sigmasDigest names the σ of single points likewise, "" where there are none.
func sigmasDigest(sigmas []float64) string {
	if sigmas == nil {
		return ""
	}
	return "sha256:" + hexDigest(appendBits(fmt.Appendf(nil, "orbitcert noise\n%d\n", len(sigmas)), sigmas))
}

// appendBits appends numbers as little-endian float64, those of zero without a sign.
func appendBits(data []byte, numbers []float64) []byte {
	for _, x := range numbers {
		if x == 0 {
			x = 0 // JavaScript writes −0 as 0
		}
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return data
}

func hexDigest(data []byte) string {
	sum := digest.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// derivedSeed hashes all that the samples are drawn for. The names of model and classes
// do not matter.
func (p Plan) derivedSeed() string {
	p.Model.Name, p.Model.Bytes, p.Model.Classes = "", 0, nil
	p.Sampling.Seed, p.Sampling.Fresh = "", false
	text, _ := json.Marshal(p)
	return hexDigest(append([]byte("orbitcert samples\n"), text...))
}

// takeSeed derives the seed, or checks the one that is there. A fresh one is given.
func (p *Plan) takeSeed(path string) error {
	given := p.Sampling.Seed
	switch derived := p.derivedSeed(); {
	case p.Sampling.Fresh && given == "":
		return document.BadField(path+".seed", "is missing: fresh says that it was drawn by chance")
	case p.Sampling.Fresh && given == derived:
		return document.BadField(path+".fresh", "is true, but the seed is the one that follows from model, cloud and settings")
	case p.Sampling.Fresh:
		return nil
	case given != "" && given != derived:
		return document.BadField(path+".seed", "is not the one that follows from model, cloud and settings: %s", derived)
	default:
		p.Sampling.Seed = derived
	}
	return nil
}

// symmetry returns what the poses make the classifier invariant under.
func (c *Classifier) symmetry() symmetry {
	if c.How == Declared {
		return symmetry{group: invariance.None}
	}
	return symmetry{c.Group, c.Axis, c.Translation, c.Order == Falling}
}

// poseCount returns how many poses a cloud has.
func (s symmetry) poseCount(dimension int) int {
	switch {
	case s.group.Reflects():
		return 1 << dimension
	case s.group.Turns():
		return 1 << (dimension - 1)
	case s.group == invariance.Axis:
		return 2
	}
	return 1
}

// leastPoints returns how many points a cloud needs for its axes to be distinct.
func (s symmetry) leastPoints(dimension int) int {
	least := 1
	switch {
	case s.group.Turns():
		least = dimension - 1
	case s.group != invariance.Axis:
		return 1
	}
	if s.group.Translates() || s.translation {
		least++
	}
	return least
}

// Covers tells whether the classifier is invariant under all of another group.
func (c *Classifier) Covers(other Classifier) bool {
	if other.Sorted && !c.Sorted || other.translates() && !c.translates() {
		return false
	}
	if c.Group == invariance.Axis && other.Group == invariance.Axis {
		return [3]float64(c.Axis) == [3]float64(other.Axis)
	}
	return c.turning() >= other.turning()
}

func (c *Classifier) translates() bool { return c.Group.Translates() || c.Translation }

// turning ranks the groups by their rotations: none, about an axis, all, and reflections.
func (c *Classifier) turning() int {
	switch {
	case c.Group.Reflects():
		return 3
	case c.Group.Turns():
		return 2
	case c.Group == invariance.Axis:
		return 1
	}
	return 0
}
