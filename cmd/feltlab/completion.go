package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/dataset/buckets"
	"feltlab/dataset/strength"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/model/strategy"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// values returns what may be completed; a tab separates a value from its description.
type values func() []string

func these(names ...string) values { return func() []string { return names } }

// flagValues has what flags take, by their names and, where these mean several things, with the
// command before. Other flags take numbers, or files, which the shell completes.
var flagValues = map[string]values{
	"--hand":             classNames,
	"--hands":            classNames,
	"--shared":           classNames,
	"--range":            ranges.Names,
	"--features":         featureNumbers,
	"--max-features":     featureNumbers,
	"--engine":           these(question.Engines...),
	"--formulation":      these(regression.Plain.String(), regression.Merged.String(), regression.Pattern.String()),
	"--loss":             these("average", "max"),
	"--witness":          these("simplex", "highs"),
	"--start":            these("search", "none"),
	"--retry":            these("open"),
	"--spread":           these(handout.Spreads...),
	"--game":             these(gameNames...),
	"--opponent":         these(strategy.TrivialNames...),
	"--buckets":          func() []string { return buckets.Names(game.LimitHoldem()) },
	"--with":             these(columnNames...),
	"--preset":           these(jamfold.Presets...),
	"--continuation":     these("solved", "icm"),
	"dataset --format":   these("arrow", "csv", "parquet"),
	"export --format":    these(sweep.Formats...),
	"state --mode":       these("tournament", "cash"),
	"strength --mode":    strength.ModeNames,
	"strength --against": func() []string { return append([]string{"uniform", "chen"}, ranges.Names()...) },
	"equity HAND|RANGE":  func() []string { return append(classNames(), ranges.Names()...) },
	"range TEXT":         ranges.Names,
	"buckets NAME":       func() []string { return buckets.Names(game.LimitHoldem()) },
	"reproduce NAME":     experimentNames,
	"strength HAND":      classNames,
}

// orFile are the flags that take a file as well.
var orFile = map[string]bool{"opponent": true}

func classNames() []string {
	var names []string
	for k := range cards.Class(cards.NumClasses) {
		names = append(names, k.String())
	}
	return names
}

func featureNumbers() []string {
	var names []string
	for n := range features.Count {
		names = append(names, strconv.Itoa(n+1))
	}
	return names
}

func experimentNames() []string {
	var names []string
	for _, e := range allExperiments() {
		names = append(names, e.Name+"\t"+e.Short)
	}
	return names
}

// addCompletions lets the shell complete the flags and first arguments of a command and of those
// below it.
func addCompletions(cmd *cobra.Command) {
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		all := flagValues[cmd.Name()+" --"+f.Name]
		if all == nil {
			all = flagValues["--"+f.Name]
		}
		if all == nil {
			return
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		if orFile[f.Name] {
			directive = cobra.ShellCompDirectiveDefault
		}
		complete := complete(all, strings.HasSuffix(f.Value.Type(), "Slice"), directive)
		if err := cmd.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
			panic(err) // only for a flag that the command lacks, or that was here before
		}
	})
	if all := flagValues[cmd.Use]; all != nil {
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return complete(all, false, cobra.ShellCompDirectiveNoFileComp)(cmd, args, typed)
		}
	}
	for _, c := range cmd.Commands() {
		addCompletions(c)
	}
}

// complete returns the values that begin as what was typed, in any case; of a list its last entry
// is completed.
func complete(all values, list bool, directive cobra.ShellCompDirective) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before, directive := "", directive
		if at := strings.LastIndexByte(typed, ','); list {
			before, typed = typed[:at+1], typed[at+1:]
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		var found []string
		for _, value := range all() {
			if len(value) >= len(typed) && strings.EqualFold(value[:len(typed)], typed) {
				found = append(found, before+value)
			}
		}
		return found, directive
	}
}
