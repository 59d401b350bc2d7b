package schema

//go:generate sh -c "cd ../../.. && go run ./core/document/schema/gen"

const docs = "site/docs/documents.md"

// Sources returns the files of the repository that follow from the table, by their paths. read reads such a file.
func Sources(read func(path string) ([]byte, error)) (map[string][]byte, error) {
	page, err := read(docs)
	if err != nil {
		return nil, err
	}
	if page, err = fieldTables(page); err != nil {
		return nil, err
	}
	return map[string][]byte{
		"js/documents/types.d.ts":            typeDeclarations(false),
		"js/documents/inner-types.d.ts":      typeDeclarations(true),
		"js/documents/shapes.js":             shapes(),
		"js/documents/sampled.js":            sampledNames(),
		"js/documents/run-rows.js":           runRows(),
		"js/form/certificate-form.js":        certificateForm.table(),
		"js/form/run-form.js":                runForm.table(),
		"build/python/orbitcert/words.py":    literals(),
		"build/python/orbitcert/settings.py": pythonSettings(),
		"build/checker/law.py":               checkedLaw(),
		"core/certificate/since.json":        firsts(),
		"core/document/limits_table.go":      limits(),
		docs:                                 page,
	}, nil
}
