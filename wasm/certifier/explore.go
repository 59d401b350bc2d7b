//go:build js && wasm

package main

import (
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
func (c *certifier) radii(requestText string) (*explore.Radii, error) {
	request, err := c.parseExplored(requestText)
	if err != nil {
		return nil, err
	}
	return explore.FindRadii(request)
}

// everyDirection answers for the worst case over all directions.
func everyDirection(ball explore.Ball) explore.Every { return ball.EveryDirection() }

// curve plans a curve; its points are texts for point.
func (c *certifier) curve(requestText, questionText string) (*explore.Curve, error) {
	request, question, err := c.parseCurve(requestText, questionText)
	if err != nil {
		return nil, err
	}
	return explore.PlanCurve(request, question)
}

// parseCurve reads a request and a question about it.
func (c *certifier) parseCurve(requestText, questionText string) (*certificate.Request, *explore.Question, error) {
	request, err := c.parseExplored(requestText)
	if err != nil {
		return nil, nil, err
	}
	question, err := explore.ParseQuestion([]byte(questionText), request)
	return request, question, err
}

// curveCloud returns the coordinates of the perturbed cloud at one point of a curve.
func (c *certifier) curveCloud(requestText, questionText string, index int) (Numbers, error) {
	request, question, err := c.parseCurve(requestText, questionText)
	if err != nil {
		return nil, err
	}
	cloud, err := explore.CurveCloud(request, question, index)
	return Numbers(cloud.Points), err
}

// point answers one point of a curve.
func point(pointText string) (*explore.PointBounds, error) {
	return explore.AnswerPoint([]byte(pointText))
}

// reach returns how far a sampled curve of scalings is certified. answers is a JSON list
// of what point returned, in order.
func reach(plan explore.Curve, answers []explore.PointBounds) (float64, error) {
	return plan.Reach(answers)
}

// parameterMap plans a map of the parameter space.
func parameterMap(questionText string) (*explore.MapPlan, error) {
	return explore.ParseMap([]byte(questionText))
}

// mapBlock computes one block of a map.
func mapBlock(m explore.ParameterMap, block int) (Bytes, error) { return m.Run(block) }

// withstand returns what the prediction of a request withstands, but for the ranges, and the names of
// the families that have one, a JSON list; the request may have "along".
func (c *certifier) withstand(requestText string) (string, []string, error) {
	w, err := c.withstanding(requestText)
	if err != nil {
		return "", nil, err
	}
	text, err := explore.WithstandDocument(w.Withstood)
	return string(text), append([]string{}, w.Families...), err
}

// withstandRange takes a step towards the range of a family, and returns it once it is found, "" before.
func (c *certifier) withstandRange(requestText, family string) (string, error) {
	if _, err := c.withstanding(requestText); err != nil {
		return "", err
	}
	w := &c.withstood
	if w.family != family {
		if err := w.begin(family); err != nil {
			return "", err
		}
	}
	found, more := w.steps.next(true)
	if found == nil && more {
		return "", nil
	}
	w.giveUp()
	c.tidy()
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
func (c *certifier) withstandCloud(requestText, family string, t float64) (Numbers, error) {
	a, err := c.parseWithstand(requestText)
	if err != nil {
		return nil, err
	}
	cloud, err := explore.WithstandCloud(a, family, t)
	return Numbers(cloud.Points), err
}

// region returns which compositions of two transformations the prediction withstands.
func (c *certifier) region(requestText, questionText string) (*explore.Region, error) {
	a, err := c.parseWithstand(requestText)
	if err != nil {
		return nil, err
	}
	question, err := explore.ParseRegion([]byte(questionText))
	if err != nil {
		return nil, err
	}
	return explore.FindRegion(a, question)
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
