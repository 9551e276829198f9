package strength

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Value is how a hand does: counts, and the shares they come to.
type Value struct{ equity.Count }

// Strength returns the probability to win plus half the probability to tie, NaN without deals.
func (v Value) Strength() float64 { return v.Equity() }

// Win returns the probability to win, NaN without deals.
func (v Value) Win() float64 { return float64(v.Wins) / float64(v.Deals) }

// Tie returns the probability to tie, NaN without deals.
func (v Value) Tie() float64 { return float64(v.Ties) / float64(v.Deals) }

// Loss returns the probability to lose, NaN without deals.
func (v Value) Loss() float64 { return float64(v.Losses()) / float64(v.Deals) }

// add adds the runouts against one opponent's hand, weighted.
func (v *Value) add(c equity.Count, weight uint64) {
	v.Wins += weight * c.Wins
	v.Ties += weight * c.Ties
	v.Deals += weight * c.Deals
}

// Spot holds how one hand on one board does against each of the opponent's hands, over all
// ways to complete the board. It is made by Enumerate and may be read by several goroutines.
type Spot struct {
	hand    cards.Combo
	board   cards.Set
	runouts uint64
	wins    [cards.NumCombos]uint32
	ties    [cards.NumCombos]uint32
}

// Enumerate plays a hand out against every hand, on a board of 0, 3, 4 or 5 cards. Before
// the flop it uses the given number of workers, one for each processor if it is below 1.
//
// Errors: equity.ErrBoard, equity.ErrDuplicate, and that of the context.
func Enumerate(ctx context.Context, hand cards.Combo, board []cards.Card, m Mode, workers int) (*Spot, error) {
	set, err := equity.CheckSpot(hand, board)
	if err != nil {
		return nil, err
	}
	s := &Spot{hand: hand, board: set, runouts: equity.Runouts(len(board))}
	if set == 0 {
		return s, s.beforeFlop(ctx, m, workers)
	}
	return s, s.fromFlop(ctx, m)
}

// Combo counts the runouts against one opponent's hand, none if it holds a known card.
func (s *Spot) Combo(o cards.Combo) equity.Count {
	if o.Set()&(s.hand.Set()|s.board) != 0 {
		return equity.Count{}
	}
	return equity.Count{Wins: uint64(s.wins[o]), Ties: uint64(s.ties[o]), Deals: s.runouts}
}

// Against weighs the opponent's hands by a range. It is what equity.Against counts, if the
// mode is Rules. The error is equity.ErrEmptyRange.
func (s *Spot) Against(r *ranges.Range) (Value, error) {
	var v Value
	for o, weight := range r.Weights() {
		if weight != 0 {
			v.add(s.Combo(cards.Combo(o)), uint64(weight))
		}
	}
	if v.Deals == 0 {
		return v, fmt.Errorf("%w: hand %v, board %q, range %v", equity.ErrEmptyRange, s.hand, s.board, r)
	}
	return v, nil
}

// Classes is Against for the hands of each class alone: Deals says how often the class is
// held, Losses how often it is held and wins. The sum over all classes is Against.
func (s *Spot) Classes(r *ranges.Range) [cards.NumClasses]Value {
	var values [cards.NumClasses]Value
	for o, weight := range r.Weights() {
		if weight != 0 {
			values[cards.Combo(o).Class()].add(s.Combo(cards.Combo(o)), uint64(weight))
		}
	}
	return values
}

// Threats lists the classes of a range that ever beat the hand, those first that do so most
// often: a strong class that is rarely held comes behind a weaker one that is held often.
// Classes that beat it equally often are in the order of their numbers.
func (s *Spot) Threats(r *ranges.Range) []Threat {
	var list []Threat
	for k, v := range s.Classes(r) {
		if v.Losses() > 0 {
			list = append(list, Threat{cards.Class(k), v})
		}
	}
	slices.SortStableFunc(list, func(a, b Threat) int { return cmp.Compare(b.Losses(), a.Losses()) })
	return list
}

// Threat is a class of the opponent's hands and how the hand does against it.
type Threat struct {
	Class cards.Class
	Value
}
