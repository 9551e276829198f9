package features_test

import (
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/proof"
)

// The categories of strengths.
const (
	pair = 1 + iota
	twoPair
	trips
	straight
	flush
	fullHouse
)

// sentenceOracles are the sentences of the default features of the turn and the river, read literally.
var sentenceOracles = map[string]func(s spot) bool{
	"exactly one board card is an ace":   func(s spot) bool { return of(s.board, 14) == 1 },
	"at least two board cards are aces":  func(s spot) bool { return of(s.board, 14) >= 2 },
	"no board card is an ace":            func(s spot) bool { return of(s.board, 14) == 0 },
	"exactly one board card is a king":   func(s spot) bool { return of(s.board, 13) == 1 },
	"at least two board cards are kings": func(s spot) bool { return of(s.board, 13) >= 2 },
	"no board card is a king":            func(s spot) bool { return of(s.board, 13) == 0 },
	"exactly one board card is a queen":  func(s spot) bool { return of(s.board, 12) == 1 },
	"no board card is a queen":           func(s spot) bool { return of(s.board, 12) == 0 },
	"exactly one board card is a jack":   func(s spot) bool { return of(s.board, 11) == 1 },
	"no board card is a jack":            func(s spot) bool { return of(s.board, 11) == 0 },
	"exactly one board card is a ten":    func(s spot) bool { return of(s.board, 10) == 1 },
	"no board card is a ten":             func(s spot) bool { return of(s.board, 10) == 0 },

	"all four board cards have the same suit":      func(s spot) bool { return mostOfSuit(s.board) == 4 },
	"all five board cards have the same suit":      func(s spot) bool { return mostOfSuit(s.board) == 5 },
	"exactly three board cards have the same suit": func(s spot) bool { return mostOfSuit(s.board) == 3 },
	"exactly four board cards have the same suit":  func(s spot) bool { return mostOfSuit(s.board) == 4 },
	"no three board cards have the same suit, so nobody has a flush": func(s spot) bool {
		return mostOfSuit(s.board) < 3
	},
	"the four board cards have four different suits, so nobody can make a flush": func(s spot) bool {
		return mostOfSuit(s.board) == 1
	},
	"exactly three board cards have the same suit, and no hole card has it": func(s spot) bool {
		return mostOfSuit(s.board) == 3 && s.held(3, 3) == 0
	},
	"all four board cards have the same suit, and no hole card has it": func(s spot) bool {
		return mostOfSuit(s.board) == 4 && s.held(4, 4) == 0
	},
	"exactly three board cards have the same suit, and at most one hole card has it": func(s spot) bool {
		return mostOfSuit(s.board) == 3 && s.held(3, 3) <= 1
	},
	"exactly four board cards have the same suit, and no hole card has it": func(s spot) bool {
		return mostOfSuit(s.board) == 4 && s.held(4, 4) == 0
	},
	"three board cards or more have the same suit, and we hold the highest card of it that the " +
		"board lacks": func(s spot) bool {
		return s.nut(3) || s.nut(4) || s.nut(5)
	},

	"two board cards share a rank, and all others have different ones": func(s spot) bool {
		return len(ranksDown(s.board)) == len(s.board)-1
	},
	"the four board cards have four different ranks": func(s spot) bool { return len(ranksDown(s.board)) == 4 },
	"the five board cards have five different ranks": func(s spot) bool { return len(ranksDown(s.board)) == 5 },
	"the four board cards have at most two different ranks": func(s spot) bool {
		return len(ranksDown(s.board)) <= 2
	},
	"the board alone makes two pair":                  func(s spot) bool { return s.alone[0] == twoPair },
	"the board alone makes three of a kind or better": func(s spot) bool { return s.alone[0] >= trips },
	"no board card is a paint card, jack to ace":      func(s spot) bool { return between(s.board, 11, 14) == 0 },
	"exactly one board card is a paint card, jack to ace": func(s spot) bool {
		return between(s.board, 11, 14) == 1
	},
	"at least two board cards are paint cards, jack to ace": func(s spot) bool {
		return between(s.board, 11, 14) >= 2
	},
	"no board card is a broadway card, ten to ace": func(s spot) bool { return between(s.board, 10, 14) == 0 },
	"at least three board cards are broadway cards, ten to ace": func(s spot) bool {
		return between(s.board, 10, 14) >= 3
	},
	"at least three board cards are medium, seven to ten": func(s spot) bool {
		return between(s.board, 7, 10) >= 3
	},
	"at least three board cards are small, deuce to six": func(s spot) bool {
		return between(s.board, 2, 6) >= 3
	},

	"four board cards are of different ranks that fit in one five-rank straight": func(s spot) bool {
		return mostInWindow(s.board) == 4
	},
	"four board cards of different ranks fit in one five-rank straight, and five do not": func(s spot) bool {
		return mostInWindow(s.board) == 4
	},
	"at most three different board ranks fit in one five-rank straight, and three do": func(s spot) bool {
		return mostInWindow(s.board) == 3
	},
	"the five board ranks are five in a row, the ace high or low": func(s spot) bool {
		return highestStraight(s.board) > 0
	},
	"no two cards make a straight with the board": func(s spot) bool { return s.bestPossibleStraight() == 0 },
	"three board cards or more have the same suit, or four of different ranks fit in one " +
		"five-rank straight": func(s spot) bool {
		return mostOfSuit(s.board) >= 3 || mostInWindow(s.board) >= 4
	},

	"we have no pair, and nothing better": func(s spot) bool { return s.category() < pair },
	"we have no more than one pair":       func(s spot) bool { return s.category() <= pair },
	"we have exactly one pair, by pairing an unpaired board or by a pocket pair that misses one": func(s spot) bool {
		return s.category() == pair && len(ranksDown(s.board)) == len(s.board)
	},
	"we have exactly two pair, and exactly one of the two lies on the board": func(s spot) bool {
		return s.category() == twoPair && s.pairsOnBoard() == 1
	},
	"we have exactly two pair, and both hole cards pair the board": func(s spot) bool {
		return s.category() == twoPair && s.bothPair()
	},
	"we have at least two pair, not all of it on the board": func(s spot) bool {
		return s.category() >= twoPair && s.ours()
	},
	"we have exactly three of a kind, not all of it on the board": func(s spot) bool {
		return s.category() == trips && s.ours()
	},
	"we have at least three of a kind, not all of it on the board": func(s spot) bool {
		return s.category() >= trips && s.ours()
	},
	"hand and board make a straight, and nothing better": func(s spot) bool { return s.category() == straight },
	"our best hand is a straight, and no hand has a higher one": func(s spot) bool {
		return s.category() == straight && highestStraight(s.all) >= s.bestPossibleStraight()
	},
	"hand and board make a flush, and nothing better": func(s spot) bool { return s.category() == flush },
	"we have at least a straight, not all of it on the board": func(s spot) bool {
		return s.category() >= straight && s.ours()
	},
	"we have a full house or better, not all of it on the board": func(s spot) bool {
		return s.category() >= fullHouse && s.ours()
	},

	"a hole card has the rank of the highest board card": func(s spot) bool { return s.holds(s.boardRank(0)) },
	"a hole card has the second highest different rank on the board": func(s spot) bool {
		return s.holds(s.boardRank(1))
	},
	"a hole card has the rank of the lowest board card, and the board has two " +
		"different ranks or more": func(s spot) bool {
		return s.holds(s.lowest()) && len(ranksDown(s.board)) >= 2
	},
	"no hole card has the rank of a board card": func(s spot) bool {
		return of(s.board, s.hand[0].rank)+of(s.board, s.hand[1].rank) == 0
	},
	"we have exactly one pair, of the highest board card, and no other kicker would be better": func(s spot) bool {
		return s.category() == pair && s.holds(s.boardRank(0)) && s.betterKickers() == 0
	},
	"we have exactly one pair, of the highest board card or a pocket pair above the board": func(s spot) bool {
		return s.category() == pair && s.made[1] >= s.boardRank(0) && s.holds(s.made[1])
	},
	"we have exactly one pair, not on the board, below the highest board card": func(s spot) bool {
		return s.category() == pair && of(s.board, s.made[1]) < 2 && s.made[1] < s.boardRank(0)
	},
	"we have a pocket pair, and at least two board cards are above it": func(s spot) bool {
		return s.pocket() && s.boardAbove() >= 2
	},
	"no board card is above our highest card":                  func(s spot) bool { return s.boardAbove() == 0 },
	"exactly one board card is above our highest card":         func(s spot) bool { return s.boardAbove() == 1 },
	"at least two board cards are above our highest card":      func(s spot) bool { return s.boardAbove() >= 2 },
	"exactly one of our cards is above the highest board card": func(s spot) bool { return s.oursAbove() == 1 },
	"both our cards are above the highest board card":          func(s spot) bool { return s.oursAbove() == 2 },
	"a board card is an ace, and no hole card is": func(s spot) bool {
		return of(s.board, 14) > 0 && !s.holds(14)
	},
	"we make no more than the board alone, kickers aside, and no board card is " +
		"above our highest card": func(s spot) bool {
		return s.made == s.alone && s.boardAbove() == 0
	},
	"we make no more than the board alone, kickers aside, and a board card is " +
		"above our highest card": func(s spot) bool {
		return s.made == s.alone && s.boardAbove() > 0
	},

	"we have no flush, exactly four of our and the board's cards have the same suit, and at " +
		"least one is ours": spot.flushDraw,
	"we have a flush draw, with the highest card of its suit that the board lacks": func(s spot) bool {
		for _, c := range s.hand {
			rank := 14
			for of(suitOf(s.board, c.suit), rank) > 0 {
				rank--
			}
			if suited(s.all, c.suit) == 4 && of(suitOf(s.hand, c.suit), rank) > 0 {
				return true
			}
		}
		return false
	},
	"we have no straight, and four in a row among all cards are open at both ends": spot.open,
	"we have no straight and no open-ended draw, and exactly one rank completes a straight": func(s spot) bool {
		return !s.open() && s.completes() == 1
	},
	"we have no straight and no open-ended draw, and two or more ranks complete a straight": func(s spot) bool {
		return !s.open() && s.completes() >= 2
	},
	"we have a flush draw and a straight draw": func(s spot) bool {
		return s.flushDraw() && s.completes() >= 1
	},
	"we have a flush draw, and both our cards are above the highest board card": func(s spot) bool {
		return s.flushDraw() && s.oursAbove() == 2
	},
	"we have no flush, and exactly four of our and the board's cards have the same suit, not " +
		"all on the board": spot.flushDraw,
	"we have no straight, four of our and the board's ranks fit in one, and not all " +
		"four are on the board": func(s spot) bool {
		return s.noStraight() && s.fourToStraight()
	},
	"we have no pair and nothing better, and a flush draw or a straight draw missed": func(s spot) bool {
		return s.category() == 0 && (s.flushDraw() || s.fourToStraight())
	},
	"we have no straight, and hold a rank that a possible straight needs": func(s spot) bool {
		return s.noStraight() && s.needed() > 0
	},
	"we have no more than two pair, and four board cards or more have the same suit, or four " +
		"of different ranks fit in one five-rank straight": func(s spot) bool {
		return s.category() <= twoPair && (mostOfSuit(s.board) >= 4 || mostInWindow(s.board) >= 4)
	},
	"at least eight cards give us a higher category, not all of it on the board": func(s spot) bool {
		return s.outs(s.better) >= 8
	},
	"at least twelve cards give us a higher category, not all of it on the board": func(s spot) bool {
		return s.outs(s.better) >= 12
	},
	"at least eight " + cleanOuts: func(s spot) bool { return s.outs(s.clean) >= 8 },
	"four to seven " + cleanOuts: func(s spot) bool {
		n := s.outs(s.clean)
		return n >= 4 && n <= 7
	},
}

const cleanOuts = "cards give us a higher category, not all of it on the board, do not pair the board, and put no " +
	"third or further card of a suit there unless they give us a flush"

func suitOf(list []card, suit int) (of []card) {
	for _, c := range list {
		if c.suit == suit {
			of = append(of, c)
		}
	}
	return of
}

// The features of the turn and the river are what their sentences say.
func TestFeaturesMeanTheirSentences(t *testing.T) {
	for _, street := range []cards.Street{cards.Turn, cards.River} {
		set := featureset.Default(street)
		random, reader := rand.New(rand.NewPCG(8, uint64(street))), set.NewReader()
		var union, all proof.Vector
		rows := 8000
		if testing.Short() {
			rows = 2000
		}
		for range rows {
			hand, board := rareCards(random, street.Cards())
			got := must.Get(reader.Of(hand, board))(t)
			s := spotOf(hand, board)
			for i, f := range set.Features {
				want, ok := sentenceOracles[f.Sentence]
				if !ok {
					t.Fatalf("no reading of %q", f.Sentence)
				}
				if want(s) != got.Has(i+1) {
					t.Fatalf("%v on %v: F%d, %q, is %t", hand, board, i+1, f.Sentence, got.Has(i+1))
				}
				all = all.With(i + 1)
				if got.Has(i + 1) {
					union = union.With(i + 1)
				}
			}
		}
		if union != all || set.Count() != 69 {
			t.Errorf("%s: of %d features some are never true", set.Name, set.Count())
		}
	}
}
