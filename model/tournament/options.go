package tournament

import (
	"fmt"
	"slices"
	"strings"

	"feltlab/internal/nearest"
)

// Mode is a tournament or a cash game.
type Mode uint8

const (
	// Tournament plays until one player has all chips, for prizes.
	Tournament Mode = iota
	// Cash plays a single hand for chips.
	Cash
)

// TwoBust decides which of two players who go out in the same hand finishes higher.
type TwoBust uint8

const (
	// LargerStack ranks them by their stacks before the hand; equal stacks split.
	LargerStack TwoBust = iota
	// SplitPrizes gives both the mean of the two prizes.
	SplitPrizes
	// ShowdownOrder ranks them by their hands; equal hands split.
	ShowdownOrder
)

// HeadsUp is how a state with two players left is valued.
type HeadsUp uint8

const (
	// HeadsUpSolved solves the jam-or-fold game of two players.
	HeadsUpSolved HeadsUp = iota
	// HeadsUpLinear takes the share of the chips as the probability of winning.
	HeadsUpLinear
)

// Removal is how the players' cards affect the distribution of each other's cards.
type Removal uint8

const (
	// RemovalExact deals and shows down all three hands from one deck, folded hands included.
	RemovalExact Removal = iota
	// RemovalPair deals from one deck, but the equity of two hands ignores the folded hand.
	RemovalPair
	// RemovalNone deals every hand from a full deck of its own.
	RemovalNone
)

// Averaging is how fictitious play mixes a best response into the average.
type Averaging uint8

const (
	// AverageLinear gives the response of iteration t the weight 2/(t+2) and starts from the current solution.
	AverageLinear Averaging = iota
	// AverageUniform gives it 1/t and starts from jamming everything.
	AverageUniform
)

var (
	modeNames      = []string{"tournament", "cash"}
	twoBustNames   = []string{"larger-stack", "split", "showdown"}
	headsUpNames   = []string{"solved", "linear"}
	removalNames   = []string{"exact", "pair", "none"}
	averagingNames = []string{"2/(t+2)", "1/t"}
)

// String returns "tournament" or "cash".
func (m Mode) String() string { return optionName(m, "Mode", modeNames) }

// String returns "larger-stack", "split" or "showdown".
func (b TwoBust) String() string { return optionName(b, "TwoBust", twoBustNames) }

// String returns "solved" or "linear".
func (h HeadsUp) String() string { return optionName(h, "HeadsUp", headsUpNames) }

// String returns "exact", "pair" or "none".
func (r Removal) String() string { return optionName(r, "Removal", removalNames) }

// String returns "2/(t+2)" or "1/t".
func (a Averaging) String() string { return optionName(a, "Averaging", averagingNames) }

// MarshalText writes the name.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// MarshalText writes the name.
func (b TwoBust) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// MarshalText writes the name.
func (h HeadsUp) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// MarshalText writes the name.
func (r Removal) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// MarshalText writes the name.
func (a Averaging) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a name. The error is ErrOption.
func (m *Mode) UnmarshalText(text []byte) error { return parseOption(m, text, "mode", modeNames) }

// UnmarshalText reads a name. The error is ErrOption.
func (b *TwoBust) UnmarshalText(text []byte) error {
	return parseOption(b, text, "rule for two who bust in one hand", twoBustNames)
}

// UnmarshalText reads a name. The error is ErrOption.
func (h *HeadsUp) UnmarshalText(text []byte) error {
	return parseOption(h, text, "value of heads-up states", headsUpNames)
}

// UnmarshalText reads a name. The error is ErrOption.
func (r *Removal) UnmarshalText(text []byte) error {
	return parseOption(r, text, "card removal", removalNames)
}

// UnmarshalText reads a name. The error is ErrOption.
func (a *Averaging) UnmarshalText(text []byte) error {
	return parseOption(a, text, "averaging", averagingNames)
}

func optionName[T ~uint8](value T, kind string, names []string) string {
	if int(value) >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, uint8(value))
	}
	return names[value]
}

func parseOption[T ~uint8](value *T, text []byte, what string, names []string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%w: no %s %q%s (one of %s)", ErrOption, what, text,
			nearest.Hint(string(text), names), strings.Join(names, ", "))
	}
	*value = T(i)
	return nil
}
