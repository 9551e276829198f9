package jamfold

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// TableText is a table as people type it, as flags or on a page. Amounts are chips, or big blinds as in 7.5bb; lists
// are separated by commas. Blinds may be missing if all amounts are in big blinds.
type TableText struct {
	// Stacks are in the order in which the seats act before the flop; 9x10bb are nine equal ones.
	Stacks   string    `json:"stacks"`
	Blinds   string    `json:"blinds" flag:"blinds" help:"small and big blind in chips, for stacks in chips"`
	Ante     string    `json:"ante" flag:"ante"`
	Dead     string    `json:"dead" flag:"dead" help:"chips in the pot that no player at the table posted"`
	Prizes   string    `json:"prizes" flag:"prizes" help:"prizes by place in dollars (default: play for chips)"`
	Others   string    `json:"others" flag:"others" help:"stacks of the players at other tables"`
	Bounties []float64 `json:"bounties" flag:"bounties" help:"bounties in dollars, in the order of the stacks"`
	Bounty   string    `json:"bounty" flag:"bounty" default:"fixed" oneof:"fixed,half,proportional,winner"`
}

// TableDeals and AskedDeals are the largest numbers of deals of a check, where no other number is asked for: without
// and with a gain that is asked for.
const (
	TableDeals = 8_000_000
	AskedDeals = 64_000_000
)

// The gain of other play that ends a check, as a fraction of what the table plays for or, for chips, of a big blind.
// Sampled deals show no gain of less than some hundredths of a big blind in time.
const (
	prizesGain = 0.0005
	chipsGain  = 0.05
)

// TableTarget returns the gain of other play that ends the check of a table, where nothing else is asked for, as a
// fraction of TableQuestion.Pool: at one of many tables a smaller one, as that table plays for less.
func TableTarget(t *tournament.Table) float64 {
	if len(t.Prizes) == 0 && len(t.Stacks) > tournament.NumSeats {
		return chipsGain
	}
	pool, here := stakes(t)
	return prizesGain * here / pool
}

// The blinds in chips of a table whose stacks are in big blinds.
const smallOfStacks, bigOfStacks = 500, 1000

// The largest number of chips, and of dollars, that a text may name.
const (
	mostChips   = 1_000_000_000_000
	mostDollars = 1e12
)

// Read fills a table and validates it. Its errors begin with the name of the wrong text, such as "stacks: " or
// "stacks 0bb,8bb: ".
func (x *TableText) Read(t *tournament.Table) error {
	if err := x.parse(t); err != nil {
		return err
	}
	return x.check(t)
}

// parse fills a table.
func (x *TableText) parse(t *tournament.Table) (err error) {
	t.SmallBlind, t.BigBlind = smallOfStacks, bigOfStacks
	if x.Blinds != "" {
		if t.SmallBlind, t.BigBlind, err = tournament.ParseBlinds(x.Blinds); err != nil {
			return fmt.Errorf("blinds: %w", err)
		}
	} else if err := x.needBlinds(); err != nil {
		return err
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
	if t.Heads, t.Bounty = x.Bounties, tournament.BountyFixed; x.Bounty != "" {
		if err := t.Bounty.UnmarshalText([]byte(x.Bounty)); err != nil {
			return fmt.Errorf("bounty: %w", err)
		}
	}
	return nil
}

// needBlinds returns an error if an amount is in chips, since there are no blinds to compare it with.
func (x *TableText) needBlinds() error {
	const want = "chips need the blinds in chips, such as 50,100; or give big blinds, such as "
	for _, list := range []struct{ name, text string }{{"stacks", x.Stacks}, {"others", x.Others}} {
		if list.text == "" && list.name == "others" {
			continue
		}
		for field := range strings.SplitSeq(list.text, ",") {
			if _, stack, err := tournament.EqualStacks(field); err == nil && !inBigBlinds(stack) {
				return fmt.Errorf("%s: %w: %s: %s8bb", list.name, tournament.ErrStacks, list.text, want)
			}
		}
	}
	for _, amount := range []struct{ name, text string }{{"ante", x.Ante}, {"dead", x.Dead}} {
		if amount.text != "" && !inBigBlinds(amount.text) {
			return fmt.Errorf("%s: %s: %s0.1bb", amount.name, amount.text, want)
		}
	}
	return nil
}

// inBigBlinds reports whether a text may be an amount in big blinds. It is not if it is a number, except 0, or empty.
func inBigBlinds(text string) bool {
	text = strings.TrimSpace(text)
	number, err := strconv.ParseFloat(text, 64)
	return text != "" && (err != nil || number == 0 || math.IsNaN(number))
}

// check validates a table.
func (x *TableText) check(t *tournament.Table) error {
	bounties := joined(t.Heads)
	for _, list := range []struct {
		name, text string
		chips      []int
	}{
		{"blinds", x.Blinds, []int{t.SmallBlind, t.BigBlind}}, {"stacks", x.Stacks, t.Stacks},
		{"others", x.Others, t.Others},
		{"ante", x.Ante, []int{t.Ante}}, {"dead", x.Dead, []int{t.Dead}},
	} {
		for _, chips := range list.chips {
			switch {
			case chips > mostChips:
				return fmt.Errorf("%s %s: %d chips, want at most %d", list.name, list.text, chips, mostChips)
			case chips == 0 && list.name == "others":
				return fmt.Errorf("others %s: %w: a player has 0 chips; leave out players without chips",
					x.Others, tournament.ErrStacks)
			}
		}
	}
	for _, list := range []struct {
		name, text string
		dollars    []float64
	}{{"prizes", x.Prizes, t.Prizes}, {"bounties", bounties, t.Heads}} {
		for _, dollars := range list.dollars {
			if dollars > mostDollars {
				return fmt.Errorf("%s %s: %w: %v dollars, want at most %v", list.name, list.text, tournament.ErrPrizes,
					dollars,
					mostDollars)
			}
		}
	}
	if t.BigBlind == 0 {
		return fmt.Errorf("blinds %s: %w: the big blind must be positive", x.Blinds, tournament.ErrBlinds)
	}
	if err := t.Validate(); err != nil {
		switch { // parse found what is wrong with prizes
		case errors.Is(err, tournament.ErrStacks):
			return fmt.Errorf("stacks %s: %w", x.Stacks, err)
		case errors.Is(err, tournament.ErrBlinds):
			return fmt.Errorf("blinds %s: %w", x.Blinds, err)
		case len(t.Heads) == 0:
			return fmt.Errorf("bounty %s: %w", x.Bounty, err)
		}
		return fmt.Errorf("bounties %s: %w", bounties, err)
	}
	return x.checkStakes(t)
}

// checkStakes returns an error if chips are worth nothing, or texts have no effect.
func (x *TableText) checkStakes(t *tournament.Table) error {
	players := len(t.Stacks) + len(t.Others)
	switch {
	case len(t.Prizes) == 0 && len(t.Others) > 0:
		return fmt.Errorf("others %s: other tables count for prizes alone; give prizes, such as 50,30,20", x.Others)
	case len(t.Prizes) == 0 || len(t.Heads) > 0 && slices.Max(t.Heads) > 0:
		return nil
	case len(t.Prizes) >= players && t.Prizes[0] == t.Prizes[players-1] || t.Prizes[0] == 0:
		return fmt.Errorf("prizes %s: %w: each of %d players gets %v, so that chips are worth nothing; "+
			"give fewer or other prizes, or none to play for chips", x.Prizes, tournament.ErrPrizes, players,
			t.Prizes[0])
	}
	return nil
}

// ParseDecision reads a seat and the earlier seats that jammed, at a table of n. The errors name "seat" or "jams".
func ParseDecision(seat string, jams []string, n int) (at tournament.Decision, err error) {
	if at.Seat, err = tournament.ParseTableSeat(seat, n); err != nil {
		return at, fmt.Errorf("seat: %w", err)
	}
	for _, name := range jams {
		before, err := tournament.ParseTableSeat(strings.TrimSpace(name), n)
		switch {
		case err != nil:
			return at, fmt.Errorf("jams: %w", err)
		case before == at.Seat:
			return at, fmt.Errorf("jams %s: that is the seat itself; name seats that act before it", name)
		case before > at.Seat:
			return at, fmt.Errorf("jams %s: %s acts before it; name seats that act earlier", name, seat)
		case at.Jammed.Has(before):
			return at, fmt.Errorf("jams %s: %s jams twice; name each seat once", strings.Join(jams, ","), name)
		}
		at.Jammed |= 1 << before
	}
	return at, nil
}

// Fix gives a decision's player a range, so that this player does not play for the equilibrium there. An empty text
// is a range without hands. The errors say what is wrong with the decision or the range.
func (q *TableQuestion) Fix(at tournament.Decision, text string) (err error) {
	if err := q.CheckDecision(at); err != nil {
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
	if q.Ranges[at.Node()] != nil {
		return errors.New("this decision has a range already; give it one")
	}
	q.Ranges[at.Node()] = shares
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
		return fmt.Errorf(`%q is no decision; want a seat, and the seats that jammed, such as BB after UTG and CO`,
			decision)
	default:
		words = slices.Delete(words, 1, 2)
	}
	if len(words) == 0 {
		return fmt.Errorf(`%q names no seat; want such as "BB after SB=22+, A2s+"`, text)
	}
	at, err := ParseDecision(words[0], words[1:], len(q.Table.Stacks))
	if err != nil {
		return err
	}
	return q.Fix(at, hands)
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
