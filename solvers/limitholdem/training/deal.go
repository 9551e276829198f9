package training

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/river"
)

// hands holds a vector of sixteen betting histories for each combo.
type hands = [cards.NumCombos]river.Vector[float32]

// deal is a board and the results of a pass on it: 4 MB.
type deal struct {
	cards  []cards.Card
	boards [numRounds]river.Board // all without the hands that a later card blocks
	reach  [onTurn + 1][]hands    // the opponent's, by round and block
	values [onTurn + 1][]hands    // winnings of our hands
	later  [onTurn + 1][][river.Sequences]hands
}

func newDeal() *deal {
	d := &deal{}
	for round := onFlop; round <= onTurn; round++ {
		d.reach[round] = make([]hands, numBlocks[round])
		d.values[round] = make([]hands, numBlocks[round])
		d.later[round] = make([][river.Sequences]hands, numBlocks[round])
	}
	return d
}

// at returns the reach, the later values and the values of a block of the flop or turn.
func (d *deal) at(round, block int) (reach *hands, later *[river.Sequences]hands, values *hands) {
	return &d.reach[round][block], &d.later[round][block], &d.values[round][block]
}

// boardLen is the number of cards on the board by round.
var boardLen = [numRounds]int{0, 3, 4, 5}

// shuffle deals all cards, the board first. The deck depends only on the seed and the number.
func shuffle(seed uint64, number int) []cards.Card {
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	deck := make([]cards.Card, cards.NumCards)
	for i, c := range rng.Perm(cards.NumCards) {
		deck[i] = cards.Card(c)
	}
	slices.Sort(deck[:boardLen[onFlop]]) // cards of one deal are in ascending order
	return deck
}

// dealBoard deals a board of five cards.
func dealBoard(seed uint64, number int) []cards.Card {
	return shuffle(seed, number)[:boardLen[onRiver]]
}

// set sets the board.
func (d *deal) set(board []cards.Card) {
	d.cards = board
	set := cards.SetOf(board...)
	d.boards[onRiver].Set(set)
	for round := range onRiver {
		d.boards[round].Deal(set)
	}
}

// ownHands is the bucketing of a player whose hands are buckets of their own: combos.
var ownHands = func() (of [cards.NumCombos]int32) {
	for h := range of {
		of[h] = int32(h)
	}
	return of
}()

// sort puts hands into the buckets of both seats: Own are ours. The error is strategy.ErrBuckets.
func (d *deal) sort(buckets [2]strategy.Bucketing, seat int) error {
	for round := range numRounds {
		if err := d.sortRound(buckets, seat, round); err != nil {
			return err
		}
	}
	return nil
}

func (d *deal) sortRound(buckets [2]strategy.Bucketing, seat, round int) error {
	var of [cards.NumCombos]int32
	b, board := &d.boards[round], game.BoardOf(d.cards[:boardLen[round]]...)
	if err := ask(buckets[seat], round, board, b, &of); err != nil {
		return err
	}
	b.SetOwn(&of)
	if buckets[1-seat] != buckets[seat] { // two seats with the same bucketing are asked once
		if err := ask(buckets[1-seat], round, board, b, &of); err != nil {
			return err
		}
	}
	b.SetBuckets(&of)
	return nil
}

// ask fills of with the buckets of live hands.
func ask(
	bucketing strategy.Bucketing, round int, board game.Board, live *river.Board, of *[cards.NumCombos]int32,
) error {
	bucketing.Of(round, board, of[:])
	n := int32(bucketing.Len(round))
	for _, e := range live.Hands() {
		if b := of[e.Combo]; b < 0 || b >= n {
			return fmt.Errorf("%w: %s puts %v on %v in bucket %d of %d",
				strategy.ErrBuckets, bucketing.Name(), cards.Combo(e.Combo), board.Set(), b, n)
		}
	}
	return nil
}
