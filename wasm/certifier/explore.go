//go:build js && wasm

package main

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/explore"
)

func (c *certifier) exposeExplorer() {
	expose("radii", c.radii)
	expose("everyDirection", everyDirection)
	expose("curve", c.curve)
	expose("curveCloud", c.curveCloud)
	expose("point", point)
	expose("reach", reach)
	expose("map", parameterMap)
	expose("mapBlock", mapBlock)
	expose("withstand", c.withstand)
	expose("withstandRange", c.withstandRange)
	expose("withstandCloud", c.withstandCloud)
	expose("region", c.region)
}

// radii returns how far the prediction of a request is certified, with the question for
// everyDirection where there is one.
func (c *certifier) radii(requestText string) (text string, err error) {
	defer settle(&err)
	request, err := c.parseExplored(requestText)
	if err != nil {
		return "", err
	}
	found, err := explore.FindRadii(request)
	if err != nil {
		return "", err
	}
	return marshal(found)
}

// everyDirection answers for the worst case over all directions.
func everyDirection(ballText string) (text string, err error) {
	defer settle(&err)
	var ball explore.Ball
	if err := json.Unmarshal([]byte(ballText), &ball); err != nil {
		return "", err
	}
	return marshal(ball.EveryDirection())
}

// curve plans a curve; its points are texts for point.
func (c *certifier) curve(requestText, questionText string) (text string, err error) {
	defer settle(&err)
	request, err := c.parseExplored(requestText)
	if err != nil {
		return "", err
	}
	question, err := explore.ParseQuestion([]byte(questionText), request)
	if err != nil {
		return "", err
	}
	plan, err := explore.PlanCurve(request, question)
	if err != nil {
		return "", err
	}
	return marshal(plan)
}

// curveCloud returns the coordinates of the perturbed cloud at one point of a curve.
func (c *certifier) curveCloud(requestText, questionText string, index int) (points Numbers, err error) {
	defer settle(&err)
	request, err := c.parseExplored(requestText)
	if err != nil {
		return nil, err
	}
	question, err := explore.ParseQuestion([]byte(questionText), request)
	if err != nil {
		return nil, err
	}
	cloud, err := explore.CurveCloud(request, question, index)
	if err != nil {
		return nil, err
	}
	return Numbers(cloud.Points), nil
}

// point answers one point of a curve.
func point(pointText string) (text string, err error) {
	defer settle(&err)
	bounds, err := explore.AnswerPoint([]byte(pointText))
	if err != nil {
		return "", err
	}
	return marshal(bounds)
}

// reach returns how far a sampled curve of scalings is certified. answers is a JSON list
// of what point returned, in order.
func reach(curveText, answersText string) (radius float64, err error) {
	defer settle(&err)
	var plan explore.Curve
	if err := json.Unmarshal([]byte(curveText), &plan); err != nil {
		return 0, err
	}
	var answers []explore.PointBounds
	if err := json.Unmarshal([]byte(answersText), &answers); err != nil {
		return 0, err
	}
	return plan.Reach(answers)
}

// parameterMap plans a map of the parameter space.
func parameterMap(questionText string) (text string, err error) {
	defer settle(&err)
	plan, err := explore.ParseMap([]byte(questionText))
	if err != nil {
		return "", err
	}
	return marshal(plan)
}

// mapBlock computes one block of a map.
func mapBlock(mapText string, block int) (result Bytes, err error) {
	defer settle(&err)
	var m explore.ParameterMap
	if err := json.Unmarshal([]byte(mapText), &m); err != nil {
		return nil, err
	}
	return m.Run(block)
}

// withstand returns what the prediction of a request withstands, but for the ranges, and the names of
// the families that have one, a JSON list; the request may have "along".
func (c *certifier) withstand(requestText string) (text, families string, err error) {
	defer settle(&err)
	w, err := c.withstanding(requestText)
	if err != nil {
		return "", "", err
	}
	document, err := explore.WithstandDocument(w.Withstood)
	if err != nil {
		return "", "", err
	}
	families, err = marshal(append([]string{}, w.Families...))
	return string(document), families, err
}

// withstandRange takes a step towards the range of a family, and returns it once it is found, "" before.
func (c *certifier) withstandRange(requestText, family string) (text string, err error) {
	defer settle(&err)
	if _, err := c.withstanding(requestText); err != nil {
		return "", err
	}
	w := &c.withstood
	if w.family != family {
		if err := w.begin(family); err != nil {
			return "", err
		}
	}
	found, more := w.next()
	if found == nil && more {
		return "", nil
	}
	w.giveUp()
	return marshal(found)
}

// withstanding returns that of a request, for the next family again.
func (c *certifier) withstanding(requestText string) (*explore.Withstanding, error) {
	a, err := c.parseWithstand(requestText)
	if err != nil {
		return nil, err
	}
	if c.withstood.ranges == nil {
		c.withstood.ranges, err = explore.NewWithstanding(a)
	}
	return c.withstood.ranges, err
}

// withstandCloud returns the coordinates of the clean cloud moved along a family of
// transformations by t.
func (c *certifier) withstandCloud(requestText, family string, t float64) (points Numbers, err error) {
	defer settle(&err)
	a, err := c.parseWithstand(requestText)
	if err != nil {
		return nil, err
	}
	cloud, err := explore.WithstandCloud(a, family, t)
	if err != nil {
		return nil, err
	}
	return Numbers(cloud.Points), nil
}

// region returns which compositions of two transformations the prediction withstands.
func (c *certifier) region(requestText, questionText string) (text string, err error) {
	defer settle(&err)
	a, err := c.parseWithstand(requestText)
	if err != nil {
		return "", err
	}
	question, err := explore.ParseRegion([]byte(questionText))
	if err != nil {
		return "", err
	}
	region, err := explore.FindRegion(a, question)
	if err != nil {
		return "", err
	}
	return marshal(region)
}

// parseWithstand reads such a request, for the next step again.
func (c *certifier) parseWithstand(text string) (*explore.Asked, error) {
	if text == c.withstood.text {
		return c.withstood.asked, nil
	}
	a, err := explore.ParseWithstand([]byte(text), c.lookUp)
	if err == nil {
		c.withstood.giveUp()
		c.withstood = ranged{text: text, asked: a}
	}
	return a, err
}

// parseExplored reads a request whose files are handles of opened clouds.
func (c *certifier) parseExplored(text string) (*certificate.Request, error) {
	if text == c.explored.text {
		return c.explored.request, nil
	}
	request, err := certificate.ParseRequest([]byte(text), c.lookUp)
	if err != nil {
		return nil, err
	}
	c.explored = asked{text, request}
	return request, nil
}
