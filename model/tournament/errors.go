package tournament

import "errors"

// Errors that callers test for with errors.Is.
var (
	// ErrStacks marks stacks that cannot be played or valued.
	ErrStacks = errors.New("tournament: bad stacks")
	// ErrBlinds marks blinds, antes or a unit that cannot be played.
	ErrBlinds = errors.New("tournament: bad blinds")
	// ErrPrizes marks prizes that are no list of descending amounts.
	ErrPrizes = errors.New("tournament: bad prizes")
	// ErrOption marks an unknown name or value of an option.
	ErrOption = errors.New("tournament: unknown option")
	// ErrTooLarge marks a tournament with more states than can be enumerated.
	ErrTooLarge = errors.New("tournament: too many states")
)
