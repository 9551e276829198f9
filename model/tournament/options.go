package tournament

import (
	"fmt"
	"strings"

	"feltlab/internal/nearest"
)

// Mode says what is played for.
type Mode uint8

const (
	// Tournament plays until one player has all chips, for prizes.
	Tournament Mode = iota
	// Cash plays a single hand for chips.
	Cash
)

// TwoBust says who finishes higher of two players who go out in the same hand.
type TwoBust uint8

const (
	// LargerStack ranks them by their stacks before the hand; equal stacks split.
	LargerStack TwoBust = iota
	// SplitPrizes gives both the mean of the two prizes.
	SplitPrizes
	// ShowdownOrder ranks them by their hands; equal hands split.
	ShowdownOrder
)

// HeadsUp says how a state with two players left is valued.
type HeadsUp uint8

const (
	// HeadsUpSolved solves the jam-or-fold game of two players.
	HeadsUpSolved HeadsUp = iota
	// HeadsUpLinear takes the share of the chips for the probability to win.
	HeadsUpLinear
)

// Removal says how cards that players hold bear on the cards of the others.
type Removal uint8

const (
	// RemovalExact deals and shows down all three hands from one deck, folded hands included.
	RemovalExact Removal = iota
	// RemovalPair deals from one deck, but the equity of two hands ignores the hand that was
	// folded.
	RemovalPair
	// RemovalNone deals every hand from a full deck of its own.
	RemovalNone
)

// Averaging says how fictitious play mixes a best response into the average.
type Averaging uint8

const (
	// AverageLinear gives the response of iteration t the weight 2/(t+2) and starts from
	// the solution at hand.
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

// ParseMode reads "tournament" or "cash". The error is ErrOption.
func ParseMode(text string) (Mode, error) { return parseOption[Mode](text, "mode", modeNames) }

// ParseTwoBust reads "larger-stack", "split" or "showdown". The error is ErrOption.
func ParseTwoBust(text string) (TwoBust, error) {
	return parseOption[TwoBust](text, "rule for two who bust in one hand", twoBustNames)
}

// ParseHeadsUp reads "solved" or "linear". The error is ErrOption.
func ParseHeadsUp(text string) (HeadsUp, error) {
	return parseOption[HeadsUp](text, "value of heads-up states", headsUpNames)
}

// ParseRemoval reads "exact", "pair" or "none". The error is ErrOption.
func ParseRemoval(text string) (Removal, error) {
	return parseOption[Removal](text, "card removal", removalNames)
}

// ParseAveraging reads "2/(t+2)" or "1/t". The error is ErrOption.
func ParseAveraging(text string) (Averaging, error) {
	return parseOption[Averaging](text, "averaging", averagingNames)
}

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

// UnmarshalText is ParseMode.
func (m *Mode) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMode(string(text))
	return err
}

// UnmarshalText is ParseTwoBust.
func (b *TwoBust) UnmarshalText(text []byte) (err error) {
	*b, err = ParseTwoBust(string(text))
	return err
}

// UnmarshalText is ParseHeadsUp.
func (h *HeadsUp) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHeadsUp(string(text))
	return err
}

// UnmarshalText is ParseRemoval.
func (r *Removal) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRemoval(string(text))
	return err
}

// UnmarshalText is ParseAveraging.
func (a *Averaging) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAveraging(string(text))
	return err
}

func optionName[T ~uint8](value T, kind string, names []string) string {
	if int(value) >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, uint8(value))
	}
	return names[value]
}

func parseOption[T ~uint8](text, what string, names []string) (T, error) {
	for i, name := range names {
		if name == text {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("%w: no %s %q%s (one of %s)", ErrOption, what, text,
		nearest.Hint(text, names), strings.Join(names, ", "))
}
