package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/disk"
	"feltlab/internal/nearest"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

var continuations = []string{"solved", "icm"}

func (a *app) stateCommand() *cobra.Command {
	var f jamFoldFlags
	var continuation, svg string
	var asJSON, ev bool
	cmd := &cobra.Command{
		Use:   "state",
		Short: "Show equilibrium play at one state, or in one cash hand",
		Long: `Shows which hands to jam in each decision, how often, what the state is worth to
each player, and how much a player could still gain in this hand (the regret).
Stacks are button, small blind and big blind, or, heads-up, the two blinds; in
chips, or in big blinds as in 10bb.

In a tournament the value of a hand depends on the states that follow. With
--continuation solved, the default, they are worth what the whole tournament's
solution says: it is taken from the cache, or solved once, which takes minutes.
With --continuation icm they are worth their ICM values, and the answer takes
about a second.

Values are dollars, the unit of the prizes. In a cash hand they are chips (and
big blinds) won or lost in the hand, posted blinds included.`,
		Example: `  feltlab jamfold state --mode cash --stacks 10bb,10bb --blinds 1,2
  feltlab jamfold state --mode cash --stacks 4500,4500,4500 --blinds 300,600
  feltlab jamfold state --stacks 3300,1500,8700 --continuation icm --svg grids`,
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
			if svg != "" {
				if err := answer.writeSVG(svg); err != nil {
					return err
				}
			}
			if asJSON {
				return a.printJSON(answer.Answer(answer.config, continuation))
			}
			return printState(a.stdout, answer, ev)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.stacks, "stacks", "", "of button, small blind and big blind, as in 4500,4500,4500 or 8bb,10bb,12bb")
	cmd.Flags().StringVar(&f.mode, "mode", "", "tournament (default) or cash")
	cmd.Flags().StringVar(&continuation, "continuation", "solved", "values of the states that follow: solved or icm")
	cmd.Flags().StringVar(&svg, "svg", "", "folder for the grids as SVG")
	cmd.Flags().BoolVar(&ev, "ev", false, "also list what jam and fold are worth with every hand")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print inputs, decisions, strategies and values as JSON")
	return cmd
}

// stateAnswer is a state's equilibrium and what it rests on.
type stateAnswer struct {
	*jamfold.State
	config *jamfold.Config
	note   string
}

func (a *app) answer(cmd *cobra.Command, c *jamfold.Config, continuation string) (*stateAnswer, error) {
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
		s, err := lab.SolveState(cmd.Context(), c, stacks, jamfold.ICMValues(c))
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

// share says how often a situation's player puts his stack in.
func (s *stateAnswer) share(at tournament.Situation) string {
	return fmt.Sprintf("%s %.1f%% of hands", at.Verb(), 100*s.Frequency(at))
}

// grid draws the strategy in a situation.
func (s *stateAnswer) grid(at tournament.Situation) draw.Grid {
	g := draw.Grid{
		Title: s.Hand.Words(at), Note: s.share(at) + "; " + s.stacks(),
		Legend: at.Verb() + ", % of the time", High: 100,
	}
	for k, p := range s.Strategy[at] {
		g.Values[k] = 100 * p
	}
	return g
}

func (s *stateAnswer) stacks() string {
	text := fmt.Sprintf("%s, blinds %d/%d", s.Hand.Stacks.Words(s.config.Unit), s.config.SmallBlind, s.config.BigBlind)
	if s.config.Ante > 0 {
		text += fmt.Sprintf(", ante %d", s.config.Ante)
	}
	return text
}

// svgName names a situation's file.
func svgName(at tournament.Situation) string {
	return strings.ToLower(strings.ReplaceAll(at.String(), "|", "-after-")) + ".svg"
}

func (s *stateAnswer) writeSVG(folder string) error {
	for _, at := range jamfold.Situations(s.Hand) {
		if s.Hand.Choice(at) != tournament.Free {
			continue
		}
		err := disk.Write(filepath.Join(folder, svgName(at)), func(w io.Writer) error { return draw.SVG(w, s.grid(at)) })
		if err != nil {
			return err
		}
	}
	return nil
}
