package ranges

import (
	"errors"
	"fmt"
	"strings"

	"feltlab/model/cards"
)

// shape is the meaning of "77", "AKs", "AKo" or "AK": two ranks, the higher first, and whether the suited,
// the offsuit or both hands.
type shape struct {
	high, low cards.Rank
	suffix    string // "s", "o" or, for both and for pairs, ""
}

func (s shape) pair() bool { return s.high == s.low }

func (s shape) classes() []cards.Class {
	suited, offsuit := cards.ClassOf(s.high, s.low, true), cards.ClassOf(s.high, s.low, false)
	switch {
	case s.suffix == "s":
		return []cards.Class{suited}
	case s.suffix == "o" || s.pair():
		return []cards.Class{offsuit}
	}
	return []cards.Class{suited, offsuit}
}

// between lists the classes like s whose low rank, or rank of a pair, is from low to high.
func (s shape) between(low, high cards.Rank) []cards.Class {
	var out []cards.Class
	pair := s.pair()
	for r := low; r <= high; r++ {
		s.low = r
		if pair {
			s.high = r
		}
		out = append(out, s.classes()...)
	}
	return out
}

// parseClasses reads "AKs", "77+", "A5s-A2s" or "Axs". It returns the classes, or the problem with the text.
func parseClasses(text string) (classes []cards.Class, problem string) {
	if len(text) > 1 && text[1]|0x20 == 'x' {
		return parseAnyKicker(text)
	}
	left, right, dashed := strings.Cut(text, "-")
	if dashed {
		return parseDash(left, right)
	}
	body, plus := strings.CutSuffix(text, "+")
	s, problem := parseShape(body)
	switch {
	case problem != "":
		return nil, problem
	case !plus:
		return s.classes(), ""
	case s.pair():
		return s.between(s.low, cards.Ace), ""
	}
	return s.between(s.low, s.high-1), ""
}

// parseAnyKicker reads "Axs", "Axo" or "Ax": the x is any rank below the first.
func parseAnyKicker(text string) ([]cards.Class, string) {
	high, ok := cards.ParseRank(text[0])
	suffix := strings.ToLower(text[2:])
	switch {
	case !ok || suffix != "" && suffix != "s" && suffix != "o":
		return nil, "want Axs (suited), Axo (offsuit) or Ax (both), where x is any rank below the ace"
	case high == cards.Two:
		return nil, "no rank is below a deuce, which x could stand for"
	}
	return shape{high, cards.Two, suffix}.between(cards.Two, high-1), ""
}

func parseDash(left, right string) ([]cards.Class, string) {
	a, problem := parseShape(left)
	if problem != "" {
		return nil, "left of the dash: " + problem
	}
	b, problem := parseShape(right)
	switch {
	case problem != "":
		return nil, "right of the dash: " + problem
	case a.pair() != b.pair():
		return nil, "want pairs at both ends of a dash, as in 99-66, or at neither"
	case a.suffix != b.suffix:
		return nil, "want the same suffix at both ends of a dash, as in A5s-A2s"
	case a.high != b.high && !a.pair():
		return a.slide(b)
	}
	return a.between(min(a.low, b.low), max(a.low, b.low)), ""
}

func (s shape) slide(end shape) ([]cards.Class, string) {
	gap := s.high - s.low
	if end.high-end.low != gap {
		return nil, "want the same high card at both ends of a dash, as in A5s-A2s, or the same gap, as in T9s-65s"
	}
	var out []cards.Class
	for low := min(s.low, end.low); low <= max(s.low, end.low); low++ {
		out = append(out, shape{low + gap, low, s.suffix}.classes()...)
	}
	return out, ""
}

// parseShape reads "77", "AKs", "AKo" or "AK", ranks in either order.
func parseShape(text string) (shape, string) {
	if len(text) < 2 {
		return shape{}, expected
	}
	a, aOK := cards.ParseRank(text[0])
	b, bOK := cards.ParseRank(text[1])
	switch {
	case aOK && !bOK && looksSpecific(text):
		return shape{}, specificProblem(text)
	case strings.HasPrefix(text, "10"):
		return shape{}, "want T for a ten"
	case !aOK || !bOK || len(text) > 3:
		return shape{}, expected
	}
	s := shape{high: max(a, b), low: min(a, b), suffix: strings.ToLower(text[2:])}
	name := s.high.String() + s.low.String()
	switch {
	case s.pair() && s.suffix != "":
		return shape{}, fmt.Sprintf("a pair takes no suffix: want %s", name)
	case s.suffix != "" && s.suffix != "s" && s.suffix != "o":
		return shape{}, fmt.Sprintf("want %[1]ss (suited), %[1]so (offsuit) or %[1]s (both)", name)
	}
	return s, ""
}

func specificProblem(text string) string {
	found, err := cards.ParseCards(text)
	switch {
	case errors.Is(err, cards.ErrDuplicate):
		return "want two different cards such as AhKd"
	case err != nil || len(found) != 2:
		return "want two cards such as AhKd"
	}
	return "want a class such as AKs before + and beside -, not two specific cards"
}
