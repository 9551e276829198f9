package training

import (
	"math"
	"unsafe"

	"feltlab/solvers/limitholdem/river"
)

// plan has a number for each action of a seat on a street, in sixteen betting histories.
type plan = river.Plan[float32]

// table is what a seat has learnt in a round.
type table struct {
	// regrets and sums (of the play), by block and bucket. Before the flop the blocks are decisions, of which the first
	// entries and lane are used.
	regrets, sums [][]plan
	// updated is when a bucket's regrets were last changed: in which iteration.
	updated []int32
}

func newTable(blocks, buckets int) *table {
	t := &table{updated: make([]int32, buckets)}
	for range blocks {
		t.regrets = append(t.regrets, make([]plan, buckets))
		t.sums = append(t.sums, make([]plan, buckets))
	}
	return t
}

// planSize is the size of a plan in bytes.
const planSize = 4 * river.Entries * river.Lanes

// Bytes is the memory of training that grows with the options.
func Bytes(o Options) (total int64) {
	for _, b := range o.Buckets {
		for round := onFlop; round < numRounds; round++ {
			total += 2 * planSize * int64(numBlocks[round]) * int64(b.Len(round))
		}
	}
	boards := o.Boards
	if boards == 0 {
		boards = DefaultBoards
	}
	return total + int64(boards)*int64(unsafe.Sizeof(hands{}))*(11*int64(turnBlocks+1))
}

// Weighting is how iterations count.
type Weighting string

// Weightings. In iteration t, Plus cuts regrets at 0 and weights the play by t: CFR+. Linear weights both by t and
// cuts nothing. Discounted multiplies positive regrets by t^1.5/(t^1.5+1), negative ones by a half, and weights the
// play by t^2: DCFR with its authors' parameters.
const (
	Plus       Weighting = "plus"
	Linear     Weighting = "linear"
	Discounted Weighting = "discounted"
)

// Weightings lists them.
var Weightings = []Weighting{Linear, Plus, Discounted}

// weight is the weight of the play in an iteration.
func (w Weighting) weight(t int) float32 {
	if w == Discounted {
		return float32(t) * float32(t)
	}
	return float32(t)
}

// floor is the least regret.
func (w Weighting) floor() float32 {
	if w == Plus {
		return 0
	}
	return float32(math.Inf(-1))
}

// discounts are the factors of positive and negative regrets of an iteration in a later one.
func (w Weighting) discounts(from, to int) (positive, negative float64) {
	if from == 0 {
		return 0, 0 // there are none
	}
	switch w {
	case Linear:
		return float64(from) / float64(to), float64(from) / float64(to)
	case Discounted:
		positive = 1
		for t := from; t < to; t++ {
			x := math.Pow(float64(t), 1.5)
			positive *= x / (x + 1)
		}
		return positive, math.Pow(0.5, float64(to-from))
	}
	return 1, 1
}
