package pointcloud

import (
	"fmt"
)

// carry gives points the arrays with a number for each as attributes. The cloud has so many of the rows, from first on; by names
// the list that tells which.
func (z *npzArchive) carry(file *File, h *npyHeader, first, count int, by string) error {
	if file.Missing != nil || file.Of > 0 || file.Cloud.Count() != count {
		return nil
	}
	for i := range z.lists {
		list := &z.lists[i]
		size := list.header.kind.size
		if list.name == by || hasWordOf(list.name, maskWords) || list.header.shape[0] != h.rows || list.entry.Size-list.header.end != int(h.rows)*size || len(file.Cloud.Attributes) == MaxAttributes {
			continue
		}
		if err := z.unpackList(list); err != nil {
			return err
		} else if list.content == nil {
			continue
		}
		values := make([]float64, count)
		for k := range values {
			values[k] = list.header.kind.value(list.content[list.header.end+(first+k)*size:], list.header.order)
		}
		z.carryValues(file, h, list, values)
	}
	return nil
}

// carryValues gives points the numbers of a list.
func (z *npzArchive) carryValues(file *File, h *npyHeader, list *npzList, values []float64) {
	name := list.name
	switch {
	case list.hasElements(h) && areElements(values) && file.Cloud.Attribute(Element) == nil:
		name = Element
		file.Notes = append(file.Notes, elementsNote)
	case h.stacked && h.clouds == h.rows && !list.belongsTo(h):
		file.Notes = append(file.Notes, Note{Text: fmt.Sprintf("The array %s has a number for each point or for each cloud, and is left out.", quote([]byte(name)))})
		return
	}
	if CheckAttributeName(name) == nil {
		file.Cloud.Attributes = append(file.Cloud.Attributes, Attribute{name, values})
	}
}
