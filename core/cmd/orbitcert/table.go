package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/mattn/go-isatty"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/explore"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/say"
	"github.com/orbitcert/orbitcert/core/statement"
)

// tabular tells whether people read what is printed.
func (p program) tabular() bool { return p.asTable || p.terminal && !p.asJSON }

// isTerminal tells whether people read a stream.
func isTerminal(to io.Writer) bool {
	file, is := to.(*os.File)
	return is && isatty.IsTerminal(file.Fd())
}

// inJSON writes a document of this program.
func inJSON[T any](fields T) ([]byte, error) {
	text, err := json.MarshalIndent(fields, "", "  ")
	return append(text, '\n'), err
}

// shown returns what was computed: a table for people, a document for programs.
func shown[T any](p program, computed T, err error, table func(T) []byte, document func(T) ([]byte, error)) ([]byte, error) {
	switch {
	case err != nil:
		return nil, err
	case p.tabular():
		return table(computed), nil
	}
	return document(computed)
}

// table writes rows in columns. It leaves out columns that are empty below their heading.
func table(out *bytes.Buffer, rows [][]string) {
	used := make([]bool, len(rows[0]))
	for _, row := range rows[1:] {
		for i, cell := range row {
			used[i] = used[i] || cell != ""
		}
	}
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		var cells []string
		for i, cell := range row {
			if used[i] {
				cells = append(cells, document.Printable(cell))
			}
		}
		fmt.Fprintln(columns, "  "+strings.Join(cells, "\t"))
	}
	columns.Flush()
}

const tableDigits = 4

// rounded writes a number to a side, "" without one.
func rounded(x *float64, side say.Side) string {
	if x == nil {
		return ""
	}
	return say.Text(*x, tableDigits, side)
}

// towardsZero writes an end of a range.
func towardsZero(x *float64) string {
	if x != nil && *x < 0 {
		return rounded(x, say.Up)
	}
	return rounded(x, say.Down)
}

func certificateTable(r *certificate.Request, c *certificate.Certificate) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n\n", document.Printable(statement.Verdict(r, c)))
	table(&out, statement.Table(r, c))
	return out.Bytes()
}

func minimumTable(m *certificate.Minimum) []byte {
	var out bytes.Buffer
	table(&out, statement.Minimum(m))
	return out.Bytes()
}

func withstoodTable(w *explore.Withstood) []byte {
	var out bytes.Buffer
	if !w.Certified {
		out.WriteString("Not certified: the votes do not certify the clean cloud itself.\n")
		return out.Bytes()
	}
	fmt.Fprintf(&out, "The prediction stays the same for every perturbation shorter than %s, and for:\n\n", rounded(&w.Radius, say.Down))
	rows := [][]string{{"transformation", "from", "to", "unit", "by", "black box from", "to"}}
	for _, r := range w.Ranges {
		from, to := span(r.Span)
		blackFrom, blackTo := span(r.BlackBox)
		rows = append(rows, []string{r.Family, from, to, r.Unit, statement.Argument(r.By), blackFrom, blackTo})
	}
	table(&out, rows)
	if p := w.Points; p != nil {
		out.WriteByte('\n')
		table(&out, [][]string{{"points replaced", "added", "removed"}, {strconv.Itoa(p.Replaced), strconv.Itoa(p.Added), strconv.Itoa(p.Removed)}})
	}
	return out.Bytes()
}

func span(s explore.Span) (from, to string) {
	if s.Any {
		return "any", "any"
	}
	return towardsZero(s.From), towardsZero(s.To)
}

// published is what a table shows of the result of a run.
type published struct {
	Settings struct{ Sigma json.RawMessage }
	Clouds   int
	Correct  *int
	Failed   int
	Grid     []float64
	Accuracy judging.Accuracy
	Families []judging.Family
	Sigmas   []published

	Population judging.Population
	Sets       *judging.Sets
}

// resultTable shows the certified accuracies of a result that this program has written.
func resultTable(text []byte) ([]byte, error) {
	var r published
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	all := r.Sigmas
	if all == nil {
		all = []published{r}
	}
	var out bytes.Buffer
	for i, one := range all {
		if i > 0 {
			out.WriteByte('\n')
		}
		one.write(&out)
	}
	return out.Bytes(), nil
}

func (r published) write(out *bytes.Buffer) {
	fmt.Fprintf(out, "σ %s: %d clouds", r.Settings.Sigma, r.Clouds)
	if r.Correct != nil {
		fmt.Fprintf(out, ", %d predicted correctly", *r.Correct)
	}
	fmt.Fprintf(out, ", %d failed. Certified accuracy:\n\n", r.Failed)
	if len(r.Grid) > 0 {
		names, shares := []string{}, [][]float64{}
		for row, of := range r.Accuracy.All() {
			if row != judging.ByTightUpper {
				names, shares = append(names, statement.Argument(judging.RowNames[row])), append(shares, *of)
			}
		}
		names, shares = append(names, "under attack"), append(shares, r.Accuracy.Attacked)
		table(out, r.accuracies("perturbation", r.Grid, names, r.unseen(), shares...))
	}
	if s := r.Sets; s != nil {
		fmt.Fprint(out, "\nSets that hold the truth")
		var told []string
		if s.Size != nil {
			told = append(told, fmt.Sprintf("mean size %.4g", *s.Size))
		}
		if s.Only != nil {
			told = append(told, "one label only at "+population.Percent(*s.Only, r.Clouds)+" of the points")
		}
		if s.Held != nil {
			told = append(told, population.Percent(*s.Held, r.Clouds)+" hold it")
		}
		fmt.Fprint(out, ": ", strings.Join(told, ", "))
		fmt.Fprintln(out)
	}
	for i, f := range r.Families {
		if i > 0 {
			out.WriteByte('\n')
		}
		var unseen []float64
		if i < len(r.Population.Families) {
			unseen = r.Population.Families[i].Lower.Withstood
		}
		table(out, r.accuracies(f.Family+" ±", f.Sizes, []string{"black box", "all arguments"}, unseen, f.Accuracy.BlackBox, f.Accuracy.Withstood))
	}
}

// unseen bounds the strongest argument’s shares among clouds not seen, nil where a result has no bounds.
func (r published) unseen() (shares []float64) {
	if r.Population.Lower == nil {
		return nil
	}
	for _, of := range r.Population.Lower.All() {
		if *of != nil {
			shares = *of
		}
	}
	return shares
}

// accuracies are rows of shares in percent at each value of a grid, with the digits that they carry. The last column bounds them for
// clouds not seen.
func (r published) accuracies(over string, grid []float64, names []string, unseen []float64, shares ...[]float64) [][]string {
	rows := [][]string{append(append([]string{over}, names...), "clouds not seen, ≥")}
	for i, x := range grid {
		row := []string{strconv.FormatFloat(x, 'g', -1, 64)}
		for _, of := range append(shares, unseen) {
			cell := ""
			if i < len(of) {
				cell = population.Percent(of[i], r.Clouds+r.Failed)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}
