package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// fieldTables returns a page of the docs with the tables of its sections replaced by those of the fields.
func fieldTables(page []byte) ([]byte, error) {
	text, told := string(page), map[string]string{}
	for _, t := range table {
		if t.Section == "" {
			continue
		}
		section := regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(t.Section) + `\n(?:[^#|\n][^\n]*\n|\n)*((?:\|[^\n]*\n)+)`)
		found := section.FindStringSubmatchIndex(text)
		if found == nil {
			return nil, fmt.Errorf("the section %q has no table of fields", t.Section)
		}
		text = text[:found[2]] + t.rows(told) + text[found[3]:]
	}
	return []byte(text), nil
}

// rows is the table of the fields of a type. Neighbours with one meaning share a row, and parts of a field without a section of their
// own stand beside it. A long row that another section has told is a link to that section.
func (t *Type) rows(told map[string]string) string {
	var b strings.Builder
	b.WriteString("| field | meaning |\n|---|---|\n")
	for _, group := range together(t.fields()) {
		name, text := names(group), meaning(group)
		row := name + text
		if section, is := told[row]; is && len(strings.Fields(text)) > 15 {
			text = fmt.Sprintf("as in [%s](#%s)", section, strings.ReplaceAll(strings.ToLower(section), " ", "-"))
		} else if !is {
			told[row] = t.Section
		}
		fmt.Fprintf(&b, "| %s | %s |\n", name, text)
	}
	return b.String()
}

// together groups neighbours with one meaning.
func together(fields []Field) (groups [][]Field) {
	for i, f := range meanings(fields) {
		if last := len(groups) - 1; i > 0 && groups[last][0].Doc == f.Doc {
			groups[last] = append(groups[last], f)
		} else {
			groups = append(groups, []Field{f})
		}
	}
	return groups
}

func names(fields []Field) string {
	quoted := make([]string, len(fields))
	for i, f := range fields {
		quoted[i] = "`" + f.Name + "`"
	}
	return strings.Join(quoted, ", ")
}

// meaning adds the parts of the fields.
func meaning(fields []Field) string {
	doc := fields[0].Doc
	var parts []string
	for _, f := range fields {
		if inner := partsOf(parse(f.Type)); inner != "" && !slices.Contains(parts, inner) {
			parts = append(parts, inner)
		}
	}
	if len(parts) == 0 || strings.HasPrefix(doc, "as in ") || strings.Contains(doc, "](#") {
		return doc
	}
	between := ". "
	if !strings.Contains(strings.Join(parts, ""), ": ") && !strings.Contains(doc, ":") {
		between = ": "
	}
	return strings.Join(append([]string{doc}, parts...), between)
}

// partsOf lists the fields of an object that has no section.
func partsOf(e *expression) string {
	if e.kind != named {
		return ""
	}
	t := find(e.name)
	if t.hasSection() || t.Fields == nil {
		return ""
	}
	var texts []string
	for _, group := range together(t.Fields) {
		text := names(group)
		if group[0].Doc != "" {
			text += ": " + group[0].Doc
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// hasSection tells whether a table of the docs has the fields.
func (t *Type) hasSection() bool {
	return t.Section != "" || slices.ContainsFunc(table, func(other Type) bool { return other.Section != "" && slices.Contains(other.Extends, t.Name) })
}
