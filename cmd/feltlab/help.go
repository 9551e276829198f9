package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type group struct {
	title    string
	commands []*cobra.Command
}

// groups lists the commands, those first that a newcomer needs first.
func (a *app) groups() []group {
	return []group{
		{"Formulas for the flop:", []*cobra.Command{
			a.fitCommand(), a.curveCommand(), a.sheetCommand(), a.explainCommand(),
			a.milpCommand(), a.featuresCommand(),
		}},
		{"Formulas for tables of your own:", []*cobra.Command{a.regressCommand()}},
		{"Hands and ranges:", []*cobra.Command{
			a.equityCommand(), a.strengthCommand(), a.rangeCommand(), a.datasetCommand(),
		}},
		{"Postflop games:", []*cobra.Command{a.postflopCommand()}},
		{"Tournaments:", []*cobra.Command{a.jamFoldCommand()}},
		{"Strategies and agents:", []*cobra.Command{
			a.bestResponseCommand(), a.matchCommand(), a.equilibriumCommand(), a.convertCommand(), a.bucketsCommand(),
		}},
		{"Many results, and published ones:", []*cobra.Command{
			a.sweepCommand(), a.reportCommand(), a.serveCommand(), a.exportCommand(), a.reproduceCommand(),
			a.verifyCommand(), a.proofCommand(), a.cacheCommand(),
		}},
		{"Running on many machines:", []*cobra.Command{a.workerCommand(), a.workersCommand(), a.slurmCommand()}},
	}
}

// addGroups adds all commands in their order.
func (a *app) addGroups(root *cobra.Command) {
	cobra.EnableCommandSorting = false
	for _, g := range a.groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, cmd := range g.commands {
			cmd.GroupID = g.title
			root.AddCommand(cmd)
			eachCommand(cmd, func(cmd *cobra.Command) {
				cmd.Long = reflow(cmd.Long)
				completeArgument(cmd)
			})
		}
	}
}

// usageTemplate makes a template of cobra keep to the width of a help page, and puts the first flags first. The page
// of feltlab itself begins with examples.
func usageTemplate(template string) string {
	cobra.AddTemplateFunc("hang", hang)
	cobra.AddTemplateFunc("flags", flagUsages)
	const atHome = "{{if not .HasParent}}"
	return strings.NewReplacer(
		"Usage:", atHome+"Examples:\n{{.Example}}\n\n{{end}}Usage:",
		"{{if .HasExample}}", "{{if and .HasExample .HasParent}}",
		"about a command.", "about a command."+atHome+
			"\nThe flags can also be set in a file or in the environment (docs/settings.md).{{end}}",
		"Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", "{{flags . | trimTrailingWhitespaces}}",
		".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", lineWidth),
		"  {{rpad .Name .NamePadding }} {{.Short}}", `{{hang (rpad .Name .NamePadding) .Short}}`,
	).Replace(template)
}

// firstFlags is the annotation of a command with the names of the flags that its help shows first.
const firstFlags = "first flags"

// firstFlagsOf marks the flags that matter first, separated by spaces, of a command with many.
func firstFlagsOf(names string) map[string]string { return map[string]string{firstFlags: names} }

// flagUsages lists a command's own flags: those that matter first, then the others.
func flagUsages(cmd *cobra.Command) string {
	names := strings.Fields(cmd.Annotations[firstFlags])
	if len(names) == 0 {
		return "Flags:\n" + cmd.LocalFlags().FlagUsagesWrapped(lineWidth)
	}
	var first, more pflag.FlagSet
	first.SortFlags = false
	for _, name := range names {
		first.AddFlag(cmd.LocalFlags().Lookup(name))
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if first.Lookup(f.Name) == nil {
			more.AddFlag(f)
		}
	})
	return "Flags that matter first:\n" + first.FlagUsagesWrapped(lineWidth) +
		"\nMore flags:\n" + more.FlagUsagesWrapped(lineWidth)
}

// hang writes a name and its meaning, wrapped below itself.
func hang(name, text string) string {
	head := "  " + name + " "
	return wrap(head+text, strings.Repeat(" ", utf8.RuneCountInString(head)), lineWidth)
}
