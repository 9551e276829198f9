package featureset

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Each default feature is true for some hands and boards and false for others, and no two are the same; but the first
// question about any hand is true for all. A set has at most as many features as claims of format 1 name.
func TestDefaultsSayDifferentThings(t *testing.T) {
	for street, s := range []*Set{Default(cards.Flop), Default(cards.Turn), Default(cards.River), AnyHand()} {
		constant := []string{s.Features[0].Name}
		if s.Name != AnyHandName {
			constant = nil
			if !slices.Equal(s.Streets, Streets[street:street+1]) || s != Default(cards.Street(street)) {
				t.Errorf("%s is for %v", s.Name, s.Streets)
			}
		}
		random, reader := rand.New(rand.NewPCG(5, uint64(street))), s.NewReader()
		var rows []proof.Vector
		for range 40_000 {
			p := random.Perm(cards.NumCards)
			var board cards.Set
			for _, c := range p[2 : 5+street%3] {
				if random.IntN(3) == 0 { // few ranks and suits: pairs, straights and flushes
					c = c % 24
				}
				if c != p[0] && c != p[1] {
					board = board.With(cards.Card(c))
				}
			}
			if board.Len() != 3+street%3 {
				continue
			}
			v := must.Get(reader.Of(cards.ComboOf(cards.Card(p[0]), cards.Card(p[1])), board))(t)
			rows = append(rows, v)
		}
		dull := regression.TwinsOf(s.Names(), rows)
		if s.Count() > features.Count || !slices.Equal(dull.Constant, constant) {
			t.Errorf("%s: of %d features %v are constant", s.Name, s.Count(), dull.Constant)
		}
		for _, p := range dull.Duplicates {
			t.Errorf("%s: %q is the same as %q", s.Name, p[0], p[1])
		}
	}
}

func TestDefaultsOnBoards(t *testing.T) {
	for _, c := range []struct{ hand, board, yes, no string }{
		{"AhKh", "Qh7h2c2d", "pair on the board; flush draw to the highest flush; " +
			"both our cards above the board; flush draw, both our cards above the board",
			"nothing; inside straight draw; three board cards of one suit"},
		{"9c8c", "Th7d2c3s",
			"open-ended straight draw; eight clean outs or more; nothing; one board card above our highest; " +
				"board of four suits", "flush draw; inside straight draw"},
		{"AsAd", "Ks9h4c4d",
			"two pair with the pair of the board; two pair or better; no board card above our highest; " +
				"no hole card matches the board",
			"one pair; top pair or overpair; nothing made beyond the board, no board card above our highest"},
		{"JcTd", "9h8s7c2d",
			"straight; highest possible straight; three of a kind or better; three or more medium cards on the board",
			"four to a straight on the board; open-ended straight draw"},
		{"AhKh", "Qh7h2c2d3s",
			"flush draw that missed; pair on the board; nothing made beyond the board, no board card above our " +
				"highest; no flush possible", "nothing; straight draw that missed; flush"},
		{"9c8c", "Th7d2c3sAs", "straight draw that missed; nothing; nothing, and a draw that missed; " +
			"two or more board cards above our highest", "flush draw that missed"},
		{"Qc5d", "Ah8h4hKhJs",
			"four board cards of one suit; four board cards of one suit, and we have none of it; nothing",
			"no flush possible; flush; we hold the highest card of the board's suit"},
		{"Kc2d", "QhJsTc9d9h", "four to a straight on the board; straight; straight or better; pair on the board",
			"highest possible straight; three to a straight on the board; straight on the board"},
		{"7c7d", "QhQsQc9d9h",
			"three of a kind or better on the board; nothing made beyond the board, a board card above our highest",
			"full house or better; one pair"},
		{"AcTd", "Ah9s5c3d2h", "top pair or overpair; one pair; one pair or less; no pair on the board",
			"top pair, best kicker; two pair or better; straight draw that missed"},
		// Hands that are better than the board of their own category, and draws beside one on the board.
		{"Js9s", "8c7c6d5s4h", "straight or better; three of a kind or better",
			"nothing made beyond the board, no board card above our highest"},
		{"AsKs", "QcJdTh9s8c", "straight or better; highest possible straight", ""},
		{"AsKd", "8c7c6d5s4h", "straight", "straight or better; two pair or better"},
		{"7s7h", "JdJc4h4c", "two pair or better; two pair with the pair of the board", "one pair"},
		{"9s9h", "JdJc4h4c2s", "two pair or better; two pair with the pair of the board", ""},
		{"AsKs", "JdJc4h4c2s", "nothing made beyond the board, no board card above our highest",
			"two pair or better; two pair with the pair of the board"},
		{"AsKs", "AcKcTsTc", "two pair, both our cards; two pair or better", "two pair with the pair of the board"},
		{"QsQh", "JdJcJh4c4d", "full house or better; three of a kind or better",
			"nothing made beyond the board, no board card above our highest"},
		{"2s2h", "JdJcJh4c4d", "nothing made beyond the board, a board card above our highest",
			"full house or better"},
		{"As2h", "KsJs9s5s3s", "straight or better; flush", ""},
		{"2s2h", "KsJs9s5s3s", "flush", "straight or better; two pair or better"},
		{"Ks2h", "QsJsTs9s8s", "straight or better; three of a kind or better", ""},
		{"AdKc", "Qs9h8c7d5s", "", "straight draw that missed"},
		{"Kd2c", "QsJh9c8d3s", "straight draw that missed", ""}, // Q, J, 9 and 8 lie there; K, Q, J and 9 do not
		{"Ah9c", "AcKdQhJs3d", "top pair, best kicker", ""},     // no nine plays, and no ten as a kicker
		{"Ah9c", "AcKd7h5s3d", "top pair or overpair", "top pair, best kicker"},
		// Any hand on a flop.
		{"AsKd", "Kh7c2d", "top pair, good kicker", ""}, {"9s9d", "8h7c2d", "overpair or better", ""},
		{"9s9d", "Th7c2d", "second pair or better", ""}, {"2s2d", "Th7c3d", "pocket pair under the flop", ""},
		{"7s6s", "8h5c2d", "open-ended or double inside draw", ""}, {"AsTs", "8s5s2d", "nut flush draw", ""},
		{"AsQd", "8h5c2d", "two overcards", ""}, {"Kd4c", "9h8s2h", "king high or better", ""},
		{"8d3c", "QhTs3h", "bottom pair", ""},
	} {
		hand, board := deal(t, c.hand, c.board)
		s := AnyHand()
		if board.Len() > 3 {
			s = Default(cards.Street(board.Len() - 3))
		}
		v := must.Get(s.NewReader().Of(hand, board))(t)
		check := func(names string, want bool) {
			for name := range strings.SplitSeq(names, "; ") {
				i := slices.IndexFunc(s.Features, func(f Feature) bool { return f.Name == name })
				if i < 0 && names != "" {
					t.Errorf("%s has no feature %q", s.Name, name)
				} else if i >= 0 && v.Has(i+1) != want {
					t.Errorf("%s on %s: %q is %t", c.hand, c.board, name, !want)
				}
			}
		}
		check(c.yes, true)
		check(c.no, false)
	}
}
