package main

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) icmCommand() *cobra.Command {
	f := &struct {
		Stacks string `flag:"stacks" required:"300,12300,900"`
		_      string `help:"stack of each player, such as 300,12300,900, or with --blinds 8bb,10bb"`
		Blinds string `flag:"blinds" help:"small and big blind in chips, such as 300,600, for stacks in bb"`
		Prizes string `flag:"prizes" required:"50,30,20" help:"prizes by place in dollars, such as 50,30,20"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Computes the value of each player's stack by the model of Malmuth and Harville, for any
number of players and prizes. Places without a prize pay nothing. Only shares of the
chips matter. Values are in dollars, the unit of the prizes.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8000,4000,2500,1500 --prizes 65,35 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			bigBlind := 0
			var err error
			if f.Blinds != "" {
				if _, bigBlind, err = tournament.ParseBlinds(f.Blinds); err != nil {
					return usage("--blinds: %w", err)
				}
			}
			chips, err := tournament.ParseStacks(f.Stacks, bigBlind)
			if err != nil {
				return usage("--stacks: %w", err)
			}
			amounts, err := tournament.ParsePrizes(f.Prizes)
			if err != nil {
				return usage("--prizes: %w", err)
			}
			values, err := icm(chips, amounts)
			if err != nil {
				return usageError{err}
			}
			t := table.NewSheet("player", "chips", "value, $").Align("r")
			for i, v := range values {
				t.Add(strconv.Itoa(i+1), strconv.Itoa(chips[i]), table.Fixed(v, 4))
			}
			answer := jamfold.ICMAnswer{StacksChips: chips, PrizesDollars: amounts, ValuesDollars: values}
			return a.show(f.JSON, answer, func(w io.Writer) error { return t.Print(w, "  ") })
		},
	}, f)
}

func icm(chips []int, prizes []float64) ([]float64, error) {
	stacks := make([]float64, len(chips))
	for i, c := range chips {
		stacks[i] = float64(c)
	}
	return tournament.ICM(stacks, prizes)
}
