package equity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Board has the counts of a hand against a range on all boards of an orbit under the suit permutations that change
// neither hand nor range. The boards of an orbit have equal counts.
type Board struct {
	Cards      cards.Set // the smallest board of the orbit, by its bits
	Wins, Ties uint64    // over all opponents and runouts, weighted
	Combos     uint64    // total weight of the opponents that avoid hand and board
	Size       uint32    // number of boards in the orbit, at most 24
}

// Count returns the board's count; its deals are Combos times the number of runouts.
func (b *Board) Count() Count {
	return Count{b.Wins, b.Ties, b.Combos * Runouts(b.Cards.Len())}
}

// BoardsOf counts one hand against a range on all its boards of the turn or the river, one an orbit, in ascending order
// of their sets. Against a range that does not tell suits apart, these are 45,687 and 388,863 boards for AKs, 65,952
// and 572,036 for AA, 122,296 and 1,094,724 for AKo. A number of workers below 1 means one for each processor. It costs
// what FlopsOf costs, and up to 50 MB.
//
// The error comes from the context, or wraps ErrEmptyRange if no hand of the range avoids a board and the hand.
func BoardsOf(ctx context.Context, hand cards.Combo, r *ranges.Range, street cards.Street, workers int,
) ([]Board, error) {
	if street == cards.Flop {
		return nil, errors.New("FlopsOf counts flops, BoardsOf turns and rivers")
	}
	if err := CheckBoards(hand, r, 3); err != nil { // finds most empty ranges before the count
		return nil, err
	}
	job := newJob(hand, r.Weights(), street)
	done, err := job.run(ctx, job.boards.Len(), workers)
	if err != nil {
		return nil, err
	}
	return job.list(done, hand, r)
}

// list merges what the workers have counted.
func (job *boardJob) list(done []*boardWorker, hand cards.Combo, r *ranges.Range) (all []Board, err error) {
	for _, w := range done {
		all = append(all, w.rivers...)
	}
	if job.street == cards.Turn {
		all = job.turnsOf(done, hand)
	}
	slices.SortFunc(all, func(a, b Board) int { return cmp.Compare(a.Cards, b.Cards) })
	opponents, boards := NewLive(r.Weights()), 0
	for i := range all {
		b := &all[i]
		_, size := cards.Orbit(b.Cards, job.suits)
		b.Size, b.Combos = uint32(size), opponents.Avoiding(b.Cards|hand.Set())
		if boards += size; b.Combos == 0 {
			return nil, fmt.Errorf("%w: hand %v on board %v, range %v", ErrEmptyRange, hand, b.Cards, r)
		}
	}
	if boards != job.street.Boards() {
		return nil, fmt.Errorf("%d boards of the %v, want %d", boards, job.street, job.street.Boards())
	}
	return all, nil
}

func (job *boardJob) turnsOf(done []*boardWorker, hand cards.Combo) (all []Board) {
	deck := (cards.FullDeck &^ hand.Set()).Cards()
	for i, d := range deck {
		for j, c := range deck[:i] {
			for k, b := range deck[:j] {
				for _, a := range deck[:k] {
					turn := Board{Cards: cards.SetOf(a, b, c, d)}
					if smallest, _ := cards.Orbit(turn.Cards, job.suits); smallest != turn.Cards {
						continue
					}
					turn.Wins, turn.Ties = sumOf(done, boardIndex(turn.Cards))
					all = append(all, turn)
				}
			}
		}
	}
	return all
}
