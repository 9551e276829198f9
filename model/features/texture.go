package features

import (
	"math/bits"

	"feltlab/model/cards"
)

// TextureFamily is one way to sort the boards of a street.
type TextureFamily struct {
	Name   string
	Groups []string
	of     func(board) int
}

// Of returns the group of a board of the street, an index of Groups.
func (f *TextureFamily) Of(set cards.Set) int { return f.of(viewBoard(set)) }

// TextureFamilies lists the families for the boards of a street.
func TextureFamilies(street cards.Street) []TextureFamily {
	suits := TextureFamily{"suits", []string{"one suit", "two suits", "three suits"},
		func(b board) int { return b.suits - 1 }}
	pairing := TextureFamily{"pairing", []string{"unpaired", "paired", "three of a kind"}, pairingOf}
	straights := []string{"three to a straight", "two to a straight", "disconnected"}
	switch street {
	case cards.Turn:
		suits.Groups, suits.of = []string{"four of a suit", "three of a suit", "two of a suit", "four suits"}, flushOf
		pairing.Groups = []string{"unpaired", "paired", "three of a kind", "two pair", "four of a kind"}
		straights = append([]string{"four to a straight"}, straights...)
	case cards.River:
		suits.Groups, suits.of = []string{"five of a suit", "four of a suit", "three of a suit", "two of a suit"}, flushOf
		pairing.Groups = []string{"unpaired", "paired", "three of a kind", "two pair", "four of a kind", "full house"}
		straights = append([]string{"straight", "four to a straight"}, straights...)
	}
	return []TextureFamily{
		suits, pairing,
		{"high card", []string{"ace high", "king high", "queen high", "jack high", "ten high", "nine high or lower"},
			func(b board) int { return min(int(cards.Ace-b.high), 5) }},
		{"connectedness", straights, func(b board) int { return b.cards - b.straight }},
	}
}

type board struct {
	cards    int
	suits    int    // different suits
	flush    int    // cards of the commonest suit
	ranks    uint16 // bit r: rank r occurs
	most     int    // cards of the commonest rank
	high     cards.Rank
	straight int // most different ranks within five neighbouring ones
}

func viewBoard(set cards.Set) board {
	b := board{cards: set.Len()}
	var suits [cards.NumSuits]int
	var ranks [cards.NumRanks]int
	for rest := set; rest != 0; rest &= rest - 1 {
		c := rest.Min()
		suits[c.Suit()]++
		ranks[c.Rank()]++
		b.ranks |= 1 << c.Rank()
		b.high = max(b.high, c.Rank())
		b.flush, b.most = max(b.flush, suits[c.Suit()]), max(b.most, ranks[c.Rank()])
	}
	for _, n := range suits {
		if n > 0 {
			b.suits++
		}
	}
	low := b.ranks<<1 | b.ranks>>cards.Ace // bit 0: the ace as a one
	for shift := range 10 {
		b.straight = max(b.straight, bits.OnesCount16(low>>shift&0b11111))
	}
	return b
}

// flushOf sorts boards of four or five cards by the cards of the commonest suit, the most first.
func flushOf(b board) int { return b.cards - b.flush }

// pairingOf sorts boards by their equal ranks.
func pairingOf(b board) int {
	distinct := bits.OnesCount16(b.ranks)
	switch {
	case b.most == 1:
		return 0
	case b.most == 2 && distinct == b.cards-1:
		return 1
	case b.most == 3 && distinct == b.cards-2:
		return 2
	case b.most == 2: // two ranks twice
		return 3
	case b.most == 4:
		return 4
	}
	return 5
}
