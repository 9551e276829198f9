package jamfold

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
)

// Files in the folder of a solved tournament that feltlab jamfold tournament writes.
const (
	DecisionsFile   = "strategies.parquet"
	ValuesFile      = "values.csv"
	CertificateFile = "certificate.json"
)

// ErrDecisions marks files that are not those of a solved tournament.
var ErrDecisions = errors.New("not a solved tournament")

// Stored returns the solution of a tournament if the store has it with its certificate, otherwise nil.
func (l *Lab) Stored(ctx context.Context, c *Config) (*Solved, error) {
	solution, err := c.solutionSpec().Key()
	if err != nil {
		return nil, err
	}
	for _, spec := range []store.Spec{c.solutionSpec(), c.certificateSpec(solution)} {
		if a, err := l.Store.Find(spec); a == nil || err != nil {
			return nil, err
		}
	}
	return l.Tournament(ctx, c, nil)
}

// StoredDecisions returns the path of the file of WriteDecisions, from the store or made now.
func (l *Lab) StoredDecisions(ctx context.Context, s *Solved) (path string, err error) {
	solution, err := s.Config.solutionSpec().Key()
	if err != nil {
		return "", err
	}
	certificate, err := s.Config.certificateSpec(solution).Key()
	if err != nil {
		return "", err
	}
	spec := s.Config.decisionsSpec(certificate)
	a, err := l.Store.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		played := len(s.Game.Played())
		bar := progress.Start(l.Progress, "decisions", played)
		defer bar.Close()
		return int64(played), l.WriteDecisions(ctx, s, w, bar.Of)
	})
	if err != nil {
		return "", err
	}
	return a.Path, nil
}

func (c *Config) decisionsSpec(certificate store.Key) store.Spec {
	return c.keyed(store.Spec{Stage: "jam-or-fold decisions", Inputs: []store.Key{certificate}})
}

// ReadDecisions calls each with the rows of WriteDecisions, in order. The error wraps ErrDecisions or is the system's.
func ReadDecisions(path string, each func(*Decision)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	err = table.ReadParquet(f, table.Schema(DecisionColumns(), nil).Fields(),
		func(table.Header) error { return nil },
		func(batch *table.Batch) error { return decisionsOf(batch, each) })
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrDecisions, path, err)
	}
	return nil
}

// situations are all situations by name.
var situations = func() map[string]tournament.Situation {
	of := map[string]tournament.Situation{}
	for s := range tournament.Situation(tournament.NumSituations) {
		of[s.String()] = s
	}
	return of
}()

func decisionsOf(batch *table.Batch, each func(*Decision)) error {
	for r := range batch.Rows {
		at, ok := situations[string(batch.Text(5, r))]
		if !ok {
			return fmt.Errorf("no situation %q", batch.Text(5, r))
		}
		hand, err := cards.ParseClass(string(batch.Text(6, r)))
		if err != nil {
			return err
		}
		d := Decision{
			State: int(batch.Int(0, r)), Situation: at, Hand: hand, Words: string(batch.Text(11, r)),
			Jam: batch.Float(7, r), ReachPercent: batch.Float(8, r),
			JamDollars: batch.Float(9, r), FoldDollars: batch.Float(10, r),
		}
		for seat := range d.Stacks {
			d.Stacks[seat] = int(batch.Int(1+seat, r))
		}
		each(&d)
	}
	return nil
}

// ReadStateValues reads the values from the folder of a solved tournament. The error wraps ErrDecisions or is the
// system's.
func ReadStateValues(folder string) ([]StateValue, error) {
	path := filepath.Join(folder, ValuesFile)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDecisions, path, err)
	}
	const columns = 1 + 3*tournament.NumSeats
	var rows []StateValue
	for i, line := range lines {
		if len(line) != columns {
			return nil, fmt.Errorf("%w: %s, line %d: %d columns, want %d", ErrDecisions, path, i+1, len(line), columns)
		}
		if i == 0 {
			continue
		}
		var numbers [columns]float64
		for k, cell := range line {
			if numbers[k], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, fmt.Errorf("%w: %s, line %d: %w", ErrDecisions, path, i+1, err)
			}
		}
		w := StateValue{State: int(numbers[0])}
		for seat := range w.Stacks {
			w.Stacks[seat] = int(numbers[1+seat])
			w.Values[seat] = numbers[1+tournament.NumSeats+seat]
			w.ICM[seat] = numbers[1+2*tournament.NumSeats+seat]
		}
		rows = append(rows, w)
	}
	return rows, nil
}
