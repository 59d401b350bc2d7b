//go:build js && wasm

package main

import (
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
)

// exposeResults exposes what is made of results.
func exposeResults() {
	expose("calibrate", calibrate)
	expose("compare", compare)
}

// calibrating is how sets are to hold the truth.
type calibrating struct {
	Coverage float64 `json:"coverage"`
	Radius   float64 `json:"radius"`
	PerClass bool    `json:"per_class"`
}

// calibrate returns the calibration of sets by a result.
func calibrate(result string, by calibrating) (*certificate.Calibration, error) {
	in := document.CalibrationLimits
	if err := document.First(in.Coverage.Holds("coverage", by.Coverage), in.Radius.Holds("radius", by.Radius)); err != nil {
		return nil, err
	}
	of, err := results.ReadResult([]byte(result))
	if err != nil {
		return nil, err
	}
	return results.Calibrate(of, by.Coverage, by.Radius, by.PerClass)
}

// compare compares two results at these radii, or at round steps where they are null.
func compare(first, second string, radii []float64) (*results.Comparison, error) {
	for i, radius := range radii {
		if err := document.CalibrationLimits.Radius.Holds(document.Numbered("radii", i), radius); err != nil {
			return nil, err
		}
	}
	names, all := []string{"first", "second"}, make([]results.Published, 2)
	for i, text := range []string{first, second} {
		var err error
		if all[i], err = results.ReadResult([]byte(text)); err != nil {
			return nil, document.BadField(names[i], "%v", err)
		}
	}
	return results.Compare(names, all, radii)
}
