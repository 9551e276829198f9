package strength

import (
	"context"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Street is how strong a hand was when a street's cards lay on the table.
type Street struct {
	Name  string       // preflop, flop, turn or river
	Board []cards.Card // as dealt
	Value
}

var streetNames = map[int]string{0: "preflop", 3: "flop", 4: "turn", 5: "river"}

// Streets tells how a hand's strength moved as a board was dealt in the given order: a value
// for each street up to the board's. The opponent's range stays as it is, but for the hands
// that the board's cards make impossible.
//
// Errors: equity.ErrBoard, equity.ErrDuplicate, equity.ErrEmptyRange, and that of the context.
func Streets(ctx context.Context, hand cards.Combo, board []cards.Card, r *ranges.Range, m Mode, workers int) ([]Street, error) {
	if _, err := equity.CheckSpot(hand, board); err != nil {
		return nil, err
	}
	var streets []Street
	for n := range len(board) + 1 {
		name, ok := streetNames[n]
		if !ok {
			continue
		}
		spot, err := Enumerate(ctx, hand, board[:n], m, workers)
		if err != nil {
			return nil, err
		}
		value, err := spot.Against(r)
		if err != nil {
			return nil, err
		}
		streets = append(streets, Street{name, board[:n:n], value})
	}
	return streets, nil
}
