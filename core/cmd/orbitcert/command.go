package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// The groups of commands in the help.
const (
	groupCertificates = "Certificates"
	groupExplore      = "Explore a prediction"
	groupDatasets     = "Datasets"
	groupModels       = "Models and files"
)

// root is the command line: every command with its options, help, completions and manual pages.
func (p *program) root() *cobra.Command {
	version := false
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:           "orbitcert",
		Short:         "Certify point-cloud classifiers by randomized smoothing",
		SilenceErrors: true,
		SilenceUsage:  true,
		Long: `"-" reads standard input. On a terminal you see a table, and other programs get JSON.
Exit codes: 0 computed, 2 the input is bad, 3 verification failed, 4 verified except for rows that this version does not compute, 1 anything else.
With --errors=json the last line of standard error is {"failures": [{"field", "file", "line", "message", …}], "format": 1}.
A document may name regular files only.`,
		RunE: func(*cobra.Command, []string) error {
			if !version {
				return errUsage
			}
			return p.version()
		},
	}
	root.Flags().BoolVarP(&version, "version", "V", false, "print the version of the core")
	p.common(root.PersistentFlags())
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { fmt.Fprint(p.out, help(c)) })
	root.SetOut(p.out)
	root.SetErr(p.errs.to)
	add := func(group string, all ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: group, Title: group})
		for _, c := range all {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add(groupCertificates, p.certify(), p.pmin(), p.verify(), p.explain(), p.box())
	add(groupExplore, p.withstand(), p.radii(), p.curve(), p.parameterMap(), p.regions(), p.planning(), p.plot())
	add(groupDatasets, p.dataset(), p.merge(), p.compare(), p.calibrate(), p.card())
	add(groupModels, p.draw(), p.count(), p.cloud())
	root.AddCommand(p.manual(), &cobra.Command{
		Use: "version", Short: "print the version of the core", Args: counted(0, 0), RunE: func(*cobra.Command, []string) error { return p.version() },
	})
	root.SetHelpCommand(helpCommand(root, p))
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short, c.Long = "print the completions for a shell", ""
		}
	}
	return root
}

// common are the options that every command takes.
func (p *program) common(flags *pflag.FlagSet) {
	flags.BoolVar(&p.asJSON, "json", false, "print JSON on a terminal too")
	flags.BoolVar(&p.asTable, "table", false, "print a table where JSON is the default")
	flags.Var(&p.files.limit, limitOption, "read files of more than 2 GB, up to `SIZE`, such as 4GB")
	flags.Var(&errorForm{}, errorsOption, "print failures as `FORM`: text or json")
}

func (p *program) version() error {
	return p.write([]byte("orbitcert, core " + certificate.Core + "\n"))
}

// execute runs the command that the arguments name.
func (p *program) execute(args []string) error {
	root := p.root()
	root.SetArgs(args)
	err := root.Execute()
	var typed *misuse
	if err == nil || p.began || errors.Is(err, errUsage) || errors.As(err, &typed) || errors.As(err, &badInput{}) {
		return err
	}
	var name string
	if _, bad := fmt.Sscanf(err.Error(), "unknown command %q", &name); bad == nil {
		return unknownCommand(root, name)
	}
	return withHelp(err.Error(), "orbitcert help")
}

// printing is a command on least to most files that prints a document.
func (p *program) printing(c *cobra.Command, least, most int, do func(files []string) ([]byte, error)) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.Args = counted(least, most)
	c.ValidArgsFunction = completed(c.Use)
	c.RunE = func(c *cobra.Command, files []string) error {
		p.began = true
		if p.asJSON && p.asTable {
			return misused(c.Name(), "give --json or --table, not both")
		}
		text, err := do(files)
		if len(text) > 0 {
			err = errors.Join(err, p.write(text))
		}
		return err
	}
	return c
}

// completed completes the names of files that a command reads.
func completed(use string) cobra.CompletionFunc {
	var endings []string
	for _, ending := range []string{"json", "npy"} {
		if strings.Contains(use, "."+ending) {
			endings = append(endings, ending)
		}
	}
	if endings == nil {
		return nil
	}
	return cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt)
}

// counted refuses fewer or more arguments.
func counted(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, files []string) error {
		switch {
		case len(files) < least:
			return misused(c.Name(), "needs %s, got %d", countOf(least), len(files))
		case len(files) > most:
			return misused(c.Name(), "takes %s, got %d: %s", countOf(most), len(files), strings.Join(files, ", "))
		}
		return nil
	}
}

func countOf(files int) string {
	switch files {
	case 0:
		return "no argument"
	case 1:
		return "one file"
	}
	return fmt.Sprintf("%d arguments", files)
}

// misuse is a command that was not typed as the command line knows it.
type misuse struct{ message string }

func (m *misuse) Error() string { return m.message }

// misused names a command, what is wrong with it and where to read on.
func misused(command, format string, args ...any) error {
	return withHelp(command+": "+fmt.Sprintf(format, args...), "orbitcert help "+command)
}

// withHelp says where to read on, in a sentence of its own after a question.
func withHelp(problem, help string) error {
	if strings.HasSuffix(problem, "?") {
		return &misuse{problem + " Run " + help}
	}
	return &misuse{problem + "; run " + help}
}

// unknownCommand names a command that does not exist, and one that may be meant.
func unknownCommand(root *cobra.Command, name string) error {
	var known []string
	for _, c := range root.Commands() {
		known = append(known, c.Name())
	}
	return withHelp(fmt.Sprintf("unknown command %q%s", name, document.Meant(name, "", known)), "orbitcert help")
}

// flagError says what is wrong with an option, and which may be meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	problem := err.Error()
	switch {
	case errors.As(err, &unknown):
		typed := "--" + unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			typed = "-" + short
		}
		problem = "unknown option " + typed + document.Meant(strings.TrimLeft(typed, "-"), "--", options(c))
	case errors.As(err, &empty):
		problem = fmt.Sprintf("--%s needs a value", empty.GetFlag().Name)
	case errors.As(err, &invalid):
		var bad badInput
		if errors.As(err, &bad) {
			return bad
		}
		problem = fmt.Sprintf("--%s: must be a %s, got %q", invalid.GetFlag().Name, kindOf(invalid.GetFlag()), invalid.GetValue())
	}
	if !c.HasParent() {
		return withHelp(problem, "orbitcert help")
	}
	return misused(c.Name(), "%s", problem)
}

func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "float64":
		return "number"
	case "bool":
		return "yes or no: true or false"
	}
	return "whole number"
}

// options are the names of the options of a command.
func options(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
