package buckets

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	_ "feltlab/dataset/table/columnar"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/strategy"
)

// canonical renames suits as docs/strategy-format.md says: the ranks of the board ascend, as binary numbers, from clubs
// to spades, and of these renamings one makes the hand first.
func canonical(board cards.Set, hand cards.Combo) (cards.Set, cards.Combo) {
	var best cards.Set
	first := cards.Combo(cards.NumCombos)
	for _, p := range cards.SuitPerms {
		image, sorted, before := p.Set(board), true, 0
		for suit := range cards.NumSuits {
			ranks := 0
			for r := range cards.NumRanks {
				if image>>(4*r+suit)&1 != 0 {
					ranks |= 1 << r
				}
			}
			sorted, before = sorted && ranks >= before, ranks
		}
		held := p.Set(hand.Set()).Cards()
		if h := cards.ComboOf(held[0], held[1]); sorted && h < first {
			best, first = image, h
		}
	}
	return best, first
}

// checkDump looks random hands up in the dump of a street.
func checkDump(t *testing.T, b strategy.Bucketing, street, hands, rows int) {
	t.Helper()
	rng, of := rand.New(rand.NewPCG(7, uint64(street))), make([]int32, cards.NumCombos)
	want := map[string]int32{}
	for range hands {
		deck := rng.Perm(cards.NumCards)
		dealt := boardOf(deck[2 : 2+boardCards[street]])
		hand := cards.ComboOf(cards.Card(deck[0]), cards.Card(deck[1]))
		b.Of(street, dealt, of)
		board, h := canonical(dealt.Set(), hand)
		want[cards.Format(board.Cards())+" "+h.String()] = of[hand]
	}
	var file bytes.Buffer
	n := must.Get(Dump(t.Context(), &file, b, []int{street}, nil))(t)
	deals, found := int64(0), map[string]bool{}
	err := tablefile.Rows(bytes.NewReader(file.Bytes()), func(tablefile.Header) ([]bool, error) {
		return []bool{true, true, true, true, true}, nil
	}, func(_ int64, cells []string) error {
		key := cells[1] + " " + cells[2]
		deals += int64(must.Get(strconv.Atoi(cells[4]))(t))
		if bucket, ok := want[key]; ok {
			found[key] = true
			must.Equal(t, cells[3], strconv.Itoa(int(bucket)), key)
			must.Equal(t, cells[0], strconv.Itoa(boardCards[street]), key)
		}
		return nil
	})
	all := int64(cards.NumCombos)
	for k := range boardCards[street] {
		all = all * int64(50-k) / int64(k+1)
	}
	if err != nil || int(n) != rows || len(found) != len(want) || deals != all {
		t.Errorf("street %d: %d rows, %d of %d hands found, %d deals, want %d (%v)", street, n, len(found), len(want),
			deals, all, err)
	}
}

// A dump has the bucket that a single call gives, for 10,000 random hands and boards.
func TestDump(t *testing.T) {
	b := lookup(t, "strength-200")
	checkDump(t, b, 1, 10_000, 1_286_792)
	var file bytes.Buffer
	if n, err := Dump(t.Context(), &file, b, []int{0}, nil); n != cards.NumClasses || err != nil {
		t.Errorf("before the flop %d rows, %v", n, err)
	}
}
