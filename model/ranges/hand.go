package ranges

import (
	"fmt"

	"feltlab/model/cards"
)

// Hand is a starting hand: two cards, or a class where suits do not matter.
type Hand struct {
	Text     string      // canonical: "AA", "AKs", or "AhKd" with the higher card first
	Class    cards.Class // the class, or the class of the two cards
	Combo    cards.Combo // the two cards; of a class, its Representative
	Specific bool        // whether the text names two cards
}

// String returns the canonical text.
func (h Hand) String() string { return h.Text }

// MarshalText returns the canonical text.
func (h Hand) MarshalText() ([]byte, error) { return []byte(h.Text), nil }

// UnmarshalText reads what ParseHand reads.
func (h *Hand) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHand(string(text))
	return err
}

// ParseHand reads a class such as AA, AKs or T9o, or two cards such as AhKd. Errors say what is wrong and
// wrap those of model/cards.
func ParseHand(text string) (Hand, error) {
	if looksSpecific(text) {
		h, err := cards.ParseCombo(text)
		if err != nil {
			return Hand{}, handError(err)
		}
		return Hand{Text: h.String(), Class: h.Class(), Combo: h, Specific: true}, nil
	}
	k, err := cards.ParseClass(text)
	if err != nil {
		return Hand{}, handError(err)
	}
	return Hand{Text: k.String(), Class: k, Combo: k.Representative()}, nil
}

// looksSpecific reports whether a text is meant to be cards, as "AhK" and "AhKdQc" are, and not a class, as
// "AKx" and "" are.
func looksSpecific(text string) bool {
	if len(text) < 2 {
		return false
	}
	_, suit := cards.ParseSuit(text[1])
	return suit || len(text) > 3
}

func handError(err error) error {
	return fmt.Errorf("%w; want a class such as AA, AKs or T9o, or two cards such as AhKd", err)
}
