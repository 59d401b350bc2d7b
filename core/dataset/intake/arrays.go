package intake

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Names that arrays of votes have: a row for each cloud in the order of the run, a column for each class.
var (
	predictArrays = []string{columnPredict, "counts0", "counts_pred", "counts_selection"}
	certifyArrays = []string{columnCertify, "counts", "counts_cert", "counts_estimation"}
	labelArrays   = []string{columnLabel, "labels"}
)

const arraysWanted = "want the arrays votes_pred and votes_cert, a row for each cloud in the order of the run and a column for each class, and label"

// isVotesArray tells an array or an archive of arrays from a table.
func isVotesArray(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\x93NUMPY")) || bytes.HasPrefix(data, []byte("PK\x03\x04"))
}

// addArrays takes votes as NumPy arrays. A lone array has one set of votes.
func (c *Collection) addArrays(path string, data []byte, use string) error {
	if data[0] != 'P' {
		array, err := pointcloud.ReadArray(data)
		if err != nil {
			return InFile(path, 0, "%v", err)
		}
		if use == "" {
			return whichVotes(path, "column 1")
		}
		return c.addCounts(path, map[string]pointcloud.Array{use: array})
	}
	arrays, others, err := pointcloud.ReadArrays(data)
	if err != nil {
		return InFile(path, 0, "%v", err)
	}
	found := map[string]pointcloud.Array{}
	for name, array := range arrays {
		field := ""
		for to, names := range map[string][]string{columnPredict: predictArrays, columnCertify: certifyArrays, columnLabel: labelArrays} {
			if slices.Contains(names, name) {
				field = to
			}
		}
		if _, twice := found[field]; twice {
			return InFile(path, 0, "has two arrays that may be %s; leave out one", field)
		}
		if field == "" {
			others = append(others, name)
			continue
		}
		found[field] = array
	}
	if len(others) > 0 || found[columnPredict].Shape == nil && found[columnCertify].Shape == nil {
		slices.Sort(others)
		return InFile(path, 0, "has the arrays %s, which are no votes: %s", strings.Join(others, ", "), arraysWanted)
	}
	return c.addCounts(path, found)
}

// addCounts takes a row of votes for each cloud of the run.
func (c *Collection) addCounts(path string, arrays map[string]pointcloud.Array) error {
	labels := arrays[columnLabel]
	for _, name := range []string{columnPredict, columnCertify, columnLabel} {
		a, given := arrays[name]
		axes := 2
		if name == columnLabel {
			axes = 1
		}
		switch {
		case !given:
		case len(a.Shape) != axes:
			return InFile(path, 0, "%s has %d axes; %s", name, len(a.Shape), arraysWanted)
		case a.Shape[0] != len(c.entries):
			return InFile(path, 0, "%s has %d rows, the run %d clouds; rows are in the order of the clouds, so give one for each", name, a.Shape[0], len(c.entries))
		case slices.ContainsFunc(a.Values, func(x float64) bool { return x != math.Trunc(x) || x < 0 || x > certificate.MaxVotes }):
			return InFile(path, 0, "%s must have whole numbers from 0 to %d", name, certificate.MaxVotes)
		}
	}
	for i := range c.entries {
		row := voteRow{file: path, name: c.entries[i].Name, at: i + 1, unlabelled: labels.Shape == nil}
		if row.label.number = c.entries[i].class.number; !row.unlabelled {
			row.label.number = int64(labels.Values[i])
		} else if !c.entries[i].labelled {
			return InFile(path, 0, "has no label, nor has the cloud %q: give the true class of each, a number from 0", row.name)
		}
		row.predict, row.certify = countsOf(arrays[columnPredict], i), countsOf(arrays[columnCertify], i)
		if err := c.checkVotes(row.where(), row.label, row.predict, row.certify); err != nil {
			return err
		}
		c.rows = append(c.rows, row)
	}
	return nil
}

// countsOf returns a row of an array, nil where there is none.
func countsOf(a pointcloud.Array, row int) []int64 {
	if a.Shape == nil {
		return nil
	}
	counts := make([]int64, a.Shape[1])
	for k := range counts {
		counts[k] = int64(a.Values[row*len(counts)+k])
	}
	return counts
}
