package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"feltlab/internal/plain"
)

// MaxTable is the largest number of players at a Table.
const MaxTable = 10

// Table is one hand of jam or fold of 2 to MaxTable players. Amounts are in chips. Seats are numbered in the order in
// which they act before the flop: the small blind is the last but one, the big blind the last.
type Table struct {
	Stacks     []int // by seat, before posts
	SmallBlind int
	BigBlind   int
	Ante       int
	// BigBlindAnte has the big blind alone post the ante, after the blind. Otherwise each player posts it, before the
	// blind.
	BigBlindAnte bool
	Dead         int       // chips in the pot that no player at the table posted
	Prizes       []float64 // by place, largest first; none: players play for chips
	Others       []int     // stacks of the players at other tables
	Heads        []float64 // bounties by seat, in the unit of the prizes, or in chips; none: no bounties
	Bounty       Bounty
	TwoBust      TwoBust `json:",omitzero"` // which of several players who are out takes the higher place
	// Opened, unless nil, is a raise before the first jam. Its seat is then the last one of the table (Open).
	Opened *Opening `json:",omitempty"`
	// After, unless nil, takes the place of Values.
	After func(Ended) []float64 `json:"-"`
}

// TableSeats returns the names of the seats of a table of n players, in the order in which they act.
func TableSeats(n int) []string {
	names := []string{"UTG", "UTG1", "UTG2", "UTG3", "LJ", "HJ", "CO", "BTN", "SB", "BB"}
	rest := names[MaxTable-min(n, 5):]
	switch {
	case n < 6:
		return rest
	case n == 6:
		return append([]string{"UTG"}, rest...)
	}
	return slices.Concat(names[:n-6], names[4:5], rest)
}

var seatWordsOfTables = map[string]string{
	"BU": "BTN", "BUTTON": "BTN", "DEALER": "BTN", "D": "BTN", "CUTOFF": "CO", "HIJACK": "HJ", "LOJACK": "LJ",
	"SMALLBLIND": "SB", "BIGBLIND": "BB", "UNDERTHEGUN": "UTG",
}

// ParseTableSeat returns the number of a seat by its name, in either case; words such as "big blind" and "cutoff" are
// names too. The error is ErrOption.
func ParseTableSeat(text string, n int) (int, error) {
	names := TableSeats(n)
	name := strings.ToUpper(strings.NewReplacer("+", "", " ", "", "-", "").Replace(text))
	if short, ok := seatWordsOfTables[name]; ok {
		name = short
	}
	if name == "UTG" && n > 3 || name == "LJ" && n == 6 { // three before the button
		return 0, nil
	}
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%w: no %q at a table of %d; its seats are, in the order in which they act, %s%s",
		ErrOption, text, n, strings.Join(names, ", "), plain.Hint(name, names))
}

// Validate returns the first error of a table: ErrStacks, ErrBlinds, ErrPrizes or ErrOption.
func (t *Table) Validate() error {
	n := len(t.Stacks)
	if n < 2 || n > MaxTable {
		return fmt.Errorf("%w: %d of them; a table has 2 to %d players", ErrStacks, n, MaxTable)
	}
	for i, s := range t.Stacks {
		if s <= 0 {
			return fmt.Errorf("%w: %s has %d chips; leave out players without chips", ErrStacks, TableSeats(n)[i], s)
		}
	}
	for i, s := range t.Others {
		if s <= 0 {
			return fmt.Errorf("%w: stack %d of the other tables is %d, it must be positive", ErrStacks, i+1, s)
		}
	}
	switch {
	case t.SmallBlind < 0 || t.SmallBlind > t.BigBlind || t.BigBlind == 0 && t.Ante == 0:
		return fmt.Errorf("%w: small blind %d, big blind %d; the big blind must be positive and not the smaller",
			ErrBlinds, t.SmallBlind, t.BigBlind)
	case t.Ante < 0 || t.Dead < 0:
		return fmt.Errorf("%w: ante %d, dead money %d; they must not be negative", ErrBlinds, t.Ante, t.Dead)
	}
	if err := checkOptions(t.Bounty, t.TwoBust); err != nil {
		return err
	}
	if len(t.Prizes) > 0 {
		if err := ValidatePrizes(t.Prizes); err != nil {
			return err
		}
	}
	if err := t.validateHeads(); err != nil {
		return err
	}
	return t.validateOpening()
}

// posts returns the chips that each seat bets before play, those that it bets if it is all-in, and the ante of the big
// blind alone, which nobody matches.
func (t *Table) posts() (bets, most []int, ante int) {
	n := len(t.Stacks)
	bets, most = make([]int, n), slices.Clone(t.Stacks)
	each := t.Ante
	if t.BigBlindAnte {
		each = 0
	}
	small, big := t.blindSeats()
	bets[small], bets[big] = t.SmallBlind, t.BigBlind
	if t.Opened != nil {
		bets[n-1] = t.Opened.To
	}
	for i := range bets {
		bets[i] = min(bets[i]+each, t.Stacks[i])
	}
	if t.BigBlindAnte {
		ante = min(t.Ante, t.Stacks[big]-bets[big])
		most[big] -= ante
	}
	return bets, most, ante
}

// AllIn reports whether the posts of a seat put it all-in.
func (t *Table) AllIn(seat int) bool {
	posted, most, _ := t.posts()
	return posted[seat] >= most[seat]
}

// Stays reports whether a seat is in the pot without a choice, given the earlier seats that jammed: its posts put it
// all-in, all others folded to the big blind, or the others are all-in for no more than it has posted.
func (t *Table) Stays(seat int, jammed SeatSet) bool {
	posted, most, _ := t.posts()
	if posted[seat] >= most[seat] {
		return true
	}
	for other := range t.Stacks {
		switch {
		case other < seat && !jammed.Has(other) || other == seat:
		case other > seat && posted[other] < most[other]:
			return false
		case most[other] > posted[seat]:
			return false
		}
	}
	return true
}

// Possible reports whether a hand can end with these players in the pot: nobody folds who must stay.
func (t *Table) Possible(in SeatSet) bool {
	for seat := range t.Stacks {
		if !in.Has(seat) && t.Stays(seat, in&(1<<seat-1)) {
			return false
		}
	}
	return true
}

// Free reports by Node which decisions leave their player a choice.
func (t *Table) Free() []bool {
	free := make([]bool, 1<<len(t.Stacks)-1)
	for node := range free {
		d := DecisionOf(node)
		free[node] = !t.Stays(d.Seat, d.Jammed)
	}
	return free
}

// Arises reports whether play can come to a decision: no seat before folds that must stay.
func (t *Table) Arises(d Decision) bool {
	for seat := range d.Seat {
		if at, jams := d.Before(seat); !jams && t.Stays(seat, at.Jammed) {
			return false
		}
	}
	return true
}

// Ended is the chips at the end of a hand. A pot that several players share is cut into equal parts, fractions of chips
// included.
type Ended struct {
	Stacks []float64 // by seat
	Cash   []float64 // bounties paid at once, by seat
	Heads  []float64 // bounties on the heads after the hand, by seat
	Ranks  []uint8   // of the hands by seat, 0 the best; of players who folded they mean nothing
}

// Stakes returns the sum of the prizes and bounties, and the part of it that this table plays for: of the prizes as
// much as it has of all chips. Without prizes both are a big blind in chips.
func (t *Table) Stakes() (pool, here float64) {
	if len(t.Prizes) == 0 {
		return float64(t.BigBlind), float64(t.BigBlind)
	}
	chips, others, heads := float64(sumOf(t.Stacks)), float64(sumOf(t.Others)), sumOf(t.Heads)
	prizes := sumOf(t.Prizes[:min(len(t.Prizes), len(t.Stacks)+len(t.Others))])
	return prizes + heads, prizes*chips/(chips+others) + heads
}

// Unplayed returns the stacks and bounties before the hand, as an end.
func (t *Table) Unplayed() Ended {
	return Ended{Stacks: floats(t.Stacks), Cash: make([]float64, len(t.Stacks)), Heads: slices.Clone(t.Heads)}
}

// End plays out a hand: in are the players in the pot; ranks are those of their hands by seat, 0 the best.
func (t *Table) End(in SeatSet, ranks []uint8) Ended {
	n := len(t.Stacks)
	paid, all, ante := t.posts()
	for seat := range n {
		if in.Has(seat) {
			paid[seat] = all[seat]
		}
	}
	returnUncalled(paid)
	e := Ended{Stacks: floats(all), Cash: make([]float64, n), Heads: slices.Clone(t.Heads), Ranks: ranks}
	for seat, chips := range paid {
		e.Stacks[seat] -= float64(chips)
	}
	pots := sidePots(paid, in)
	if len(pots) == 0 {
		pots = []Pot{{Eligible: in}}
	}
	pots[0].Chips += ante + t.Dead
	last := make([]SeatSet, n) // winners of the last pot that a player could win
	for _, pot := range pots {
		winners := pot.winners(ranks)
		for seat := range n {
			if winners.Has(seat) {
				e.Stacks[seat] += float64(pot.Chips) / float64(winners.Len())
			}
			if pot.Eligible.Has(seat) {
				last[seat] = winners
			}
		}
	}
	t.payHeads(&e, last)
	return e
}

// Values returns what a hand's end is worth to each seat: bounties, and final chips if there are no prizes; else prizes
// by ICM over all players left and the prizes of those who are out.
func (t *Table) Values(e Ended) []float64 { return t.Valuer()(e) }

// Valuer returns the function Values, to be called often: what follows from the players at other tables alone is
// computed once. The function may be called by several goroutines.
func (t *Table) Valuer() func(Ended) []float64 {
	if t.After != nil {
		return t.After
	}
	if len(t.Prizes) == 0 && len(t.Heads) == 0 {
		return func(e Ended) []float64 { return e.Stacks }
	}
	icm := t.icm()
	return func(e Ended) []float64 { return t.values(e, icm) }
}

// icm returns the function that values the stacks of the players left at the table.
func (t *Table) icm() func(live []float64) []float64 {
	prizes := t.places()
	switch {
	case len(prizes) == 0:
		return func(live []float64) []float64 { return make([]float64, len(live)) }
	case t.integrates():
		return t.field(0).values
	}
	return func(live []float64) []float64 {
		values, err := ICM(slices.Concat(live, floats(t.Others)), prizes)
		if err != nil {
			panic(err) // Validate has seen stacks and prizes, and somebody wins
		}
		return values[:len(live)]
	}
}

// MostPrizes bounds what the prizes, and with BountyEqual and BountyShared the heads at other tables, are worth to a
// player after a hand: as much as to one with all chips of the table. For in ICM the times to finish are exponential,
// with chips as rates, and who finishes first gets the first prize: a player who takes over another one's chips
// finishes no later, and has one rival less.
func (t *Table) MostPrizes() float64 {
	if t.After != nil || len(t.Others) == 0 {
		return t.Prizes[0]
	}
	chips := float64(sumOf(t.Stacks) + t.Dead)
	return t.icm()([]float64{chips})[0] + t.headsElsewhere()*chips/(chips+float64(sumOf(t.Others)))
}

func (t *Table) values(e Ended, icm func([]float64) []float64) []float64 {
	live := slices.DeleteFunc(slices.Clone(e.Stacks), func(s float64) bool { return s <= 0 })
	by := icm(live)
	values := make([]float64, len(t.Stacks))
	for seat, s := range e.Stacks {
		if s <= 0 {
			continue
		}
		if values[seat], by = by[0], by[1:]; len(t.Prizes) == 0 {
			values[seat] += s
		}
	}
	if len(t.Heads) > 0 {
		t.addHeads(values, e, len(live))
	}
	t.pay(values, e)
	return values
}

// pay pays the prizes of the places behind those of the players left to those who are out, by TwoBust, and bounties.
func (t *Table) pay(values []float64, e Ended) {
	var gone []int
	for seat, s := range e.Stacks {
		if s <= 0 {
			gone = append(gone, seat)
		}
	}
	compare := func(a, b int) int {
		switch t.TwoBust {
		case SplitPrizes:
			return 0
		case ShowdownOrder:
			return cmp.Compare(e.Ranks[a], e.Ranks[b])
		}
		return cmp.Compare(t.Stacks[b], t.Stacks[a])
	}
	slices.SortStableFunc(gone, compare)
	places := len(t.Stacks) - len(gone) + len(t.Others)
	paid := make([]float64, places+len(gone))
	copy(paid, t.Prizes)
	for first := 0; first < len(gone); {
		last := first + 1
		for last < len(gone) && compare(gone[first], gone[last]) == 0 {
			last++
		}
		for _, seat := range gone[first:last] {
			values[seat] = mean(paid[places+first : places+last])
		}
		first = last
	}
	for seat, cash := range e.Cash {
		values[seat] += cash
	}
}

func floats(chips []int) []float64 {
	xs := make([]float64, len(chips))
	for i, c := range chips {
		xs[i] = float64(c)
	}
	return xs
}

func sumOf[T int | float64](xs []T) (sum T) {
	for _, x := range xs {
		sum += x
	}
	return sum
}
