package jamfold

import (
	"errors"
	"fmt"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Opened is a raise before the first jam.
type Opened struct {
	Seat    string  `json:"seat"`          // the seat that raised
	To      int     `json:"to_chips"`      // its bet, a blind included and an ante not
	Percent float64 `json:"hands_percent"` // percentage of hands with which it raises so
}

// openedOf describes the raise at a table, nil if there is none.
func openedOf(t *tournament.Table) *Opened {
	if t.Opened == nil {
		return nil
	}
	names := t.Seats()
	share := stochastic.Share((*[cards.NumClasses]float64)(t.Opened.Hands))
	return &Opened{names[len(names)-1], t.Opened.To, 100 * share}
}

// open adds the raise of a text to its table: a seat, the size of its bet and the hands with which it raises, such as
// "CO 2.2bb 22+, A2s+". The error says what is wrong.
func (x *TableText) open(t *tournament.Table) error {
	words := strings.Fields(x.Opened)
	const parts = 3
	if len(words) < parts {
		return errors.New(`want a seat, its bet and its hands, such as "CO 2.2bb 22+, A2s+"`)
	}
	seat, err := tournament.ParseTableSeat(words[0], len(t.Stacks))
	if err != nil {
		return err
	}
	if seat == len(t.Stacks)-1 {
		return errors.New("the big blind acts last, and raises nobody who folds or jams behind; name another seat")
	}
	to, err := x.chips(words[1], t.BigBlind)
	if err != nil {
		return err
	}
	if len(to) != 1 {
		return fmt.Errorf("%s: %d bets, want one", words[1], len(to))
	}
	hands, err := ParseShares(strings.Join(words[2:], " "))
	if err != nil {
		return err
	}
	t.Open(&tournament.Opening{Seat: seat, To: to[0], Hands: hands})
	return t.Validate()
}
