package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) icmCommand() *cobra.Command {
	f := &struct {
		Stacks string `flag:"stacks" required:"300,12300,900"`
		Blinds string `flag:"blinds" help:"small and big blind in chips, such as 300,600, if stacks in bb are chips"`
		Prizes string `flag:"prizes" required:"50,30,20" help:"prizes by place in dollars, such as 50,30,20"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Computes the value of each player's stack by the model of Malmuth and Harville, for any
number of players and prizes. Places without a prize pay nothing. Only shares of the
chips matter. Values are in dollars, the unit of the prizes. Up to 14 players they are
exact; above they are an integral, and the answer says how exact it is.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8bb,12.5bb --prizes 65,35
  feltlab jamfold icm --stacks 8000,4000,2500,1500 --prizes 65,35 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			answer := jamfold.ICMAnswer{}
			stacks, err := icmStacks(f.Stacks, f.Blinds, &answer)
			if err != nil {
				return err
			}
			if answer.PrizesDollars, err = tournament.ParsePrizes(f.Prizes); err != nil {
				return usage("--prizes: %w", err)
			}
			if answer.ValuesDollars, err = tournament.ICM(stacks, answer.PrizesDollars); err != nil {
				return usageError{err}
			}
			if answer.ErrorDollars, err = tournament.ICMError(stacks, answer.PrizesDollars); err != nil {
				return err
			}
			return a.print(f.JSON, &answer, "", answer.Notes(len(stacks))...)
		},
	}, f)
}

// icmStacks reads stacks into an answer: chips, or big blinds where no blinds turn them into chips. It returns
// them.
func icmStacks(text, blinds string, to *jamfold.ICMAnswer) (stacks []float64, err error) {
	if blinds == "" && strings.Contains(strings.ToLower(text), "bb") {
		for field := range strings.SplitSeq(text, ",") {
			var stack bigBlinds
			number, one, err := tournament.EqualStacks(field)
			if err == nil {
				err = stack.UnmarshalText([]byte(strings.ToLower(strings.TrimSpace(one))))
			}
			if err != nil {
				return nil, usage("--stacks %q: %w", field, err)
			}
			if !strings.Contains(strings.ToLower(field), "bb") {
				return nil, usage("--stacks %q mixes chips and big blinds: add --blinds, such as 300,600", text)
			}
			stacks = append(stacks, slices.Repeat([]float64{float64(stack)}, number)...)
		}
		to.StacksBigBlinds = stacks
		return stacks, nil
	}
	bigBlind := 0
	if blinds != "" {
		if _, bigBlind, err = tournament.ParseBlinds(blinds); err != nil {
			return nil, usage("--blinds: %w", err)
		}
	}
	if to.StacksChips, err = tournament.ParseStacks(text, bigBlind); err != nil {
		return nil, usage("--stacks: %w", err)
	}
	for _, chips := range to.StacksChips {
		stacks = append(stacks, float64(chips))
	}
	return stacks, nil
}
