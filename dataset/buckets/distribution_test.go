package buckets

import (
	"context"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// reference compares a hand with every other on every river, one by one.
func reference(hand cards.Combo, board cards.Set) (sum, square uint32, h Histogram) {
	for river := range showdown.Completions(board, 0) {
		if hand.Set()&river != 0 {
			continue
		}
		mine, strength := eval.Of(river|hand.Set()), uint32(0)
		for o := range cards.Combo(cards.NumCombos) {
			if o.Set()&(river|hand.Set()) != 0 {
				continue
			}
			switch theirs := eval.Of(river | o.Set()); {
			case mine > theirs:
				strength += 2
			case mine == theirs:
				strength++
			}
		}
		sum += strength
		square += strength * strength
		h[min(int(50*float64(strength)/MostStrength), 49)]++
	}
	return sum, square, h
}

// tally is the slow way to the sums and histograms of a board: it sweeps all rivers.
type tally struct {
	Sum, Square [cards.NumCombos]uint32
	Histograms  [cards.NumCombos]Histogram

	sweeper *Sweeper
}

func newTally() *tally { return &tally{sweeper: NewSweeper()} }

// count counts all completions of a board of three or four cards.
func (t *tally) count(board cards.Set) {
	clear(t.Sum[:])
	clear(t.Square[:])
	clear(t.Histograms[:])
	all := 0
	for river := range showdown.Completions(board, 0) {
		all++
		// A hand with a card of the river has strength 0, which changes no sum, and counts in the lowest bin;
		// unblock subtracts it. So the loop has no branch.
		for h, v := range t.sweeper.Strengths(river) {
			t.Sum[h] += v
			t.Square[h] += v * v
			t.Histograms[h][binOf[v]]++
		}
	}
	unblock(board, all, &t.Histograms)
}

// A tally is what the slow reference counts, for every hand of some turns and a few of a flop,
// the ones with symmetries and the nuts among them.
func TestTally(t *testing.T) {
	slow := newTally()
	rng := rand.New(rand.NewPCG(7, 0))
	for board, every := range map[string]int{"2c2d2h2s": 97, "AcKcQcJc": 61, "9d7s7h3c": 83, "As8s3s": 661} {
		t.Run(board, func(t *testing.T) {
			set := setOf(t, board)
			slow.count(set)
			for h := cards.Combo(rng.IntN(every)); h < cards.NumCombos; h += cards.Combo(every) {
				sum, square, histogram := reference(h, set)
				if h.Set()&set != 0 {
					sum, square, histogram = 0, 0, Histogram{}
				}
				must.Equal(t, slow.Sum[h], sum, board)
				must.Equal(t, slow.Square[h], square, board)
				must.Equal(t, slow.Histograms[h], histogram, board)
			}
		})
	}
}

// The nuts beat all on all rivers: the largest square just fits its 32 bits.
func TestMost(t *testing.T) {
	slow := newTally()
	slow.count(setOf(t, "AcKcQc"))
	nuts := must.Get(cards.ParseCombo("JcTc"))(t)
	all := rivers(3)
	must.Equal(t, uint64(slow.Square[nuts]), uint64(all)*MostStrength*MostStrength)
	must.Equal(t, int(slow.Histograms[nuts][HistogramBins-1]), all)
}

// Before the flop each combo counts on each river that it leads to, whoever counts.
func TestClasses(t *testing.T) {
	const boards = 700
	one := must.Get(distributionOfClasses(t.Context(), boards, 1))(t)
	three := must.Get(distributionOfClasses(t.Context(), boards, 3))(t)
	must.Equal(t, *one, *three)
	var want ByClass
	for i := range boards {
		board := showdown.Boards().Set(i)
		for h, v := range NewSweeper().Strengths(board) {
			if cards.Combo(h).Set()&board == 0 {
				want[cards.Combo(h).Class()][v] += uint64(showdown.Boards().Size(i))
			}
		}
	}
	must.Equal(t, *one, want, "other counts than board by board")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Fails(distributionOfClasses(ctx, boards, 1))(t, context.Canceled)
}

// The histograms by the bins of rivers are those of the tallies.
func TestRiverBins(t *testing.T) {
	bins, slow, got := new(riverBins), newTally(), new([cards.NumCombos]Histogram)
	for _, board := range []string{"2c2d2h2s", "AcKcQcJc", "9d7s7h3c", "As8s3s"} {
		set := setOf(t, board)
		slow.count(set)
		bins.count(set, NewSweeper(), got)
		must.Equal(t, *got, slow.Histograms, board)
	}
}
