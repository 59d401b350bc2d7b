package statement

import "strconv"

// numerals are the small numbers in words.
var numerals = []string{"", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// first names the most probable classes among which the class stays, "" for the first alone.
func (p *paragraph) first() string {
	k := int(p.r.Top)
	switch {
	case k <= 1:
		return ""
	case k < len(numerals):
		return "the first " + numerals[k]
	}
	return "the first " + strconv.Itoa(k)
}

// certified says what is certified.
func (p *paragraph) certified() string {
	if first := p.first(); first != "" {
		return "The class is certified to stay among " + first
	}
	return "The prediction is certified to stay the same"
}

// stays says what would be.
func (p *paragraph) stays() string {
	if p.r.Prediction.Vectors != nil {
		return "every vector stays as near its reference as the request asks"
	}
	if first := p.first(); first != "" {
		return "the class stays among " + first
	}
	return "the prediction stays the same"
}

// kept says what clouds within the radius keep.
func (p *paragraph) kept() string {
	if first := p.first(); first != "" {
		return "class among " + first
	}
	return "prediction"
}

// least names the probability that a class has to exceed.
func (p *paragraph) least() string {
	if p.first() == "" {
		return "one half"
	}
	return p.up(p.r.Top.Threshold(nil))
}
