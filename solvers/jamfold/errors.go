package jamfold

import "errors"

// Errors that callers test for with errors.Is.
var (
	// ErrIterations marks fictitious play that did not reach its epsilon.
	ErrIterations = errors.New("jamfold: no equilibrium within the iterations allowed")
	// ErrRounds marks a tournament whose values still moved by more than delta.
	ErrRounds = errors.New("jamfold: values did not settle within the rounds allowed")
	// ErrEndless marks strategies by which a tournament never ends.
	ErrEndless = errors.New("jamfold: play does not end")
	// ErrMethod marks an unknown name of a method.
	ErrMethod = errors.New("jamfold: unknown method")
	// ErrOptions marks options out of range.
	ErrOptions = errors.New("jamfold: bad options")
	// ErrSnapshot marks bytes that are no snapshot, or one of another game.
	ErrSnapshot = errors.New("jamfold: bad snapshot")
)
