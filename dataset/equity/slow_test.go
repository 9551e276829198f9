//go:build slow

package equity

import (
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"

	"github.com/google/go-cmp/cmp"
)

// randomSymmetricRange gives each class a weight in 0..limit.
func randomSymmetricRange(t testing.TB, rng *rand.Rand, limit uint32) *ranges.Range {
	t.Helper()
	var w weights
	for k := range cards.Class(cards.NumClasses) {
		weight := rng.Uint32N(limit + 1)
		for _, h := range k.Combos() {
			w[h] = weight
		}
	}
	return must.Get(ranges.FromWeights(&w))(t)
}

// Ranges of every lane width together, all rows of some hands held against FlopsOf.
func TestAllFlopsWithWeights(t *testing.T) {
	rng := seeded(t, 20)
	rs := []*ranges.Range{randomSymmetricRange(t, rng, ranges.MaxWeight)}
	for _, text := range []string{"RUS", "AA:0.5, ATs+, QQ:0.001, 98s:0.999", "ATC", "AKo:0.25, 22+", "chen",
		"AKs:0.999983, QQ, JTs:0.000001, 98o:0.77, A5s, 65o"} {
		rs = append(rs, parse(t, text))
	}
	table := must.Get(AllFlops(background, rs, 0, nil))(t)
	widths := map[laneBits]bool{}
	for _, pack := range table.packs {
		widths[pack.bits] = true
	}
	must.Equal(t, len(widths), 3, widths)
	for i, r := range rs {
		h, _ := deal(rng, 0)
		want := must.Get(FlopsOf(background, h, r, 0))(t)
		must.Equal(t, cmp.Diff(want, table.Flops(h, i)), "", h, r)
		checkAgainstNaive(t, rng.Uint64(), h, r, want, 5)
	}
}

// Whatever all hands win against all hands on a flop, they lose.
func TestAllFlopsIsZeroSum(t *testing.T) {
	table := must.Get(allFlops())(t)
	const atc = 3
	var wins, losses [numFlops]uint64
	for h := range cards.Combo(cards.NumCombos) {
		for _, f := range table.Flops(h, atc) {
			i := boardIndex(cards.SetOf(f.Cards[:]...))
			wins[i] += f.Wins
			losses[i] += f.Count().Losses()
		}
	}
	for i := range wins {
		if wins[i] != losses[i] || wins[i] == 0 {
			t.Errorf("%v: %d wins, %d losses", flopList()[i].set, wins[i], losses[i])
		}
	}
}

func TestFlopsOfRandomRanges(t *testing.T) {
	rng := seeded(t, 21)
	for _, limit := range []uint32{1, 40, ranges.MaxWeight} {
		h, _ := deal(rng, 0)
		r := randomRange(t, rng, 0.5, limit)
		rows := must.Get(FlopsOf(background, h, r, 0))(t)
		checkRows(t, h, rows)
		checkAgainstNaive(t, rng.Uint64(), h, r, rows, 40)
	}
}

func TestAllInRandomRanges(t *testing.T) {
	rng := seeded(t, 22)
	for range 3 {
		checkAllIn(t, randomRange(t, rng, 0.003, 1000), randomRange(t, rng, 0.01, 1000))
	}
}

// A hand alone against a range that is not suit-symmetric, by both methods.
func TestAgainstPreflopBothMethods(t *testing.T) {
	rng := seeded(t, 23)
	for range 3 {
		h, _ := deal(rng, 0)
		r := randomRange(t, rng, 0.1, 1000)
		got, err := Against(background, h, r, nil)
		if want := countEnumerated(t, h, r); err != nil || got != want {
			t.Errorf("%v against %v: %+v, %v, want %+v", h, r, got, err, want)
		}
	}
}

// A pair, a hand of two suits, and a range with weights.
func TestMoreBoards(t *testing.T) {
	more := []boardCase{{"QsQd", "ATC"}, {"Th9d", "77+, A2s+:0.5"}, {"8h7h", "KsQs, 99+, 6h5d, AhKd:0.25"}}
	checkBoards(t, more, 300)
	checkBoardSums(t, more)
}
