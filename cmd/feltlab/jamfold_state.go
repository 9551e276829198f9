package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/atomicfile"
	"feltlab/experiments/draw"
	"feltlab/model/cards"
	"feltlab/model/nearest"
	"feltlab/model/tournament"
	"feltlab/pipeline/equilibrium"
)

var continuations = []string{"solved", "icm"}

func (a *app) stateCommand() *cobra.Command {
	var f jamFoldFlags
	var continuation, svg string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "state",
		Short: "Show equilibrium play at one state, or in one cash hand",
		Long: `Shows which hands to jam in each situation, how often, what the state is worth to each
player, and how much a player could still gain in this hand (the regret). Stacks are button,
small blind and big blind, or, heads-up, the two blinds.

In a tournament the value of a hand depends on the states that follow. With --continuation
solved, the default, they are worth what the whole tournament's solution says: it is taken
from the cache, or solved once, which takes minutes. With --continuation icm they are worth
their ICM values, and the answer takes about a second.`,
		Example: `  feltlab jamfold state --stacks 4500,4500,4500 --blinds 300,600 --mode cash
  feltlab jamfold state --stacks 3300,1500,8700 --continuation icm --svg /tmp/grids`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			switch {
			case err != nil:
				return err
			case len(c.Stacks) == 0:
				return usage("--stacks is missing, as in --stacks 4500,4500,4500")
			case continuation != "solved" && continuation != "icm":
				return usage("--continuation is %q, want solved or icm%s", continuation, nearest.Hint(continuation, continuations))
			case c.Mode == tournament.Cash && cmd.Flags().Changed("continuation"):
				return usage("--continuation is for --mode tournament: nothing follows a cash hand")
			}
			if svg != "" {
				if err := os.MkdirAll(svg, 0o777); err != nil {
					return fmt.Errorf("cannot write to %s: %w", svg, err)
				}
			}
			answer, err := a.answer(cmd, &c, continuation)
			if err != nil {
				return err
			}
			return a.showState(answer, svg, asJSON)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.stacks, "stacks", "", "chips of button, small blind and big blind")
	cmd.Flags().StringVar(&f.mode, "mode", "", "tournament (default) or cash")
	cmd.Flags().StringVar(&continuation, "continuation", "solved", "values of the states that follow: solved or icm")
	cmd.Flags().StringVar(&svg, "svg", "", "folder for the grids as SVG")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print {"frequencies","values","regret","strategies"}`)
	return cmd
}

// stateAnswer is a state's equilibrium and what it rests on.
type stateAnswer struct {
	*equilibrium.State
	config *equilibrium.Config
	note   string
}

func (a *app) answer(cmd *cobra.Command, c *equilibrium.Config, continuation string) (*stateAnswer, error) {
	rules := c.Rules()
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, usageError{err}
	}
	lab, err := a.lab()
	if err != nil {
		return nil, err
	}
	if c.Mode == tournament.Cash {
		s, err := lab.SolveState(cmd.Context(), c, stacks, nil)
		return &stateAnswer{s, c, "a single hand for chips"}, err
	}
	if continuation == "icm" {
		s, err := lab.SolveState(cmd.Context(), c, stacks, equilibrium.ICMValues(c))
		return &stateAnswer{s, c, "states that follow are worth their ICM values"}, err
	}
	solved, err := a.solved(cmd, lab, c)
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("part of the whole tournament's solution, in which no player at any state can gain more than $%.4f", solved.Certificate.Gain)
	index := solved.Game.Space.Index(stacks)
	if s := solved.At(index); s != nil {
		return &stateAnswer{s, c, note}, nil
	}
	// The rules fix this state's value; play is what follows from those of its successors.
	s, err := lab.SolveState(cmd.Context(), c, stacks, solved.Values)
	return &stateAnswer{s, c, "heads-up states are worth the share of the chips, by the rules"}, err
}

// stateJSON is the JSON of jamfold state.
type stateJSON struct {
	Frequencies map[string]float64            `json:"frequencies"`
	Values      []float64                     `json:"values"`
	Regret      float64                       `json:"regret"`
	Strategies  map[string]map[string]float64 `json:"strategies"`
}

func (s *stateAnswer) json() stateJSON {
	j := stateJSON{Frequencies: map[string]float64{}, Values: s.Values[:], Regret: s.MaxRegret(), Strategies: map[string]map[string]float64{}}
	for at := range tournament.Situation(tournament.NumSituations) {
		j.Frequencies[at.String()] = s.frequency(at)
		hands := map[string]float64{}
		for k, p := range s.Strategy[at] {
			hands[cards.Class(k).String()] = p
		}
		j.Strategies[at.String()] = hands
	}
	return j
}

// frequency returns how often a situation's player jams, of all hands; always if he must.
func (s *stateAnswer) frequency(at tournament.Situation) float64 {
	if s.Hand.Choice(at) == tournament.Stays {
		return 1 // not what 169 rounded terms sum to
	}
	return s.Strategy.Frequency(at)
}

// grid draws the strategy in a situation.
func (s *stateAnswer) grid(at tournament.Situation) draw.Grid {
	g := draw.Grid{
		Title: fmt.Sprintf("%v: jam %.1f%% of hands", at, 100*s.Strategy.Frequency(at)), Note: s.stacks(),
		Legend: "jam, % of the time", High: 100,
	}
	for k, p := range s.Strategy[at] {
		g.Values[k] = 100 * p
	}
	return g
}

func (s *stateAnswer) stacks() string {
	var parts []string
	for seat, units := range s.Hand.Stacks {
		if units > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", tournament.Seat(seat), units*s.config.Unit))
		}
	}
	text := fmt.Sprintf("%s chips, blinds %d/%d", strings.Join(parts, ", "), s.config.SmallBlind, s.config.BigBlind)
	if s.config.Ante > 0 {
		text += fmt.Sprintf(", ante %d", s.config.Ante)
	}
	return text
}

func (a *app) showState(s *stateAnswer, svg string, asJSON bool) error {
	if svg != "" {
		if err := s.writeSVG(svg); err != nil {
			return err
		}
	}
	if asJSON {
		return a.printJSON(s.json())
	}
	fmt.Fprintf(a.stdout, "%s\n%s\n\n", s.stacks(), s.note)
	for at := range tournament.Situation(tournament.NumSituations) {
		switch s.Hand.Choice(at) {
		case tournament.Free:
			if err := s.grid(at).Text(a.stdout); err != nil {
				return err
			}
		case tournament.Stays:
			fmt.Fprintf(a.stdout, "%v: in the pot without a decision\n", at)
		case tournament.Absent:
			continue
		}
		fmt.Fprintln(a.stdout)
	}
	fmt.Fprintf(a.stdout, "%-14s%10s\n", "seat", "value")
	for seat, v := range s.Values {
		if s.Hand.Stacks[seat] > 0 {
			fmt.Fprintf(a.stdout, "%-14v%10.4f\n", tournament.Seat(seat), v)
		}
	}
	fmt.Fprintf(a.stdout, "regret in this hand: %.2g\n", s.MaxRegret())
	return nil
}

func (s *stateAnswer) writeSVG(folder string) error {
	for at := range tournament.Situation(tournament.NumSituations) {
		if s.Hand.Choice(at) != tournament.Free {
			continue
		}
		name := strings.ToLower(strings.NewReplacer("|", "-after-").Replace(at.String())) + ".svg"
		err := atomicfile.Write(filepath.Join(folder, name), func(w io.Writer) error { return draw.SVG(w, s.grid(at)) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printICM(chips []int, values []float64) {
	fmt.Fprintf(a.stdout, "%8s%12s%12s\n", "player", "chips", "value")
	for i, v := range values {
		fmt.Fprintf(a.stdout, "%8d%12d%12.4f\n", i+1, chips[i], v)
	}
}
