package jamfold

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/history"
	"feltlab/model/tournament"
)

// Spot is a decision of a hand history that is jam or fold: a player is first in, or all before who did not fold have
// jammed, and the player put in the stack or folded. If hands of the raise are given, it may be a decision after one.
type Spot struct {
	Hand   *history.Hand
	Player int // seat, an index of Hand.Seats and of Table.Stacks
	Table  tournament.Table
	Unit   int                 // of the table's chips, in hundredths of the history's
	Raise  *Raise              // that came before, nil if none did
	At     tournament.Decision // at the table that is opened with the raise
	Jammed bool                // what the player did: jammed or called, or folded
	Class  cards.Class
}

// Reasons why a decision is not asked about.
const (
	noCards      = "no hole cards are known"
	noBlinds     = "there is no small or no big blind"
	deadBlinds   = "a player posted a dead blind or a straddle"
	unequalAntes = "the antes are not those of one rule"
	manyPlayers  = "more than 10 players"
	noChoice     = "the player had no choice, or all folded to the big blind"
	limped       = "the player limped or checked"
	raisedSmall  = "the player raised without jamming"
	raisedAlone  = "the player raised, and nobody jammed"
	raisedOther  = "the hand is none of those given for the player's raise"
	limpBefore   = "a limp came before"
	raiseBefore  = "a raise came before the jam"
	raiseCalled  = "a raise was called or raised without a jam"
	chipsBehind  = "a caller of a jam kept chips that count"
	tooDeep      = "the effective stack is deeper than asked about"
)

// Spots returns the decisions of a hand that are jam or fold, of the player whose history it is or with all of every
// player whose cards are known. It counts each of these players who has none under a reason. A decision whose effective
// stack, the player's own or the largest of the others, is above deepest big blinds has none. Decisions after a raise
// of a seat count if raises has its hands.
func Spots(h *history.Hand, all bool, deepest float64, raises Raises, skipped Reasons) (spots []Spot) {
	wanted := func(seat int) bool {
		return len(h.Seats[seat].Cards) == 2 && (all || seat == h.Hero)
	}
	players := 0
	for seat := range h.Seats {
		if wanted(seat) {
			players++
		}
	}
	if players == 0 {
		skipped.Add(noCards, 1, h.ID)
		return nil
	}
	t, unit, reason := tableOf(h)
	if reason != "" {
		skipped.Add(reason, players, h.ID)
		return nil
	}
	w := walk{h: h, t: t, unit: unit, raises: raises}
	visit := func(seat int) {
		jammed, at := w.jammed, w.decision(seat)
		jams, reason := w.step(seat)
		if !wanted(seat) || w.raised != nil && reason == raisedSmall { // the raise itself; the seat acts once more
			return
		}
		two := h.Seats[seat].Cards
		class := cards.ComboOf(two[0], two[1]).Class()
		if r := w.raised; reason == "" && r != nil && seat == r.Seat && r.Hands[class] == 0 {
			reason = raisedOther
		}
		if reason == "" && w.depth(seat, jammed) > deepest*float64(w.t.BigBlind) {
			reason = tooDeep
		}
		if reason != "" {
			skipped.Add(reason, 1, h.ID)
			return
		}
		spots = append(spots, Spot{h, seat, *w.t, w.unit, w.raised, at, jams, class})
	}
	for seat := range h.Seats {
		visit(seat)
	}
	if w.raised != nil {
		visit(w.raised.Seat)
	}
	return spots
}

// walk goes through a hand's actions before the flop, seat by seat.
type walk struct {
	h      *history.Hand
	t      *tournament.Table
	unit   int // of the table's chips
	raises Raises
	raised *Raise            // nil: none that counts
	opened *tournament.Table // with the raise
	jammed tournament.SeatSet
	folded tournament.SeatSet
	flat   int    // chips to which the stacks count of a caller who kept some; 0: none did
	over   string // why later decisions are not jam or fold
}

// step reports whether the next seat jams, or why it has no decision.
func (w *walk) step(seat int) (jams bool, reason string) {
	if w.over != "" {
		return false, w.over
	}
	act, acted := w.h.Action(seat, 0)
	t, at := w.t, w.decision(seat)
	if w.opened != nil {
		t = w.opened
	}
	back := w.raised != nil && seat == w.raised.Seat
	if back {
		if act, acted = w.h.Action(seat, 1); w.jammed == 0 {
			return false, raisedAlone
		}
	}
	if t.Stays(at.Seat, at.Jammed) || !acted {
		if w.jammed |= 1 << seat; !acted && !t.Stays(at.Seat, at.Jammed) {
			w.over = noChoice
		}
		return false, noChoice
	}
	if w.flat > 0 && min(w.flat, w.t.Stacks[seat]) > w.level(w.jammed) {
		w.over = chipsBehind
		return false, chipsBehind
	}
	switch {
	case act.Kind == history.Fold:
		w.folded |= 1 << seat
		return false, ""
	case act.AllIn || act.Kind == history.Raise && w.covers(seat, act):
	case act.Kind == history.Call && w.jammed != 0 && w.callsJam(act):
		w.flat = max(w.flat, w.t.Stacks[seat])
	case w.raised != nil:
		w.over = raiseCalled
		return false, raiseCalled
	case act.Kind == history.Raise:
		w.over = w.raise(seat, act)
		return false, raisedSmall
	default:
		w.over = limpBefore
		return false, limped
	}
	w.jammed |= 1 << seat
	return true, ""
}

// covers reports whether a raise puts all others all-in who have not folded.
func (w *walk) covers(seat int, act history.Event) bool {
	for other := range w.h.Seats {
		if other != seat && !w.folded.Has(other) && act.To < w.front(other) {
			return false
		}
	}
	return true
}

// front returns a player's bet if the player is all-in: the stack without the ante.
func (w *walk) front(seat int) int {
	chips := w.h.Seats[seat].Stack
	for _, e := range w.h.Events {
		if e.Seat == seat && e.Kind == history.Ante {
			chips -= e.Amount
		}
	}
	return chips
}

// callsJam reports whether a call pays a jam in full: with a blind all-in alone, a call of the big blind is a limp.
func (w *walk) callsJam(act history.Event) bool {
	for _, e := range w.h.Events {
		if e.Kind == history.Raise && e.To >= act.To && w.jammed.Has(e.Seat) {
			return true
		}
		if e == act {
			return false
		}
	}
	return false
}

// level returns the largest stack among those who jammed, without those of callers, who pay no more.
func (w *walk) level(jammed tournament.SeatSet) (most int) {
	for seat := range w.h.Seats {
		if act, ok := w.h.Action(seat, 0); jammed.Has(seat) && ok && (act.AllIn || act.Kind == history.Raise) {
			most = max(most, w.t.Stacks[seat])
		}
	}
	return most
}

// depth returns the effective stack of a decision in chips: the smaller of the player's own and the largest of the
// others who have not folded.
func (w *walk) depth(seat int, jammed tournament.SeatSet) float64 {
	most := 0
	for other, chips := range w.t.Stacks {
		behind := other > seat && (w.raised == nil || seat != w.raised.Seat)
		if behind || jammed.Has(other) || w.raised != nil && other == w.raised.Seat && other != seat {
			most = max(most, chips)
		}
	}
	return float64(min(most, w.t.Stacks[seat]))
}

// tableOf returns the table of a hand in whole units, which all amounts are multiples of, or why there is none.
func tableOf(h *history.Hand) (t *tournament.Table, unit int, reason string) {
	n := len(h.Seats)
	t = &tournament.Table{SmallBlind: h.Small, BigBlind: h.Big, Ante: h.Ante}
	posted := [history.OtherPost + 1][]int{}
	for kind := range posted {
		posted[kind] = make([]int, n)
	}
	for _, e := range h.Events {
		if e.Kind.Post() {
			posted[e.Kind][e.Seat] += e.Amount
		}
	}
	if n > tournament.MaxTable {
		return nil, 0, manyPlayers
	}
	if posted[history.BigBlind][n-1] == 0 ||
		posted[history.SmallBlind][n-2] == 0 && h.Seats[n-2].Stack > posted[history.Ante][n-2] {
		return nil, 0, noBlinds
	}
	if slices.Max(posted[history.OtherPost]) > 0 {
		return nil, 0, deadBlinds
	}
	t.SmallBlind = max(t.SmallBlind, slices.Max(posted[history.SmallBlind]))
	t.BigBlind = max(t.BigBlind, slices.Max(posted[history.BigBlind]))
	t.Ante = max(t.Ante, slices.Max(posted[history.Ante]))
	if slices.Max(posted[history.Ante]) == 0 {
		t.Ante = 0
	}
	for _, s := range h.Seats {
		t.Stacks = append(t.Stacks, s.Stack)
	}
	if !anteRule(t, posted[history.Ante]) {
		return nil, 0, unequalAntes
	}
	unit = tournament.CommonUnit(append([]int{t.SmallBlind, t.BigBlind, t.Ante}, t.Stacks...)...)
	scale(t, 1, unit)
	if t.Validate() != nil {
		return nil, 0, noBlinds
	}
	return t, unit, ""
}

func scale(t *tournament.Table, by, over int) {
	t.Stacks = slices.Clone(t.Stacks)
	for i := range t.Stacks {
		t.Stacks[i] = t.Stacks[i] * by / over
	}
	t.SmallBlind, t.BigBlind, t.Ante = t.SmallBlind*by/over, t.BigBlind*by/over, t.Ante*by/over
}

// ForPrizes makes the spot's table play for prizes and for the bounties that the history states, with the stacks of
// players at other tables as ParseStacks reads them. The error is ErrPrizes or ErrStacks.
func (s *Spot) ForPrizes(t *tournament.Table, prizes []float64, others string, bounty tournament.Bounty) (err error) {
	t.Prizes = prizes
	if others != "" {
		scale(t, s.Unit, 1)
		if t.Others, err = tournament.ParseStacks(others, t.BigBlind/history.Hundredths); err != nil {
			return err
		}
		for i := range t.Others {
			t.Others[i] *= history.Hundredths
		}
	}
	for _, seat := range s.Hand.Seats {
		if seat.Bounty > 0 {
			t.Heads = append(t.Heads, seat.Bounty)
		}
	}
	if len(t.Heads) == len(t.Stacks) {
		t.Bounty = bounty
	} else {
		t.Heads = nil
	}
	if err := t.Validate(); err != nil {
		return err
	}
	return (&TableText{}).checkStakes(t)
}

// anteRule sets who posts the ante, and reports whether what was posted follows: the big blind alone, or all.
func anteRule(t *tournament.Table, posted []int) bool {
	last := len(posted) - 1
	if t.BigBlindAnte = t.Ante > 0 && slices.Max(posted[:last]) == 0; t.BigBlindAnte {
		return true
	}
	for seat, chips := range posted {
		if chips != min(t.Ante, t.Stacks[seat]) {
			return false
		}
	}
	return true
}

// PrizeTables returns for each hand whether its table is the whole tournament: the chips at it are all chips, or if
// these are not stated, as many in every hand of the tournament that was read.
func PrizeTables(hands []*history.Hand, chips int) func(*history.Hand) bool {
	first, moved := map[string]int{}, map[string]bool{}
	key := func(h *history.Hand) string { return h.Room + " " + h.Tournament }
	for _, h := range hands {
		if before, ok := first[key(h)]; ok && before != h.Chips() {
			moved[key(h)] = true
		}
		first[key(h)] = h.Chips()
	}
	return func(h *history.Hand) bool {
		if chips > 0 {
			return h.Tournament != "" && h.Chips() == chips*history.Hundredths
		}
		return h.Tournament != "" && !moved[key(h)]
	}
}
