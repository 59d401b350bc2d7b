package pointcloud_test

import (
	"errors"
	"fmt"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func ExampleParse() {
	data := []byte("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 1\n2 0 1\n")
	file, err := pointcloud.Parse("chair.ply", data, pointcloud.Reading{})
	fmt.Println(file.Cloud.Count(), file.Cloud.Dimension, file.Cloud.Points, err)
	// Output: 2 3 [0 0 1 2 0 1] <nil>
}

// An error says where a file is bad.
func ExampleFormatError() {
	_, err := pointcloud.Parse("cloud.xyz", []byte("1 2 3\n4 five 6\n"), pointcloud.Reading{})
	if bad, ok := errors.AsType[*pointcloud.FormatError](err); ok {
		fmt.Println(bad.File, bad.Line)
	}
	// Output: cloud.xyz 2
}

func ExampleSample() {
	line := pointcloud.Cloud{Points: []float64{0, 0, 1, 0, 2, 0, 10, 0}, Dimension: 2}
	chosen, err := pointcloud.Sample(line, 2, pointcloud.Farthest, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pointcloud.Pick(line, chosen).Points)
	// Output: [10 0 0 0]
}
