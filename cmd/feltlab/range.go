package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func (a *app) rangeCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "range TEXT",
		Short: "Print the shortest text of a range, and count its combos",
		Example: `  feltlab range "AA, KK, QQ, ATs+, AKo:0.5"
  feltlab range "top 15%" --json`,
		Args: exactArgs("TEXT"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := ranges.Parse(args[0])
			if err != nil {
				return usageError{err}
			}
			text, n := r.String(), r.Len()
			share := 100 * float64(n) / cards.NumCombos
			if f.JSON {
				return a.printJSON(struct {
					Range         string  `json:"range"`
					Combos        int     `json:"combos"`
					CombosPercent float64 `json:"combos_percent"`
				}{text, n, share})
			}
			fmt.Fprintf(a.stdout, "%s\n%d combos, %.2f%% of all\n", text, n, share)
			return nil
		},
	}, f)
}
