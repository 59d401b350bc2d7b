package certificate

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// A superclass is a set of classes that count as one: the classifier is the one that was smoothed, its classes of the set
// merged. The set is named before the votes are counted; one that is chosen after them has no error probability.

// mostClasses bounds the names of a superclass.
const mostClasses = 1000

// takeClasses takes the names of a superclass.
func (q *Prediction) takeClasses(p *document.Object) error {
	text := p.Take("classes")
	if text == nil {
		return nil
	}
	name := p.Name("classes")
	list, err := document.List(name, text)
	if err != nil {
		return err
	}
	if len(list) == 0 || len(list) > mostClasses {
		return document.BadField(name, "must name 1 to %d classes that count as one, got %d", mostClasses, len(list))
	}
	for i, text := range list {
		var class string
		at := document.Numbered(name, i)
		switch err := json.Unmarshal(text, &class); {
		case err != nil || class == "":
			return document.BadField(at, "must be the name of a class, got %s", document.Shorten(text))
		case slices.Contains(q.Classes, class):
			return document.BadField(at, "names the class %q a second time; name each once", class)
		}
		q.Classes = append(q.Classes, class)
	}
	return nil
}

// counted returns the numbers of the classes that the votes are for: those of the superclass, or the class predicted.
func (q *Prediction) counted(p *document.Object) ([]int, error) {
	known, predicted := q.Evidence.Model.Classes, q.Evidence.Votes.Predicted
	if q.Classes == nil {
		return []int{predicted}, nil
	}
	for i, class := range q.Classes {
		if !slices.Contains(known, class) {
			return nil, document.BadField(document.Numbered(p.Name("classes"), i), "is %q; the classes of the model are %s", class,
				strings.Join(known[:min(len(known), 20)], ", "))
		}
	}
	var numbers []int
	for i, class := range known {
		if slices.Contains(q.Classes, class) {
			numbers = append(numbers, i)
		}
	}
	if !slices.Contains(numbers, predicted) {
		return nil, document.BadField(p.Name("classes"), "lacks %q, the class that the votes name; add it, or leave out classes", known[predicted])
	}
	return numbers, nil
}
