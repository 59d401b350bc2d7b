package certificate

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// Verify recomputes the certificate document in data from the request in it and
// returns a line for each field that differs; none when it stands.
func Verify(data []byte, open Open) ([]string, error) {
	o, r, err := takeCertificate(data, open)
	if err != nil {
		return nil, err
	}
	if claimed, err := claims(data); err == nil { // another form differs below
		if said := claimed.Contradiction(); said != "" {
			return []string{said}, nil
		}
	}
	c, err := Certify(r)
	if err != nil {
		return nil, err
	}
	own, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return differences(o, own)
}

// takeCertificate splits a document into its fields and the request in it.
func takeCertificate(data []byte, open Open) (*document.Object, *Request, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, nil, err
	}
	text := o.Take("request")
	if text == nil {
		return nil, nil, document.BadField("request", "is missing: the document is no certificate")
	}
	o.Take("key") // where it is stored and who stored it says nothing of the clouds
	o.Take("signature")
	r, err := ParseRequest(text, open)
	if err != nil {
		return nil, nil, fmt.Errorf("in the request: %w", err)
	}
	return o, r, nil
}

// differences compares the fields of two certificates without their requests.
func differences(claimed *document.Object, own []byte) ([]string, error) {
	mine, theirs := map[string]any{}, map[string]any{}
	if err := json.Unmarshal(own, &mine); err != nil {
		return nil, err
	}
	for name, text := range claimed.Rest() {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			return nil, document.BadField(name, "%v", err)
		}
		theirs[name] = value
	}
	return compare("", theirs, mine), nil
}

// compare lists where two JSON values differ, deepest field first named.
func compare(path string, theirs, mine any) (lines []string) {
	a, isObject := theirs.(map[string]any)
	b, bothObjects := mine.(map[string]any)
	if !isObject || !bothObjects {
		if !reflect.DeepEqual(theirs, mine) {
			lines = append(lines, fmt.Sprintf("%s: %s in the document, %s recomputed", path, spell(theirs), spell(mine)))
		}
		return lines
	}
	names := slices.Sorted(maps.Keys(a))
	for name := range b {
		if _, both := a[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		lines = append(lines, compare(strings.TrimPrefix(path+"."+name, "."), a[name], b[name])...)
	}
	return lines
}

func spell(value any) string {
	if value == nil {
		return "nothing"
	}
	text, _ := json.Marshal(value)
	return document.Shorten(text)
}
