package cards

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rank is a card's rank: 0 is the deuce, 12 the ace.
type Rank uint8

// Named ranks.
const (
	Two Rank = iota
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Ace
)

// Suit is a card's suit in the order clubs, diamonds, hearts, spades.
type Suit uint8

// The four suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Sizes of the deck.
const (
	NumRanks = 13
	NumSuits = 4
	NumCards = NumRanks * NumSuits
)

const (
	rankLetters = "23456789TJQKA"
	suitLetters = "cdhs"
)

// ErrDuplicate marks a card that occurs twice.
var ErrDuplicate = errors.New("duplicate card")

// String returns the rank's letter, one of 23456789TJQKA.
func (r Rank) String() string { return string(rankLetters[r]) }

// String returns the suit's letter, one of cdhs.
func (s Suit) String() string { return string(suitLetters[s]) }

// Card is one of the 52 cards, 4*rank + suit, so that numbers order by rank first.
type Card uint8

// New returns the card of a rank and a suit.
func New(r Rank, s Suit) Card { return Card(r)<<2 | Card(s) }

// Rank returns the card's rank.
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// String returns rank and suit, such as "Ah".
func (c Card) String() string { return c.Rank().String() + c.Suit().String() }

// ParseRank reads one rank letter; lower case is accepted.
func ParseRank(letter byte) (Rank, bool) {
	i := strings.IndexRune(rankLetters, unicode.ToUpper(rune(letter)))
	return Rank(i), i >= 0
}

// ParseSuit reads one suit letter; upper case is accepted.
func ParseSuit(letter byte) (Suit, bool) {
	i := strings.IndexRune(suitLetters, unicode.ToLower(rune(letter)))
	return Suit(i), i >= 0
}

var suitSigns = [NumSuits]string{"♣♧", "♦♢", "♥♡", "♠♤"}

// ParseCard reads one card such as "Ah", "td", "10h" or "Q♠".
func ParseCard(s string) (Card, error) {
	if c, n := cutCard(s); n > 0 && n == len(s) {
		return c, nil
	}
	return 0, fmt.Errorf("%q is not a card: want a rank of %s and a suit of %s, such as Ah",
		s, rankLetters, suitLetters)
}

// cutCard reads the card that a text begins with, and returns its length in bytes, 0 if there is none.
func cutCard(s string) (c Card, n int) {
	rank, after := s, strings.TrimPrefix(s, "10")
	if len(after) < len(s) {
		rank = "T"
	} else if after != "" {
		after = after[1:]
	}
	if rank == "" || after == "" {
		return 0, 0
	}
	r, ok := ParseRank(rank[0])
	if !ok {
		return 0, 0
	}
	if u, ok := ParseSuit(after[0]); ok {
		return New(r, u), len(s) - len(after) + 1
	}
	sign, size := utf8.DecodeRuneInString(after)
	for u, signs := range suitSigns {
		if sign != utf8.RuneError && strings.ContainsRune(signs, sign) {
			after = strings.TrimPrefix(after[size:], emojiStyle)
			return New(r, Suit(u)), len(s) - len(after)
		}
	}
	return 0, 0
}

// emojiStyle is the character that telephones type after a suit sign.
const emojiStyle = "\ufe0f"

// ParseCards reads a list of cards with or without spaces or commas between them, such as "Qs7h2d" or
// "Q♠ 7♥ 2♦". A card that occurs twice is an error, ErrDuplicate.
func ParseCards(s string) ([]Card, error) {
	var out []Card
	var seen Set
	for rest := s; rest != ""; {
		if rest[0] == ' ' || rest[0] == ',' {
			rest = rest[1:]
			continue
		}
		at := utf8.RuneCountInString(s[:len(s)-len(rest)]) + 1
		c, n := cutCard(rest)
		if n == 0 {
			width := 2
			if strings.HasPrefix(rest, "10") {
				width = 3
			}
			_, err := ParseCard(firstRunes(rest, width))
			return nil, fmt.Errorf("%w, at character %d of %q", err, at, s)
		}
		if seen.Has(c) {
			return nil, fmt.Errorf("%w: %v, at character %d of %q", ErrDuplicate, c, at, s)
		}
		seen = seen.With(c)
		out = append(out, c)
		rest = rest[n:]
	}
	return out, nil
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// parseList reads a list of cards whose length is one of some numbers.
func parseList(s, what, want string, numbers ...int) ([]Card, error) {
	list, err := ParseCards(s)
	if err == nil && !slices.Contains(numbers, len(list)) {
		return nil, fmt.Errorf("%s %q has %d cards, want %s", what, s, len(list), want)
	}
	return list, err
}

// ParseBoard reads a board of 0, 3, 4 or 5 cards.
func ParseBoard(s string) ([]Card, error) {
	return parseList(s, "board", "0, 3 (flop), 4 (turn) or 5 (river)", 0, 3, 4, 5)
}

// ParseFlop reads a board of exactly three cards.
func ParseFlop(s string) (flop [3]Card, err error) {
	list, err := parseList(s, "flop", "3", len(flop))
	copy(flop[:], list)
	return flop, err
}

// Format returns the text of a list of cards, such as "Qs7h2d".
func Format(cards []Card) string {
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(c.String())
	}
	return b.String()
}
