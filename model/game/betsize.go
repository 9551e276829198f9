package game

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrSize marks the text of a bet size that cannot be read.
var ErrSize = errors.New("bad bet size")

// BetSize is a size of bets or raises in words; see ParseBetSizes.
type BetSize struct {
	kind byte    // the letter at the end of the word: % x c e a
	x    float64 // the number before it: a fraction for %
	most float64 // of e: the largest bet as a fraction of the pot
	cap  int     // of c: the number of bets and raises of a street after which there is no raise; 0 for any
}

// ParseBetSizes reads sizes separated by commas, in the words of postflop-solver:
//
//	50%     of the pot, of a raise of the pot after the call
//	2.5x    that many times the bet that is raised; of a first bet, that many pots
//	100c    chips; of a raise, chips more than the call; 20c3r: only if the street has at most three bets
//	e  2e   geometric: the same share of the pot on all streets that are left, or on two, gets all-in
//	3e200%  the same, but no more than this share of the pot
//	a       all-in
//
// The words geometric, all-in and allin are read too. A number without a letter is a percentage of the pot, as
// TexasSolver writes sizes. Empty text has no sizes. Errors wrap ErrSize.
func ParseBetSizes(text string) (sizes []BetSize, err error) {
	for _, word := range strings.Split(text, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		s, ok := parseSize(strings.ToLower(word))
		if !ok {
			return nil, fmt.Errorf("%w %.40q: want sizes such as 33%%, 2.5x, 100c, e, 2e, 3e200%% or all-in",
				ErrSize, word)
		}
		sizes = append(sizes, s)
	}
	return sizes, nil
}

func parseSize(word string) (s BetSize, ok bool) {
	const mostPots = 1000 // a larger number is a mistake
	switch word {
	case "a", "all-in", "allin":
		return BetSize{kind: 'a'}, true
	case "geometric":
		word = "e"
	}
	if before, after, found := strings.Cut(word, "e"); found {
		s = BetSize{kind: 'e', most: math.Inf(1)}
		if before != "" {
			if s.x, ok = parseAmount(before); !ok || s.x < 1 || s.x > mostPots {
				return s, false
			}
		}
		if after == "" {
			return s, true
		}
		percent, found := strings.CutSuffix(after, "%")
		most, ok := parseAmount(percent)
		s.most = most / 100
		return s, found && ok && most > 0
	}
	if before, after, found := strings.Cut(word, "c"); found {
		s.kind = 'c'
		if s.x, ok = parseAmount(before); !ok || after == "" {
			return s, ok
		}
		raises, found := strings.CutSuffix(after, "r")
		n, err := strconv.Atoi(raises)
		s.cap = n
		return s, found && err == nil && n >= 1
	}
	s.kind = '%'
	number, found := strings.CutSuffix(word, "%")
	if !found {
		if number, found = strings.CutSuffix(word, "x"); found {
			s.kind = 'x'
		}
	}
	if s.x, ok = parseAmount(number); s.kind == '%' {
		s.x /= 100
	}
	return s, ok && s.x <= mostPots
}

// parseAmount reads a number of at least 0 in digits.
func parseAmount(text string) (float64, bool) {
	if strings.Trim(text, ".0123456789") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// spot is what a bet size depends on.
type spot struct {
	pot     float64 // after a call
	bet     float64 // that is raised; 0 for a first bet
	stack   float64 // the largest bet
	bets    int     // bets and raises of the street so far
	streets int     // streets that are left, this one included
	unit    float64 // of chips
}

// to returns the bet of a size: what the seat has put in on the street after it; 0 if the size is not allowed.
func (s *BetSize) to(at *spot) float64 {
	round := func(x float64) float64 { return math.Round(x/at.unit) * at.unit }
	switch s.kind {
	case 'a':
		return at.stack
	case 'x':
		if at.bet == 0 {
			return round(s.x * at.pot)
		}
		return round(s.x * at.bet)
	case 'c':
		if s.cap > 0 && at.bets > s.cap {
			return 0
		}
		return at.bet + s.x
	case 'e':
		streets := s.x
		if streets == 0 {
			streets = float64(at.streets)
		}
		if at.bets > 0 {
			streets = max(streets-float64(at.bets)+1, 1)
		}
		share := (math.Pow(2*(at.stack-at.bet)/at.pot+1, 1/streets) - 1) / 2
		return at.bet + round(at.pot*min(share, s.most))
	}
	return at.bet + round(s.x*at.pot)
}
