package tournament

import (
	"fmt"
	"slices"
	"strings"

	"feltlab/internal/plain"
)

// TwoBust decides which of two players who go out in the same hand finishes higher.
type TwoBust = Option[twoBusts]

const (
	// LargerStack ranks them by their stacks before the hand; equal stacks split.
	LargerStack TwoBust = iota
	// SplitPrizes gives both the mean of the two prizes.
	SplitPrizes
	// ShowdownOrder ranks them by their hands; equal hands split.
	ShowdownOrder
)

// HeadsUp is how a state with two players left is valued.
type HeadsUp = Option[headsUps]

const (
	// HeadsUpSolved solves the jam-or-fold game of two players.
	HeadsUpSolved HeadsUp = iota
	// HeadsUpLinear takes the share of the chips as the probability of winning.
	HeadsUpLinear
)

// Removal is how the players' cards affect the distribution of each other's cards.
type Removal = Option[removals]

const (
	// RemovalExact deals and shows down all three hands from one deck, folded hands included.
	RemovalExact Removal = iota
	// RemovalPair deals from one deck, but the equity of two hands ignores the folded hand.
	RemovalPair
	// RemovalNone deals every hand from a full deck of its own.
	RemovalNone
)

// Method is an algorithm that solves tournaments; package solvers/jamfold describes them.
type Method = Option[methods]

const (
	PIFP Method = iota // fictitious play inside policy iteration
	VIFP               // fictitious play inside value iteration, as first published
)

// Option is one of the named values of a set. The zero value is the default.
type Option[S set] uint8

type set interface{ values() values }

type values struct {
	kind, decides string // the name of the type, and what it decides
	names         []string
}

type (
	twoBusts struct{}
	headsUps struct{}
	removals struct{}
	methods  struct{}
)

func (headsUps) values() values {
	return values{"HeadsUp", "value of heads-up states", []string{"solved", "linear"}}
}
func (removals) values() values {
	return values{"Removal", "card removal", []string{"exact", "pair", "none"}}
}

func (methods) values() values {
	return values{"Method", "method", []string{"PI-FP", "VI-FP"}}
}

func (twoBusts) values() values {
	return values{"TwoBust", "rule for two who bust in one hand", []string{"larger-stack", "split", "showdown"}}
}

func (o Option[S]) set() values {
	var s S
	return s.values()
}

func (o Option[S]) known() bool { return int(o) < len(o.set().names) }

// checkOptions returns ErrOption for a value without a name.
func checkOptions(options ...interface{ known() bool }) error {
	for _, o := range options {
		if !o.known() {
			return fmt.Errorf("%w: %v", ErrOption, o)
		}
	}
	return nil
}

// String returns the name of the value.
func (o Option[S]) String() string {
	if !o.known() {
		return fmt.Sprintf("%s(%d)", o.set().kind, uint8(o))
	}
	return o.set().names[o]
}

// MarshalText writes the name.
func (o Option[S]) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads a name, in either case. The error is ErrOption.
func (o *Option[S]) UnmarshalText(text []byte) error {
	names := o.set().names
	i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, string(text)) })
	if i < 0 {
		return fmt.Errorf("%w: no %s %q%s (one of %s)", ErrOption, o.set().decides, text,
			plain.Hint(string(text), names), strings.Join(names, ", "))
	}
	*o = Option[S](i)
	return nil
}
