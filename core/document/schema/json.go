package schema

import (
	"encoding/json"
	"regexp"
	"strings"
)

// object is a JSON object whose fields are written in the order of their names.
type object = map[string]any

// Document is a kind of document with a schema of its own.
type Document struct {
	// File is the name of the schema without its ending.
	File   string
	Schema []byte
}

// Documents returns the JSON Schema of every kind of document.
func Documents() (all []Document) {
	for _, d := range documents {
		w := &writer{definitions: object{}}
		root := w.expression(parse(d.name))
		root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
		root["title"] = "OrbitCert " + d.file
		root["description"] = d.doc
		root["$defs"] = w.definitions
		text, err := json.MarshalIndent(root, "", " ")
		if err != nil {
			panic(err)
		}
		all = append(all, Document{d.file, append(text, '\n')})
	}
	return all
}

// writer collects the types that a schema refers to.
type writer struct{ definitions object }

func (w *writer) expression(e *expression) object {
	switch e.kind {
	case constant:
		return object{"const": literal(e.name)}
	case named:
		return w.reference(e)
	case list:
		o := object{"type": "array", "items": w.expression(e.items[0])}
		put(o, "minItems", e.shortest)
		put(o, "maxItems", e.greatest)
		return o
	case fixed:
		items := []any{}
		for _, item := range e.items {
			items = append(items, w.expression(item))
		}
		return object{"type": "array", "prefixItems": items, "minItems": len(items), "items": false}
	case either:
		return w.either(e.items)
	}
	if e.name == "any" {
		return object{}
	}
	o := object{"type": e.name}
	put(o, map[bool]string{false: "minimum", true: "exclusiveMinimum"}[e.above], e.low)
	put(o, map[bool]string{false: "maximum", true: "exclusiveMaximum"}[e.below], e.high)
	if e.pattern != "" {
		o["pattern"] = strings.ReplaceAll(e.pattern, "[^]", `[\s\S]`)
	}
	return o
}

// either writes constants as an enumeration.
func (w *writer) either(items []*expression) object {
	values, all := []any{}, []any{}
	for _, item := range items {
		if item.kind == constant {
			values = append(values, literal(item.name))
		}
		all = append(all, w.expression(item))
	}
	if len(values) == len(items) {
		return object{"enum": values}
	}
	return object{"anyOf": all}
}

func put(o object, name, number string) {
	if number != "" && number != "*" {
		o[name] = json.Number(number)
	}
}

// literal returns a text in quotes or a number.
func literal(text string) any {
	if strings.HasPrefix(text, "'") {
		return strings.Trim(text, "'")
	}
	return json.Number(text)
}

// reference refers to a type, and defines it.
func (w *writer) reference(e *expression) object {
	name := e.name
	if e.partial {
		name = "Partial" + name
	}
	if _, there := w.definitions[name]; !there {
		w.definitions[name] = nil // for types that refer to themselves
		w.definitions[name] = w.define(find(e.name), e.partial)
	}
	return object{"$ref": "#/$defs/" + name}
}

func (w *writer) define(t *Type, partial bool) object {
	if t.Is != "" {
		o := w.expression(parse(t.Is))
		describe(o, t.Doc)
		return o
	}
	if t.Each != "" {
		o := object{"type": "object", "additionalProperties": w.expression(parse(t.Each))}
		describe(o, t.Doc)
		return o
	}
	properties, required := object{}, []string{}
	for _, f := range meanings(t.fields()) {
		property := w.expression(parse(f.Type))
		describe(property, f.Doc)
		properties[f.Name] = property
		if f.Need.presence == isRequired && !partial {
			required = append(required, f.Name)
		}
	}
	if t.Document {
		properties["format"] = object{"const": 1, "description": "The form of the document."}
		properties["$schema"] = object{"type": "string", "description": "The address of this schema."}
	}
	o := object{"type": "object", "properties": properties, "additionalProperties": false, "required": required}
	describe(o, t.Doc)
	if t.Some {
		o["minProperties"] = 1
	}
	var rules []any
	for _, r := range t.Rules {
		if !partial {
			rules = append(rules, r.schema())
		}
	}
	if rules != nil {
		o["allOf"] = rules
	}
	return o
}

func describe(o object, doc string) {
	if doc != "" {
		o["description"] = sentence(doc)
	}
}

var links = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// words begin a sentence, other letters are symbols.
var words = regexp.MustCompile(`^([a-z][a-z]|a )`)

// sentence is a meaning as text, without links.
func sentence(doc string) string {
	text := links.ReplaceAllString(doc, "$1")
	if words.MatchString(text) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return strings.TrimSuffix(text, ".") + "."
}

func (r Rule) schema() object {
	there := func(names ...string) object { return object{"required": names} }
	if r.One != nil || r.Any != nil {
		all := []any{}
		for _, name := range append(r.One, r.Any...) {
			all = append(all, there(name))
		}
		return object{map[bool]string{false: "anyOf", true: "oneOf"}[r.One != nil]: all}
	}
	condition := there(r.If)
	if r.Is != "" {
		condition["properties"] = object{r.If: object{"const": r.Is}}
	}
	if r.Unless != "" {
		condition["not"] = there(r.Unless)
	}
	return object{"if": condition, "then": there(r.Then)}
}
