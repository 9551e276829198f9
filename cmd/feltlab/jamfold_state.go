package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/disk"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

func (a *app) stateCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		stacksFlag
		Mode         string `flag:"mode" oneof:"tournament,cash" help:"tournament (default) or cash"`
		Continuation string `flag:"continuation" default:"solved" oneof:"solved,icm"`
		_            string `help:"values of the states that follow: {}"`
		SVG          string `flag:"svg" help:"folder for the grids as SVG"`
		EV           bool   `flag:"ev" help:"also list the values of jam and fold with every hand"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "state",
		Short: "Show equilibrium play at one state, or in one cash hand",
		Long: `Prints which hands to jam in each decision and how often, the state's value to each
player, and how much a player could still gain in this hand (the regret).

In a tournament the value of a hand depends on the states that follow. --continuation
solved takes their values from the solution of the whole tournament, which comes from the
cache or is solved once, in minutes. --continuation icm takes their ICM values and needs
about a second.

Values are in dollars, the unit of the prizes. In a cash hand they are the chips (and big
blinds) won or lost in the hand, posted blinds included.`,
		Example: `  feltlab jamfold state --mode cash --stacks 10bb,10bb --blinds 1,2
  feltlab jamfold state --mode cash --stacks 4500,4500,4500 --blinds 300,600
  feltlab jamfold state --stacks 3300,1500,8700 --continuation icm --svg grids`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, f.Stacks, f.Mode)
			switch {
			case err != nil:
				return err
			case c.Mode == tournament.Cash && cmd.Flags().Changed("continuation"):
				return usage("--continuation is for --mode tournament: nothing follows a cash hand")
			}
			if f.SVG != "" {
				if err := os.MkdirAll(f.SVG, 0o777); err != nil {
					return fmt.Errorf("cannot write to %s: %w", f.SVG, err)
				}
			}
			answer, err := a.answer(cmd, &c, f.Continuation)
			if err != nil {
				return err
			}
			if f.SVG != "" {
				if err := answer.writeSVG(f.SVG); err != nil {
					return err
				}
			}
			return a.show(f.JSON, answer.Answer(answer.config, f.Continuation), func(w io.Writer) error {
				return printState(w, answer, f.EV)
			})
		},
	}, f)
}

// stateAnswer is a state's equilibrium with its configuration.
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
	note := fmt.Sprintf(
		"part of the whole tournament's solution, in which no player at any state can gain more than $%.4f", solved.Certificate.Gain)
	index := solved.Game.Space.Index(stacks)
	if s := solved.At(index); s != nil {
		return &stateAnswer{s, c, note}, nil
	}
	// The rules fix this state's value; its play follows from the values of its successors.
	s, err := lab.SolveState(cmd.Context(), c, stacks, solved.Values)
	return &stateAnswer{s, c, "heads-up states are worth the share of the chips, by the rules"}, err
}

// share writes how often a situation's player puts in the stack.
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
		err := disk.Write(filepath.Join(folder, svgName(at)),
			func(w io.Writer) error { return draw.SVG(w, s.grid(at)) })
		if err != nil {
			return err
		}
	}
	return nil
}
