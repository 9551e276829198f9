package extensive

import (
	"errors"

	"feltlab/internal/parallel"
)

// Options choose accelerations; the zero value uses all of them.
type ResponseOptions struct {
	NoPublicTree    bool // walk the tree for each hand by itself
	NoFastTerminals bool // compare every hand with every other
	NoIsomorphism   bool // walk all deals, not one of each orbit
	Workers         int  // subtrees walked at the same time; 1 for one, below 1 for one a processor

	// ByRound asks where the loss arises: it fills Result.Rounds. It needs the public tree.
	ByRound bool
	anySize bool // tests: share even the smallest subtrees

	// Symmetric says that the policy is known not to tell suits apart, by CheckSymmetric say: it is
	// not tested again, which in a small subtree takes longer than all else.
	Symmetric bool
	// Seed of the random permutations that test the policy for symmetry.
	Seed uint64
}

// ErrOptions marks options that exclude one another.
var ErrResponseOptions = errors.New("bestresponse: bad options")

func (o ResponseOptions) check() error {
	if o.ByRound && o.NoPublicTree {
		return errors.Join(ErrResponseOptions, errors.New("bestresponse: losses by round need the public tree"))
	}
	return nil
}

// sharedHands is the number of private states from which on subtrees are shared among
// goroutines; in smaller games a subtree takes less time than handing it over.
const sharedHands = 64

// workers is how many goroutines may walk a game of so many hands.
func (o ResponseOptions) workers(hands int) int {
	if hands < sharedHands && !o.anySize {
		return 1
	}
	return parallel.Workers(o.Workers)
}
