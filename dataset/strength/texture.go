package strength

import (
	"feltlab/model/cards"
	"feltlab/model/features"
)

// TextureFamily is one way to sort the boards of a street.
type TextureFamily struct {
	Name   string
	Groups []string
	of     func(*features.Board) int
}

// Of returns the group of a board of the street, an index of Groups.
func (f *TextureFamily) Of(set cards.Set) int {
	board := features.BoardOf(set)
	return f.of(&board)
}

// TextureFamilies lists the families for the boards of a street.
func TextureFamilies(street cards.Street) []TextureFamily {
	suits := TextureFamily{"suits", []string{"one suit", "two suits", "three suits"},
		func(b *features.Board) int { return b.Suits - 1 }}
	pairing := TextureFamily{"pairing", []string{"unpaired", "paired", "three of a kind"}, pairingOf}
	straights := []string{"three to a straight", "two to a straight", "disconnected"}
	switch street {
	case cards.Turn:
		suits.Groups, suits.of = []string{"four of a suit", "three of a suit", "two of a suit", "four suits"}, flushOf
		pairing.Groups = []string{"unpaired", "paired", "three of a kind", "two pair", "four of a kind"}
		straights = append([]string{"four to a straight"}, straights...)
	case cards.River:
		suits.Groups, suits.of = []string{"five of a suit", "four of a suit", "three of a suit", "two of a suit"},
			flushOf
		pairing.Groups = []string{"unpaired", "paired", "three of a kind", "two pair", "four of a kind", "full house"}
		straights = append([]string{"straight", "four to a straight"}, straights...)
	}
	return []TextureFamily{
		suits, pairing,
		{"high card", []string{"ace high", "king high", "queen high", "jack high", "ten high", "nine high or lower"},
			func(b *features.Board) int { return min(ace-b.High, 5) }},
		{"connectedness", straights, func(b *features.Board) int { return b.Cards - b.Straight }},
	}
}

// ace is the rank of an ace among facts.
const ace = 14

// flushOf sorts boards of four or five cards by the cards of the commonest suit, the most first.
func flushOf(b *features.Board) int { return b.Cards - b.Flush }

// pairingOf sorts boards by their equal ranks.
func pairingOf(b *features.Board) int {
	switch {
	case b.Most == 1:
		return 0
	case b.Most == 2 && b.Distinct == b.Cards-1:
		return 1
	case b.Most == 3 && b.Distinct == b.Cards-2:
		return 2
	case b.Most == 2: // two ranks twice
		return 3
	case b.Most == 4:
		return 4
	}
	return 5
}
