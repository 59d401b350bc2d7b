package transform

import "math"

// unknowns lists the places of the parameters that are searched for, with their standard deviations.
func (p *Problem) unknowns(c *Parameters) (places []*float64, deviations []float64) {
	add := func(place *float64, s float64) {
		if s > 0 {
			places, deviations = append(places, place), append(deviations, s)
		}
	}
	add(&c.Twist, p.Noise.Twist)
	add(&c.Taper, p.Noise.Taper)
	add(&c.Scale, p.Noise.Scale)
	if !p.Noise.Multiplies() {
		add(&c.Shear[0], p.Noise.Shear)
		add(&c.Shear[1], p.Noise.Shear)
	}
	return places, deviations
}

// mostSteps ends a descent.
const mostSteps = 40

// descend is the method of Levenberg and Marquardt for the parameters and the angle of the turn.
func (p *Problem) descend(s state) state {
	damping := 1e-3
	for range mostSteps {
		m, b, deviations := p.normal(s)
		improved := false
		for range 8 {
			step, ok := solve(m, b, damping)
			if !ok {
				return s
			}
			next := s.Parameters
			places, _ := p.unknowns(&next)
			for i, place := range places {
				*place += float64(step[i] * deviations[i])
			}
			if t := p.turned(next); t.cost < s.cost {
				done := s.cost-t.cost <= 1e-13*s.cost
				s, improved, damping = t, !done, damping/10
				break
			}
			damping *= 10
		}
		if !improved {
			break
		}
	}
	return s
}

// mostUnknowns are three parameters and an angle.
const mostUnknowns = 4

type matrix [mostUnknowns][mostUnknowns]float64

// normal returns the normal equations of the residuals, the parameters in units of their standard deviations.
func (p *Problem) normal(s state) (m matrix, b [mostUnknowns]float64, deviations []float64) {
	c := s.Parameters
	places, deviations := p.unknowns(&c)
	moved := p.move(s.Parameters)
	last, height := len(places), p.height()
	for n := range moved.X {
		x, y, z := moved.X[n]/p.Sigma, moved.Y[n]/p.Sigma, moved.Z[n]
		du, dv := p.residual(s, &moved, n)
		// Take the slopes of the residuals.
		var ju, jv [mostUnknowns]float64
		for i, place := range places {
			switch place {
			case &c.Twist:
				ju[i], jv[i] = -float64(z*y), float64(z*x)
			case &c.Taper:
				ju[i], jv[i] = float64(z*x), float64(z*y)
			case &c.Scale:
				ju[i], jv[i] = x, y
			case &c.Shear[0]:
				ju[i] = (z - height) / p.Sigma
			case &c.Shear[1]:
				jv[i] = (z - height) / p.Sigma
			}
			ju[i], jv[i] = float64(ju[i]*deviations[i]), float64(jv[i]*deviations[i])
		}
		ju[last], jv[last] = -y-dv, x+du // the turn: MX + Δ turned further
		for i := range last + 1 {
			b[i] += float64(ju[i]*du) + float64(jv[i]*dv)
			for j := range last + 1 {
				m[i][j] += float64(ju[i]*ju[j]) + float64(jv[i]*jv[j])
			}
		}
	}
	for i, place := range places {
		m[i][i]++
		b[i] -= *place / deviations[i]
	}
	for i := last + 1; i < mostUnknowns; i++ {
		m[i][i] = 1
	}
	return m, b, deviations
}

// solve solves (m + damping·diag m)x = b by Cholesky's method.
func solve(m matrix, b [mostUnknowns]float64, damping float64) (x [mostUnknowns]float64, ok bool) {
	var l matrix
	for i := range mostUnknowns {
		m[i][i] = float64(m[i][i]*(1+damping)) + 1e-300
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= float64(l[i][k] * l[j][k])
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0 && sum < math.Inf(1)) {
				return x, false
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	for i := range mostUnknowns {
		sum := b[i]
		for k := range i {
			sum -= float64(l[i][k] * x[k])
		}
		x[i] = sum / l[i][i]
	}
	for i := mostUnknowns - 1; i >= 0; i-- {
		sum := x[i]
		for k := i + 1; k < mostUnknowns; k++ {
			sum -= float64(l[k][i] * x[k])
		}
		x[i] = sum / l[i][i]
	}
	return x, true
}
