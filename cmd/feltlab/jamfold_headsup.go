package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/equilibrium"
)

// headsUpJSON is the JSON of jamfold heads-up.
type headsUpJSON struct {
	States           int            `json:"states"`
	GainDollars      float64        `json:"gain_dollars"`
	LargestDeviation float64        `json:"largest_deviation_from_share"`
	Reversals        []reversalJSON `json:"reversals"`
	Rows             []headsUpRow   `json:"rows"`
}

// headsUpRow is one state: how often the small blind jams and the big blind calls, and what it
// is worth to the small blind.
type headsUpRow struct {
	SmallBlind int     `json:"small_blind_chips"`
	BigBlind   int     `json:"big_blind_chips"`
	Jam        float64 `json:"jam"`
	Call       float64 `json:"call"`
	Value      float64 `json:"value"`
	Share      float64 `json:"share"`
}

// reversalJSON is two hands whose ranking depends on the stacks: the small blind jams only the
// one at some stacks, and only the other at others.
type reversalJSON struct {
	Hands  [2]string `json:"hands"`
	Only   [2][]int  `json:"small_blind_chips_of_only_jams"` // a pair of stacks at which only the first, and only the second is jammed
	Margin float64   `json:"margin"`                         // smallest of the four jam-or-fold differences
}

func (a *app) headsUpCommand() *cobra.Command {
	var f jamFoldFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "heads-up",
		Short: "Solve a heads-up tournament and show that no fixed ranking of hands exists",
		Long: `Solves the jam-or-fold tournament of two players; without --config that of Miltersen &
Sorensen (2007): 8,000 chips, blinds 300/600. Shows jam and call frequencies, how near the
probability to win is to the share of the chips, and pairs of hands of which the small blind
jams only the one at some stacks and only the other at others.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --config configs/jamfold-headsup.yaml --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			if err != nil {
				return err
			}
			if f.config == "" {
				if c, err = equilibrium.HeadsUp(&c, cmd.Flags().Changed); err != nil {
					return usageError{err}
				}
			}
			if c.Players != 2 {
				return usage("%s is a tournament of %d players, want 2", f.config, c.Players)
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			s, err := a.solved(cmd, lab, &c)
			if err != nil {
				return err
			}
			j := headsUpReport(s)
			if asJSON {
				return a.printJSON(j)
			}
			a.printHeadsUp(&j)
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print frequencies and values of all states as JSON")
	return cmd
}

func headsUpReport(s *equilibrium.Solved) headsUpJSON {
	j := headsUpJSON{GainDollars: s.Certificate.Gain}
	prizes := s.Config.Prizes
	first, second := prizes[0], 0.0
	if len(prizes) > 1 {
		second = prizes[1]
	}
	for _, i := range s.Game.Played() {
		stacks, x := s.Game.Space.At(i), s.Profile[i]
		row := headsUpRow{
			SmallBlind: stacks[tournament.SmallBlind] * s.Config.Unit, BigBlind: stacks[tournament.BigBlind] * s.Config.Unit,
			Jam: x.Frequency(tournament.SmallBlindAfterFold), Call: x.Frequency(tournament.BigBlindAfterFoldJam),
			Value: s.Certificate.Values[i][tournament.SmallBlind], Share: float64(stacks[tournament.SmallBlind]) / float64(stacks.Total()),
		}
		if first > second {
			j.LargestDeviation = max(j.LargestDeviation, math.Abs((row.Value-second)/(first-second)-row.Share))
		}
		j.Rows = append(j.Rows, row)
	}
	j.States = len(j.Rows)
	for _, r := range s.Reversals() {
		j.Reversals = append(j.Reversals, reversalJSON{
			Hands: [2]string{r.First.String(), r.Second.String()}, Margin: r.Margin,
			Only: [2][]int{r.OnlyFirst[:], r.OnlySecond[:]},
		})
	}
	return j
}

// publishedReversal is the pair of hands that Miltersen & Sorensen name.
var publishedReversal = [2]string{"43s", "J2o"}

func (a *app) printHeadsUp(j *headsUpJSON) {
	fmt.Fprintf(a.stdout, "%8s%8s%9s%9s%10s%10s\n", "SB", "BB", "jam %", "call %", "value", "share")
	for i, r := range j.Rows {
		const about = 20 // rows
		if step := max(1, len(j.Rows)/about); i%step == 0 || i == len(j.Rows)-1 {
			fmt.Fprintf(a.stdout, "%8d%8d%9.2f%9.2f%10.4f%10.4f\n", r.SmallBlind, r.BigBlind, 100*r.Jam, 100*r.Call, r.Value, r.Share)
		}
	}
	fmt.Fprintf(a.stdout, "\n%d states; no player gains more than %.2g by playing otherwise\n", j.States, j.GainDollars)
	fmt.Fprintf(a.stdout, "the probability to win stays within %.4f of the share of the chips\n", j.LargestDeviation)
	if len(j.Reversals) == 0 {
		fmt.Fprintln(a.stdout, "no two hands change places")
		return
	}
	fmt.Fprintf(a.stdout, "\nno ranking of hands fits all stacks: %d pairs of hands change places, the clearest and %s and %s are\n", len(j.Reversals), publishedReversal[0], publishedReversal[1])
	const shown = 10
	for i, r := range j.Reversals {
		if i >= shown && (r.Hands == publishedReversal || r.Hands == [2]string{publishedReversal[1], publishedReversal[0]}) {
			j.Reversals[shown-1] = r // in place of the least clear
		}
	}
	for _, r := range j.Reversals[:min(shown, len(j.Reversals))] {
		one, two := r.Only[0], r.Only[1]
		fmt.Fprintf(a.stdout, "  SB %d / BB %d: jam %s, fold %s;  SB %d / BB %d: jam %s, fold %s  (each by %.2g or more)\n",
			one[0], one[1], r.Hands[0], r.Hands[1], two[0], two[1], r.Hands[1], r.Hands[0], r.Margin)
	}
}
