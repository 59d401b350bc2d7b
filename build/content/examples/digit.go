package main

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"

	"github.com/orbitcert/orbitcert/core/assignment"
)

// images are a 3 and an 8 of MNIST's test set, as plain PGM, and their licence, under which the clouds of them are too.
//
//go:embed digits
var images embed.FS

// image is grey values, row by row from the top; 0 is paper.
type image struct {
	width int
	grey  []float64
}

// imageOf returns the image of a digit.
func imageOf(digit int) image {
	text, err := images.ReadFile(fmt.Sprintf("digits/%d.pgm", digit))
	if err != nil {
		panic(err)
	}
	header, rest, _ := strings.Cut(string(text), "\n255\n")
	var width, height int
	if _, err := fmt.Sscan(header[strings.LastIndex(header, "\n")+1:], &width, &height); err != nil {
		panic(err)
	}
	grey := make([]float64, width*height)
	for i, word := range strings.Fields(rest) {
		if _, err := fmt.Sscan(word, &grey[i]); err != nil {
			panic(err)
		}
	}
	return image{width, grey}
}

// ink spreads count dots over an image: pixels in proportion to their grey value, uniform within the pixel, y upwards. It is
// how the digits were made that the shipped model was trained on.
func (m image) ink(random *rand.Rand, count int) cloud {
	sums, sum := make([]float64, len(m.grey)), 0.0
	for i, grey := range m.grey {
		sum += grey
		sums[i] = sum
	}
	out := make(cloud, count)
	for i := range out {
		aim := random.Float64() * sum
		pixel := sort.Search(len(sums)-1, func(k int) bool { return sums[k] > aim })
		x, y := float64(pixel%m.width), float64(pixel/m.width)
		out[i] = []float64{x + random.Float64() - 0.5, -y + random.Float64() - 0.5}
	}
	return out
}

// three returns the 3, centred in the unit disc.
func three(random *rand.Rand, count int) cloud {
	return imageOf(3).ink(random, count).framed()
}

// eight returns the 8 in its own frame, its dots in the order in which those of the other cloud have the least way to them.
func eight(random *rand.Rand, from cloud) cloud {
	changed := imageOf(8).ink(random, len(from)).framed()
	a := assignment.New(from.flat(), changed.flat(), 2)
	a.Run()
	out := make(cloud, len(from))
	for i, j := range a.Permutation() {
		out[i] = changed[j]
	}
	return out
}
