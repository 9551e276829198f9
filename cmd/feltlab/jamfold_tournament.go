package main

import (
	"fmt"
	"io"
	"log/slog"
	"path/filepath"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	solver "feltlab/solvers/jamfold"
)

func (a *app) tournamentCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		Out    string `flag:"out" required:"tournament" help:"folder for the result"`
		Charts string `flag:"charts"`
		_      string `help:"also draw the states whose stacks are multiples of this, such as 1500 chips or 2.5bb"`
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "tournament",
		Short: "Solve a whole tournament and certify the solution",
		Long: `Solves every state of a tournament. After Ctrl-C or a crash the same command continues
with the round in which it stopped. Then it checks the solution: with the others'
strategies fixed, how much could any player gain at any state by another strategy from
then on?

The folder gets strategies.parquet (state, seat, situation, hand, probability to jam,
expected prizes of jam and fold), values.csv and certificate.json. Stacks are in chips,
values in dollars. --charts 1500 also draws all states whose stacks are multiples of 1500
chips: each a 13x13 grid in an SVG file, all on the page charts/index.html.`,
		Example: `  feltlab jamfold tournament --charts 1500 --out tournament
  feltlab jamfold tournament --config configs/jamfold-paper.yaml --out paper
  feltlab jamfold tournament --prizes 65,35,0 --out sixty-five`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			var states []tournament.Stacks
			if f.Charts != "" {
				step, err := tournament.ParseChips(f.Charts, c.BigBlind)
				if err != nil {
					return usage("--charts: %w", err)
				}
				if states, err = charted(&c, step); err != nil {
					return err
				}
			}
			if err := makeFolder(f.Out); err != nil {
				return err
			}
			rules := c.Rules()
			const charted = 6 * 60_000 // bytes of a state
			room, err := reserve(filepath.Join(f.Out, "strategies.parquet"),
				tournamentBytes(rules.Space().Len())+charted*int64(len(states)))
			if err != nil {
				return err
			}
			defer room.release()
			s, err := a.solved(cmd, &c)
			if err != nil {
				if cmd.Context().Err() != nil {
					return fmt.Errorf("interrupted; the same command goes on from the last round: %w", err)
				}
				return err
			}
			room.release()
			if err := a.writeTournament(cmd, s, f.Out); err != nil {
				return fmt.Errorf("%w (the solution is kept in the cache: the same command writes it)", err)
			}
			if len(states) > 0 {
				if err := a.writeCharts(s, states, filepath.Join(f.Out, "charts")); err != nil {
					return err
				}
			}
			return a.printTournament(s, f.Out, len(states) > 0, f.JSON)
		},
	}, f)
}

// onRound logs each round of a solution, unless a bar shows them.
func (a *app) onRound() func(solver.Round) {
	if progress.Shows(a.stderr) {
		return nil
	}
	return func(r solver.Round) {
		slog.Info("round solved", "round", r.Number,
			"largest_regret", fmt.Sprintf("%.4g", r.Regret), "values_moved_by", fmt.Sprintf("%.4g", r.Moved))
	}
}

func (a *app) writeTournament(cmd *cobra.Command, s *jamfold.Solved, out string) error {
	bar := progress.Start(a.stderr, "strategies.parquet", len(s.Game.Played()))
	defer bar.Close()
	for name, write := range map[string]func(io.Writer) error{
		jamfold.DecisionsFile: func(w io.Writer) error { return a.lab().WriteDecisions(cmd.Context(), s, w, bar.Of) },
		jamfold.ValuesFile: func(w io.Writer) error {
			return table.WriteCSV(w, jamfold.StateValueColumns(),
				s.StateValues())
		},
		jamfold.CertificateFile: func(w io.Writer) error { return a.writeJSON(w, s.Answer()) },
	} {
		if err := disk.Write(filepath.Join(out, name), write); err != nil {
			return err
		}
	}
	return nil
}

// tournamentBytes bounds the size of the files of a tournament with a number of states.
func tournamentBytes(states int) int64 {
	const row = 24 // of strategies.parquet, and its part of the values
	return int64(states) * tournament.NumSituations * cards.NumClasses * row
}

func (a *app) printTournament(s *jamfold.Solved, out string, charts, asJSON bool) error {
	j := s.Answer()
	if asJSON {
		return a.printJSON(j)
	}
	fmt.Fprintf(a.stdout, `%d states solved by %s in %d rounds
certificate: no player at any state gains more than $%.5f by playing otherwise
             (%s with stacks of %s chips; on average $%.6f)
%s: strategies.parquet, values.csv, certificate.json
`, j.States, j.Method, j.Rounds, j.GainDollars, s.Certificate.Seat.Words(), join(j.StateChips, ", "),
		j.MeanGainDollars, out)
	if charts {
		fmt.Fprintf(a.stdout, "%s: open it in a browser\n", filepath.Join(out, "charts", "index.html"))
	}
	return nil
}
