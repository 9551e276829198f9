package postflop

import (
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// layout is what all passes over a game share: the hands of each seat, the boards of each round, and the place of each
// decision on each board in the tables of regrets.
type layout struct {
	game   *game.Postflop
	hands  [2]handList
	rounds [][]board
	nodes  []*game.Node // decisions by ID
	start  []int64      // of a decision's rows in the tables
	size   int64        // of the tables
}

// handList are the hands of a seat that its range gives a weight.
type handList struct {
	listed  []uint16  // number among the hands of the game
	weight  []float32 // in the range
	held    []held    // with cards
	same    []int32   // the other seat's hand of the same cards; -1 if its range has none
	holding [cards.NumCards][]uint16
}

// board is one board of a round: it represents its orbit under the suits that are alike.
type board struct {
	public   game.Board
	group    []*game.Symmetry // fixes it
	cards    cards.Set
	dealt    cards.Card
	boards   int              // in its orbit, and those of the boards before
	suits    []cards.SuitPerm // lead to the boards of the orbit
	orbit    [][2][]uint16    // by seat the images of its hands under them
	ways     float64          // deals that a pair of hands leaves
	from, to int              // its boards on the next round
	order    [2]ranking       // on the river, by seat
	groups   [2][]group       // on the river, by seat
}

// ranking has the hands of a seat that are possible on a river, weakest first, and the strength of each.
type ranking struct {
	hands     []held
	strengths []eval.Strength
}

// group is a group of a seat's hands that tie, among those of the other seat: the number of hands in it, and of the
// other's hands that are weaker than it and not than the group before, and that tie with it.
type group struct{ mine, weaker, tied uint16 }

func groupsOf(mine, theirs *ranking) (groups []group) {
	k := 0
	for start := 0; start < len(mine.hands); {
		var g group
		strength := mine.strengths[start]
		for ; k < len(theirs.hands) && theirs.strengths[k] < strength; k++ {
			g.weaker++
		}
		for ; k < len(theirs.hands) && theirs.strengths[k] == strength; k++ {
			g.tied++
		}
		for ; start < len(mine.hands) && mine.strengths[start] == strength; start++ {
			g.mine++
		}
		groups = append(groups, g)
	}
	return groups
}

// newLayout deals all boards. Only with ranked are the hands of rivers sorted; sizes need no order.
func newLayout(g *game.Postflop, ranked bool) *layout {
	l := &layout{game: g, nodes: g.Root().Decisions()}
	for seat := range l.hands {
		l.hands[seat] = handsOf(g.Hands(), seat)
	}
	for seat := range l.hands {
		h := &l.hands[seat]
		for _, i := range h.listed {
			h.same = append(h.same, int32(slices.Index(l.hands[1-seat].listed, i)))
		}
	}
	l.deal(ranked)
	for _, n := range l.nodes {
		l.start = append(l.start, l.size)
		l.size += int64(len(l.rounds[n.Round])) * int64(l.row(n))
	}
	return l
}

// row is the number of entries of a decision on one board.
func (l *layout) row(n *game.Node) int { return len(n.Actions) * len(l.hands[n.Actor].listed) }

func handsOf(all *game.Hands, seat int) (h handList) {
	for i, w := range all.Weights(seat) {
		if w == 0 {
			continue
		}
		two := all.Cards[i].Cards()
		for _, c := range two {
			h.holding[c] = append(h.holding[c], uint16(len(h.listed)))
		}
		h.held = append(h.held, heldOf(uint16(len(h.listed)), uint8(two[0]), uint8(two[1])))
		h.listed, h.weight = append(h.listed, uint16(i)), append(h.weight, float32(w))
	}
	return h
}

func (l *layout) deal(ranked bool) {
	root := l.game.Root()
	images := map[*game.Symmetry][2][]uint16{}
	for _, p := range l.game.Symmetries() {
		images[p] = l.images(p)
	}
	first := board{public: root.Board, group: l.game.Symmetries(), cards: root.Board.Set(), boards: 1, ways: 1}
	l.rounds = [][]board{{first}}
	for r := 1; r < l.game.Rounds(); r++ {
		var next []board
		for i := range l.rounds[r-1] {
			b := &l.rounds[r-1][i]
			// The deals depend on the board alone.
			s := game.State{Node: &game.Node{Kind: game.Chance, Children: []*game.Node{nil}}, Board: b.public}
			deals := l.game.Deals(s, b.group)
			b.from, b.ways = len(next), deals.Ways
			for _, d := range deals.List {
				to := board{public: d.State.Board, group: d.Group, cards: b.cards | d.Dealt, dealt: d.Dealt.Min(),
					boards: b.boards * len(d.Orbit)}
				for _, p := range d.Orbit {
					to.suits, to.orbit = append(to.suits, p.Suits), append(to.orbit, images[p])
				}
				next = append(next, to)
			}
			b.to = len(next)
		}
		l.rounds = append(l.rounds, next)
	}
	if !ranked {
		return
	}
	rivers := l.rounds[len(l.rounds)-1]
	for i := range rivers {
		r := &rivers[i]
		for seat := range l.hands {
			r.order[seat] = l.hands[seat].rank(r.cards)
		}
		for seat := range l.hands {
			r.groups[seat] = groupsOf(&r.order[seat], &r.order[1-seat])
		}
	}
}

// images has what a symmetry does to the hands of each seat.
func (l *layout) images(p *game.Symmetry) (out [2][]uint16) {
	for seat := range l.hands {
		list := l.hands[seat].listed
		at := make(map[uint16]uint16, len(list))
		for h, i := range list {
			at[i] = uint16(h)
		}
		for _, i := range list {
			out[seat] = append(out[seat], at[p.Hands[seat][i]])
		}
	}
	return out
}

func (h *handList) rank(river cards.Set) (r ranking) {
	public := eval.HandOf(river)
	var keys []uint32
	for i, x := range h.held {
		low, high := cards.Card(x>>8&63), cards.Card(x&63)
		if !river.Has(low) && !river.Has(high) {
			keys = append(keys, uint32(public.Add(low).Add(high).Strength())<<16|uint32(i))
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		r.hands = append(r.hands, h.held[uint16(k)])
		r.strengths = append(r.strengths, eval.Strength(k>>16))
	}
	return r
}
