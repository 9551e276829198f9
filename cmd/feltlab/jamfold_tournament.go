package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/tournament"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

func (a *app) tournamentCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		Out    string `flag:"out" help:"folder for strategies, values and certificate"`
		Charts string `flag:"charts"`
		Deck   string `flag:"deck" help:"CSV file for quiz cards of close decisions, for Anki" file:""`
		deckFlags
		seedFlag
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "tournament",
		Short: "Solve a whole tournament and certify the solution",
		Long: `Solves every state of a tournament. After Ctrl-C or a crash the same command continues with the round
in which it stopped. Then it checks the solution: with the others' strategies fixed, how much could any player gain at
any state by another strategy from then on?

The folder gets strategies.parquet (state, seat, situation, hand, probability to jam, expected prizes of jam and
fold), values.csv and certificate.json. Stacks are in chips, values in dollars. --charts 1500 also charts all states
whose stacks are multiples of 1500 chips on charts.html, a page to print for each. --deck writes quiz cards of
decisions in which jam and fold differ by little.

Of two players (--preset heads-up: Miltersen & Sorensen 2007, 8,000 chips, blinds 300/600, one prize) it also prints
how often the blinds jam and call, how close the probability to win is to the share of the chips, and pairs of hands
that no ranking orders: the small blind jams only the first at some stacks and only the second at others.`,
		Example: `  feltlab jamfold tournament --charts 1500 --out tournament
  feltlab jamfold tournament --config configs/jamfold-paper.yaml --out paper
  feltlab jamfold tournament --preset heads-up
  feltlab jamfold tournament --prizes 65,35,0 --deck deck.csv`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "")
			if err != nil {
				return err
			}
			var states []int
			if f.Charts != "" {
				step, err := tournament.ParseChips(f.Charts, c.BigBlind)
				if err != nil {
					return usage("--charts: %w", err)
				}
				if states, err = charted(&c, step); err != nil {
					return err
				}
			}
			if err := errors.Join(f.deckFlags.check(), a.checkCost(cmd, &c)); err != nil {
				return err
			}
			if err := makeFolder(f.Out); err != nil {
				return err
			}
			if f.Out != "" {
				if err := writable(filepath.Join(f.Out, "strategies.parquet")); err != nil {
					return err
				}
			}
			s, err := a.solve(cmd, &c)
			if err != nil {
				if cmd.Context().Err() != nil {
					return fmt.Errorf("interrupted; the same command goes on from the last round: %w", err)
				}
				return err
			}
			answer, err := s.Answer()
			if err != nil {
				return err
			}
			if f.Out != "" {
				if err := a.writeTournament(cmd, s, answer, states, f.Out); err != nil {
					return fmt.Errorf("%w (the solution is kept in the cache: the same command writes it)", err)
				}
			}
			if f.Deck != "" {
				charts, err := a.lab().Charts(cmd.Context(), s, s.Game.Played())
				if err == nil {
					err = f.deckFlags.write(a, f.Deck, charts, f.Seed)
				}
				if err != nil {
					return err
				}
			}
			return a.show(f.JSON, answer, func(w io.Writer) error {
				return printTournament(w, answer, f.Out, len(states) > 0)
			})
		},
	}, f)
}

const mostCharts = 500

// charted lists the solved states whose stacks are multiples of a number of chips.
func charted(c *jamfold.Config, step int) ([]int, error) {
	if step <= 0 || step%c.Unit != 0 {
		return nil, usage("--charts is %d chips, want a multiple of the unit, %d", step, c.Unit)
	}
	var states []int
	rules := &c.Rules
	space, units := rules.Space(), step/c.Unit
	for i := range space.Len() {
		s := space.At(i)
		twoLeft := s[tournament.Button] == 0
		if s[0]%units+s[1]%units+s[2]%units > 0 || !twoLeft && c.Players == 2 ||
			twoLeft && c.HeadsUp == tournament.HeadsUpLinear {
			continue
		}
		if states = append(states, i); len(states) > mostCharts {
			return nil, usage("--charts %d draws more than %d states; a larger number draws fewer", step, mostCharts)
		}
	}
	if len(states) == 0 {
		return nil, usage("--charts %d: no state has stacks that are multiples of it", step)
	}
	return states, nil
}

// chartsPage is the file of charts in the folder of a tournament.
const chartsPage = "charts.html"

// writeTournament writes the files of a tournament, and the charts of states if there are any.
func (a *app) writeTournament(cmd *cobra.Command, s *jamfold.Solved, answer *jamfold.TournamentAnswer,
	states []int, out string) error {
	bar := progress.Start(a.stderr, "strategies.parquet", len(s.Game.Played()))
	defer bar.Close()
	for name, write := range map[string]func(io.Writer) error{
		jamfold.DecisionsFile: func(w io.Writer) error { return a.lab().WriteDecisions(cmd.Context(), s, w, bar.Of) },
		jamfold.ValuesFile: func(w io.Writer) error {
			return table.WriteCSV(w, jamfold.StateValueColumns(), s.StateValues())
		},
		jamfold.CertificateFile: func(w io.Writer) error { return a.writeJSON(w, answer) },
	} {
		if err := disk.Write(filepath.Join(out, name), write); err != nil {
			return err
		}
	}
	if len(states) == 0 {
		return nil
	}
	charts, err := a.lab().Charts(cmd.Context(), s, states)
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(out, chartsPage), func(w io.Writer) error { return handout.WriteCharts(w, charts) })
}

func printTournament(w io.Writer, a *jamfold.TournamentAnswer, out string, charts bool) error {
	shown := *a
	if a.HeadsUp != nil {
		const about = 20 // rows
		some := *a.HeadsUp
		some.Rows = nil
		for i, r := range a.HeadsUp.Rows {
			if i%max(1, len(a.HeadsUp.Rows)/about) == 0 || i == len(a.HeadsUp.Rows)-1 {
				some.Rows = append(some.Rows, r)
			}
		}
		shown.HeadsUp = &some
	}
	if err := table.Show(w, "", &shown); err != nil {
		return err
	}
	if out != "" {
		fmt.Fprintf(w, "%s: strategies.parquet, values.csv, certificate.json\n", out)
	}
	if charts {
		fmt.Fprintf(w, "%s: open it in a browser\n", filepath.Join(out, chartsPage))
	}
	if a.HeadsUp == nil {
		return nil
	}
	return printReversals(w, a.HeadsUp.Reversals)
}

// publishedReversal is the pair of hands that Miltersen & Sorensen name.
var publishedReversal = [2]string{"43s", "J2o"}

func printReversals(w io.Writer, all []jamfold.Reversal) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "\nOne ranking of hands fits all stacks: no two hands change places")
		return err
	}
	fmt.Fprintf(w, "\nNo ranking of hands fits all stacks: of %d pairs, the small blind jams only one hand at some\n"+
		"stacks and only the other at others. The clearest pairs, and the published %s and %s:\n\n", len(all),
		publishedReversal[0], publishedReversal[1])
	const shown = 10
	clearest := all[:min(shown, len(all))]
	for _, r := range all[len(clearest):] {
		if r.Hands == publishedReversal || r.Hands == [2]string{publishedReversal[1], publishedReversal[0]} {
			clearest = append(clearest[:shown-1:shown-1], r) // in place of the least clear
		}
	}
	t := table.NewSheet("a", "b", "a jams, b folds at SB/BB", "b jams, a folds at SB/BB", "by $ at least")
	for _, r := range clearest {
		a, b := r.Only[0], r.Only[1]
		t.Addf("%s\t%s\t%d/%d\t%d/%d\t%.2g", r.Hands[0], r.Hands[1], a[0], a[1], b[0], b[1], r.Margin)
	}
	return t.Print(w, "  ")
}
