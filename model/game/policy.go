package game

import (
	"errors"
	"fmt"
	"math"
)

// Policy is a behaviour strategy for both seats, or a way to ask a program for one. It must
// be safe for concurrent use, and answer the same question the same way every time.
type Policy interface {
	// Vector fills out[i][h] with the probability of action i of s.Actions for every hand h of
	// the actor, at a Decision state. Hands that hold a card of the board may get anything.
	Vector(s State, out [][]float64) error
}

// ErrProbability marks policies whose answer is no probability distribution.
var ErrProbability = errors.New("game: not a probability distribution")

// SumTolerance is how far the probabilities of a hand may sum from one. It lets decimals of
// ten digits and sums of doubles pass, and nothing that would show in a value.
const SumTolerance = 1e-9

// SingleTolerance is how far probabilities from elsewhere may sum from one, as those of a network
// in single precision do; whoever takes them divides them by their sum.
const SingleTolerance = 1e-6

// CheckVector returns an error that names the public state, the hand and what is wrong with
// its probabilities, unless all hands that avoid the board have proper ones. Hands must be
// those of the game the state belongs to.
func CheckVector(hands *Hands, s State, vector [][]float64) error {
	for h := range vector[0] {
		// An infinity shows in the sum; what is negative or no number is looked for.
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
