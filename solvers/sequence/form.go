package sequence

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

// Form is a game in sequence form, seen by both seats through a bucketing. Forms of a game with the same
// bucketing of a seat have the same sequences of that seat, in the same order.
type Form struct {
	game    game.Game
	buckets [2]strategy.Bucketing
	sides   [2]side
	// payoff is the winnings of seat 0 with a pair of sequences, summed over all pairs of hands and not yet
	// multiplied by the probability of a pair.
	payoff map[[2]int]float64
	pairs  [][2]int // the keys of payoff in ascending order
}

// side is the sequences of a seat. Sequence 0 is the empty one; information set i has the sequences first to
// first+len(actions)-1 of its actions.
type side struct {
	sets      []set
	at        map[place]int
	sequences int
}

type place struct{ decision, bucket int }

type set struct {
	place
	node          *game.Node
	parent, first int
}

// Errors of forms.
var (
	// ErrRecall marks bucketings that forget information or actions of a seat.
	ErrRecall = errors.New("no perfect recall")
	// ErrSize marks games with too many hands.
	ErrSize = errors.New("too many hands")
)

// New writes a game in sequence form. It walks all pairs of hands and all boards.
func New(g game.Game, buckets [2]strategy.Bucketing) (*Form, error) {
	if g.Hands().Layout != game.OneCard {
		return nil, fmt.Errorf("%w: %s", ErrSize, g.Name())
	}
	f := &Form{game: g, buckets: buckets, payoff: map[[2]int]float64{}}
	for seat := range f.sides {
		f.sides[seat] = side{at: map[place]int{}, sequences: 1}
	}
	w := &walk{Form: f}
	for w.hands[0] = range g.Hands().Len(0) {
		for w.hands[1] = range g.Hands().Len(1) {
			if g.Hands().Pair(w.hands[0], w.hands[1]) == 0 {
				continue
			}
			if err := w.from(g.Root(), [2]int{}, 1); err != nil {
				return nil, err
			}
		}
	}
	f.pairs = slices.SortedFunc(maps.Keys(f.payoff), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return f, nil
}

// walk visits all courses of the game with a pair of hands.
type walk struct {
	*Form
	hands [2]int
}

func (w *walk) from(s game.State, sequences [2]int, chance float64) error {
	switch s.Kind {
	case game.Chance:
		deals := w.game.Deals(s, nil)
		for _, d := range deals.List {
			hands, dead := w.game.Hands(), d.State.Board.Set()
			if !hands.Live(w.hands[0], dead) || !hands.Live(w.hands[1], dead) {
				continue
			}
			if err := w.from(d.State, sequences, chance/deals.Ways); err != nil {
				return err
			}
		}
		return nil
	case game.Decision:
		i, err := w.set(s, sequences[s.Actor])
		if err != nil {
			return err
		}
		for a := range s.Actions {
			next := sequences
			next[s.Actor] = w.sides[s.Actor].sets[i].first + a
			if err := w.from(s.After(a), next, chance); err != nil {
				return err
			}
		}
		return nil
	}
	weight := w.game.Hands().PairWeight
	w.payoff[sequences] += chance / weight * (extensive.Payoff(w.game, s, w.hands) * weight) // rounded as a value is
	return nil
}

// set finds the actor's information set, or adds it.
func (w *walk) set(s game.State, parent int) (int, error) {
	of := make([]int32, w.game.Hands().Len(s.Actor))
	w.buckets[s.Actor].Of(s.Round, s.Board, of)
	x, at := &w.sides[s.Actor], place{s.ID, int(of[w.hands[s.Actor]])}
	i, known := x.at[at]
	if !known {
		i = len(x.sets)
		x.at[at] = i
		x.sets = append(x.sets, set{at, s.Node, parent, x.sequences})
		x.sequences += len(s.Actions)
	}
	if x.sets[i].parent != parent {
		b := w.buckets[s.Actor]
		return 0, fmt.Errorf("%w: %s, at %v, bucket %s", ErrRecall, b.Name(), s, b.Label(s.Round, at.bucket))
	}
	return i, nil
}

// Table makes a strategy of plans of both seats; where a plan does not get, all actions are equally likely.
func (f *Form) Table(plans [2]Plan) *strategy.Table {
	t := strategy.NewTable(f.game, f.buckets)
	for id, n := range f.game.Root().Decisions() {
		for b := range f.buckets[n.Actor].Len(n.Round) {
			row, sum := t.Row(id, b), 0.0
			if i, ok := f.sides[n.Actor].at[place{id, b}]; ok {
				copy(row, plans[n.Actor][f.sides[n.Actor].sets[i].first:])
			} else {
				clear(row) // a bucket that no hand is in
			}
			for a := range row {
				row[a] = max(row[a], 0)
				sum += row[a]
			}
			for a := range row {
				if row[a] /= sum; !(sum > negligible) {
					row[a] = 1 / float64(len(row))
				}
			}
		}
	}
	return t
}

// negligible is the probability below which a plan does not get to a set.
const negligible = 1e-9
