package certificate_test

import (
	"errors"
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const request = `{
	"clean":      {"points": [[0, 0], [2, 0], [3, 1], [0, 1], [-1, 0.5]]},
	"perturbed":  {"attack": "scale", "norm": 0.4},
	"sigma":      0.5,
	"prediction": {"votes": 9731, "samples": 10000},
	"group":      "SE"
}`

func ExampleCertify() {
	r, err := certificate.ParseRequest([]byte(request), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := certificate.Certify(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("certified: %v by %v, p′ ≥ %.4f\n", c.Certified, c.CertifiedBy, *c.Orbit.Lower)
	// Output: certified: true by [black_box orbit tight], p′ ≥ 0.8783
}

// Clouds may come from anywhere: a request names them, and open has them.
func ExampleOpen() {
	cloud := pointcloud.Cloud{Points: []float64{0, 0, 2, 0, 3, 1}, Dimension: 2}
	open := func(name string, _ pointcloud.Reading) (pointcloud.File, error) {
		if name != "mine" {
			return pointcloud.File{}, errors.New("there is no such cloud")
		}
		return pointcloud.File{Cloud: cloud}, nil
	}
	r, err := certificate.ParseRequest([]byte(`{"clean": {"file": "mine"}, "sigma": 0.5, "prediction": {"probability": 0.95}, "group": "SE"}`), open)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := certificate.Certify(r)
	fmt.Printf("every cloud closer than %.4f keeps the prediction, %v\n", *c.Orbit.Radius, err)
	// Output: every cloud closer than 0.8224 keeps the prediction, <nil>
}

// The error names the bad field.
func ExampleParseRequest() {
	_, err := certificate.ParseRequest([]byte(`{"clean": {"points": [[0, 0], [1, 0]]}, "sigma": -1}`), nil)
	if bad, ok := errors.AsType[*document.FieldError](err); ok {
		fmt.Printf("%s %s\n", bad.Field, bad.Message)
	}
	// Output: sigma must be positive, got -1
}

// A document is believed when its request gives the same certificate again.
func ExampleVerify() {
	r, _ := certificate.ParseRequest([]byte(request), nil)
	c, _ := certificate.Certify(r)
	text, err := certificate.Document(r, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := certificate.Verify(text, nil)
	fmt.Println(v.Certified, len(v.Failed), err)
	// Output: true 0 <nil>
}
