package intake

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// An Offer is what would give clouds that failed for want of it another chance.
type Offer struct {
	pointcloud.Remedy
	// Clouds is how many clouds it is for.
	Clouds int `json:"clouds"`
	// Files are those to be read in the way that the remedy says, none where it is a preparation of all clouds.
	Files []string `json:"files,omitempty"`
}

// Offers gathers the remedies for the clouds that failed. Another reading is of a whole file, so it is
// offered where it is a remedy for all clouds of the file.
func Offers(entries []Entry) []Offer {
	all := &offers{clouds: map[string]int{}, asked: map[string]int{}}
	for i := range entries {
		e := &entries[i]
		all.clouds[e.path]++
		for _, r := range e.remedies {
			all.asked[e.path+" "+fields(r)]++
		}
	}
	for i := range entries {
		for _, r := range entries[i].remedies {
			all.add(r, entries[i].path)
		}
	}
	return all.list
}

type offers struct {
	list   []Offer
	clouds map[string]int // of each file
	asked  map[string]int // how many of them have the remedy
}

// fields are what a remedy sets, by which it is known: its label counts the points of one cloud.
func fields(r pointcloud.Remedy) string {
	r.Label = ""
	text, _ := json.Marshal(r) // of texts, numbers and truths: cannot fail
	return string(text)
}

// add adds a remedy of one cloud of a file.
func (o *offers) add(r pointcloud.Remedy, path string) {
	if r.Reading != nil && o.asked[path+" "+fields(r)] != o.clouds[path] {
		return
	}
	at := o.find(r)
	offer := &o.list[at]
	offer.Clouds++
	if offer.Label != r.Label {
		offer.Label = general(r)
	}
	if n := len(offer.Files); r.Reading != nil && (n == 0 || offer.Files[n-1] != path) {
		offer.Files = append(offer.Files, path)
	}
}

// find returns the place of a remedy in the list, where it stands from now on.
func (o *offers) find(r pointcloud.Remedy) int {
	for i := range o.list {
		if fields(o.list[i].Remedy) == fields(r) {
			return i
		}
	}
	o.list = append(o.list, Offer{Remedy: r})
	return len(o.list) - 1
}

// general names a remedy for clouds that differ.
func general(r pointcloud.Remedy) string {
	switch {
	case r.Preparation != nil:
		return "Drop points without coordinates"
	case r.Reading.Rows == "blocks":
		return "Read each block of rows as a cloud"
	case r.Reading.Rows != "":
		return "Read each row as a cloud of several points"
	case r.Reading.Transposed != nil && *r.Reading.Transposed:
		return "Read the rows as x, y and so on"
	}
	return "Read the rows as points"
}
