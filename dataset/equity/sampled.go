package equity

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
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

// Sample estimates the answer from so many random deals: hands of ranges are drawn each alone, all
// anew if two share a card, and any two cards are dealt. It depends on the seed but not on the
// number of workers, which is one for each processor if it is below 1; progress, which may be nil,
// is told how many deals are done.
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
	decks := []deck{deckOf(s.Hero, board)}
	known := board
	if mine := decks[0].hands; len(mine) == 1 {
		known |= mine[0].set // which spares many tries
	}
	for _, r := range s.Opponents {
		d := deckOf(r, known)
		if len(d.hands) == 0 {
			return nil, fmt.Errorf("%w: range %v beside hand %v, %s", ErrEmptyRange, r, s.Hero, where(board))
		}
		decks = append(decks, d)
	}
	stock := (cards.FullDeck &^ board).Cards()
	loop := parallel.Loop{Items: samples, Block: samplesPerBlock, Workers: workers, Report: progress}
	dealers, err := parallel.States(ctx, loop, func() *dealer { return newDealer(s, decks, stock, board) }, func(d *dealer, from, to int) error {
		d.source.Seed(seed, uint64(from/samplesPerBlock))
		for range to - from {
			if !d.deal() {
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
	at    []uint16 // the hand at each unit of weight, if there are not too many to list
	any   bool     // any two cards, all as likely
}

// maxListed is up to which total weight a deck lists its hands: 128 KiB.
const maxListed = 1 << 16

func deckOf(r *ranges.Range, board cards.Set) deck {
	d := deck{hands: livesOf(r, board), any: r.Uniform() && r.Len() == cards.NumCombos}
	total := uint64(0)
	for i := range d.hands {
		total += d.hands[i].weight
		d.upTo = append(d.upTo, total)
	}
	if total <= maxListed {
		for i := range d.hands {
			d.at = append(d.at, slices.Repeat([]uint16{uint16(i)}, int(d.hands[i].weight))...)
		}
	}
	return d
}

// hand draws one of the range, each as likely as its weight.
func (d *deck) hand(random *rand.Rand) *seated {
	x := random.Uint64N(d.upTo[len(d.upTo)-1])
	if d.at != nil {
		return &d.hands[d.at[x]]
	}
	k, _ := slices.BinarySearch(d.upTo, x+1)
	return &d.hands[k]
}

// dealer deals, compares and adds up.
type dealer struct {
	spot   *Spot
	decks  []deck // ours first
	stock  []cards.Card
	board  cards.Set // so far
	source rand.PCG
	random *rand.Rand
	hands  [MaxOpponents + 1]cards.Combo
	taken  cards.Set
	sums   [cards.NumClasses]Shares
}

func newDealer(s *Spot, decks []deck, stock []cards.Card, board cards.Set) *dealer {
	d := &dealer{spot: s, decks: decks, stock: stock, board: board}
	d.random = rand.New(&d.source)
	return d
}

// deal gives everybody a hand; it reports false if that does not succeed. The hands that are left
// for any two cards are as many whatever the others hold, so that these need no second try.
func (d *dealer) deal() bool {
	for range maxRejected {
		if d.draw() {
			for i := range d.decks {
				if d.decks[i].any {
					d.hands[i] = cards.ComboOf(d.card(), d.card())
				}
			}
			return true
		}
	}
	return false
}

// draw takes hands from the ranges, each alone, and reports whether no two share a card. To replace
// just the second of two that do would give other chances.
func (d *dealer) draw() bool {
	d.taken = d.board
	for i := range d.decks {
		deck := &d.decks[i]
		if deck.any {
			continue
		}
		h := deck.hand(d.random)
		if h.set&d.taken != 0 {
			return false
		}
		d.hands[i] = h.combo
		d.taken |= h.set
	}
	return true
}

// card takes a card from the stock.
func (d *dealer) card() cards.Card {
	for {
		if c := d.stock[d.random.Uint32N(uint32(len(d.stock)))]; !d.taken.Has(c) {
			d.taken = d.taken.With(c)
			return c
		}
	}
}

// settle completes the board and adds up what our hand wins.
func (d *dealer) settle() {
	board := eval.HandOf(d.board)
	for range 5 - d.board.Len() {
		board = board.Add(d.card())
	}
	ours := d.spot.rank(board.Merge(eval.HandOfCombo(d.hands[0])))
	sums := &d.sums[d.hands[0].Class()]
	sums.Deals++
	sharers := 1
	for _, h := range d.hands[1:len(d.decks)] {
		switch theirs := d.spot.rank(board.Merge(eval.HandOfCombo(h))); {
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
