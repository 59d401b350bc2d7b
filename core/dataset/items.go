package dataset

import (
	"bytes"
	"fmt"
)

// Items are what is done of a run of one σ, in the order of its clouds, nil where a cloud is
// not done: a run that is not run cloud by cloud with Line.
type Items []*ItemResult

// Part returns the items as a part of the run with the header.
func (items Items) Part(head *Header) ([]byte, error) {
	if len(head.Settings) != 1 || head.Count != len(items) {
		return nil, fmt.Errorf("the run has %d clouds under %d settings, not %d under one", head.Count, len(head.Settings), len(items))
	}
	part := head.Line()
	for cloud, item := range items {
		if item != nil {
			part = append(part, line(partLine{cloud, []*ItemResult{item}})...)
		}
	}
	return part, nil
}

// Take adds what a part of the run has of clouds that are not done, and returns their
// numbers. A part of another run, or with another result of a cloud, is refused, and nothing
// of it is taken.
func (items Items) Take(head *Header, name string, part []byte) (taken []int, err error) {
	own, err := items.Part(head)
	if err != nil {
		return nil, err
	}
	parts := NewParts(head)
	if err := parts.Read("this run", bytes.NewReader(own)); err != nil {
		return nil, err
	}
	if err := parts.Read(name, bytes.NewReader(part)); err != nil {
		return nil, err
	}
	for cloud := range items {
		if items[cloud] != nil || !parts.Has(cloud) {
			continue
		}
		l, err := head.parseLine(parts.lines[cloud].text)
		if err != nil {
			return nil, err
		}
		if items[cloud] = l.Results[0]; items[cloud] != nil {
			taken = append(taken, cloud)
		}
	}
	return taken, nil
}
