package main

import (
	"fmt"
	"io"

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
			answer := rangeAnswer{r.String(), r.Len(), 100 * float64(r.Len()) / cards.NumCombos}
			return a.show(f.JSON, answer, func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "%s\n%d combos, %.2f%% of all\n",
					answer.Range, answer.Combos, answer.CombosPercent)
				return err
			})
		},
	}, f)
}

// rangeAnswer is the JSON of feltlab range.
type rangeAnswer struct {
	Range         string  `json:"range"`          // the shortest text of the range
	Combos        int     `json:"combos"`         // number of its hands, 1 to 1,326
	CombosPercent float64 `json:"combos_percent"` // the same, of all 1,326
}
