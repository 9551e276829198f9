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

// add adds counts of up to 64 bits.
func add(sum *equity.Count, c equity.Count, weight uint64) {
	sum.Wins += weight * c.Wins
	sum.Ties += weight * c.Ties
	sum.Deals += weight * c.Deals
}

// whole adds up the counts of the classes, which fit 64 bits.
func whole(classes *[cards.NumClasses]equity.Count) (sum equity.Tally) {
	for _, c := range classes {
		sum.Wins = sum.Wins.Plus(equity.SumOf(c.Wins))
		sum.Ties = sum.Ties.Plus(equity.SumOf(c.Ties))
		sum.Deals = sum.Deals.Plus(equity.SumOf(c.Deals))
	}
	return sum
}

// Matchups has the counts of a hand on a board against each of the opponent's hands, over all ways to complete the
// board; of several hands it has their sums. Enumerate returns it; it is safe for concurrent use.
type Matchups struct {
	hands   []cards.Combo
	board   cards.Set
	runouts uint64
	wins    [cards.NumCombos]uint32
	ties    [cards.NumCombos]uint32
}

// Enumerate counts hands against every hand on a board of 0, 3, 4 or 5 cards: one hand, or the combos of a class, of
// which each is as likely as the others. It uses the given number of workers, one for each processor if it is below 1.
// The error comes from equity.CheckDecision or of the context.
func Enumerate(ctx context.Context, hands []cards.Combo, board []cards.Card, m Mode, workers int) (*Matchups, error) {
	s := &Matchups{hands: hands, runouts: equity.Runouts(len(board))}
	for _, h := range hands {
		var err error
		if s.board, err = equity.CheckDecision(h, board); err == nil {
			err = s.add(ctx, h, m, workers)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Combo returns the counts against one opponent's hand, without deals if it has a known card.
func (s *Matchups) Combo(o cards.Combo) equity.Count {
	if o.Set()&s.board != 0 {
		return equity.Count{}
	}
	count := equity.Count{Wins: uint64(s.wins[o]), Ties: uint64(s.ties[o])}
	for _, h := range s.hands {
		if o.Set()&h.Set() == 0 {
			count.Deals += s.runouts
		}
	}
	return count
}

// Against returns the counts against a range, whose equity is the strength. In mode Rules they are those of
// equity.Against. The error wraps equity.ErrEmptyRange.
func (s *Matchups) Against(r *ranges.Range) (equity.Count, error) {
	classes := s.Classes(r)
	sum := whole(&classes).Count()
	if sum.Deals == 0 {
		return sum, fmt.Errorf("%w: hand %v, board %q, range %v", equity.ErrEmptyRange, s.hands[0], s.board, r)
	}
	return sum, nil
}

// Classes returns the counts against the hands of each class: Deals is the weight of the class, Losses the weight
// with which it wins. The sum over all classes is Against.
func (s *Matchups) Classes(r *ranges.Range) [cards.NumClasses]equity.Count {
	var counts [cards.NumClasses]equity.Count
	for o, weight := range r.Weights() {
		if weight != 0 {
			add(&counts[cards.Combo(o).Class()], s.Combo(cards.Combo(o)), uint64(weight))
		}
	}
	return counts
}

// Threats lists the classes of a range that beat the hand in some deals, ordered by the weight of these deals,
// the largest first, and then by number.
func (s *Matchups) Threats(r *ranges.Range) []Threat {
	var list []Threat
	counts := s.Classes(r)
	all := whole(&counts)
	deals, losses := all.Deals.Float(), all.Deals.Minus(all.Wins).Minus(all.Ties).Float()
	share := func(part, of uint64) float64 { return float64(part) / float64(of) }
	for k, c := range counts {
		if lost := c.Losses(); lost > 0 {
			list = append(list, Threat{cards.Class(k).String(), c, float64(c.Deals) / deals, share(lost, c.Deals),
				float64(lost) / losses})
		}
	}
	slices.SortStableFunc(list, func(a, b Threat) int { return cmp.Compare(b.Losses(), a.Losses()) })
	return list
}

// Threat is a class of the opponent's hands, with the counts against it.
type Threat struct {
	Class        string `json:"class"` // the class
	equity.Count `json:"-"`
	Held         float64 `json:"held" text:",%2"`          // share of all deals in which it is held
	Beats        float64 `json:"beats_it" text:",%2"`      // share of these that are lost
	Share        float64 `json:"of_all_losses" text:",%2"` // its share of all deals that are lost
}

// Street is the strength of a hand on a street.
type Street struct {
	Name         string       `json:"street"` // preflop, flop, turn or river
	Board        []cards.Card `json:"-"`      // as dealt
	Dealt        string       `json:"dealt"`  // the cards of the street
	equity.Count `json:"-"`   // its equity is the strength
	Strength     float64      `json:"strength" text:",%4"` // wins and half of the ties, of all deals
	Change       *float64     `json:"change" text:",%+2"`  // since the street before
}

var streetNames = map[int]string{0: "preflop", 3: "flop", 4: "turn", 5: "river"}

// Streets returns a hand's strength on each street up to the board's, for cards dealt in the given order; of several
// hands of a class it is that of Enumerate. The opponent's range is the same on all streets, without the hands
// that share a card with the board. The error comes from equity.CheckDecision or of the context, or wraps
// equity.ErrEmptyRange.
func Streets(ctx context.Context, hands []cards.Combo, board []cards.Card, r *ranges.Range, m Mode, workers int,
) ([]Street, error) {
	for _, h := range hands {
		if _, err := equity.CheckDecision(h, board); err != nil {
			return nil, err
		}
	}
	var streets []Street
	for n := range len(board) + 1 {
		name, ok := streetNames[n]
		if !ok {
			continue
		}
		asked := hands
		if n == 0 && r.SuitSymmetric() {
			asked = hands[:1] // suits do not matter yet
		}
		spot, err := Enumerate(ctx, asked, board[:n], m, workers)
		if err != nil {
			return nil, err
		}
		count, err := spot.Against(r)
		if err != nil {
			return nil, err
		}
		street := Street{Name: name, Board: board[:n:n], Count: count, Strength: count.Equity()}
		if len(streets) > 0 {
			last := &streets[len(streets)-1]
			street.Dealt = cards.Format(board[len(last.Board):n])
			street.Change = new(street.Strength - last.Strength)
		}
		streets = append(streets, street)
	}
	return streets, nil
}
