package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/ranges"
)

// handFlag is the flag of hands. A command that has it takes hands as arguments too.
const handFlag = "hand"

// takeHands makes a command take hands as arguments: before it runs they move into the flag --hand, and it sees only
// the other arguments. It returns what does that.
func takeHands(cmd *cobra.Command) (move func(cmd *cobra.Command, args []string) error) {
	check, run := cmd.Args, cmd.RunE
	var others []string
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return run(cmd, others) }
	return func(cmd *cobra.Command, args []string) error {
		var hands []string
		if hands, others = splitHands(cmd.Use, args); len(hands) > 0 && cmd.Flags().Changed(handFlag) {
			return usage("%s and --hand: name hands as arguments or by the flag, not both", hands[0])
		}
		for _, h := range hands {
			if err := cmd.Flags().Set(handFlag, h); err != nil {
				return usageError{err}
			}
		}
		return check(cmd, others)
	}
}

// splitHands separates hands from the other arguments, by the usage line: they stand where it says HAND, one or with
// "..." all from there on. An argument that may also be in front of them, such as [RESULTS], is a hand if it reads as a
// hand or a range. (./AA is a folder of that name.)
func splitHands(use string, args []string) (hands, others []string) {
	words := strings.Fields(use)[1:]
	at := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, "HAND") })
	several := strings.Contains(words[at], "...")
	if at = min(at, len(args)); at > 0 && words[0][0] == '[' && readsAsHands(args[0]) {
		at = 0
	}
	end := len(args)
	if !several {
		end = min(at+1, end)
	}
	return args[at:end], slices.Concat(args[:at], args[end:])
}

func readsAsHands(text string) bool {
	_, err := ranges.ParseTyped(text)
	return err == nil
}
