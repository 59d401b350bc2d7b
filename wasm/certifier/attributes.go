//go:build js && wasm

package main

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// described describes an attribute of an opened cloud: its range, and its values where they are few whole numbers.
type described struct {
	Name   string    `json:"name"`
	Least  float64   `json:"least"`
	Most   float64   `json:"most"`
	Values []float64 `json:"values,omitempty"`
}

// fewValues is the largest number of values that are listed.
const fewValues = 16

// describeAll describes the attributes of a cloud.
func describeAll(cloud pointcloud.Cloud) (all []described) {
	for _, a := range cloud.Attributes {
		all = append(all, described{a.Name, slices.Min(a.Values), slices.Max(a.Values), fewOf(a.Values)})
	}
	return all
}

// fewOf lists the different values in rising order, nil where they are many or not whole.
func fewOf(values []float64) []float64 {
	if slices.ContainsFunc(values, func(x float64) bool { return x != math.Trunc(x) }) {
		return nil
	}
	return pointcloud.Few(values, fewValues)
}

// differences lists the attributes that two clouds have with other values, none where one of them is not there.
func (c *certifier) differences(clean, perturbed string) []pointcloud.Difference {
	return append([]pointcloud.Difference{}, pointcloud.Differences(c.clouds[clean].Cloud, c.clouds[perturbed].Cloud)...)
}

// attribute returns the values of an attribute under the handle, N float64, little endian; none where the cloud has no such attribute.
func (c *certifier) attribute(handle, name string) (Numbers, error) {
	file, err := c.lookUp(handle, pointcloud.Reading{})
	return Numbers(file.Cloud.Attribute(name)), err
}
