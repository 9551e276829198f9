package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// depthRow is a line of jamfold depth: steps 0 is ICM without play, -1 the fixed point.
type depthRow struct {
	Schema      string             `json:"schema"`
	Steps       int                `json:"steps"`
	Frequencies map[string]float64 `json:"frequencies,omitempty"`
	Values      []float64          `json:"values"`
	// Decisions are the words of the keys of Frequencies; ValuesDollars are Values by seat.
	Decisions     map[string]string  `json:"decisions,omitempty"`
	ValuesDollars map[string]float64 `json:"values_dollars"`
}

// newDepthRow makes a line for a hand; frequencies are nil where nothing is played.
func newDepthRow(h *tournament.Hand, steps int, f *[tournament.NumSituations]float64, values [tournament.NumSeats]float64) depthRow {
	r := depthRow{Schema: "feltlab/jamfold-depth-row/1", Steps: steps, Values: values[:], ValuesDollars: map[string]float64{}}
	for seat, v := range values {
		if h.Stacks[seat] > 0 {
			r.ValuesDollars[tournament.Seat(seat).String()] = v
		}
	}
	if f == nil {
		return r
	}
	r.Frequencies, r.Decisions = map[string]float64{}, map[string]string{}
	for at := range tournament.Situation(tournament.NumSituations) {
		if h.Arises(at) {
			r.Frequencies[at.String()], r.Decisions[at.String()] = f[at], h.Words(at)
		}
	}
	return r
}

// fixedPoint is the number of steps of the tournament's solution.
const fixedPoint = -1

func (a *app) depthCommand() *cobra.Command {
	var f jamFoldFlags
	var steps int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "depth",
		Short: "Show how an answer moves from ICM to the tournament's equilibrium",
		Long: `Plays one hand for ICM values, then for the values of hands played for ICM
values, and so on: what commercial tools call future game simulation. The last
line is the fixed point, the whole tournament's solution. Each step solves all
states and is kept in the cache.`,
		Example: `  feltlab jamfold depth --stacks 4500,4500,4500 --steps 3`,
		Args:    exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			switch {
			case err != nil:
				return err
			case len(c.Stacks) == 0:
				return usage("--stacks is missing, as in --stacks 4500,4500,4500")
			case steps < 1:
				return usage("--steps is %d, want at least 1", steps)
			}
			rows, err := a.depth(cmd, &c, steps)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(rows)
			}
			a.printDepth(&c, rows)
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.stacks, "stacks", "", "of button, small blind and big blind, as in 4500,4500,4500 or 8bb,10bb,12bb")
	cmd.Flags().IntVar(&steps, "steps", 3, "hands ahead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list of steps with frequencies and values as JSON")
	return cmd
}

func (a *app) depth(cmd *cobra.Command, c *jamfold.Config, steps int) ([]depthRow, error) {
	rules := c.Rules()
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, usageError{err}
	}
	lab, err := a.lab()
	if err != nil {
		return nil, err
	}
	solved, err := a.solved(cmd, lab, c)
	if err != nil {
		return nil, err
	}
	state := solved.Game.Space.Index(stacks)
	if solved.Game.Hands[state] == nil {
		return nil, usage("heads-up states are worth the share of the chips by the rules: nothing moves")
	}
	found, err := lab.Depth(cmd.Context(), c, state, steps, a.onRound())
	if err != nil {
		return nil, err
	}
	hand := solved.Game.Hands[state]
	rows := []depthRow{newDepthRow(hand, 0, nil, solved.Game.ICM[state])}
	for _, s := range found {
		rows = append(rows, newDepthRow(hand, s.Number, &s.Frequencies, s.Values))
	}
	var last [tournament.NumSituations]float64
	for at := range last {
		last[at] = solved.Profile[state].Frequency(tournament.Situation(at))
	}
	return append(rows, newDepthRow(hand, fixedPoint, &last, solved.Certificate.Values[state])), nil
}

// printDepth prints a table at most 80 columns wide: decisions have letters there.
func (a *app) printDepth(c *jamfold.Config, rows []depthRow) {
	last := rows[len(rows)-1]
	var shown []string // the keys of decisions, in order
	for at := range tournament.Situation(tournament.NumSituations) {
		if words, ok := last.Decisions[at.String()]; ok {
			fmt.Fprintf(a.stdout, "%c  %s: %s, %% of hands\n", 'A'+len(shown), words, at.Verb())
			shown = append(shown, at.String())
		}
	}
	fmt.Fprintf(a.stdout, "\n%-11s", "hands ahead")
	for n := range shown {
		fmt.Fprintf(a.stdout, "%7c", 'A'+n)
	}
	for _, seat := range tournamentSeats(len(c.Stacks)) {
		fmt.Fprintf(a.stdout, "%9s", seat.String()+" $")
	}
	fmt.Fprintln(a.stdout)
	for _, r := range rows {
		name := fmt.Sprint(r.Steps)
		switch r.Steps {
		case 0:
			name = "ICM"
		case fixedPoint:
			name = "equilibrium"
		}
		fmt.Fprintf(a.stdout, "%-11s", name)
		for _, key := range shown {
			if r.Frequencies == nil {
				fmt.Fprintf(a.stdout, "%7s", "")
				continue
			}
			fmt.Fprintf(a.stdout, "%7.2f", 100*r.Frequencies[key])
		}
		for _, seat := range tournamentSeats(len(c.Stacks)) {
			fmt.Fprintf(a.stdout, "%9.4f", r.Values[seat])
		}
		fmt.Fprintln(a.stdout)
	}
}

// tournamentSeats lists the seats of so many players: heads-up the button's is empty.
func tournamentSeats(players int) (seats []tournament.Seat) {
	for seat := tournament.Seat(tournament.NumSeats - players); seat < tournament.NumSeats; seat++ {
		seats = append(seats, seat)
	}
	return seats
}
