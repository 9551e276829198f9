package main

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
)

// completions has the values that the shell offers, by the tag "complete" of a flag, or by a command's usage line for
// its first argument. A tab separates a value from its description. Flags with the tag "oneof" offer those values;
// other flags take numbers, or files, which the shell completes itself.
var completions = map[string]func() []string{
	"hands":               cards.ClassNames,
	"ranges":              ranges.Names,
	"opponents":           func() []string { return append([]string{"chen"}, ranges.Names()...) },
	"mine":                func() []string { return append(cards.ClassNames(), ranges.Names()...) },
	"features":            featureNumbers,
	"games":               func() []string { return append(gameNames, worstcase.NoLimitHoldem) },
	"strategies":          func() []string { return strategy.TrivialNames },
	"buckets":             bucketNames,
	"range TEXT":          ranges.Names,
	"buckets NAME [HAND]": bucketNames,
	"reproduce NAME":      experimentNames,
}

func featureNumbers() []string {
	var names []string
	for n := range features.Count {
		names = append(names, strconv.Itoa(n+1))
	}
	return names
}

func bucketNames() []string { return buckets.Names(game.LimitHoldem()) }

func experimentNames() []string {
	return mapped(allExperiments(), func(e experiments.Experiment) string { return e.Name + "\t" + e.Short })
}

func completeFlag(cmd *cobra.Command, field reflect.StructField) {
	key := field.Tag.Get("complete")
	all := completions[key]
	if text := field.Tag.Get("oneof"); text != "" {
		all = func() []string { return strings.Split(text, ",") }
	}
	if all == nil {
		return
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if key == "strategies" || key == "games" {
		directive = cobra.ShellCompDirectiveDefault // or a file
	}
	complete := complete(all, field.Type.Kind() == reflect.Slice, directive)
	if err := cmd.RegisterFlagCompletionFunc(field.Tag.Get("flag"), complete); err != nil {
		panic(err) // the command has no such flag, or has it twice
	}
}

// completeArgument lets the shell complete the first argument, or hands.
func completeArgument(cmd *cobra.Command) {
	if hands, ok := cmd.GetFlagCompletionFunc(handFlag); ok {
		cmd.ValidArgsFunction = hands
		return
	}
	all := completions[cmd.Use]
	if all == nil {
		return
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(all, false, cobra.ShellCompDirectiveNoFileComp)(cmd, args, typed)
	}
}

// complete returns the values that start with the typed text, in any case. In a list it completes the last entry.
func complete(all func() []string, list bool, directive cobra.ShellCompDirective) cobra.CompletionFunc {
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
