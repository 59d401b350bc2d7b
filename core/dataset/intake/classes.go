package intake

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// class is a class by its number from 0, or by its word while the number is unknown.
type class struct {
	number int64
	word   string // "" where the number is known
}

// Classes returns the names of the classes, nil where only numbers are known.
func (c *Collection) Classes() []string {
	if c.names == nil && c.voted != nil {
		return c.voted.plan.Model.Classes
	}
	return c.names
}

// Name sets the names of the classes if no file has named them. Numbers are not names.
func (c *Collection) Name(classes []string) {
	if c.Classes() == nil {
		c.names = worded(classes)
	}
}

// nameClasses takes the classes that the columns of a table name.
func (c *Collection) nameClasses(names []string, path string) error {
	switch {
	case names == nil:
	case c.names == nil:
		c.names = names
	case !slices.Equal(names, c.names):
		return InFile(path, 1, "has votes for the classes %s; those before are for %s: use the same columns in the same order", listed(names), listed(c.names))
	}
	return nil
}

// listed names a few classes.
func listed(names []string) string {
	if len(names) > 4 {
		return strings.Join(names[:3], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// classOf reads a class: one of the names, or a number from 0 where no name is one.
func (c *Collection) classOf(text string) (class, error) {
	names := c.Classes()
	if at := slices.Index(names, text); at >= 0 {
		return class{number: int64(at)}, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && !slices.ContainsFunc(names, isWhole) {
		if n < 0 || n >= maxClasses {
			return class{}, document.BadField("label", "must be from 0 to %d, got %d", maxClasses-1, n)
		}
		return class{number: n}, nil
	}
	if text == "" {
		return class{}, document.BadField("label", "is empty; want a class")
	}
	if names != nil {
		return class{}, document.BadField("label", "is %q; the classes are %s", text, listed(names))
	}
	return class{word: text}, nil
}

// known returns the number of a class whose name may have been given since.
func (c *Collection) known(of class) (int64, error) {
	if of.word == "" {
		return of.number, nil
	}
	now, err := c.classOf(of.word)
	if err == nil && now.word != "" {
		err = document.BadField("label", "is the word %q, but no votes name the classes; name their columns votes_cert_%s, …, or use numbers from 0",
			of.word, of.word)
	}
	return now.number, err
}

func isWhole(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

// takeLabel takes a label, which is a number or a word.
func (c *Collection) takeLabel(o *document.Object) (of class, present bool, err error) {
	if !startsWith(o.Peek("label"), '"') {
		of.number, present, err = o.Whole("label", 0, maxClasses-1)
		return of, present, err
	}
	text, _, err := o.Text("label")
	if err == nil {
		of, err = c.classOf(text)
	}
	return of, true, err
}

// classesOf returns what columns call the classes, without what they begin with.
func classesOf(columns []string, of []int, prefix string) []string {
	names := make([]string, len(of))
	for i, column := range of {
		names[i] = strings.TrimPrefix(columns[column], prefix)
	}
	sort.SliceStable(names, func(i, j int) bool { // 10 stands behind 9
		x, errX := strconv.Atoi(names[i])
		y, errY := strconv.Atoi(names[j])
		return errX == nil && errY == nil && x < y
	})
	return names
}

// worded returns the names of classes, nil where they are their numbers.
func worded(names []string) []string {
	for i, name := range names {
		if name != strconv.Itoa(i) {
			return names
		}
	}
	return nil
}

// votesRemedy says which votes a table of one set has.
type votesRemedy struct {
	Label   string       `json:"label"`
	Reading VotesReading `json:"reading"`
}

// VotesReading is how a table of one set of votes is read: Votes is votes_pred or votes_cert.
type VotesReading struct {
	Votes string `json:"votes"`
}

// votesQuestion asks which votes a table of one set has.
type votesQuestion struct{ *pointcloud.FormatError }

// whichVotes asks what the votes of a table of one set do.
func whichVotes(path, first string) error {
	bad, _ := InFile(path, 1, `has one set of votes (%q, …), and a certificate needs two: some votes name the class, others bound its probability. `+
		`Say which these are, "votes": "votes_pred" or "votes_cert" beside "file", or add a column predicted with the class that other samples have named`, first).(*pointcloud.FormatError)
	return &votesQuestion{bad}
}

// Failure returns the question with its answers.
func (q *votesQuestion) Failure() document.Failure {
	f := q.FormatError.Failure()
	f.Message = "has one set of votes. A certificate needs two: some name the class, others bound its probability. Which are these?"
	f.Remedies = []votesRemedy{
		{"They bound the probability; another file names the class", VotesReading{columnCertify}},
		{"They name the class; another file bounds the probability", VotesReading{columnPredict}},
	}
	return f
}

// AddVotes takes a table of one set of votes, which are votes_pred or votes_cert.
func (c *Collection) AddVotes(path string, data []byte, use string) (err error) {
	before := *c
	defer func() {
		if err != nil {
			*c = before
		}
	}()
	if err := checkUse("votes", use); err != nil {
		return err
	}
	return c.addTable(path, plain(path, data), use)
}

// checkUse refuses a set of votes that is neither votes_pred nor votes_cert.
func checkUse(field, use string) error {
	if use != columnPredict && use != columnCertify {
		return document.BadField(field, "must be %s or %s, got %q", columnPredict, columnCertify, use)
	}
	return nil
}
