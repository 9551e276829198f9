package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) icmCommand() *cobra.Command {
	var stacks, prizes string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Values each player's stack by the model of Malmuth and Harville, for any number
of players and prizes. Places without a prize pay nothing. Only shares of the
chips matter; values are in the unit of the prizes, written as dollars.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8000,4000,2500,1500 --prizes 65,35 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if stacks == "" || prizes == "" {
				return usage("--stacks and --prizes are needed, as in --stacks 300,12300,900 --prizes 50,30,20")
			}
			chips, err := tournament.ParseStacks(stacks, 0)
			if err != nil {
				return usage("--stacks: %w", err)
			}
			amounts, err := tournament.ParsePrizes(prizes)
			if err != nil {
				return usage("--prizes: %w", err)
			}
			values, err := icm(chips, amounts)
			if err != nil {
				return usageError{err}
			}
			if asJSON {
				return a.printJSON(jamfold.ICMAnswer{StacksChips: chips, PrizesDollars: amounts, ValuesDollars: values})
			}
			t := table.NewSheet("player", "chips", "value, $").Align("r")
			for i, v := range values {
				t.Add(strconv.Itoa(i+1), strconv.Itoa(chips[i]), table.Fixed(v, 4))
			}
			return t.Print(a.stdout, "  ")
		},
	}
	cmd.Flags().StringVar(&stacks, "stacks", "", "chips of each player, as in 300,12300,900")
	cmd.Flags().StringVar(&prizes, "prizes", "", "dollars by place, largest first, as in 50,30,20")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print stacks, prizes and values as JSON")
	return cmd
}

func icm(chips []int, prizes []float64) ([]float64, error) {
	stacks := make([]float64, len(chips))
	for i, c := range chips {
		stacks[i] = float64(c)
	}
	return tournament.ICM(stacks, prizes)
}
