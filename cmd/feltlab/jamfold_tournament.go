package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"feltlab/dataset/atomicfile"
	"feltlab/dataset/table"
	"feltlab/pipeline/equilibrium"
	"feltlab/pipeline/progress"
	"feltlab/solvers/jamfold"
)

// tournamentJSON is the JSON of jamfold tournament, and of certificate.json.
type tournamentJSON struct {
	States int    `json:"states"`
	Rounds int    `json:"rounds"`
	Method string `json:"method"`
	// GainDollars is the most a player gains by deviating in the whole tournament, at State and
	// Seat; MeanGainDollars the mean over all states and players.
	GainDollars     float64 `json:"gain_dollars"`
	MeanGainDollars float64 `json:"mean_gain_dollars"`
	StateChips      []int   `json:"state_chips"`
	Seat            string  `json:"seat"`
}

func (a *app) tournamentCommand() *cobra.Command {
	var f jamFoldFlags
	var out string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tournament",
		Short: "Solve a whole tournament and certify the solution",
		Long: `Solves every state of a tournament. After a kill or Ctrl-C the same command goes on with
the round in which it stopped. Then the solution is checked: with the others' strategies
fixed, how much could any player gain at any state by playing otherwise from then on?

Writes to the folder: strategies.parquet (state, seat, situation, hand, jam probability,
expected prizes of jam and fold), values.csv and certificate.json.`,
		Example: `  feltlab jamfold tournament --config configs/jamfold-paper.yaml --out /tmp/paper
  feltlab jamfold tournament --prizes 65,35,0 --out /tmp/sixty-five`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			if err != nil {
				return err
			}
			if out == "" {
				return usage("--out is missing: the folder for the result")
			}
			if err := os.MkdirAll(out, 0o777); err != nil {
				return fmt.Errorf("cannot write to %s: %w", out, err)
			}
			if err := writable(filepath.Join(out, "strategies.parquet")); err != nil {
				return err
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			s, err := a.solved(cmd, lab, &c)
			if err != nil {
				if cmd.Context().Err() != nil {
					return fmt.Errorf("interrupted; the same command goes on from the last round: %w", err)
				}
				return err
			}
			if err := a.writeTournament(cmd, lab, s, out); err != nil {
				return err
			}
			return a.printTournament(s, out, asJSON)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "folder for the result")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the certificate as JSON")
	return cmd
}

// logRound tells how the solution advances.
func (a *app) logRound(r jamfold.Round) {
	slog.Info("round solved", "round", r.Number, "largest_regret", fmt.Sprintf("%.4g", r.Regret), "values_moved_by", fmt.Sprintf("%.4g", r.Moved))
}

func tournamentReport(s *equilibrium.Solved) tournamentJSON {
	j := tournamentJSON{
		States: len(s.Game.Played()), Rounds: s.Round, Method: s.Config.Method.String(),
		GainDollars: s.Certificate.Gain, MeanGainDollars: s.Certificate.Mean, Seat: s.Certificate.Seat.String(),
	}
	for _, units := range s.Game.Space.At(s.Certificate.State) {
		j.StateChips = append(j.StateChips, units*s.Config.Unit)
	}
	return j
}

func (a *app) writeTournament(cmd *cobra.Command, lab *equilibrium.Lab, s *equilibrium.Solved, out string) error {
	bar := progress.Start(a.stderr, "strategies.parquet", len(s.Game.Played()))
	defer bar.Close()
	for name, write := range map[string]func(io.Writer) error{
		"strategies.parquet": func(w io.Writer) error { return lab.WriteDecisions(cmd.Context(), s, w, bar.Of) },
		"values.csv":         func(w io.Writer) error { return table.WriteCSV(w, equilibrium.WorthColumns(), s.Worths()) },
		"certificate.json": func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(tournamentReport(s))
		},
	} {
		if err := atomicfile.Write(filepath.Join(out, name), write); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printTournament(s *equilibrium.Solved, out string, asJSON bool) error {
	j := tournamentReport(s)
	if asJSON {
		return a.printJSON(j)
	}
	fmt.Fprintf(a.stdout, `%d states solved by %s in %d rounds
certificate: no player at any state gains more than $%.5f by playing otherwise
             (%s with stacks %v; on average $%.6f)
%s: strategies.parquet, values.csv, certificate.json
`, j.States, j.Method, j.Rounds, j.GainDollars, j.Seat, j.StateChips, j.MeanGainDollars, out)
	return nil
}
