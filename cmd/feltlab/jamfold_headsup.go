package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// headsUpJSON is the JSON of jamfold heads-up.
type headsUpJSON struct {
	Schema           string         `json:"schema"`
	Inputs           jamFoldInputs  `json:"inputs"`
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
	// The same under names that say their unit.
	JamPercent   float64 `json:"jam_percent"`
	CallPercent  float64 `json:"call_percent"`
	ValueDollars float64 `json:"value_dollars"`
	SharePercent float64 `json:"share_percent"`
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
		Short: "Solve a heads-up tournament; show that no ranking of hands fits",
		Long: `Solves the jam-or-fold tournament of two players; without --config that of
Miltersen & Sorensen (2007): 8,000 chips, blinds 300/600. Shows jam and call
frequencies, how near the probability to win is to the share of the chips, and
pairs of hands of which the small blind jams only the one at some stacks and
only the other at others. For a chart of jams and calls by depth see
feltlab jamfold chart.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --config configs/jamfold-headsup.yaml --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			if err != nil {
				return err
			}
			if f.config == "" {
				if c, err = jamfold.HeadsUp(&c, cmd.Flags().Changed); err != nil {
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

func headsUpReport(s *jamfold.Solved) headsUpJSON {
	j := headsUpJSON{Schema: "feltlab/jamfold-heads-up/1", Inputs: inputsOf(&s.Config), GainDollars: s.Certificate.Gain}
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
		row.JamPercent, row.CallPercent, row.ValueDollars, row.SharePercent = 100*row.Jam, 100*row.Call, row.Value, 100*row.Share
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
	fmt.Fprintf(a.stdout, "%8s%8s%9s%9s%10s%10s\n", "SB chips", "BB", "jam %", "call %", "value, $", "share")
	for i, r := range j.Rows {
		const about = 20 // rows
		if step := max(1, len(j.Rows)/about); i%step == 0 || i == len(j.Rows)-1 {
			fmt.Fprintf(a.stdout, "%8d%8d%9.2f%9.2f%10.4f%10.4f\n", r.SmallBlind, r.BigBlind, 100*r.Jam, 100*r.Call, r.Value, r.Share)
		}
	}
	fmt.Fprintf(a.stdout, "\n%d states; no player gains more than $%.2g by playing otherwise\n", j.States, j.GainDollars)
	fmt.Fprintf(a.stdout, "value is the small blind's; its probability to win stays within %.4f of the\nshare of the chips\n", j.LargestDeviation)
	if len(j.Reversals) == 0 {
		fmt.Fprintln(a.stdout, "no two hands change places")
		return
	}
	fmt.Fprintf(a.stdout, "\nno ranking of hands fits all stacks: %d pairs of hands change places. The\nclearest, and the published %s and %s:\n\n", len(j.Reversals), publishedReversal[0], publishedReversal[1])
	fmt.Fprintf(a.stdout, "%-4s%-6s%-27s%-27s%s\n", "a", "b", "a jams, b folds at SB/BB", "b jams, a folds at SB/BB", "by $ at least")
	const shown = 10
	for i, r := range j.Reversals {
		if i >= shown && (r.Hands == publishedReversal || r.Hands == [2]string{publishedReversal[1], publishedReversal[0]}) {
			j.Reversals[shown-1] = r // in place of the least clear
		}
	}
	for _, r := range j.Reversals[:min(shown, len(j.Reversals))] {
		one, two := r.Only[0], r.Only[1]
		fmt.Fprintf(a.stdout, "%-4s%-6s%-27s%-27s%.2g\n", r.Hands[0], r.Hands[1],
			fmt.Sprintf("%d/%d", one[0], one[1]), fmt.Sprintf("%d/%d", two[0], two[1]), r.Margin)
	}
}
