package featureset

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
)

// Each default feature is true for some hands and boards and false for others, and no two are the same. A set has at
// most as many features as claims of format 1 name.
func TestDefaultsSayDifferentThings(t *testing.T) {
	for _, street := range []cards.Street{cards.Flop, cards.Turn, cards.River} {
		s := Default(street)
		if !slices.Equal(s.Streets, []string{street.String()}) || s.Count() > features.Count || s != Default(street) {
			t.Errorf("%s: %d features for %v", s.Name, s.Count(), s.Streets)
		}
		random, reader := rand.New(rand.NewPCG(5, uint64(street))), s.NewReader()
		var rows []proof.Vector
		for range 40_000 {
			p := random.Perm(cards.NumCards)
			var board cards.Set
			for _, c := range p[2 : 2+street.Cards()] {
				if random.IntN(3) == 0 { // few ranks and suits: pairs, straights and flushes
					c = c % 24
				}
				if c != p[0] && c != p[1] {
					board = board.With(cards.Card(c))
				}
			}
			if board.Len() != street.Cards() {
				continue
			}
			v, err := reader.Of(cards.ComboOf(cards.Card(min(p[0], p[1])), cards.Card(max(p[0], p[1]))), board)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, v)
		}
		dull := s.Dull(rows)
		for _, id := range dull.Constant {
			t.Errorf("%s: %q is constant", s.Name, s.Features[id-1].Name)
		}
		for _, p := range dull.Duplicate {
			t.Errorf("%s: %q is the same as %q", s.Name, s.Features[p[0]-1].Name, s.Features[p[1]-1].Name)
		}
	}
}

func TestDefaultsOnBoards(t *testing.T) {
	for _, c := range []struct{ hand, board, yes, no string }{
		{"AhKh", "Qh7h2c2d", "pair on the board; flush draw to the highest flush; " +
			"both our cards above the board; flush draw, both our cards above the board",
			"nothing; inside straight draw; three board cards of one suit"},
		{"9c8c", "Th7d2c3s", "open-ended straight draw; eight clean outs or more; nothing; one board card above our highest; " +
			"board of four suits", "flush draw; inside straight draw"},
		{"AsAd", "Ks9h4c4d", "two pair with the pair of the board; two pair or better; no board card above our highest; " +
			"no hole card matches the board", "one pair; top pair or overpair; nothing made beyond the board, no board card above our highest"},
		{"JcTd", "9h8s7c2d", "straight; highest possible straight; three of a kind or better; three or more medium cards on the board",
			"four to a straight on the board; open-ended straight draw"},
		{"AhKh", "Qh7h2c2d3s", "flush draw that missed; pair on the board; nothing made beyond the board, no board card above our highest; " +
			"no flush possible", "nothing; straight draw that missed; flush"},
		{"9c8c", "Th7d2c3sAs", "straight draw that missed; nothing; nothing, and a draw that missed; " +
			"two or more board cards above our highest", "flush draw that missed"},
		{"Qc5d", "Ah8h4hKhJs", "four board cards of one suit; four board cards of one suit, and we have none of it; nothing",
			"no flush possible; flush; we hold the highest card of the board's suit"},
		{"Kc2d", "QhJsTc9d9h", "four to a straight on the board; straight; straight or better; pair on the board",
			"highest possible straight; three to a straight on the board; straight on the board"},
		{"7c7d", "QhQsQc9d9h", "three of a kind or better on the board; nothing made beyond the board, a board card above our highest",
			"full house or better; one pair"},
		{"AcTd", "Ah9s5c3d2h", "top pair or overpair; one pair; one pair or less; no pair on the board",
			"top pair, best kicker; two pair or better; straight draw that missed"},
	} {
		hand, board := deal(t, c.hand, c.board)
		s := Default(cards.Street(board.Len() - 3))
		v, err := s.NewReader().Of(hand, board)
		if err != nil {
			t.Fatal(err)
		}
		check := func(names string, want bool) {
			for name := range strings.SplitSeq(names, "; ") {
				i := slices.IndexFunc(s.Features, func(f Feature) bool { return f.Name == name })
				if i < 0 {
					t.Errorf("%s has no feature %q", s.Name, name)
				} else if v.Has(i+1) != want {
					t.Errorf("%s on %s: %q is %t", c.hand, c.board, name, !want)
				}
			}
		}
		check(c.yes, true)
		check(c.no, false)
	}
}
