package strength

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/internal/nearest"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Mode selects the rules of poker or those of the program behind the published numbers.
type Mode uint8

const (
	Rules Mode = iota // Rules compares hands by the rules and scores Chen's points as stated
	// AsPublished has the published program's three mistakes: in the comparison of two pair, and in the gap
	// and the least points of a pair in Chen's score.
	AsPublished
	// AsWritten follows the paper's text: it compares all hands of one type as the program compares two pair,
	// and scores Chen's points as stated. Of the published numbers only some on the flop agree with it.
	AsWritten
)

// Modes lists the modes.
func Modes() []Mode { return []Mode{Rules, AsPublished, AsWritten} }

// ModeNames lists the names of the modes, in their order.
func ModeNames() []string { return []string{"rules", "as-published", "as-written"} }

// String returns "rules", "as-published" or "as-written".
func (m Mode) String() string { return ModeNames()[m] }

// ParseMode reads the name of a mode.
func ParseMode(text string) (Mode, error) {
	names := ModeNames()
	if i := slices.Index(names, text); i >= 0 {
		return Mode(i), nil
	}
	return Rules, fmt.Errorf("unknown mode %q, want %s%s", text, strings.Join(names, ", "), nearest.Hint(text, names))
}

// Chen returns the rules for Chen's points in this mode.
func (m Mode) Chen() ranges.ChenMode {
	if m == AsPublished {
		return ranges.ChenAsPublished
	}
	return ranges.ChenStated
}

func (m Mode) ranking() *showdown.Ranking {
	switch m {
	case AsPublished:
		return publishedRanking()
	case AsWritten:
		return writtenRanking()
	}
	return nil
}

// Weighting is one of the paper's two opponents.
type Weighting uint8

const (
	Uniform Weighting = iota // Uniform gives every hand the same weight
	Chen                     // Chen gives a hand the weight max(Chen score, 1)
)

// Weightings lists the weightings.
func Weightings() []Weighting { return []Weighting{Uniform, Chen} }

// String returns "uniform" or "chen".
func (w Weighting) String() string {
	if w == Chen {
		return "chen"
	}
	return "uniform"
}

// Range returns the opponent's range, with Chen's points as in the mode.
func (w Weighting) Range(m Mode) *ranges.Range {
	switch {
	case w != Chen:
		return uniform()
	case m == AsPublished:
		return chenAsPublished()
	}
	return chenStated()
}

var (
	uniform         = sync.OnceValue(func() *ranges.Range { return byClass(func(cards.Class) int { return 1 }) })
	chenStated      = sync.OnceValue(func() *ranges.Range { return byClass(ranges.ChenStated.Weight) })
	chenAsPublished = sync.OnceValue(func() *ranges.Range { return byClass(ranges.ChenAsPublished.Weight) })
)

func byClass(weight func(cards.Class) int) *ranges.Range {
	var w [cards.NumCombos]uint32
	for h := range w {
		w[h] = uint32(weight(cards.Combo(h).Class()))
	}
	r, err := ranges.FromWeights(&w)
	if err != nil {
		panic(err) // no weight is below 1 or above 20
	}
	return r
}

// ParseOpponent reads "uniform", "chen" (with Chen's points as in the mode) or any range. Errors are those of
// ranges.Parse.
func ParseOpponent(text string, m Mode) (*ranges.Range, error) {
	var names []string
	for _, w := range Weightings() {
		if strings.EqualFold(strings.TrimSpace(text), w.String()) {
			return w.Range(m), nil
		}
		names = append(names, w.String())
	}
	r, err := ranges.ParseTyped(text)
	if name, ok := nearest.Name(text, names); err != nil && ok {
		err = fmt.Errorf("%w (or did you mean %q?)", err, name)
	}
	return r, err
}
