package jamfold

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// TableText is a table as people type it, as flags or on a page. Amounts are chips, or big blinds as in 7.5bb, as
// tournament.ParseAmounts reads them. Blinds may be missing if all amounts are in big blinds.
type TableText struct {
	// Stacks are in the order in which the seats act before the flop; 9x10bb are nine equal ones.
	Stacks   string `json:"stacks"`
	Blinds   string `json:"blinds" flag:"blinds" help:"small and big blind in chips, for stacks in chips"`
	Ante     string `json:"ante" flag:"ante"`
	Dead     string `json:"dead" flag:"dead" help:"chips in the pot that no player at the table posted"`
	Prizes   string `json:"prizes" flag:"prizes"`
	Others   string `json:"others" flag:"others" help:"stacks of the players at other tables"`
	Bounties string `json:"bounties" flag:"bounties"`
	Bounty   string `json:"bounty" flag:"bounty" default:"fixed" oneof:"fixed,half,proportional,winner,shared,equal"`
	Opened   string `json:"opened" flag:"opened"`
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
	pool, here := t.Stakes()
	return prizesGain * here / pool
}

// Percent is a share in percent as people write it, with or without the sign; no text is none.
type Percent struct {
	Value float64
	Given bool
}

// UnmarshalText reads a percentage from 0 to 100.
func (p *Percent) UnmarshalText(text []byte) error {
	if *p = (Percent{}); len(text) == 0 {
		return nil
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(string(text), "%"), 64)
	if err != nil || !(x >= 0 && x <= 100) {
		return fmt.Errorf("%q is no percentage from 0 to 100, such as 0.05%%", text)
	}
	*p = Percent{x, true}
	return nil
}

// Certify sets the gain that ends the check, TableTarget if none is given, and the deals of the check if they are 0.
func (q *TableQuestion) Certify(gain Percent) {
	deals := AskedDeals
	if q.Target = gain.Value / 100; !gain.Given {
		q.Target, deals = TableTarget(&q.Table), TableDeals
	}
	if q.Deals == 0 {
		q.Deals = deals
	}
}

// SetFuture sets the number of further hands that count. The error begins with "future".
func (q *TableQuestion) SetFuture(hands int) error {
	switch most := MostHands(len(q.Table.Stacks)); {
	case hands > 0 && q.Table.Opened != nil:
		return fmt.Errorf("future %d: further hands do not count after a raise; leave out one of both", hands)
	case hands < 0 || hands > most:
		return fmt.Errorf("future %d: %d players are solved with at most %d; each further hand costs several "+
			"times more", hands, len(q.Table.Stacks), most)
	case hands > 0 && len(q.Table.Prizes) == 0:
		return errors.New("future: further hands count for prizes; add prizes, such as 50/30/20")
	}
	q.Future = hands
	return nil
}

// The blinds in chips of a table whose stacks are in big blinds.
const smallOfStacks, bigOfStacks = 500, 1000

// The largest number of chips, and of dollars, that a text may name.
const (
	mostChips   = 1_000_000_000_000
	mostDollars = 1e12
)

// Read fills a table and validates it. Its errors begin with the name of the wrong text, such as "stacks: ".
func (x *TableText) Read(t *tournament.Table) (err error) {
	t.SmallBlind, t.BigBlind = smallOfStacks, bigOfStacks
	if x.Blinds != "" {
		if t.SmallBlind, t.BigBlind, err = tournament.ParseBlinds(x.Blinds); err != nil {
			return wrong("blinds", "", err)
		}
	}
	if t.BigBlind == 0 || t.BigBlind > mostChips {
		return fmt.Errorf("blinds %s: want a big blind of 1 to %d chips", x.Blinds, mostChips)
	}
	ante := x.Ante
	if t.BigBlindAnte = IsBigBlindAnte(ante); t.BigBlindAnte {
		ante = "1bb"
	}
	for _, list := range []struct {
		name, text string
		to         *[]int
	}{{"stacks", x.Stacks, &t.Stacks}, {"others", x.Others, &t.Others}} {
		if *list.to = nil; list.text != "" || list.name == "stacks" {
			if *list.to, err = x.chips(list.text, t.BigBlind); err != nil {
				return wrong(list.name, "", err)
			}
		}
	}
	for _, amount := range []struct {
		name, text, or string
		to             *int
	}{{"ante", ante, "; or bb, if the big blind posts one for all", &t.Ante}, {"dead", x.Dead, "", &t.Dead}} {
		if *amount.to = 0; amount.text == "" {
			continue
		}
		list, err := x.chips(amount.text, t.BigBlind)
		switch {
		case err != nil:
			return fmt.Errorf("%w%s", wrong(amount.name, "", err), amount.or)
		case len(list) != 1:
			return fmt.Errorf("%s %s: %d amounts, want one", amount.name, amount.text, len(list))
		}
		*amount.to = list[0]
	}
	t.Prizes = nil
	if x.Prizes != "" {
		if t.Prizes, err = tournament.ParsePrizes(x.Prizes); err != nil {
			return wrong("prizes", "", err)
		}
	}
	if err := x.readBounties(t); err != nil {
		return err
	}
	if err := x.check(t); err != nil || x.Opened == "" {
		return err
	}
	if err := x.open(t); err != nil {
		return wrong("opened", strconv.Quote(x.Opened), err)
	}
	return nil
}

// IsBigBlindAnte reports whether a text says that the big blind posts one for all.
func IsBigBlindAnte(ante string) bool {
	return strings.EqualFold(ante, "bb") || strings.EqualFold(ante, "bba")
}

// wrong is an error about a text with a name. It leaves out of the error what the name says, the kind of error.
func wrong(name, text string, err error) error {
	for _, kind := range []error{
		tournament.ErrPrizes, tournament.ErrStacks, tournament.ErrBlinds, tournament.ErrOption,
	} {
		if rest, ok := strings.CutPrefix(err.Error(), kind.Error()+": "); ok {
			err = worded{rest, kind}
		}
	}
	return fmt.Errorf("%s: %w", strings.TrimSpace(name+" "+text), err)
}

type worded struct {
	text string
	kind error
}

func (e worded) Error() string { return e.text }
func (e worded) Unwrap() error { return e.kind }

// chips reads a list of chips, which must be in big blinds if there are no blinds to compare them with.
func (x *TableText) chips(text string, bigBlind int) ([]int, error) {
	amounts, err := tournament.ParseAmounts(text)
	for _, a := range amounts {
		if x.Blinds == "" && a.Unit == "" && a.Sign() != 0 {
			return nil, fmt.Errorf("%w: %s: chips need the blinds in chips, such as 50/100; or give big blinds, "+
				"such as 8bb", tournament.ErrStacks, text)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", tournament.ErrStacks, text, err)
	}
	list, err := tournament.ParseStacks(text, bigBlind)
	if err == nil && slices.Max(list) > mostChips {
		return nil, fmt.Errorf("%w: %s: %d chips, want at most %d",
			tournament.ErrStacks, text, slices.Max(list), mostChips)
	}
	return list, err
}

// readBounties reads the bounties: money, or without prizes chips.
func (x *TableText) readBounties(t *tournament.Table) (err error) {
	if t.Heads, t.Bounty = nil, tournament.BountyFixed; x.Bounty != "" {
		if err := t.Bounty.UnmarshalText([]byte(x.Bounty)); err != nil {
			return wrong("bounty", "", err)
		}
	}
	if x.Bounties == "" {
		return nil
	}
	var inChips func(text string) ([]int, error)
	if len(t.Prizes) == 0 {
		inChips = func(text string) ([]int, error) { return x.chips(text, t.BigBlind) }
	}
	if t.Heads, err = tournament.ParseBounties(x.Bounties, len(t.Stacks), inChips); err != nil {
		return wrong("bounties", "", err)
	}
	return nil
}

func (x *TableText) check(t *tournament.Table) error {
	if slices.Contains(t.Others, 0) {
		return fmt.Errorf("others %s: a player has 0 chips; leave out players without chips", x.Others)
	}
	for _, list := range []struct {
		name, text string
		dollars    []float64
	}{{"prizes", x.Prizes, t.Prizes}, {"bounties", x.Bounties, t.Heads}} {
		if len(list.dollars) > 0 && slices.Max(list.dollars) > mostDollars {
			return fmt.Errorf("%s %s: %w: %v, want at most %v", list.name, list.text, tournament.ErrPrizes,
				slices.Max(list.dollars), mostDollars)
		}
	}
	if err := t.Validate(); err != nil {
		switch { // Read found what is wrong with prizes
		case errors.Is(err, tournament.ErrStacks):
			return wrong("stacks", x.Stacks, err)
		case errors.Is(err, tournament.ErrBlinds):
			return wrong("blinds", x.Blinds, err)
		case len(t.Heads) == 0:
			return wrong("bounty", x.Bounty, err)
		}
		return wrong("bounties", x.Bounties, err)
	}
	return x.checkStakes(t)
}

// checkStakes returns an error if chips are worth nothing, or texts have no effect.
func (x *TableText) checkStakes(t *tournament.Table) error {
	players := len(t.Stacks) + len(t.Others)
	switch {
	case len(t.Prizes) == 0 && len(t.Others) > 0:
		return fmt.Errorf("others %s: other tables count for prizes alone; give prizes, such as 50/30/20", x.Others)
	case len(t.Prizes) == 0 || len(t.Heads) > 0 && slices.Max(t.Heads) > 0:
		return nil
	case len(t.Prizes) >= players && t.Prizes[0] == t.Prizes[players-1] || t.Prizes[0] == 0:
		return fmt.Errorf("prizes %s: %w", x.Prizes, worded{fmt.Sprintf("each of %d players gets %v, so that chips "+
			"are worth nothing; give fewer or other prizes, or none to play for chips", players, t.Prizes[0]),
			tournament.ErrPrizes})
	}
	return nil
}

// ParseDecision reads a seat of a table and the earlier seats that jammed. The errors name "seat" or "jams".
func ParseDecision(seat string, jams []string, t *tournament.Table) (at tournament.Decision, err error) {
	if at.Seat, err = t.ParseSeat(seat); err != nil {
		return at, wrong("seat", "", err)
	}
	for _, name := range jams {
		before, err := t.ParseSeat(strings.TrimSpace(name))
		switch {
		case err != nil:
			return at, wrong("jams", "", err)
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
		q.Ranges = map[int]*[cards.NumClasses]float64{}
	}
	if q.Ranges[at.Node()] != nil {
		return errors.New("this decision has a range already; give it one")
	}
	q.Ranges[at.Node()] = (*[cards.NumClasses]float64)(shares)
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
	at, err := ParseDecision(words[0], words[1:], &q.Table)
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
