package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// sharedSection has the fields that several sections have.
const sharedSection = "Shared fields"

const tableHead = "| field | meaning |\n|---|---|\n"

// fieldTables returns a page of the docs with the tables of its sections replaced by those of the fields.
func fieldTables(page []byte) ([]byte, error) {
	text, told := string(page), map[string]string{}
	shared, rows := sharedRows()
	replace := func(section, rows string) error {
		table := regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(section) + `\n(?:[^#|\n][^\n]*\n|\n)*((?:\|[^\n]*\n)+)`)
		found := table.FindStringSubmatchIndex(text)
		if found == nil {
			return fmt.Errorf("the section %q has no table of fields", section)
		}
		text = text[:found[2]] + rows + text[found[3]:]
		return nil
	}
	if err := replace(sharedSection, rows); err != nil {
		return nil, err
	}
	for _, t := range table {
		if t.Section == "" {
			continue
		}
		if err := replace(t.Section, t.rows(told, shared)); err != nil {
			return nil, err
		}
	}
	return []byte(text), nil
}

// sharedRows are the short rows that three sections have, and the table of them.
func sharedRows() (map[string]bool, string) {
	counts, rows := map[string]int{}, tableHead
	for _, t := range table {
		if t.Section == "" {
			continue
		}
		for _, group := range together(t.fields()) {
			text := meaning(group, t.Section, map[string]string{})
			row := fmt.Sprintf("| %s | %s |\n", names(group), text)
			if counts[row]++; counts[row] == 3 && len(strings.Fields(text)) < 40 {
				rows += row
			}
		}
	}
	shared := map[string]bool{}
	for _, row := range strings.SplitAfter(rows, "\n") {
		shared[row] = true
	}
	return shared, rows
}

func linkTo(section string) string {
	return fmt.Sprintf("[%s](#%s)", section, strings.ReplaceAll(strings.ToLower(section), " ", "-"))
}

// rows is the table of the fields of a type. Neighbours with one meaning share a row, and parts of a field without a section of their
// own stand beside it. Long rows and parts that another section has told are links to that section, and the last row names shared fields.
func (t *Type) rows(told map[string]string, shared map[string]bool) string {
	var b strings.Builder
	var elsewhere []string
	b.WriteString(tableHead)
	for _, group := range together(t.fields()) {
		name, text := names(group), meaning(group, t.Section, map[string]string{})
		if shared[fmt.Sprintf("| %s | %s |\n", name, text)] {
			elsewhere = append(elsewhere, name)
			continue
		}
		row := name + text
		if section, is := told[row]; is && len(strings.Fields(text)) > 15 {
			text = "as in " + linkTo(section)
		} else if !is {
			told[row] = t.Section
			text = meaning(group, t.Section, told)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", name, text)
	}
	if len(elsewhere) > 0 {
		fmt.Fprintf(&b, "| %s | as in %s |\n", strings.Join(elsewhere, ", "), linkTo(sharedSection))
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

// meaning adds the parts of the fields, or where the docs have told them.
func meaning(fields []Field, section string, told map[string]string) string {
	doc := fields[0].Doc
	var parts []string
	for _, f := range fields {
		if inner := partsOf(parse(f.Type)); inner != "" && !slices.Contains(parts, inner) {
			parts = append(parts, inner)
		}
	}
	if strings.HasPrefix(doc, "as in ") {
		return doc
	}
	for i, inner := range parts {
		if where, is := told[inner]; is {
			doc, parts[i] = doc+"; fields as "+map[bool]string{true: "above", false: "in " + linkTo(where)}[where == section], ""
		} else if len(strings.Fields(inner)) > 8 {
			told[inner] = section
		}
	}
	parts = slices.DeleteFunc(parts, func(inner string) bool { return inner == "" })
	if len(parts) == 0 || strings.Contains(doc, "](#") {
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
