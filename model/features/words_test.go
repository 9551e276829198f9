package features_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/features"
)

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// wordOracles are the meanings of the words, read literally. Questions are 0 or 1.
var wordOracles = map[string]func(s spot) int{
	"board.cards":    func(s spot) int { return len(s.board) },
	"board.high":     func(s spot) int { return s.boardRank(0) },
	"board.low":      spot.lowest,
	"board.distinct": func(s spot) int { return len(ranksDown(s.board)) },
	"board.most": func(s spot) (n int) {
		for r := 2; r <= 14; r++ {
			n = max(n, of(s.board, r))
		}
		return n
	},
	"board.pairs": func(s spot) (n int) {
		for r := 2; r <= 14; r++ {
			n += number(of(s.board, r) >= 2)
		}
		return n
	},
	"board.suits": func(s spot) (n int) {
		for suit := range 4 {
			n += number(suited(s.board, suit) > 0)
		}
		return n
	},
	"board.flush": func(s spot) int { return mostOfSuit(s.board) },
	"board.suited": func(s spot) (rank int) {
		for _, c := range s.board {
			if suited(s.board, c.suit) == mostOfSuit(s.board) {
				rank = max(rank, c.rank)
			}
		}
		return rank
	},
	"board.straight": func(s spot) int { return mostInWindow(s.board) },
	"board.missing":  func(s spot) int { return missing(s.board) },

	"hand.high":   spot.high,
	"hand.low":    func(s spot) int { return min(s.hand[0].rank, s.hand[1].rank) },
	"hand.pair":   func(s spot) int { return number(s.pocket()) },
	"hand.suited": func(s spot) int { return number(s.hand[0].suit == s.hand[1].suit) },
	"hand.gap":    func(s spot) int { return missing(s.hand) },

	"pair.hits":   spot.hits,
	"pair.top":    func(s spot) int { return number(s.holds(s.boardRank(0))) },
	"pair.second": func(s spot) int { return number(s.holds(s.boardRank(1))) },
	"pair.bottom": func(s spot) int { return number(s.holds(s.lowest()) && len(ranksDown(s.board)) >= 2) },
	"pair.both":   func(s spot) int { return number(s.bothPair()) },
	"pair.over":   func(s spot) int { return number(s.pocket() && s.oursAbove() == 2) },
	"pair.under":  func(s spot) int { return number(s.pocket() && s.boardAbove() == len(s.board)) },
	"pair.board":  spot.pairsOnBoard,

	"kicker.rank":   spot.kicker,
	"kicker.better": spot.betterKickers,
	"over.ours":     spot.oursAbove,
	"over.board":    spot.boardAbove,

	"made.category": spot.category,
	"made.board":    func(s spot) int { return s.alone[0] },
	"made.ours":     func(s spot) int { return number(s.ours()) },

	"flush.all":  func(s spot) int { return mostOfSuit(s.all) },
	"flush.held": func(s spot) int { return s.held(mostOfSuit(s.board), 5) },
	"flush.nut":  func(s spot) int { return number(s.nut(mostOfSuit(s.board))) },

	"straight.made": func(s spot) int { return number(!s.noStraight()) },
	"straight.high": func(s spot) int { return highestStraight(s.all) },
	"straight.best": spot.bestPossibleStraight,
	"straight.outs": func(s spot) (n int) {
		full := func(list []card) (n int) {
			for high := 5; high <= 14; high++ {
				n += number(within(list, window(high)) == 5)
			}
			return n
		}
		for r := 2; r <= 14; r++ {
			n += number(full(slices.Concat(s.all, []card{{r, 0}})) > full(s.all))
		}
		return n
	},
	"straight.ways": func(s spot) (n int) {
		for high := 5; high <= 14; high++ {
			n += number(within(s.all, window(high)) == 3)
		}
		return n
	},
	"straight.four": func(s spot) int { return number(s.fourToStraight()) },
	"straight.ours": func(s spot) int { return number(slices.ContainsFunc(s.rowsOfFour(), s.holds)) },
	"straight.board": func(s spot) int {
		return number(slices.ContainsFunc(s.rowsOfFour(), func(r int) bool { return !s.holds(r) }))
	},

	"draw.flush": func(s spot) int { return number(len(s.board) < 5 && mostOfSuit(s.all) == 4 && s.flushDraw()) },
	"draw.backdoor_flush": func(s spot) int {
		return number(len(s.board) == 3 && mostOfSuit(s.board) < 3 && mostOfSuit(s.all) == 3)
	},
	"draw.open":          func(s spot) int { return number(len(s.board) < 5 && s.open()) },
	"draw.inside":        func(s spot) int { return number(len(s.board) < 5 && !s.open() && s.completes() == 1) },
	"draw.double_inside": func(s spot) int { return number(len(s.board) < 5 && !s.open() && s.completes() >= 2) },

	"outs.better": func(s spot) int { return s.outs(s.better) },
	"outs.clean":  func(s spot) int { return s.outs(s.clean) },
	"outs.flush": func(s spot) int {
		return s.outs(func(_ card, next spot) bool {
			return mostOfSuit(s.all) < 5 && mostOfSuit(next.all) >= 5 && mostOfSuit(next.board) < 5
		})
	},
	"outs.straight": func(s spot) int {
		return s.outs(func(_ card, next spot) bool {
			higher := highestStraight(next.all) > highestStraight(next.board)
			return s.noStraight() && (higher || next.category() == 8 && next.ours())
		})
	},
	"outs.over": func(s spot) int {
		return s.outs(func(c card, _ spot) bool { return s.holds(c.rank) && c.rank > s.boardRank(0) })
	},

	"blocker.flush":    func(s spot) int { return s.held(2, 5) },
	"blocker.straight": spot.needed,
	"blocker.set":      spot.hits,
}

// rareCards deals a hand and a board; two deals of three are of few ranks or of few suits, which make more.
func rareCards(random *rand.Rand, board int) (cards.Combo, cards.Set) {
	var p []int
	switch low := random.IntN(9); random.IntN(3) {
	case 0: // five neighbouring ranks
		for _, i := range random.Perm(20)[:board+2] {
			p = append(p, 4*low+i)
		}
	case 1: // two suits
		for _, i := range random.Perm(26)[:board+2] {
			p = append(p, i/2*4+i%2)
		}
	default:
		p = random.Perm(cards.NumCards)[:board+2]
	}
	var set cards.Set
	for _, c := range p[2:] {
		set = set.With(cards.Card(c))
	}
	return cards.ComboOf(cards.Card(p[0]), cards.Card(p[1])), set
}

// valuesOf reads the facts by the words' names, but not functions and names of numbers.
func valuesOf(f *features.Facts) map[string]int {
	all := map[string]int{}
	v := reflect.ValueOf(f).Elem()
	for i := range v.NumField() {
		group := v.Type().Field(i).Tag.Get("expr")
		if group == "" {
			continue
		}
		for k := range v.Field(i).NumField() {
			name := group + "." + v.Field(i).Type().Field(k).Tag.Get("expr")
			switch field := v.Field(i).Field(k); field.Kind() {
			case reflect.Bool:
				all[name] = number(field.Bool())
			case reflect.Int:
				all[name] = int(field.Int())
			}
		}
	}
	return all
}

// Every word means its sentence, on all streets.
func TestWordsMeanTheirSentences(t *testing.T) {
	random, f := rand.New(rand.NewPCG(6, 7)), features.NewFacts()
	trues := map[string]map[int]bool{}
	check := func(hand cards.Combo, board cards.Set) {
		f.Read(hand, board)
		s := spotOf(hand, board)
		for name, got := range valuesOf(f) {
			want, ok := wordOracles[name]
			if !ok {
				t.Fatalf("no reading of %s", name)
			}
			if w := want(s); got != w {
				t.Fatalf("%s of %v on %v is %d, want %d", name, hand, board, got, w)
			}
			if trues[name] == nil {
				trues[name] = map[int]bool{}
			}
			trues[name][got] = true
		}
		low, high := 2+random.IntN(13), 2+random.IntN(13)
		if f.Board.Count(low, high) != between(s.board, low, high) ||
			f.Hand.Count(low, high) != between(s.hand, low, high) {
			t.Fatalf("counts from %d to %d of %v on %v", low, high, hand, board)
		}
		for n := range s.board {
			if r := f.Board.Rank(n + 1); between(s.board, r, 14) <= n || between(s.board, r+1, 14) > n {
				t.Fatalf("rank(%d) of %v is %d", n+1, board, r)
			}
		}
	}
	for range 1200 {
		for board := 3; board <= 5; board++ {
			check(rareCards(random, board))
		}
	}
	for name := range wordOracles {
		if len(trues[name]) < 2 {
			t.Errorf("%s has one value in all deals", name)
		}
	}
}
