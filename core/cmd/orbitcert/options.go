package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// common are the options that every call takes, wherever they stand.
type common struct {
	json  bool  // failures as JSON
	limit int64 // bytes of a file
}

const (
	errorsFlag = "--errors=json"
	limitFlag  = "--limit"
)

// takeCommon takes them out of the arguments.
func takeCommon(args []string) (c common, rest []string, err error) {
	c.limit = usualLimit
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		switch {
		case args[i] == errorsFlag:
			c.json = true
			continue
		case name != limitFlag:
			rest = append(rest, args[i])
			continue
		case !given && i+1 < len(args):
			i++
			value = args[i]
		}
		size, bad := parseSize(value)
		if c.limit = size; bad != nil {
			err = bad
		}
	}
	return c, rest, err
}

// units of sizes, in bytes.
var units = []struct {
	name  string
	bytes float64
}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"", 1}}

// parseSize reads a size such as 500MB.
func parseSize(text string) (int64, error) {
	for _, unit := range units {
		number, found := strings.CutSuffix(text, unit.name)
		if !found {
			continue
		}
		if size, err := strconv.ParseFloat(number, 64); err == nil && size > 0 && size*unit.bytes < 1e18 {
			return int64(size * unit.bytes), nil
		}
		break
	}
	return 0, badInput{document.BadField(limitFlag, "must be a size such as 500MB or 4GB, got %q", text)}
}

// sizeText writes a size in its largest unit.
func sizeText(size int64) string {
	for _, unit := range units {
		if float64(size) >= unit.bytes {
			return strings.TrimSpace(strconv.FormatFloat(float64(size)/unit.bytes, 'g', -1, 64) + " " + unit.name)
		}
	}
	return strconv.FormatInt(size, 10)
}

// misuse is a call that the command line does not know as it was typed.
type misuse struct{ message string }

func (m *misuse) Error() string { return m.message }

// misused names a call, what is wrong with it and where to read on.
func misused(call, format string, args ...any) error {
	return withHelp(call+": "+fmt.Sprintf(format, args...), "orbitcert help "+call)
}

// withHelp says where to read on, in a sentence of its own after a question.
func withHelp(problem, help string) error {
	if strings.HasSuffix(problem, "?") {
		return &misuse{problem + " Run " + help}
	}
	return &misuse{problem + "; run " + help}
}

// newOptions are the options of a call.
func newOptions(call string) *flag.FlagSet {
	options := flag.NewFlagSet(call, flag.ContinueOnError)
	options.SetOutput(io.Discard)
	return options
}

// parseOptions reads the options and leaves least to most files behind them.
func parseOptions(options *flag.FlagSet, args []string, least, most int) error {
	call := options.Name()
	if err := options.Parse(args); err != nil {
		name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
		if !unknown {
			return misused(call, "%v", err)
		}
		return misused(call, "unknown option --%s%s", name, meant(name, "--", names(options)))
	}
	files := options.Args()
	for _, file := range files {
		if name, isOption := strings.CutPrefix(file, "--"); isOption {
			name, _, _ = strings.Cut(name, "=")
			if options.Lookup(name) == nil {
				return misused(call, "unknown option --%s%s", name, meant(name, "--", names(options)))
			}
			return misused(call, "the option --%s must stand before the file", name)
		}
	}
	switch {
	case len(files) < least:
		return misused(call, "needs %s, got %d", countOf(least), len(files))
	case len(files) > most:
		return misused(call, "takes %s, got %d: %s", countOf(most), len(files), strings.Join(files, ", "))
	}
	return nil
}

func countOf(files int) string {
	if files == 1 {
		return "one file"
	}
	return fmt.Sprintf("%d arguments", files)
}

func names(options *flag.FlagSet) (all []string) {
	options.VisitAll(func(f *flag.Flag) { all = append(all, f.Name) })
	return all
}

// unknownCall names a call that does not exist, and one that may be meant.
func unknownCall(name string) error {
	all := make([]string, len(calls))
	for i, c := range calls {
		all[i] = c.name
	}
	return withHelp(fmt.Sprintf("unknown call %q%s", name, meant(name, "", all)), "orbitcert help")
}

// meant asks whether a known word is meant, "" where none is near.
func meant(word, before string, known []string) string {
	const near = 3
	best, least := "", near
	for _, k := range known {
		if d := distance(strings.ToLower(word), k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + before + best + "?"
}

// distance counts the letters to add, remove or replace between two words (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		above := row[0]
		row[0] = i + 1
		for j := range b {
			cost := above
			if a[i] != b[j] {
				cost++
			}
			above, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
