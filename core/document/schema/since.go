package schema

import (
	"encoding/json"
	"strings"
)

// firsts returns the first core of each field of a certificate that not every core could write, by its path. A list in the place of
// other values has [] behind the path. The elements of lists are not looked into.
func firsts() []byte {
	text, err := json.MarshalIndent(firstCores(), "", "\t")
	if err != nil {
		panic(err) // of texts
	}
	return append(text, '\n')
}

// firstCores returns them as texts.
func firstCores() map[string]string {
	all := map[string]string{}
	find("Certificate").firsts("", "", all)
	return all
}

// firsts adds those below a path, where they are newer than what is above.
func (t *Type) firsts(path, above string, all map[string]string) {
	for _, f := range t.fields() {
		at, first := strings.TrimPrefix(path+"."+f.Name, "."), above
		if f.Need.first > first { // versions of one digit each
			first = f.Need.first
			all[at] = first
		}
		parse(f.Type).firsts(at, first, all)
	}
}

func (e *expression) firsts(path, above string, all map[string]string) {
	switch e.kind {
	case either:
		for _, item := range e.items {
			item.firsts(path, above, all)
		}
	case named:
		t := find(e.name)
		if t.Since > above {
			all[path+"[]"] = t.Since
		}
		t.firsts(path, above, all)
	}
}
