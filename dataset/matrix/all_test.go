package matrix

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestPairs counts the hand-flop pairs up to suits in two ways: by the rows of the classes,
// and by Burnside's lemma over all pairs.
func TestPairs(t *testing.T) {
	rows, weight, fixed := 0, 0, 0
	for class := range cards.Class(cards.NumClasses) {
		hand := class.Representative()
		suits := hand.Set().Stabilizer()
		for _, flop := range flopsOf(hand) {
			if smallest, size := cards.Orbit(flop, suits); smallest == flop {
				rows++
				weight += size * class.Size()
			}
			for _, p := range suits {
				if p.Set(flop) == flop {
					fixed += class.Size()
				}
			}
		}
	}
	if rows != NumPairs || fixed/len(cards.SuitPerms) != NumPairs || weight != cards.NumCombos*NumFlops {
		t.Errorf("%d rows, %d by Burnside, of weight %d", rows, fixed/len(cards.SuitPerms), weight)
	}
}

func TestAllColumns(t *testing.T) {
	var names []string
	for _, c := range allColumns {
		names = append(names, c.Field.Name)
	}
	if len(names) != 3+73+1+16 || !slices.Equal(names[:4], []string{"hand", "class", "flop", "f1"}) ||
		!slices.Equal(names[75:79], []string{"f73", "orbit_weight", "equity_rus", "wins_rus"}) ||
		names[92] != "combos_atc" {
		t.Errorf("columns %v", names)
	}
	p := pair{3: {Count: equity.Count{Wins: 990, Ties: 990, Deals: 1980}}}
	var line strings.Builder
	if err := table.WriteCSV(&line, allColumns[89:90], []pair{p}); err != nil || line.String() != "equity_atc\n0.75\n" {
		t.Errorf("%v, %q", err, line.String())
	}
}

func TestEncodeAllIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Fail(t, EncodeAll(ctx, io.Discard, workers, nil), context.Canceled)
}
