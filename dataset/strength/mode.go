package strength

import (
	"fmt"
	"strings"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Mode selects the rules of poker or those of the program behind the published numbers.
type Mode string

const (
	Rules Mode = "rules" // Rules compares hands by the rules and scores Chen's points as stated
	// AsPublished has the published program's three mistakes: in the comparison of two pair, and in the gap
	// and the least points of a pair in Chen's score.
	AsPublished Mode = "as-published"
	// AsWritten follows the paper's text: it compares all hands of one type as the program compares two pair,
	// and scores Chen's points as stated. Of the published numbers only some on the flop agree with it.
	AsWritten Mode = "as-written"
)

// Modes lists the modes.
func Modes() []Mode { return []Mode{Rules, AsPublished, AsWritten} }

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
type Weighting string

const (
	Uniform Weighting = "uniform" // Uniform gives every hand the same weight
	Chen    Weighting = "chen"    // Chen gives a hand the weight max(Chen score, 1)
)

// Weightings lists the weightings.
func Weightings() []Weighting { return []Weighting{Uniform, Chen} }

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
	uniform         = byClass(func(cards.Class) int { return 1 })
	chenStated      = byClass(ranges.ChenStated.Weight)
	chenAsPublished = byClass(ranges.ChenAsPublished.Weight)
)

func byClass(weight func(cards.Class) int) func() *ranges.Range {
	return sync.OnceValue(func() *ranges.Range {
		var w [cards.NumCombos]uint32
		for h := range w {
			w[h] = uint32(weight(cards.Combo(h).Class()))
		}
		r, err := ranges.FromWeights(&w)
		if err != nil {
			panic(err) // no weight is below 1 or above 20
		}
		return r
	})
}

// ParseOpponent reads "uniform", "chen" (with Chen's points as in the mode) or any range. Errors are those of
// ranges.Parse.
func ParseOpponent(text string, m Mode) (*ranges.Range, error) {
	var names []string
	for _, w := range Weightings() {
		if strings.EqualFold(strings.TrimSpace(text), string(w)) {
			return w.Range(m), nil
		}
		names = append(names, string(w))
	}
	r, err := ranges.ParseTyped(text)
	if name, ok := plain.Nearest(text, names); err != nil && ok {
		err = fmt.Errorf("%w (or did you mean %q?)", err, name)
	}
	return r, err
}
