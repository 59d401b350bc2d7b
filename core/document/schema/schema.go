// Package schema describes the fields of every document once. From its table come the JSON Schemas, the types of
// JavaScript, TypeScript and Python, and the tables of the docs. No program that reads documents imports it: a test holds
// what they accept against it.
package schema

import "slices"

// Type is an object, or a name for an expression.
type Type struct {
	// Name is that in TypeScript and Python.
	Name string
	// Doc describes the type in sentences. A type without one is replaced by its definition.
	Doc string
	// Is is the expression that a name stands for; an object has Fields instead.
	Is     string
	Fields []Field
	// Each is the expression for every field of an object with names of its own.
	Each string
	// Extends are the types with fields that come before its own, or that its own replace. Those in Relaxed may be missing.
	Extends, Relaxed []string
	Rules            []Rule
	// Some asks for at least one field.
	Some bool
	// Section is the heading in site/docs/documents.md with the table of the fields.
	Section string
	// Document may have "format" and "$schema".
	Document bool
	// Large is not looked through in the page.
	Large bool
	// Page is known to the page alone.
	Page bool
	// Since is the first core whose certificates have the list in the place of other values.
	Since string
}

// Field is a field of an object.
type Field struct {
	Name string
	// Type is an expression; see the table.
	Type string
	Need Need
	// Doc is its meaning, in Markdown. Fields in a row with the same meaning share a row of the docs; one without a meaning has that of
	// the next.
	Doc string
}

// Need tells whether a field must be there, and in a certificate which core wrote it first; "" is one before 0.5.0. What is written is
// always there in what the programs write, and may be missing in what they read. sampled says that noisy samples depend on a setting,
// law names the setting that says the same of how samples are drawn.
type Need struct {
	presence
	first   string
	sampled bool
	law     string
}

type presence int

const (
	isOptional presence = iota
	isRequired
	isWritten
)

var may, must, written = Need{presence: isOptional}, Need{presence: isRequired}, Need{presence: isWritten}

// since says that the certificates of a core and of later ones may have a field.
func (n Need) since(core string) Need {
	n.first = core
	return n
}

// forSamples says that noisy samples depend on the setting.
func (n Need) forSamples() Need {
	n.sampled = true
	return n
}

// drawn says that samples are drawn as a setting of requests says.
func (n Need) drawn(setting string) Need {
	n.law = setting
	return n
}

// documentFields are those that every document may have.
var documentFields = []Field{{"format", "1", may, "1: the form of the document. Programs write it, and read documents without it"},
	{"$schema", "string", may, "the address of [its schema](#schemas)"}}

// Rule ties fields to each other. A document breaks it where If is there, with the value Is if one is given, and Then is not; or
// where not exactly one of One, or none of Any, is there.
type Rule struct {
	If, Is, Then string
	// Unless is a field that lifts the rule.
	Unless   string
	One, Any []string
}

// find returns the type of a name.
func find(name string) *Type {
	i := slices.IndexFunc(table, func(t Type) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &table[i]
}

func has(fields []Field, name string) bool {
	return slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name })
}

// fields returns all fields of a type, those that it takes from others and does not replace first.
func (t *Type) fields() (all []Field) {
	for _, name := range t.Extends {
		for _, f := range find(name).fields() {
			if slices.Contains(t.Relaxed, f.Name) {
				f.Need.presence = isOptional
			}
			if !has(t.Fields, f.Name) {
				all = append(all, f)
			}
		}
	}
	return append(all, t.Fields...)
}

// withNext is the meaning of a field that shares that of the field after it.
const withNext = "↓"

// meanings fills in the meanings that fields share with the next.
func meanings(fields []Field) []Field {
	filled := slices.Clone(fields)
	for i := len(filled) - 2; i >= 0; i-- {
		if filled[i].Doc == withNext {
			filled[i].Doc = filled[i+1].Doc
		}
	}
	return filled
}
