package johanson

import (
	"context"
	"fmt"
	"io"
	"math"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
	"feltlab/solvers/highs"
	"feltlab/solvers/sequence"
)

const (
	leducSearches = 50
	leducSeed     = 1
)

// leducRange holds the losses of the exact equilibria of a row, in thousandths of a chip.
type leducRange struct {
	Player1   string  `json:"player1"`
	Player2   string  `json:"player2"`
	Published float64 `json:"published"`
	// Least is the smallest loss of all equilibria, Most the largest loss that the search found.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	// Witness is the file of the equilibrium whose loss is nearest to the printed number. Its loss is Loss, its gap in
	// the abstract game Gap thousandths of a chip.
	Witness string  `json:"witness"`
	Loss    float64 `json:"loss"`
	Gap     float64 `json:"gap"`

	table *strategy.Table
}

// Meets reports whether the witness loses the printed number.
func (r *leducRange) Meets() bool { return prints(r.Loss, r.Published) }

func prints(x, printed float64) bool { return math.Abs(x-printed) <= 0.05+1e-9 }

// leducRanges finds, for each row with several equilibria, those that lose least, most and the printed number.
func leducRanges(ctx context.Context, env *experiments.Env, value float64) (ranges []*leducRange, err error) {
	if !highs.Available() {
		return nil, nil
	}
	g := game.Leduc()
	rows := published.LeducAbstractions()
	bar := env.Progress("equilibria", len(rows))
	defer bar.Close()
	for i, p := range rows {
		if !p.Unique {
			r, err := leducRangeOf(ctx, g, p, value, leducSearches)
			if err != nil {
				return nil, fmt.Errorf("%s against %s: %w", p.Players[0], p.Players[1], err)
			}
			ranges = append(ranges, r)
		}
		bar.Set(i + 1)
	}
	return ranges, nil
}

func leducRangeOf(ctx context.Context, g game.Game, p published.LeducRow, value float64, searches int) (*leducRange,
	error) {
	abstract, err := leducForm(g, p.Players[0], p.Players[1])
	if err != nil {
		return nil, err
	}
	whole, err := leducForm(g, p.Players[0], "real")
	if err != nil {
		return nil, err
	}
	all, err := sequence.NewEquilibria(ctx, abstract)
	if err != nil {
		return nil, err
	}
	best, most, err := all.Best(ctx, whole)
	if err != nil {
		return nil, err
	}
	worst, least, err := all.Worst(ctx, whole, searches, leducSeed)
	if err != nil {
		return nil, err
	}
	_, other, err := abstract.Value(ctx, 1)
	if err != nil {
		return nil, err
	}
	r := &leducRange{
		Player1: p.Players[0], Player2: p.Players[1], Published: p.Millichips, Least: halfMillis * (value - most),
		Most:    halfMillis * (value - least),
		Witness: witnessFile(p.Millichips),
	}
	sure := min(max(value-p.Millichips/halfMillis, least), most)
	r.table = abstract.Table([2]sequence.Plan{all.Between(whole, best, worst, sure), other})
	r.Loss, r.Gap, err = judgeLeduc(ctx, r.table, value)
	return r, err
}

// witnessFile names the file of a witness by the printed number, which is different in all rows.
func witnessFile(printed float64) string { return fmt.Sprintf("equilibria/%.1f.txt", printed) }

func leducForm(g game.Game, names ...string) (*sequence.Form, error) {
	b, err := leducBuckets(g, [2]string(names))
	if err != nil {
		return nil, err
	}
	return sequence.New(g, b)
}

// judgeLeduc computes the loss of player 1's half of a strategy and the strategy's gap in its abstract game, both in
// thousandths of a chip.
func judgeLeduc(ctx context.Context, t *strategy.Table, value float64) (loss, gap float64, err error) {
	r, err := extensive.BestResponse(ctx, t.Game(), t, extensive.ResponseOptions{Workers: 1})
	if err != nil {
		return 0, 0, err
	}
	return halfMillis * (r.SeatValues[1] + value), 1000 * extensive.AbstractGap(t).Gap, nil
}

func writeRanges(env *experiments.Env, ranges []*leducRange) error {
	for _, r := range ranges {
		if err := env.Write("leduc/"+r.Witness,
			func(w io.Writer) error { return strategy.Write(w, r.table) }); err != nil {
			return err
		}
	}
	if len(ranges) == 0 {
		return nil
	}
	return env.Write("leduc/equilibria.csv", rangeTable(ranges).CSV)
}

// missedRow is a row whose printed number an equilibrium meets but no start does.
type missedRow struct {
	Row   *leducRow
	Range *leducRange
}

// remarkable picks the rows that the page mentions: missed rows, and rows whose equilibria all lose the same.
func (s *leducSummary) remarkable() (missed []missedRow, single []*leducRange) {
	const same = 0.01 // thousandths of a chip
	for _, r := range s.Equilibria {
		for _, row := range s.Rows {
			if row.Player1 == r.Player1 && row.Player2 == r.Player2 && !row.Meets() && r.Meets() {
				missed = append(missed, missedRow{row, r})
			}
		}
		if r.Most-r.Least < same {
			single = append(single, r)
		}
	}
	return missed, single
}

func rangeTable(ranges []*leducRange) *table.Sheet {
	t := table.NewSheet("player1", "player2", "published", "least", "most found", "witness", "witness loses", "its gap")
	for _, r := range ranges {
		t.Addf("%s\t%s\t%.1f\t%s\t%s\t%s\t%s\t%.0e", r.Player1, r.Player2, r.Published,
			table.Fixed(r.Least, 3), table.Fixed(r.Most, 3), r.Witness, table.Fixed(r.Loss, 3), r.Gap)
	}
	return t
}
