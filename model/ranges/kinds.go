package ranges

import (
	"strings"

	"feltlab/model/cards"
)

// kindOf returns the condition of a kind of hands: a word such as suited, two cards such as AhXx, or two suits such as
// hx; nil for another text. An x stands for any suit, in the place of a rank for any rank.
func kindOf(text string) func(cards.Combo) bool {
	for _, n := range words {
		if strings.EqualFold(n.name, text) {
			return func(h cards.Combo) bool {
				high, low := h.Class().Ranks()
				return n.has(high, low, h.Class())
			}
		}
	}
	var pattern [2]cards.Set
	switch lower := strings.ToLower(text); {
	case !strings.Contains(lower, "x") && len(lower) != 2:
		return nil
	case len(lower) == 4:
		pattern = [2]cards.Set{cardsLike(lower[0], lower[1]), cardsLike(lower[2], lower[3])}
	case len(lower) == 2 && lower != "xx":
		pattern = [2]cards.Set{cardsLike('x', lower[0]), cardsLike('x', lower[1])}
	}
	if pattern[0] == 0 || pattern[1] == 0 {
		return nil
	}
	return func(h cards.Combo) bool {
		a, b := h.Cards()
		return pattern[0].Has(a) && pattern[1].Has(b) || pattern[0].Has(b) && pattern[1].Has(a)
	}
}

// cardsLike returns the cards of a rank and a suit, either x for any; none if it is neither.
func cardsLike(rank, suit byte) (set cards.Set) {
	r, rankOK := cards.ParseRank(rank)
	s, suitOK := cards.ParseSuit(suit)
	if rank != 'x' && !rankOK || suit != 'x' && !suitOK {
		return 0
	}
	for c := range cards.Card(cards.NumCards) {
		if (rank == 'x' || c.Rank() == r) && (suit == 'x' || c.Suit() == s) {
			set = set.With(c)
		}
	}
	return set
}

// isKind reports whether a text is one of words or two suits, which can narrow the token before.
func isKind(text string) bool { return len(text) != 4 && kindOf(text) != nil }
