package equity

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

type boardCase struct{ hand, opponent string }

// boardCases have a range that does not tell suits apart, and one that does. TestMoreBoards has other hands.
var boardCases = []boardCase{{"AhKh", "RS"}, {"8h7h", "99+, AdKd"}}

// boardsOf keeps what it has counted.
func boardsOf(t *testing.T, h cards.Combo, r *ranges.Range, street cards.Street) []Board {
	t.Helper()
	key := fmt.Sprint(h, r, street)
	if all, ok := countedBoards[key]; ok {
		return all
	}
	all := must.Get(BoardsOf(background, h, r, street, 2))(t)
	countedBoards[key] = all
	return all
}

var countedBoards = map[string][]Board{}

// Each board is in one orbit, and each orbit has the counts of the definition, on the smallest board and on the images
// under the permutations of the hand's own suits.
func TestBoardsOfEqualsNaive(t *testing.T) {
	wholeDeck(t)
	checkBoards(t, boardCases, 30)
}

func checkBoards(t *testing.T, cases []boardCase, samples int) {
	t.Helper()
	for _, c := range cases {
		h, r := hand(t, c.hand), parse(t, c.opponent)
		for _, street := range []cards.Street{cards.Turn, cards.River} {
			all := boardsOf(t, h, r, street)
			boards, before := 0, cards.Set(0)
			for _, b := range all {
				if b.Cards <= before || b.Cards.Len() != street.Cards() || b.Cards&h.Set() != 0 {
					t.Fatalf("%s: board %v after %v", c.hand, b.Cards, before)
				}
				before, boards = b.Cards, boards+int(b.Size)
			}
			must.Equal(t, boards, street.Boards(), "boards of the", c.hand, street)
			rng := seeded(t, 11)
			for range samples {
				b := &all[rng.IntN(len(all))]
				must.Equal(t, b.Count(), countNaive(h, r.Weights(), b.Cards), c.hand, c.opponent, b.Cards)
				if !r.SuitSymmetric() {
					continue
				}
				for _, p := range h.Set().Stabilizer() {
					image := p.Set(b.Cards)
					must.Equal(t, b.Count(), countNaive(h, r.Weights(), image), c.hand, c.opponent, image)
				}
			}
		}
	}
}

// The boards add up to the flops: the single flops, and in the whole table.
func TestBoardsOfAddUpToFlops(t *testing.T) {
	wholeDeck(t)
	checkBoardSums(t, boardCases)
}

func checkBoardSums(t *testing.T, cases []boardCase) {
	t.Helper()
	for _, c := range cases {
		h, r := hand(t, c.hand), parse(t, c.opponent)
		flops := must.Get(FlopsOf(background, h, r, 2))(t)
		var of [3][2]big.Int // wins and ties by street, over all boards
		total := func(street cards.Street, wins, ties uint64, boards uint32) {
			for i, n := range []uint64{wins, ties} {
				of[street][i].Add(&of[street][i], new(big.Int).SetUint64(n*uint64(boards)))
			}
		}
		for _, f := range flops {
			total(cards.Flop, f.Wins, f.Ties, 1)
		}
		for _, street := range []cards.Street{cards.Turn, cards.River} {
			all := boardsOf(t, h, r, street)
			for i := range all {
				total(street, all[i].Wins, all[i].Ties, all[i].Size)
			}
			checkFlopSums(t, h, r, flops, all)
		}
		// A board of five cards is dealt as a flop in C(5,3) = 10 ways, as a turn in C(5,4) = 5.
		for i := range 2 {
			rivers := &of[cards.River][i]
			for street, ways := range map[cards.Street]int64{cards.Flop: 10, cards.Turn: 5} {
				if want := new(big.Int).Mul(rivers, big.NewInt(ways)); of[street][i].Cmp(want) != 0 {
					t.Errorf("%s: the %v has %v, %d times the river's are %v", c.hand, street, &of[street][i], ways,
						want)
				}
			}
		}
	}
}

// checkFlopSums adds boards up to some flops: each runout of a flop is on two of its turns and on one of its rivers.
func checkFlopSums(t *testing.T, h cards.Combo, r *ranges.Range, flops []Flop, all []Board) {
	t.Helper()
	suits := newJob(h, r.Weights(), cards.Flop).suits
	counts := make(map[cards.Set]*Board, len(all))
	for i := range all {
		counts[all[i].Cards] = &all[i]
	}
	rng := seeded(t, 12)
	for range 20 {
		flop := flops[rng.IntN(len(flops))]
		set := cards.SetOf(flop.Cards[:]...)
		var wins, ties uint64
		add := func(board cards.Set) {
			smallest, _ := cards.Orbit(board, suits)
			wins, ties = wins+counts[smallest].Wins, ties+counts[smallest].Ties
		}
		n := uint64(1)
		deck := (cards.FullDeck &^ (set | h.Set())).Cards()
		for i, c := range deck {
			if all[0].Cards.Len() == 4 {
				n = 2 // each pair of turn and river comes in both orders
				add(set.With(c))
				continue
			}
			for _, d := range deck[:i] {
				add(set.With(c).With(d))
			}
		}
		if wins != n*flop.Wins || ties != n*flop.Ties {
			t.Errorf("%v on %v: the boards add up to %d wins and %d ties, the flop has %d and %d, %d times",
				h, set, wins, ties, flop.Wins, flop.Ties, n)
		}
	}
}

// TestCheckBoards finds the boards that leave no opponent as a look at every flop does.
func TestCheckBoards(t *testing.T) {
	for _, c := range []struct{ hand, rng string }{
		{"AsAh", "AA"}, {"AsAh", "ATC"}, {"KsKh", "AA"}, {"7s2h", "AA"}, {"7s2h", "AhKh"}, {"7s2h", "AhKh,QsQc,JhTs"},
		{"7s2h", "AhKh,QsQc,JhTs,9c9d"}, {"AsAh", "AK"}, {"AsAh", "AKs,QQ"}, {"QsQh", "QQ+"}, {"As2h", "AA,22"},
		{"As2h", "A2"},
	} {
		hand, r := hand(t, c.hand), parse(t, c.rng)
		opponents := NewLive(r.Weights())
		want := slices.ContainsFunc(flopList(), func(f flopEntry) bool {
			return f.set&hand.Set() == 0 && opponents.Avoiding(f.set|hand.Set()) == 0
		})
		got := CheckBoards(hand, r, 3)
		if (got != nil) != want || got != nil && !errors.Is(got, ErrEmptyRange) {
			t.Errorf("%s against %s: %v, want %v", c.hand, c.rng, got, want)
		}
		if river := CheckBoards(hand, r, 5); got != nil && river == nil {
			t.Errorf("%s against %s: a flop leaves no opponent, and no river does", c.hand, c.rng)
		}
		if board, empty := emptyBoard(hand, r, 0, 3); empty && (board.Len() != 3 || board&hand.Set() != 0 ||
			NewLive(r.Weights()).Avoiding(board|hand.Set()) != 0) {
			t.Errorf("%s against %s: the board %v leaves opponents", c.hand, c.rng, board)
		}
	}
}
