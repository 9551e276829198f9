package several

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"

	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// MaxSamples bounds the number of samples, for a standard error of about 0.00001.
const MaxSamples = 2_000_000_000

// Errors of Sample.
var (
	// ErrSamples means a number of samples outside 2..MaxSamples.
	ErrSamples = errors.New("several: number of samples out of range")
	// ErrNarrow means ranges so narrow that their hands hardly ever avoid each other.
	ErrNarrow = errors.New("several: ranges too narrow to deal from")
)

const (
	// samplesPerBlock is how many deals share one generator, seeded by the seed and the block's
	// number, so that it does not matter who works it off.
	samplesPerBlock = 1 << 14
	// maxRejected is after how many misfits in a row ranges count as too narrow.
	maxRejected = 100_000
)

// Sample estimates the answer from so many random deals: hands are drawn each alone, all anew if
// two share a card. It depends on the seed but not on the number of workers, which is one for each
// processor if it is below 1; progress, which may be nil, is told how many deals are done.
//
// Errors: ErrOpponents, ErrSamples, ErrNarrow, ErrBoard, ErrDuplicate, equity.ErrEmptyRange, and
// that of the context.
func (s *Spot) Sample(ctx context.Context, samples int, seed uint64, workers int, progress func(done, total int)) (*Shared, error) {
	board, err := s.check()
	if err != nil {
		return nil, err
	}
	if samples < 2 || samples > MaxSamples {
		return nil, fmt.Errorf("%w: %d, want 2..%d", ErrSamples, samples, MaxSamples)
	}
	seats := []deck{deckOf(livesOf(s.Hero, board))}
	for _, r := range s.Opponents {
		seats = append(seats, deckOf(livesOf(r, board)))
	}
	stock := (cards.FullDeck &^ board).Cards()
	loop := parallel.Loop{Items: samples, Block: samplesPerBlock, Workers: workers, Report: progress}
	dealers, err := parallel.States(ctx, loop, func() *dealer { return newDealer(seats, stock, board) }, func(d *dealer, from, to int) error {
		d.source.Seed(seed, uint64(from/samplesPerBlock))
		for range to - from {
			if !d.draw() {
				return fmt.Errorf("%w: no hands that share no card in %d tries", ErrNarrow, maxRejected)
			}
			d.settle()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := new(Shared)
	for _, d := range dealers {
		for k := range out.Classes {
			out.Classes[k].add(&d.sums[k])
		}
	}
	return out.total(), nil
}

// deck is a range to draw from.
type deck struct {
	hands []seated
	upTo  []uint64 // total weight of hands[:i+1]
}

func deckOf(hands []seated) deck {
	d := deck{hands: hands}
	total := uint64(0)
	for i := range hands {
		total += hands[i].weight
		d.upTo = append(d.upTo, total)
	}
	return d
}

// dealer deals, compares and adds up.
type dealer struct {
	seats  []deck // ours first
	stock  []cards.Card
	given  cards.Set // the board so far
	source rand.PCG
	random *rand.Rand
	hands  [MaxOpponents + 1]cards.Combo
	dealt  cards.Set
	sums   [cards.NumClasses]Shares
}

func newDealer(seats []deck, stock []cards.Card, board cards.Set) *dealer {
	d := &dealer{seats: seats, stock: stock, given: board}
	d.random = rand.New(&d.source)
	return d
}

// draw gives everybody a hand; it reports false if that does not succeed.
func (d *dealer) draw() bool {
	for range maxRejected {
		d.dealt = 0
		i := 0
		for ; i < len(d.seats); i++ {
			seat := &d.seats[i]
			x := d.random.Uint64N(seat.upTo[len(seat.upTo)-1])
			h := &seat.hands[sort.Search(len(seat.upTo), func(k int) bool { return seat.upTo[k] > x })]
			if h.set&d.dealt != 0 {
				break
			}
			d.hands[i] = h.combo
			d.dealt |= h.set
		}
		if i == len(d.seats) {
			return true
		}
	}
	return false
}

// settle completes the board and adds up what our hand wins.
func (d *dealer) settle() {
	board, taken := d.given, d.given|d.dealt
	for board.Len() < 5 {
		if c := d.stock[d.random.Uint32N(uint32(len(d.stock)))]; !taken.Has(c) {
			board, taken = board.With(c), taken.With(c)
		}
	}
	base := eval.HandOf(board)
	ours := base.Merge(eval.HandOfCombo(d.hands[0])).Strength()
	sums := &d.sums[d.hands[0].Class()]
	sums.Deals++
	sharers := 1
	for _, h := range d.hands[1:len(d.seats)] {
		switch theirs := base.Merge(eval.HandOfCombo(h)).Strength(); {
		case theirs > ours:
			return
		case theirs == ours:
			sharers++
		}
	}
	sums.win(1, sharers)
	part := uint64(potUnits / sharers)
	sums.squares += part * part
}
