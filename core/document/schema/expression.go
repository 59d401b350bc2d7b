package schema

import (
	"fmt"
	"regexp"
	"strings"
)

// expression is a parsed type: one of its kinds.
type expression struct {
	kind kind
	// name is a scalar, a type, or a text in quotes; low, high or pattern restrict a scalar.
	name               string
	low, high          string
	above, below       bool // whether low and high are excluded
	pattern            string
	partial            bool
	items              []*expression // of a list, of a fixed list, of alternatives
	shortest, greatest string
}

type kind int

const (
	scalar kind = iota
	named
	constant // a text in quotes, or a number
	list
	fixed
	either
)

var tokens = regexp.MustCompile(`^\s*(?:(string/(?:[^/]|\\/)+/)|((?:number|integer)[\[(][^\])]*,[^\])]*[\])])|(Partial<\w+>)|('[^']*')|(\[(?:\d+\.\.\d*)?\])|(\d+)|([A-Za-z]\w*)|([|,\[\]]))`)

// parse reads an expression of the table. It panics where the table is wrong.
func parse(text string) *expression {
	p := &parser{rest: text}
	e := p.alternatives()
	if strings.TrimSpace(p.rest) != "" {
		panic(fmt.Sprintf("schema: %q is left of %q", p.rest, text))
	}
	return e
}

type parser struct{ rest string }

// next returns the next token; take also removes it.
func (p *parser) next() (token string, length int) {
	match := tokens.FindString(p.rest)
	return strings.TrimSpace(match), len(match)
}

func (p *parser) take() string {
	token, length := p.next()
	p.rest = p.rest[length:]
	return token
}

func (p *parser) alternatives() *expression {
	all := []*expression{p.listed()}
	for {
		if token, _ := p.next(); token != "|" {
			break
		}
		p.take()
		all = append(all, p.listed())
	}
	if len(all) == 1 {
		return all[0]
	}
	return &expression{kind: either, items: all}
}

// listed reads what stands before [] and how many of it there are.
func (p *parser) listed() *expression {
	e := p.single()
	for {
		token, _ := p.next()
		if !strings.HasPrefix(token, "[") || !strings.HasSuffix(token, "]") {
			return e
		}
		p.take()
		shortest, greatest, _ := strings.Cut(strings.Trim(token, "[]"), "..")
		e = &expression{kind: list, items: []*expression{e}, shortest: shortest, greatest: greatest}
	}
}

func (p *parser) single() *expression {
	token := p.take()
	switch {
	case token == "[":
		e := &expression{kind: fixed}
		for token != "]" {
			e.items = append(e.items, p.alternatives())
			token = p.take()
		}
		return e
	case strings.HasPrefix(token, "string/"):
		return &expression{name: "string", pattern: token[len("string/") : len(token)-1]}
	case strings.HasPrefix(token, "Partial<"):
		return &expression{kind: named, name: token[len("Partial<") : len(token)-1], partial: true}
	case strings.HasSuffix(token, "]") || strings.HasSuffix(token, ")"):
		return interval(token)
	case strings.HasPrefix(token, "'") || token != "" && token[0] <= '9':
		return &expression{kind: constant, name: token}
	case token == "number" || token == "integer" || token == "string" || token == "boolean" || token == "null" || token == "any":
		return &expression{name: token}
	case find(token) != nil:
		return &expression{kind: named, name: token}
	}
	panic(fmt.Sprintf("schema: no type %q before %q", token, p.rest))
}

// interval reads number(0, 1] and the like.
func interval(token string) *expression {
	at := strings.IndexAny(token, "[(")
	low, high, _ := strings.Cut(token[at+1:len(token)-1], ",")
	return &expression{name: token[:at], low: low, high: strings.TrimSpace(high), above: token[at] == '(', below: strings.HasSuffix(token, ")")}
}
