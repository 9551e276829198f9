package main

import (
	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) icmCommand() *cobra.Command {
	f := &struct {
		Stacks   string `flag:"stacks" required:"300,12300,900"`
		Blinds   string `flag:"blinds" help:"small and big blind in chips, such as 300/600, if stacks in bb are chips"`
		Prizes   string `flag:"prizes" required:"50/30/20"`
		Pressure bool   `flag:"pressure" help:"also print bubble factor and risk premium of each pair of players"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Computes the value of each player's stack by the model of Malmuth and Harville, for any number of
players and prizes. Places without a prize pay nothing. Only shares of the chips matter. Values are in dollars, the
unit of the prizes. Up to 14 players they are exact; above they are an integral, and the answer says how exact it is.

--pressure takes each player all-in against each other one, for the smaller stack of the two and without blinds. The
bubble factor is what a loss costs over what a win brings. At even odds the player needs the equity factor / (factor +
1); the risk premium is what that is above 50%.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8bb,12.5bb --prizes 65/35
  feltlab jamfold icm --stacks "8k 4k 2.5k 1.5k" --prizes sng6 --pressure`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			answer := jamfold.ICMAnswer{}
			stacks, err := icmStacks(f.Stacks, f.Blinds, &answer)
			if err != nil {
				return err
			}
			if answer.PrizesDollars, err = parsePrizes(f.Prizes); err != nil {
				return usageError{err}
			}
			if answer.ValuesDollars, err = tournament.ICM(stacks, answer.PrizesDollars); err != nil {
				return usageError{err}
			}
			if answer.ErrorDollars, err = tournament.ICMError(stacks, answer.PrizesDollars); err != nil {
				return err
			}
			if f.Pressure {
				if answer.Pressure, err = jamfold.Pressure(stacks, answer.PrizesDollars); err != nil {
					return usage("--pressure: %w", err)
				}
			}
			return a.print(f.JSON, &answer, "", answer.Notes(len(stacks))...)
		},
	}, f)
}

// icmStacks reads stacks into an answer: chips, or big blinds where no blinds turn them into chips. It returns them.
func icmStacks(text, blinds string, to *jamfold.ICMAnswer) (stacks []float64, err error) {
	bigBlind := 0
	if blinds != "" {
		if _, bigBlind, err = tournament.ParseBlinds(blinds); err != nil {
			return nil, usage("--blinds: %w", err)
		}
	}
	amounts, err := tournament.ParseAmounts(text)
	if err == nil && blinds == "" && amounts[0].Unit == "bb" {
		for _, a := range amounts {
			if a.Unit != "bb" {
				return nil, usage("--stacks %q mixes chips and big blinds: add --blinds, such as 300/600", text)
			}
			stack, _ := a.Float64()
			stacks = append(stacks, stack)
		}
		to.StacksBigBlinds = stacks
		return stacks, nil
	}
	if to.StacksChips, err = tournament.ParseStacks(text, bigBlind); err != nil {
		return nil, usage("--stacks: %w", err)
	}
	for _, chips := range to.StacksChips {
		stacks = append(stacks, float64(chips))
	}
	return stacks, nil
}
