package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// helpWidth is where the descriptions of options break.
const helpWidth = 120

// help returns the help of a command.
func help(c *cobra.Command) string {
	if !c.HasParent() {
		return usage(c)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "usage: orbitcert %s\n\n%s.\n", strings.TrimPrefix(c.UseLine(), "orbitcert "), strings.ToUpper(c.Short[:1])+c.Short[1:])
	if c.Long != "" {
		fmt.Fprintf(&text, "%s\n", c.Long)
	}
	if c.HasAvailableSubCommands() {
		for _, sub := range c.Commands() {
			fmt.Fprintf(&text, "  %-12s%s\n", sub.Name(), sub.Short)
		}
	}
	if options := c.LocalNonPersistentFlags().FlagUsagesWrapped(helpWidth); options != "" {
		fmt.Fprintf(&text, "\n%s", options)
	}
	if c.Example != "" {
		fmt.Fprintf(&text, "\nExample: %s\n", c.Example)
	}
	return text.String()
}

// usage lists all commands.
func usage(root *cobra.Command) string {
	var text strings.Builder
	text.WriteString("usage: orbitcert COMMAND [options] FILE\n")
	for _, group := range append(root.Groups(), &cobra.Group{Title: "Other"}) {
		fmt.Fprintf(&text, "\n%s:\n", group.Title)
		for _, c := range root.Commands() {
			if c.GroupID == group.ID && c.IsAvailableCommand() {
				fmt.Fprintf(&text, "  %-12s%s\n", c.Name(), c.Short)
			}
		}
	}
	fmt.Fprintf(&text, "\nOptions of every command:\n%s\n%s\n", root.LocalFlags().FlagUsagesWrapped(helpWidth), root.Long)
	return text.String()
}

// helpCommand lists all commands, or shows the options of one.
func helpCommand(root *cobra.Command, p *program) *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "list all commands, or show the options of one", DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range root.Commands() {
				names = append(names, c.Name()+"\t"+c.Short)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			switch {
			case len(args) > 2 || err == nil && len(rest) > 0:
				return misused("help", "takes one command, got %d", len(args))
			case err != nil:
				return unknownCommand(root, args[0])
			}
			return p.write([]byte(help(about)))
		},
	}
}

// manual prints the manual page: all commands with their help, in roff.
func (p *program) manual() *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page, as for man -l -", Example: "orbitcert man > orbitcert.1", Args: counted(0, 0),
		RunE: func(*cobra.Command, []string) error {
			root := p.root()
			var text strings.Builder
			fmt.Fprintf(&text, ".TH ORBITCERT 1 \"\" \"orbitcert %s\"\n.SH NAME\norbitcert \\- %s\n.SH SYNOPSIS\n", certificate.Core, root.Short)
			fmt.Fprintf(&text, ".nf\n%s.fi\n.SH COMMANDS\n", roff.Replace(usage(root)))
			for _, c := range root.Commands() {
				if c.IsAvailableCommand() {
					fmt.Fprintf(&text, ".SS %s\n.nf\n%s.fi\n", c.Name(), roff.Replace(help(c)))
				}
			}
			return p.write([]byte(text.String()))
		},
	}
}

// roff escapes what roff would take for a command.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")
