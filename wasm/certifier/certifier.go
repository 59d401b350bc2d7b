//go:build js && wasm

package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// attacked is the handle under which prepare keeps the cloud an attack made.
const attacked = "attack"

// clouds holds the opened clouds by handle.
var clouds = map[string]pointcloud.Cloud{}

// size describes an opened cloud.
type size struct {
	Dimension int `json:"dimension"`
	Count     int `json:"count"`
}

func core() string { return certificate.Core }

// open parses a file, keeps the cloud under the handle and returns its size.
func open(handle, name string, data Bytes) (text string, err error) {
	defer settle(&err)
	cloud, err := pointcloud.Parse(name, data)
	if err != nil {
		return "", err
	}
	clouds[handle] = cloud
	return marshal(size{cloud.Dimension, cloud.Count()})
}

func closeCloud(handle string) { delete(clouds, handle) }

// points returns the coordinates under the handle, N×D float64, little endian.
func points(handle string) (data Bytes, err error) {
	defer settle(&err)
	cloud, err := lookUp(handle)
	if err != nil {
		return nil, err
	}
	data = make([]byte, 0, 8*len(cloud.Points))
	for _, x := range cloud.Points {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return data, nil
}

// prepare returns the certificate of the closed forms and the first stage of
// work, "" when the certificate is complete.
func prepare(requestText string) (certificateText, workText string, err error) {
	defer settle(&err)
	request, err := parse(requestText)
	if err != nil {
		return "", "", err
	}
	c, work, err := certificate.Prepare(request)
	if err != nil {
		return "", "", err
	}
	if request.Attack != nil {
		clouds[attacked] = *request.Perturbed
	}
	return pair(c, work)
}

// run computes one block of the work.
func run(workText string, block int) (result Bytes, err error) {
	defer settle(&err)
	var work certificate.Work
	if err := json.Unmarshal([]byte(workText), &work); err != nil {
		return nil, err
	}
	return work.Run(block)
}

// reduce completes the certificate by the results of all blocks of a stage and
// returns the next stage, "" when there is none.
func reduce(workText, oldText string, results Bytes) (certificateText, nextText string, err error) {
	defer settle(&err)
	var work certificate.Work
	if err := json.Unmarshal([]byte(workText), &work); err != nil {
		return "", "", err
	}
	var c certificate.Certificate
	if err := json.Unmarshal([]byte(oldText), &c); err != nil {
		return "", "", err
	}
	next, err := work.Reduce(&c, results)
	if err != nil {
		return "", "", err
	}
	return pair(&c, next)
}

// document returns the certificate document with its request.
func document(requestText, certificateText string) (data Bytes, err error) {
	defer settle(&err)
	request, err := parse(requestText)
	if err != nil {
		return nil, err
	}
	var c certificate.Certificate
	if err := json.Unmarshal([]byte(certificateText), &c); err != nil {
		return nil, err
	}
	return certificate.Document(request, &c)
}

// gram returns the request in gram form, without the clouds.
func gram(requestText string) (text string, err error) {
	defer settle(&err)
	request, err := parse(requestText)
	if err != nil {
		return "", err
	}
	short, err := request.Gram()
	if err != nil {
		return "", err
	}
	return marshal(short)
}

// minimum returns the inverse certificate: the probabilities of the clean
// prediction from which on the request's clouds are certified.
func minimum(requestText string) (text string, err error) {
	defer settle(&err)
	request, err := parse(requestText)
	if err != nil {
		return "", err
	}
	m, err := certificate.FindMinimum(request)
	if err != nil {
		return "", err
	}
	document, err := certificate.MinimumDocument(m)
	return string(document), err
}

// parse reads a request whose files are handles of opened clouds.
func parse(text string) (*certificate.Request, error) {
	return certificate.ParseRequest([]byte(text), lookUp)
}

func lookUp(handle string) (pointcloud.Cloud, error) {
	cloud, ok := clouds[handle]
	if !ok {
		return pointcloud.Cloud{}, fmt.Errorf("no cloud is open as %q", handle)
	}
	return cloud, nil
}

func pair(c *certificate.Certificate, work *certificate.Work) (string, string, error) {
	certificateText, err := marshal(c)
	if err != nil || work == nil {
		return certificateText, "", err
	}
	workText, err := marshal(work)
	return certificateText, workText, err
}

func marshal(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}
