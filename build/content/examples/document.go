package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io"
)

// request is a request document; its fields keep the order given here.
type request struct {
	Clean      points
	Perturbed  any // points or scaling
	Sigma      float64
	Prediction any // votes, counted, outputs, vectors or probability
	Group      string
	// Axis is that of the group axis, which has translations too where Translation says so.
	Axis        []float64
	Translation bool
	Samples     int
	// Permutation says that the order of the points does not matter.
	Permutation bool
	// Subsample is how many points each vote is of, 0 for all.
	Subsample int
	// Noise has the standard deviations of transformations that each vote drew, nil for none.
	Noise map[string]float64
}

// alpha is the total error probability of every example.
const alpha = 0.001

type points struct {
	Points cloud `json:"points"`
	// Attributes have a number for each point; nil for none.
	Attributes map[string][]int `json:"attributes,omitempty"`
}

// scaling is the attack X' = X(1 + Norm/‖X‖).
type scaling struct {
	Attack string  `json:"attack"`
	Norm   float64 `json:"norm"`
}

// votes says that Votes of Samples noisy copies got the predicted class.
type votes struct {
	Votes   int `json:"votes"`
	Samples int `json:"samples"`
}

// probability is a prediction probability taken as exact.
type probability struct {
	Probability float64 `json:"probability"`
}

// counted is votes of a model with the document of their count.
type counted struct {
	Votes    int             `json:"votes"`
	Samples  int             `json:"samples"`
	Looks    int             `json:"looks,omitempty"`
	Evidence json.RawMessage `json:"evidence"`
}

// outputs are what a model returned in place of classes, in the document of their count.
type outputs struct {
	// Tolerance is how far the median of numbers may go; 0 for labels.
	Tolerance float64         `json:"tolerance,omitempty"`
	Evidence  json.RawMessage `json:"evidence"`
}

// vectors are what a model whose vectors turn with the cloud returned.
type vectors struct {
	Vectors struct {
		// Tolerance is how far each may go.
		Tolerance float64 `json:"tolerance"`
	} `json:"vectors"`
	Evidence json.RawMessage `json:"evidence"`
}

// documents are the votes that node build/content/votes.mjs has counted, as orbitcert-votes prints them.
//
//go:embed votes
var documents embed.FS

// stored returns the votes that were counted for a cloud.
func stored(name string) counted {
	text := read(name)
	var document struct {
		Votes struct {
			Predicted int   `json:"predicted"`
			Estimate  []int `json:"estimate"`
			Looks     int   `json:"looks"`
			Samples   int   `json:"samples"`
		} `json:"votes"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	v := document.Votes
	return counted{v.Estimate[v.Predicted], v.Samples, v.Looks, text}
}

// storedOutputs returns the numbers or labels that a model returned for a cloud.
func storedOutputs(name string, tolerance float64) outputs {
	return outputs{tolerance, read(name)}
}

// storedVectors returns the vectors that a model returned for a cloud.
func storedVectors(name string, tolerance float64) vectors {
	v := vectors{Evidence: read(name)}
	v.Vectors.Tolerance = tolerance
	return v
}

// read returns a document of votes; a long one is packed.
func read(name string) []byte {
	text, err := documents.ReadFile("votes/" + name + ".json")
	if err == nil {
		return text
	}
	if text, err = documents.ReadFile("votes/" + name + ".json.gz"); err == nil {
		text, err = unpack(text)
	}
	if err != nil {
		panic(err)
	}
	return text
}

func unpack(text []byte) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(in)
}

// largest is the size in bytes that no file in the tree may reach. The built site has longer examples unpacked.
const largest = 40_000

// pack returns an example as it lies in the tree, with its name there.
func pack(name string, text []byte) (string, []byte) {
	if len(text) < largest {
		return name, text
	}
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is known
	w.Write(text)                                           // to memory: cannot fail
	w.Close()
	return name + ".gz", out.Bytes()
}

// encode writes one field a line: short to read, and the clouds stay compact.
func (r request) encode() ([]byte, error) {
	fields := []struct {
		name  string
		value any
	}{
		{"clean", r.Clean}, {"perturbed", r.Perturbed}, {"sigma", r.Sigma}, {"prediction", r.Prediction}, {"group", r.Group}, {"axis", r.Axis},
		{"translation", r.Translation}, {"permutation", r.Permutation}, {"subsample", r.Subsample}, {"noise", r.Noise}, {"alpha", alpha}, {"samples", r.Samples},
	}
	var out bytes.Buffer
	separator := "{\n"
	for _, f := range fields {
		if r.Axis == nil && (f.name == "axis" || f.name == "translation") || r.Noise == nil && f.name == "noise" || f.value == nil || f.value == 0 {
			continue
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		out.WriteString(separator + `  "` + f.name + `": `)
		out.Write(value)
		separator = ",\n"
	}
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}

// entry is one line of the list that the page shows; its file is named by its ID.
type entry struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Note  string `json:"note"`
	// Of names the example that this one is another way to look at: it has no picture of its own in the row.
	Of string `json:"of,omitempty"`
	// Dots are a picture of the clean cloud: points x,y of a square of 100, y downwards.
	Dots string `json:"dots"`
	thumbnail
}

// Files makes all examples: file name → bytes, with index.json among them. Long ones are packed.
func Files() (map[string][]byte, error) {
	files := make(map[string][]byte)
	var index []entry
	for _, e := range examples() {
		data, err := e.request.encode()
		if err != nil {
			return nil, err
		}
		name, text := pack(e.id+".json", data)
		files[name] = text
		index = append(index, entry{e.id, e.title, e.note, e.of, dots(e.request.Clean.Points), thumbnails[e.id]})
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(index)
	files["index.json"] = out.Bytes()
	if err != nil {
		return nil, err
	}
	files["digits.LICENSE.txt"], err = images.ReadFile("digits/LICENSE.txt")
	return files, err
}
