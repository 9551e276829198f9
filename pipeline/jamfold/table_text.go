package jamfold

import (
	"fmt"
	"strings"

	"feltlab/model/tournament"
)

// TableText is a table as people type it. Amounts are chips, or big blinds as in 7.5bb; lists are separated by commas.
type TableText struct {
	Stacks string // in the order in which the seats act before the flop
	Blinds string // small and big blind in chips; may be empty if the stacks are in big blinds
	Ante   string // each player's; bb: the big blind posts one for all
	Dead   string
	Prizes string // in dollars by place; empty: play for chips
	Others string // stacks at other tables
}

// The target of a check and its largest number of deals, where nothing else is asked for.
const (
	TableTarget = 0.0005 // gain of other play, as a fraction of the pool
	TableDeals  = 8_000_000
)

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
