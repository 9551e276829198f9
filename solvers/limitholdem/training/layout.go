package training

import (
	"cmp"
	"sync"
	"unsafe"

	"feltlab/model/game"
	"feltlab/solvers/limitholdem/river"
)

// Betting rounds of limit hold'em.
const (
	preflop = iota
	onFlop
	onTurn
	onRiver
	numRounds
)

// A street's betting histories are lanes: 7 on the flop, 63 on the turn, and 567 on the river, which follow each of
// nine sequences of the street before. They are arranged by sequence first, so that the histories after a sequence of
// sixteen histories are sixteen histories side by side:
//
//	turn lane = 7 x sequence + flop lane, river lane = 64 x sequence + turn lane
//
// A block is sixteen lanes. Lanes without a history have no reach and pay nothing.
const (
	flopLanes  = 7
	turnBlocks = 4
)

var numBlocks = [numRounds]int{0, 1, turnBlocks, river.Sequences * turnBlocks}

// lanesAfter is the distance in lanes between sequences of a round.
var lanesAfter = [numRounds]int{onFlop: flopLanes, onTurn: turnBlocks * river.Lanes}

// decision is a decision's node, block, lane and first entry. Before the flop each decision has a block of its own.
type decision struct {
	node               *game.Node
	block, lane, entry int
}

type layout struct {
	decisions [numRounds][]decision
	first     map[int]int
	// opens[round][lane] is the first decision of a round; nil in lanes without a history.
	opens [numRounds][]*game.Node
	flops map[string]int // lane of a chance node before the flop, by its history
}

var holdem = sync.OnceValue(game.LimitHoldem)

var limitLayout = sync.OnceValue(func() *layout {
	l := &layout{flops: map[string]int{}, first: map[int]int{}}
	for round := range l.opens {
		l.opens[round] = make([]*game.Node, numBlocks[round]*river.Lanes)
	}
	root := holdem().Root().Node
	for _, n := range root.Decisions() {
		if n.Round == preflop {
			l.first[n.ID] = len(l.decisions[preflop])
			l.decisions[preflop] = append(l.decisions[preflop], decision{node: n, block: len(l.decisions[preflop])})
		}
	}
	for n := range root.Betting() {
		if n.Kind == game.Chance {
			lane := len(l.flops)
			l.flops[n.History] = lane
			l.open(n.Children[0], lane)
		}
	}
	return l
})

// open lists a round's decisions from the first one, and those of later rounds.
func (l *layout) open(first *game.Node, lane int) {
	l.opens[first.Round][lane] = first
	for n := range first.Betting() {
		bets, byOpener := n.Bets()
		switch n.Kind {
		case game.Chance:
			// Lanes are numbered as seat 0 numbers sequences.
			i := river.Sequence(bets, bets > 0 && byOpener == (first.Actor == 0))
			l.open(n.Children[0], i*lanesAfter[n.Round]+lane)
		case game.Decision:
			entry := river.Place(bets, byOpener == (n.Actor == first.Actor))
			at := decision{n, lane / river.Lanes, lane % river.Lanes, entry}
			l.decisions[n.Round] = append(l.decisions[n.Round], at)
		}
	}
}

// seen converts a sequence between the numbering of seat 0 and that of a seat, in both directions: the first bet is
// ours to one seat and theirs to the other.
func seen(sequence, seat int) int {
	switch {
	case seat == 0 || sequence == river.CheckedDown:
		return sequence
	case sequence <= river.MaxBets:
		return sequence + river.MaxBets
	}
	return sequence - river.MaxBets
}

var betSizes = [numRounds]float64{onFlop: 1, onTurn: 2, onRiver: 2}

// Tilt changes a seat's payoffs by percentages of its winnings and losses.
type Tilt struct{ Win, Lose float64 }

// payoffs are those of a block to a seat with a tilt. A split pot counts as half won and half lost.
func (l *layout) payoffs(round, block int, tilt Tilt) (out river.Payoffs[float32]) {
	win, lose := 1+tilt.Win/100, 1+tilt.Lose/100
	for lane := range river.Lanes {
		n := l.opens[round][block*river.Lanes+lane]
		if n == nil {
			continue
		}
		for bets := range river.MaxBets + 1 {
			stakes := n.Contributions[0] + betSizes[round]*float64(bets)
			out.Win[bets][lane] = float32(win * stakes)
			out.Lose[bets][lane] = float32(lose * stakes)
			out.Show[bets][lane] = float32((win + lose) / 2 * stakes)
			out.Drift[bets][lane] = float32((win - lose) / 2 * stakes)
		}
	}
	return out
}

// plan has a number for each action of a seat on a street, in sixteen betting histories.
type plan = river.Plan[float32]

// table is what a seat has learnt in a round.
type table struct {
	// regrets and sums (of the play), by block and bucket. Before the flop the blocks are decisions, of which the first
	// entries and lane are used.
	regrets, sums [][]plan
	updated       []int32 // when a bucket's regrets were last changed: in which iteration
}

func newTable(blocks, buckets int) *table {
	t := &table{updated: make([]int32, buckets)}
	for range blocks {
		t.regrets = append(t.regrets, make([]plan, buckets))
		t.sums = append(t.sums, make([]plan, buckets))
	}
	return t
}

const planSize = 4 * river.Entries * river.Lanes

// Bytes is the memory of training that grows with the options.
func Bytes(o Options) (total int64) {
	for _, b := range o.Buckets {
		for round := onFlop; round < numRounds; round++ {
			total += 2 * planSize * int64(numBlocks[round]) * int64(b.Len(round))
		}
	}
	return total + int64(cmp.Or(o.Boards, DefaultBoards))*int64(unsafe.Sizeof(hands{}))*(11*int64(turnBlocks+1))
}
