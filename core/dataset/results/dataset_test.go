package results

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const scaling = `"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.2,0.4,0.6,0.8,1,1.2]}`

// certified returns the certificate of a request.
func certified(t *testing.T, r *certificate.Request) *certificate.Certificate {
	t.Helper()
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func certifiedText(t *testing.T, text string) *certificate.Certificate {
	t.Helper()
	r, err := certificate.ParseRequest([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return certified(t, r)
}

// mustSettings reads settings as results have them: without runner_up, one class is bounded against all others.
func mustSettings(t *testing.T, text string) *judging.Settings {
	t.Helper()
	s, err := judging.ReadSettings([]byte("{"+text+"}"), judging.Written)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomEntry is a cloud off the origin with votes of 10,000 for the class 1.
func randomEntry(seed uint64, dimension, count int, spread float64, votes int64) judging.Ballot {
	random := rand.New(rand.NewPCG(seed, 9))
	e := judging.Ballot{Name: fmt.Sprint("cloud ", seed), Label: 1, Predict: []int64{3, 97}, Certify: []int64{10_000 - votes, votes}}
	e.Cloud = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, dimension*count)}
	for i := range e.Cloud.Points {
		e.Cloud.Points[i] = spread * (random.NormFloat64() + 0.4)
	}
	return e
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
