package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/tight"
)

// classifier gives a cloud the class whose mean of invariant features is nearest,
// each feature in units of its spread within the classes. The features depend on
// the distances from the mean point and on the eigenvalues of the covariance
// alone, so they do not change when the cloud is moved, turned, mirrored or its
// points are listed in another order.
type classifier struct {
	dimension int
	means     [][]float64 // by class; nil for a class without clouds
	spread    []float64
}

const quantiles = 12

// features returns quantiles of the sorted distances from the mean point and the
// two invariants tr C²/(tr C)² and det C/(tr C)ᴰ of the covariance C.
func features(cloud []float64, dimension int) []float64 {
	count := len(cloud) / dimension
	mean, c := [3]float64{}, [3][3]float64{}
	for i, x := range cloud {
		mean[i%dimension] += x / float64(count)
	}
	radii := make([]float64, 0, count)
	for n := 0; n < len(cloud); n += dimension {
		square := 0.0
		for i := range dimension {
			x := cloud[n+i] - mean[i]
			square += float64(x * x)
			for j := range i + 1 {
				c[i][j] += float64(x * (cloud[n+j] - mean[j]))
			}
		}
		radii = append(radii, math.Sqrt(square))
	}
	slices.Sort(radii)
	out := make([]float64, 0, quantiles+2)
	for q := range quantiles {
		out = append(out, radii[(2*q+1)*count/(2*quantiles)])
	}
	return append(out, spectral(c, dimension)...)
}

// spectral returns the invariants of the covariance, given by its lower triangle.
func spectral(c [3][3]float64, dimension int) []float64 {
	trace, square := 0.0, 0.0
	for i := range dimension {
		trace += c[i][i]
		for j := range i {
			square += 2 * float64(c[i][j]*c[i][j])
		}
		square += float64(c[i][i] * c[i][i])
	}
	minor := float64(c[0][0]*c[1][1]) - float64(c[1][0]*c[1][0])
	if dimension == 2 {
		return []float64{square / trace / trace, minor / trace / trace}
	}
	det := float64(c[2][2]*minor) - float64(c[2][1]*(float64(c[0][0]*c[2][1])-float64(c[1][0]*c[2][0]))) +
		float64(c[2][0]*(float64(c[1][0]*c[2][1])-float64(c[1][1]*c[2][0])))
	return []float64{square / trace / trace, det / trace / trace / trace}
}

// trainingDraws is how often each cloud is seen under noise in training.
const trainingDraws = 40

// train learns the means and spreads from the clouds under the noise of the run.
func train(d dataset) classifier {
	c := classifier{dimension: d.dimension, means: make([][]float64, d.classes), spread: make([]float64, quantiles+2)}
	seen := make([][][]float64, d.classes)
	for _, cloud := range d.clouds {
		noise := tight.NewNormals("orbitcert demo training\n" + cloud.name)
		for range trainingDraws {
			seen[cloud.label] = append(seen[cloud.label], features(noisy(cloud.points, d.sigma, noise), d.dimension))
		}
	}
	total := 0.0
	for class, all := range seen {
		if len(all) == 0 {
			continue
		}
		mean := make([]float64, len(c.spread))
		for _, f := range all {
			for k, x := range f {
				mean[k] += x / float64(len(all))
			}
		}
		for _, f := range all {
			for k, x := range f {
				c.spread[k] += float64((x - mean[k]) * (x - mean[k]))
			}
		}
		c.means[class] = mean
		total += float64(len(all))
	}
	for k := range c.spread {
		c.spread[k] = math.Sqrt(c.spread[k] / total)
	}
	return c
}

// classify returns the class of a cloud.
func (c classifier) classify(cloud []float64) int {
	best, least := 0, math.Inf(1)
	f := features(cloud, c.dimension)
	for class, mean := range c.means {
		distance := 0.0
		for k := range mean {
			x := (f[k] - mean[k]) / c.spread[k]
			distance += float64(x * x)
		}
		if mean != nil && distance < least {
			best, least = class, distance
		}
	}
	return best
}

// What the article asks of the classifier: votes that choose the class, and others
// that bound its probability.
const (
	predictingVotes = 1_000
	certifyingVotes = 10_000
)

// votes asks the classifier about the cloud under independent noise.
func (c classifier) votes(d dataset, cloud labelled) (predict, certify []int) {
	for i, count := range []int{predictingVotes, certifyingVotes} {
		noise, counts := tight.NewNormals(fmt.Sprintf("orbitcert demo votes\n%s\n%d", cloud.name, i)), make([]int, d.classes)
		for range count {
			counts[c.classify(noisy(cloud.points, d.sigma, noise))]++
		}
		predict, certify = certify, counts
	}
	return predict, certify
}

// noisy adds independent normal noise to every coordinate.
func noisy(points []float64, sigma float64, noise tight.Normals) []float64 {
	out := make([]float64, len(points))
	for i, x := range points {
		out[i] = x + float64(sigma*noise.Next())
	}
	return out
}
