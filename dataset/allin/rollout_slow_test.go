//go:build slow

package allin

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// tableSHA256 is the SHA-256 with which the file of all triples ends.
const tableSHA256 = "bb312b3ce02f8f70fded7b15a384556ca4edf6a4e3e6f4d1b7bfdb1f4cb2fb43"

func TestWholeTable(t *testing.T) {
	table := must.Get(Compute(background, 0, nil))(t)
	var buf bytes.Buffer
	must.Do(t, table.Encode(&buf))
	if got := checksum(buf.Bytes()); got != tableSHA256 {
		t.Errorf("SHA-256 %s, want %s", got, tableSHA256)
	}
	t.Run("sums", func(t *testing.T) { checkSums(t, table) })
	t.Run("pairs", func(t *testing.T) { checkPairs(t, table) })
}

// checkSums checks the sum rule for every triple and the grand total over ordered deals.
func checkSums(t *testing.T, table *Table) {
	var grand uint64
	for c := range cards.Class(cards.NumClasses) {
		for b := range c + 1 {
			for a := range b + 1 {
				checkCombos(t, table, a, b, c)
				sequences := uint64(6)
				switch {
				case a == c:
					sequences = 1
				case a == b || b == c:
					sequences = 3
				}
				grand += sequences * table.Orders(a, b, c).Deals()
			}
		}
	}
	const want = (52 * 51 / 2) * (50 * 49 / 2) * (48 * 47 / 2) * BoardsAvoidingThree
	if grand != want {
		t.Errorf("%d deals in all, want %d", grand, uint64(want))
	}
}

// checkPairs holds the sum over the third hand to the two-player table, for all pairs.
func checkPairs(t *testing.T, table *Table) {
	pairs := pairTable()
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			var got PairCounts
			for c := range cards.Class(cards.NumClasses) {
				got.addDuel(table.Orders(a, b, c))
			}
			want := pairs.Counts(a, b)
			if got != (PairCounts{thirdHands * want.Wins, thirdHands * want.Ties, thirdHands * want.Losses}) {
				t.Fatalf("%v %v: %+v, want %d times %+v", a, b, got, thirdHands, want)
			}
		}
	}
}

func TestRandomTriplesEqualNaive(t *testing.T) {
	testRandomTriples(t, *seed, 30)
}

func TestRandomPairsEqualNaive(t *testing.T) {
	t.Log("seed", *seed)
	rng := rand.New(rand.NewPCG(*seed, 0))
	for range 40 {
		hands := randomHands(rng)
		if got, want := pairTable().Counts(hands[0], hands[1]), naivePair(hands[0], hands[1]); got != want {
			t.Errorf("%v: %+v, want %+v", hands[:2], got, want)
		}
	}
}

// TestWriteAllTriples writes the whole table in every format: its counts sum to the number of all deals.
func TestWriteAllTriples(t *testing.T) {
	triples := must.Get(Compute(background, 0, nil))(t)
	lines := formatsAgree(t, triples.Write)
	want := uint64(cards.NumCombos) * 1_225 * 1_128 * BoardsAvoidingThree
	if total := holdTriples(t, lines); total != want {
		t.Errorf("%d deals in all, want %d", total, want)
	}
	holdEntry(t, lines, [3]string{"KK", "JTs", "98o"})
}
