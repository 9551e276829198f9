package game

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"feltlab/model/cards"
)

// ErrTree marks a betting tree with more than MostNodes nodes.
var ErrTree = errors.New("the betting tree is too large")

// MostNodes is the largest number of nodes of a betting tree. Trees that programs solve have some thousands.
const MostNodes = 1 << 18

const mostActions = 16

// postflopTree builds the betting tree of a postflop game. What a seat has put in includes half of the starting pot.
type postflopTree struct {
	*PostflopRules
	first cards.Street
	nodes int
	err   error
}

type betting struct {
	street  cards.Street
	in      [2]float64
	base    float64 // what each seat had put in before the street
	raise   float64 // the last bet or raise: what it added to the bet before
	bets    int
	actor   int
	opening bool // nobody has acted on the street
	called  bool // seat 0 called on the street before, so that its first bet is a donk bet
	history string
}

func (t *postflopTree) node(n *Node) *Node {
	if t.nodes++; t.nodes > MostNodes {
		t.err = ErrTree
	}
	return n
}

func (t *postflopTree) open(street cards.Street, in float64, called bool, history string) *Node {
	return t.decide(betting{street: street, in: [2]float64{in, in}, base: in, opening: true, called: called,
		history: history + "/"})
}

func (t *postflopTree) decide(b betting) *Node {
	n := t.node(&Node{Kind: Decision, Actor: b.actor, Round: int(b.street - t.first), Contributions: b.in,
		History: b.history})
	other := 1 - b.actor
	add := func(a Action, word string, next betting, then func(betting) *Node) {
		if t.err == nil {
			next.history += word
			n.Actions, n.Children = append(n.Actions, a), append(n.Children, then(next))
		}
	}
	next := b
	next.actor, next.opening = other, false
	if b.in[b.actor] < b.in[other] {
		add(Fold, Fold.String(), b, t.fold)
	}
	next.in[b.actor] = b.in[other]
	if b.opening {
		add(Call, Call.String(), next, t.decide)
	} else {
		add(Call, Call.String(), next, func(c betting) *Node { return t.close(c, b.actor == 0 && b.bets > 0) })
	}
	for _, to := range t.bets(&b) {
		raised := next
		raised.in[b.actor] = b.base + to
		raised.raise = raised.in[b.actor] - b.in[other]
		raised.bets++
		add(Raise, Raise.String()+Amount(to), raised, t.decide)
	}
	return n
}

// Amount writes chips without zeros at the end.
func Amount(chips float64) string {
	const digits = 1e6
	return strconv.FormatFloat(math.Round(chips*digits)/digits, 'f', -1, 64)
}

func (t *postflopTree) rake(in float64) float64 { return min(t.Rake*2*in, t.RakeCap) }

func (t *postflopTree) fold(b betting) *Node {
	n := folded(int(b.street-t.first), b.actor, b.in, b.history)
	n.Rake = t.rake(b.in[b.actor])
	return t.node(n)
}

func (t *postflopTree) close(b betting, called bool) *Node {
	n := &Node{Kind: Chance, Round: int(b.street - t.first), Contributions: b.in, History: b.history}
	switch allIn := b.in[0] >= t.total(); {
	case b.street == cards.River:
		n.Kind, n.Payoff, n.Rake = Showdown, b.in[0], t.rake(b.in[0])
	case allIn:
		b.street++
		b.history += "/"
		n.Children = []*Node{t.close(b, false)}
	default:
		n.Children = []*Node{t.open(b.street+1, b.in[0], called, b.history)}
	}
	return t.node(n)
}

// total is what a seat puts in with its whole stack.
func (t *postflopTree) total() float64 { return t.Stack + t.Pot/2 }

// bets lists the bets or raises of a decision in ascending order: what the actor has put in on the street after each.
func (t *postflopTree) bets(b *betting) []float64 {
	at := spot{pot: 2 * max(b.in[0], b.in[1]), bet: max(b.in[0], b.in[1]) - b.base, stack: t.total() - b.base,
		bets: b.bets, streets: int(cards.River-b.street) + 1, unit: t.Chip}
	if at.bet >= at.stack || t.RaiseCap > 0 && b.bets >= t.RaiseCap {
		return nil
	}
	sizes := t.Sizes[b.street][b.actor]
	list := sizes.Bet
	switch {
	case b.bets > 0:
		list = sizes.Raise
	case b.called && b.opening && sizes.Donks:
		list = sizes.Donk
	}
	var bets []float64
	for i := range list {
		if to, ok := t.legal(list[i].to(&at), b, &at); ok {
			bets = append(bets, to)
		}
	}
	if t.AddAllIn > 0 && at.stack-at.bet <= math.Round(at.pot*t.AddAllIn/t.Chip)*t.Chip {
		bets = append(bets, at.stack)
	}
	slices.Sort(bets)
	return t.merge(slices.Compact(bets), &at)
}

// legal makes a bet all-in where a threshold says so, and lifts or drops one that is too small.
func (t *postflopTree) legal(to float64, b *betting, at *spot) (_ float64, ok bool) {
	least := min(at.bet+max(b.raise, t.MinBet), at.stack)
	switch {
	case to == 0 || to < least && t.DropSmall && to < at.stack:
		if !(t.AllInAbove > 0 && to > 0 && to+b.base > t.total()*t.AllInAbove) {
			return 0, false
		}
	case to < least:
		to = least
	}
	to = min(to, at.stack)
	if t.AllInAbove > 0 && to+b.base > t.total()*t.AllInAbove {
		return at.stack, true
	}
	if t.ForceAllIn > 0 {
		pot := at.pot + 2*(to-at.bet)
		if at.stack <= to+math.Round(pot*t.ForceAllIn/t.Chip)*t.Chip {
			return at.stack, true
		}
	}
	return to, true
}

// merge drops bets that are close to a larger one, as PioSOLVER and postflop-solver do: a bet of Y% of the pot next to
// one of X% if (100 + X) / (100 + Y) is below 1 + Merge.
func (t *postflopTree) merge(bets []float64, at *spot) []float64 {
	const rounding = 1e-12
	var out []float64
	larger := math.Inf(1)
	for _, to := range slices.Backward(bets) {
		share := (to - at.bet) / at.pot
		if t.Merge == 0 || share < (larger-t.Merge)/(1+t.Merge)*(1-rounding) {
			out = append(out, to)
			larger = share
		}
	}
	slices.Reverse(out)
	return out
}
