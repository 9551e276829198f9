package sources

import (
	"context"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

const (
	leducStarts = 20
	// leducGap is the largest gap of rows with one answer, in chips: their exploitability is then known to half of it.
	leducGap = 1e-5
	// leducStartGap is the largest gap of equilibria from random starts. It moves a row by far less than the starts do.
	leducStartGap   = 2e-4
	leducIterations = 1_000_000
)

type leducRow struct {
	Player1   string  `json:"player1"`
	Player2   string  `json:"player2"`
	Published float64 `json:"published"`
	Unique    bool    `json:"unique"`
	// Ours is the number from regrets of 0. Least and Most bound the true number of a unique row; for other rows they
	// are the extremes of random starts.
	Ours  float64 `json:"ours"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// Meets reports whether our numbers agree with the published one, which has one digit.
func (r *leducRow) Meets() bool {
	return experiments.Prints(min(max(r.Published, r.Least), r.Most), r.Published, 1)
}

func computeLeduc(ctx context.Context, env *experiments.Env) (*leducSummary, error) {
	g := game.Leduc()
	value, err := solveLeduc(ctx, g, [2]string{"real", "real"}, leducGap/10, 0, true)
	if err != nil {
		return nil, err
	}
	var rows []*leducRow
	type job struct {
		row  *leducRow
		seed uint64
		got  leducStart
	}
	var jobs []*job
	for _, p := range published.LeducAbstractions() {
		row := &leducRow{Player1: p.Players[0], Player2: p.Players[1], Published: p.Millichips, Unique: p.Unique}
		rows = append(rows, row)
		for seed := range uint64(leducStarts + 1) {
			if seed == 0 || !p.Unique {
				jobs = append(jobs, &job{row: row, seed: seed})
			}
		}
	}
	bar := env.Progress("leduc", len(jobs))
	defer bar.Close()
	loop := parallel.Loop{Items: len(jobs), Workers: env.Workers, Report: bar.Of}
	if err := loop.Each(ctx, parallel.Same(func(i int) (err error) {
		j := jobs[i]
		j.got, err = startLeduc(ctx, g, j.row, j.seed, value.Value)
		return err
	})); err != nil {
		return nil, err
	}
	for _, j := range jobs {
		j.row.take(j.seed, j.got)
	}
	return &leducSummary{GameValue: value.Value, GameValueGap: value.Gap, Starts: leducStarts, Rows: rows}, nil
}

func solveLeduc(ctx context.Context, g game.Game, names [2]string, gap float64, seed uint64,
	predictive bool) (*extensive.Equilibrium, error) {
	o := extensive.CFROptions{Iterations: leducIterations, Gap: gap, Seed: seed, Predictive: predictive}
	for seat, name := range names {
		var err error
		if o.Buckets[seat], err = strategy.BucketingOf(g, name); err != nil {
			return nil, err
		}
	}
	return extensive.SolveCFR(ctx, g, o)
}

// leducStart is the result of one equilibrium of a row, in thousandths of a chip.
type leducStart struct{ ours, least float64 }

// startLeduc finds an equilibrium of a row, and half of what player 1's strategy loses to a best response below the
// game's value. If player 2 sees the real game, player 1's best result in the abstraction against player 2's strategy
// bounds that from below.
func startLeduc(ctx context.Context, g game.Game, row *leducRow, seed uint64, value float64) (leducStart, error) {
	gap := leducStartGap
	if row.Unique {
		gap = leducGap
	}
	r, err := solveLeduc(ctx, g, [2]string{row.Player1, row.Player2}, gap, seed, row.Unique)
	if err != nil {
		return leducStart{}, err
	}
	response, err := extensive.BestResponse(ctx, g, r.Strategy, extensive.ResponseOptions{Workers: 1})
	if err != nil {
		return leducStart{}, err
	}
	return leducStart{halfMillis * (response.SeatValues[1] + value), halfMillis * (value - r.Best[0])}, nil
}

// halfMillis converts chips, summed over both seats, to the printed thousandths.
const halfMillis = 1000. / 2

func (r *leducRow) take(seed uint64, s leducStart) {
	switch {
	case r.Unique:
		r.Ours, r.Least, r.Most = s.ours, s.least, s.ours
	case seed == 0:
		r.Ours, r.Least, r.Most = s.ours, s.ours, s.ours
	default:
		r.Least, r.Most = min(r.Least, s.ours), max(r.Most, s.ours)
	}
}

type leducSummary struct {
	GameValue    float64     `json:"game_value"`
	GameValueGap float64     `json:"game_value_gap"`
	Starts       int         `json:"starts"`
	Rows         []*leducRow `json:"rows"`
}

// Met counts the published numbers that agree with ours.
func (s *leducSummary) Met() int { return len(experiments.Where(s.Rows, (*leducRow).Meets)) }
