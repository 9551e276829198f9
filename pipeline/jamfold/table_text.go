package jamfold

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// TableText is a table as people type it. Amounts are chips, or big blinds as in 7.5bb; lists are separated by commas.
type TableText struct {
	Stacks string // in the order in which the seats act before the flop; 9x10bb are nine equal ones
	Blinds string // small and big blind in chips; may be empty if the stacks are in big blinds
	Ante   string // each player's; bb: the big blind posts one for all
	Dead   string
	Prizes string // in dollars by place; empty: play for chips
	Others string // stacks at other tables
}

// TableDeals and AskedDeals are the largest numbers of deals of a check, where no other number is asked for: without and
// with a gain that is asked for.
const (
	TableDeals = 8_000_000
	AskedDeals = 64_000_000
)

// The gain of other play that ends a check, as a fraction of the prizes or, for chips, of a big blind. Sampled deals
// show no gain of less than some hundredths of a big blind in time.
const (
	prizesGain = 0.0005
	chipsGain  = 0.05
)

// TableTarget returns the gain of other play that ends the check of a table, where nothing else is asked for.
func TableTarget(t *tournament.Table) float64 {
	if len(t.Prizes) == 0 && len(t.Stacks) > tournament.NumSeats {
		return chipsGain
	}
	return prizesGain
}

// The blinds in chips of a table whose stacks are in big blinds.
const smallOfStacks, bigOfStacks = 500, 1000

// Read fills a table, except for the bounties, and returns an error that begins with the name of the wrong text, such
// as "stacks: ".
func (x *TableText) Read(t *tournament.Table) (err error) {
	t.SmallBlind, t.BigBlind = smallOfStacks, bigOfStacks
	if x.Blinds != "" {
		if t.SmallBlind, t.BigBlind, err = tournament.ParseBlinds(x.Blinds); err != nil {
			return fmt.Errorf("blinds: %w", err)
		}
	} else if !strings.Contains(strings.ToLower(x.Stacks), "bb") {
		return fmt.Errorf("stacks: %w: %s: chips need the blinds in chips, such as 50,100; or give big blinds, such as 8bb",
			tournament.ErrStacks, x.Stacks)
	}
	for _, list := range []struct {
		name, text string
		to         *[]int
	}{{"stacks", x.Stacks, &t.Stacks}, {"others", x.Others, &t.Others}} {
		if *list.to = nil; list.text == "" {
			continue
		}
		if *list.to, err = tournament.ParseStacks(list.text, t.BigBlind); err != nil {
			return fmt.Errorf("%s: %w", list.name, err)
		}
	}
	ante := x.Ante
	if t.BigBlindAnte = strings.EqualFold(ante, "bb"); t.BigBlindAnte {
		ante = "1bb"
	}
	for _, amount := range []struct {
		name, text string
		to         *int
	}{{"ante", ante, &t.Ante}, {"dead", x.Dead, &t.Dead}} {
		if *amount.to = 0; amount.text == "" {
			continue
		}
		if *amount.to, err = tournament.ParseChips(amount.text, t.BigBlind); err != nil {
			if err = fmt.Errorf("%s: %w", amount.name, err); amount.to == &t.Ante {
				err = fmt.Errorf("%w; or bb, if the big blind posts one for all", err)
			}
			return err
		}
	}
	if t.Prizes = nil; x.Prizes != "" {
		if t.Prizes, err = tournament.ParsePrizes(x.Prizes); err != nil {
			return fmt.Errorf("prizes: %w", err)
		}
	}
	return nil
}

// Fix gives a seat a range after the jams of earlier seats, so that it does not play for the equilibrium there. An
// empty text is a range without hands. The errors say what is wrong with the seats or the range.
func (q *TableQuestion) Fix(seat string, jammed []string, text string) error {
	n := len(q.Table.Stacks)
	var at Spot
	var err error
	if at.Seat, err = tournament.ParseTableSeat(seat, n); err != nil {
		return err
	}
	for _, name := range jammed {
		before, err := tournament.ParseTableSeat(name, n)
		if err != nil {
			return err
		}
		at.Jammed |= 1 << before
	}
	if err := q.CheckSpot(at); err != nil {
		return err
	}
	shares := make([]float64, cards.NumClasses)
	if strings.TrimSpace(text) != "" {
		if shares, err = ParseShares(text); err != nil {
			return err
		}
	}
	if q.Ranges == nil {
		q.Ranges = map[int][]float64{}
	}
	q.Ranges[stochastic.TableNode(at.Seat, at.Jammed)] = shares
	return nil
}

// FixText is Fix for a text such as "BB after UTG and CO=22+, A2s+".
func (q *TableQuestion) FixText(text string) error {
	decision, hands, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New(`want a decision and a range, such as "BB after SB=22+, A2s+"`)
	}
	words := strings.FieldsFunc(decision, func(r rune) bool { return r == ' ' || r == ',' })
	words = slices.DeleteFunc(words, func(word string) bool { return strings.EqualFold(word, "and") })
	switch {
	case len(words) == 1:
	case len(words) < 3 || !strings.EqualFold(words[1], "after"):
		return fmt.Errorf(`%q is no decision; want a seat, and the seats that jammed, such as BB after UTG and CO`, decision)
	default:
		words = slices.Delete(words, 1, 2)
	}
	if len(words) == 0 {
		return fmt.Errorf(`%q names no seat; want such as "BB after SB=22+, A2s+"`, text)
	}
	return q.Fix(words[0], words[1:], hands)
}

// ParseShares reads a range of whole classes, and returns the share of each class's combos that it holds.
func ParseShares(text string) ([]float64, error) {
	r, err := ranges.ParseTyped(text)
	switch {
	case err != nil:
		return nil, err
	case !r.SuitSymmetric():
		return nil, fmt.Errorf("range %s: single suits do not count before the flop; name classes, such as AKs", text)
	}
	return RangeOfClasses(r), nil
}
