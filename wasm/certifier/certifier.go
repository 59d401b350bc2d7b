//go:build js && wasm

package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Handles of the clouds of the last request as it is computed: prepared, and
// attacked where there is an attack. heldCloud is that of a cloud that a hand holds.
const (
	computedClean     = "computed clean"
	computedPerturbed = "computed perturbed"
	heldCloud         = "held"
)

// certifier is all that the program knows between two calls.
type certifier struct {
	// clouds holds the opened clouds by handle.
	clouds map[string]pointcloud.File
	// last is the request parsed last. What follows about it, or about the same
	// clouds, need not prepare and search them again.
	last asked
	// explored is the request explored last. It is kept apart from the one certified last,
	// whose search for the order of the points may have taken minutes.
	explored asked
	// withstood is the same of the request whose ranges were asked for last: a family is played on its
	// cloud, step by step.
	withstood ranged
	// counting is the plan read last, and its sampler.
	counting struct {
		text    string
		plan    *smoothing.Plan
		sampler *smoothing.Sampler
	}
}

// asked is a request with its text.
type asked struct {
	text    string
	request *certificate.Request
}

// ranged is a request whose ranges are asked for, with its text; ranges are there once they are.
type ranged struct {
	text   string
	asked  *explore.Asked
	ranges *explore.Withstanding
	// family is that of which the range is being found, in steps.
	family string
	steps  *pulled
}

// begin turns to the range of a family.
func (r *ranged) begin(family string) error {
	steps, err := r.ranges.Range(family)
	if err != nil {
		return err
	}
	r.giveUp()
	r.family = family
	r.steps = pull(steps)
	return nil
}

// giveUp ends what is being found.
func (r *ranged) giveUp() {
	if r.steps != nil {
		r.steps.next(false)
	}
	r.family, r.steps = "", nil
}

// forget makes requests be read again: their clouds are others.
func (c *certifier) forget() {
	c.last.text, c.explored.text, c.withstood.text, c.counting.text = "", "", "", ""
	c.withstood.giveUp()
}

// opened describes an opened cloud.
type opened struct {
	Dimension int `json:"dimension"`
	Count     int `json:"count"`
	Missing   int `json:"missing,omitempty"` // points without coordinates, beside those counted
	Faces     int `json:"faces,omitempty"`   // triangles of a mesh
	// Columns tells which of the file are the coordinates, and their unit, which Unit is where the file names one.
	Columns string `json:"columns"`
	Unit    string `json:"unit,omitempty"`
	// Attributes travel with the points.
	Attributes []described       `json:"attributes,omitempty"`
	Notes      []pointcloud.Note `json:"notes,omitempty"`
}

func core() string { return certificate.Core }

// open parses a file, keeps the cloud under the handle and describes it. The
// reading says which of several clouds it is and what else the file leaves open:
// the fields that a request has beside "file".
func (c *certifier) open(handle, name string, data Bytes, reading pointcloud.Reading) (*opened, error) {
	file, err := pointcloud.Parse(name, data, reading)
	if err != nil {
		return nil, err
	}
	c.clouds[handle] = file
	c.forget()
	c.spare()
	o := opened{Dimension: file.Cloud.Dimension, Count: file.Cloud.Count(), Faces: file.Faces.Count(), Columns: file.Used(), Unit: file.Unit, Notes: file.Notes}
	o.Attributes = describeAll(file.Cloud)
	if file.Missing != nil {
		o.Missing = file.Missing.Count
		o.Notes = append(o.Notes, file.Missing.Note())
	}
	return &o, nil
}

func (c *certifier) closeCloud(handle string) {
	delete(c.clouds, handle)
	c.forget()
	c.spare()
}

// points returns the coordinates under the handle, N×D float64, little endian.
func (c *certifier) points(handle string) (Numbers, error) {
	file, err := c.lookUp(handle, pointcloud.Reading{})
	return Numbers(file.Cloud.Points), err
}

// searching tells how far a search has come.
type searching struct {
	Progress float64 `json:"progress"`
	// Distance is the best found, Lower what none can come below.
	Distance float64 `json:"distance"`
	Lower    float64 `json:"lower"`
	More     bool    `json:"more"`
}

// check returns all that is wrong with a request, and computes nothing.
func (c *certifier) check(requestText string) []document.Failure {
	_, wrong := certificate.ParseRequest([]byte(requestText), c.lookUp)
	return document.FailuresOf(wrong)
}

// search does a slice of the search for the order of the points. It is to be
// called until more is false; prepare would do what is left in one go.
func (c *certifier) search(requestText string) (*searching, error) {
	request, err := c.parse(requestText)
	if err != nil {
		return nil, err
	}
	s := request.Search()
	if s == nil {
		return &searching{Progress: 1}, nil
	}
	more := s.Step()
	return &searching{s.Progress(), s.Distance(), s.Lower(), more}, nil
}

// prepare returns the certificate of the closed forms and the first stage of
// work, "" when the certificate is complete, and whether the clouds computed with are others than
// those that were opened. Brief work it does itself: handing it out would take as long again.
func (c *certifier) prepare(requestText string) (certificateText, workText string, madeClouds bool, err error) {
	request, err := c.parse(requestText)
	if err != nil {
		return "", "", false, err
	}
	computed, work, err := certificate.Prepare(request)
	if err == nil && work != nil && work.Brief() {
		err = work.Finish(&computed.Verdict)
		work = nil
	}
	if err != nil {
		return "", "", false, err
	}
	certificateText, workText, err = pair(computed, work)
	return certificateText, workText, request.MakesClouds(), err
}

// prepareHeld does the same for a request whose perturbed cloud is {"file": "held"}: points where a hand holds them, without attributes.
func (c *certifier) prepareHeld(requestText string, points Bytes, dimension int) (certificateText, workText string, madeClouds bool, err error) {
	held := &pointcloud.Cloud{Points: make([]float64, len(points)/8), Dimension: dimension}
	for i := range held.Points {
		x := math.Float64frombits(binary.LittleEndian.Uint64(points[8*i:]))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return "", "", false, document.BadField("perturbed", "point %d has the coordinate %v", i/dimension+1, x)
		}
		held.Points[i] = x
	}
	c.keep(heldCloud, held)
	c.last.text = "" // of other points
	return c.prepare(requestText)
}

// block computes one block of the work.
func block(work argument.Work, number int) (Bytes, error) { return work.Run(number) }

// reduce completes the certificate by the results of all blocks of a stage and
// returns the next stage, "" when there is none.
func reduce(work argument.Work, c certificate.Certificate, results Bytes) (certificateText, nextText string, err error) {
	next, err := work.Reduce(&c.Verdict, results)
	if err != nil {
		return "", "", err
	}
	return pair(&c, next)
}

// certificateDocument returns the certificate document with its request.
func (c *certifier) certificateDocument(requestText string, computed certificate.Certificate) (Bytes, error) {
	request, err := c.parse(requestText)
	if err != nil {
		return nil, err
	}
	return certificate.Document(request, &computed)
}

// fits returns what in a request and its certificate perhaps does not fit together.
func (c *certifier) fits(requestText string, computed certificate.Certificate) ([]string, error) {
	request, err := c.parse(requestText)
	if err != nil {
		return nil, err
	}
	return append([]string{}, request.Fits(&computed)...), nil
}

// doubts returns what a certificate from fresh draws does not bear out of another.
func doubts(claimed, fresh certificate.Certificate) []string {
	return append([]string{}, claimed.Doubts(&fresh)...)
}

// verify computes a certificate document of any released core again and returns what of it holds.
func verify(text string) (*certificate.Verification, error) {
	return certificate.Verify([]byte(text), nil)
}

// gram returns the request in gram form, without the clouds, and the key under
// which its certificate is shared.
func (c *certifier) gram(requestText string) (short *certificate.Request, key string, err error) {
	request, err := c.parse(requestText)
	if err != nil {
		return nil, "", err
	}
	if short, err = request.Gram(); err == nil {
		key, err = short.Key()
	}
	return short, key, err
}

// minimum returns the inverse certificate: the probabilities of the clean
// prediction from which on the request's clouds are certified. Its prediction may be
// missing, so it is not kept for what needs one.
func (c *certifier) minimum(requestText string) (text string, err error) {
	request := c.last.request
	if requestText != c.last.text {
		if request, err = certificate.ParseMinimumRequest([]byte(requestText), c.lookUp); err != nil {
			return "", err
		}
		if c.last.request != nil {
			request.Adopt(c.last.request)
		}
	}
	m, err := certificate.FindMinimum(request)
	if err != nil {
		return "", err
	}
	document, err := certificate.MinimumDocument(m)
	return string(document), err
}

// growth returns how the interval of a number grows with the distance.
func (c *certifier) growth(requestText string) (*certificate.Growth, error) {
	request, err := c.parse(requestText)
	if err != nil {
		return nil, err
	}
	return certificate.FindGrowth(request)
}

// parse reads a request whose files are handles of opened clouds.
func (c *certifier) parse(text string) (*certificate.Request, error) {
	if text == c.last.text {
		return c.last.request, nil
	}
	request, err := certificate.ParseRequest([]byte(text), c.lookUp)
	if err != nil {
		return nil, err
	}
	if c.last.request != nil {
		request.Adopt(c.last.request)
	}
	c.last = asked{text, request}
	c.keep(computedClean, request.Clean)
	c.keep(computedPerturbed, request.Perturbed)
	return request, nil
}

func (c *certifier) keep(handle string, cloud *pointcloud.Cloud) {
	delete(c.clouds, handle)
	if cloud != nil {
		c.clouds[handle] = pointcloud.File{Cloud: *cloud}
	}
}

// lookUp returns an opened cloud, which was read as it should when it was opened.
func (c *certifier) lookUp(handle string, _ pointcloud.Reading) (pointcloud.File, error) {
	file, ok := c.clouds[handle]
	if !ok {
		return pointcloud.File{}, fmt.Errorf("no cloud is open as %q", handle)
	}
	return file, nil
}

func pair(c *certificate.Certificate, work *argument.Work) (string, string, error) {
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
