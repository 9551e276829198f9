package game

import (
	"errors"
	"fmt"
	"math"
)

// Policy is a behaviour strategy for both seats. It must be safe for concurrent use, and answer the
// same question the same way every time.
type Policy interface {
	// Vector fills out[i][h] with the probability of action i of s.Actions for every hand h of
	// the actor, at a Decision state. Hands that hold a card of the board may get any number.
	Vector(s State, out [][]float64) error
}

// ErrProbability marks policies whose probabilities are not a distribution.
var ErrProbability = errors.New("not a probability distribution")

// SumTolerance is how far the probabilities of a hand may sum from one. Decimals of ten digits and
// sums of doubles pass; larger errors would show in a value.
const SumTolerance = 1e-9

// SingleTolerance is how far probabilities from other programs may sum from one, such as those of a
// network in single precision. Readers divide them by their sum.
const SingleTolerance = 1e-6

// CheckVector returns an error that names the public state, the hand and the improper probability,
// unless all hands that avoid the board have proper ones. Hands must be those of the state's game.
func CheckVector(hands *Hands, s State, vector [][]float64) error {
	for h := range vector[0] {
		// An infinity shows in the sum; a negative number or NaN may not.
		sum, ok := 0.0, true
		for _, p := range vector {
			sum += p[h]
			ok = ok && p[h] >= 0
		}
		ok = ok && math.Abs(sum-1) <= SumTolerance
		if !ok && hands.Live(h, s.Board.Set()) {
			return badVector(hands, s, vector, h, sum)
		}
	}
	return nil
}

func badVector(hands *Hands, s State, vector [][]float64, h int, sum float64) error {
	place := fmt.Sprintf("%v, hand %s", s, hands.Name(s.Actor, h))
	for i, a := range s.Actions {
		if p := vector[i][h]; !(p >= 0 && p <= 1+SumTolerance) {
			return fmt.Errorf("%w: at %s, action %v has probability %v", ErrProbability, place, a, p)
		}
	}
	return fmt.Errorf("%w: at %s, the probabilities sum to %v", ErrProbability, place, sum)
}
