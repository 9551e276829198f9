package strength

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// MaxSamples is the largest number of samples, for a standard error of about 0.00001.
const MaxSamples = 2_000_000_000

// ErrNarrow marks ranges so narrow that their hands share a card in nearly all deals.
var ErrNarrow = errors.New("ranges too narrow to deal from")

const (
	// samplesPerBlock is the number of deals from one generator, which is seeded by the seed and the block's
	// number, so that the result does not depend on the number of workers.
	samplesPerBlock = 1 << 14
	maxRejected     = 100_000 // the number of rejected deals in a row after which ranges are too narrow
)

// Sample estimates the result of Exact from random deals. It draws a hand from each range, again for all if two
// share a card, and then deals to the opponents with any two cards. A number of workers below 1 means one for
// each processor; progress, if set, is called with the number of finished deals.
//
// The error comes from Exact, says that samples is not from 2 to MaxSamples, or wraps ErrNarrow.
func (s *Spot) Sample(ctx context.Context, samples int, seed uint64, workers int, progress func(done, total int),
) (*Shared, error) {
	board, known, err := s.check()
	if err != nil {
		return nil, err
	}
	if samples < 2 || samples > MaxSamples {
		return nil, fmt.Errorf("%d samples, want 2 to %d", samples, MaxSamples)
	}
	decks := []deck{deckOf(s.Hero, known)}
	if mine := decks[0].hands; len(mine) == 1 {
		known |= mine[0].Set // fewer deals are rejected
	}
	for _, r := range s.Opponents {
		d := deckOf(r, known)
		if len(d.hands) == 0 {
			return nil, fmt.Errorf("%w: range %v against hand %v, %s", equity.ErrEmptyRange, r, s.Hero,
				equity.Where(board, s.Dead))
		}
		decks = append(decks, d)
	}
	stock := (cards.FullDeck &^ board &^ s.Dead).Cards()
	loop := parallel.Loop{Items: samples, Block: samplesPerBlock, Workers: workers, Report: progress}
	newState := func() *dealer {
		d := &dealer{spot: s, decks: decks, stock: stock, board: board}
		copy(d.known[5-board.Len():], board.Cards())
		return d
	}
	dealers, err := parallel.States(ctx, loop, newState, func(d *dealer, i int) error {
		if i%samplesPerBlock == 0 {
			d.source.Seed(seed, uint64(i/samplesPerBlock))
		}
		if !d.deal() {
			return fmt.Errorf("%w: two hands share a card in %d deals", ErrNarrow, maxRejected)
		}
		if d.dealt == len(d.ours) {
			d.showdowns()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out, bySet := &Shared{Sampled: true}, make([]equity.Sum, 2<<len(s.Opponents))
	for _, d := range dealers {
		d.showdowns()
		for h := range out.Combos {
			out.Combos[h].add(&d.sums[h])
		}
		for set := range bySet {
			bySet[set] = bySet[set].Plus(equity.SumOf(d.bySet[set]))
			for player := range s.players() {
				if set>>player&1 != 0 {
					out.Players[player].squares += d.bySet[set] * squareOfPart(set)
				}
			}
		}
	}
	out.setPlayers(bySet)
	return out.total(1), nil
}

type deck struct {
	hands []equity.Held
	upTo  []uint64 // total weight of hands[:i+1]
	at    []uint16 // the hand at each unit of weight, if the total weight is at most maxListed
	any   bool     // whether the range is any two cards
}

// maxListed is the largest total weight for which a deck lists its hands: 128 KiB.
const maxListed = 1 << 16

func deckOf(r *ranges.Range, known cards.Set) deck {
	d := deck{hands: equity.HandsOf(r, known), any: r.Uniform() && r.Len() == cards.NumCombos}
	total := uint64(0)
	for i := range d.hands {
		total += d.hands[i].Weight
		d.upTo = append(d.upTo, total)
	}
	if total <= maxListed {
		for i := range d.hands {
			d.at = append(d.at, slices.Repeat([]uint16{uint16(i)}, int(d.hands[i].Weight))...)
		}
	}
	return d
}

func (d *deck) hand(random *rand.PCG) *equity.Held {
	x := below(random, d.upTo[len(d.upTo)-1])
	if d.at != nil {
		return &d.hands[d.at[x]]
	}
	k, _ := slices.BinarySearch(d.upTo, x+1)
	return &d.hands[k]
}

type dealer struct {
	spot   *Spot
	decks  []deck       // ours first
	stock  []cards.Card // all cards but the board's and the dead ones
	board  cards.Set
	known  [5]cards.Card // the board's cards, last
	source rand.PCG
	taken  cards.Set
	sums   [cards.NumCombos]Shares
	bySet  [2 << MaxOpponents]uint64 // deals by the players that share the pot; see Shared.setPlayers

	// The deals that wait for their showdown: our hands, and the seven cards of each player.
	dealt     int
	ours      [atOnce]cards.Combo
	sevens    [atOnce * (MaxOpponents + 1)][7]cards.Card
	strengths [atOnce * (MaxOpponents + 1)]eval.Strength
}

// atOnce is the number of deals whose hands are evaluated at once.
const atOnce = 64

// deal gives every player a hand; it reports false after maxRejected deals. Players with any two cards are dealt
// to last: the number of their hands does not depend on the other hands, so that no deal needs rejection.
func (d *dealer) deal() bool {
	n := len(d.decks)
	of := d.sevens[d.dealt*n:][:n]
	for range maxRejected {
		if !d.draw(of) {
			continue
		}
		for i := range of {
			if d.decks[i].any {
				of[i][0], of[i][1] = d.card(), d.card()
			}
		}
		d.ours[d.dealt] = cards.ComboOf(of[0][0], of[0][1])
		board := d.known
		for i := range board[:5-d.board.Len()] {
			board[i] = d.card()
		}
		for i := range of {
			*(*[5]cards.Card)(of[i][2:]) = board
		}
		d.dealt++
		return true
	}
	return false
}

// draw draws a hand from each range, and reports whether no two share a card. Drawing only the second of two
// such hands again would change the distribution.
func (d *dealer) draw(of [][7]cards.Card) bool {
	d.taken = d.board
	for i := range of {
		deck := &d.decks[i]
		if deck.any {
			continue
		}
		h := deck.hand(&d.source)
		if h.Set&d.taken != 0 {
			return false
		}
		of[i][0], of[i][1] = h.Low, h.High
		d.taken |= h.Set
	}
	return true
}

func (d *dealer) card() cards.Card {
	for {
		if c := d.stock[below(&d.source, uint64(len(d.stock)))]; !d.taken.Has(c) {
			d.taken = d.taken.With(c)
			return c
		}
	}
}

// showdowns evaluates the hands that wait, and adds their deals.
func (d *dealer) showdowns() {
	n := len(d.decks)
	eval.OfSevens(d.sevens[:d.dealt*n], d.strengths[:])
	for i, h := range d.ours[:d.dealt] {
		d.showdown(&d.sums[h], d.strengths[i*n:][:n])
	}
	d.dealt = 0
}

func (d *dealer) showdown(sums *Shares, strengths []eval.Strength) {
	if ranking := d.spot.Ranking; ranking != nil {
		for i, s := range strengths {
			strengths[i] = ranking[s]
		}
	}
	best := slices.Max(strengths)
	set := 0
	for i, s := range strengths {
		if s == best {
			set |= 1 << i
		}
	}
	sums.Deals = sums.Deals.Plus(equity.SumOf(1))
	d.bySet[set]++
	if set&1 != 0 {
		sums.win(equity.SumOf(1), sharers(set))
		sums.squares += squareOfPart(set)
	}
}

// squareOfPart returns the square of each part of a pot that a set of players shares.
func squareOfPart(set int) uint64 {
	if set == 0 {
		return 0
	}
	part := uint64(potUnits / sharers(set))
	return part * part
}

// below returns a number below n: the one that rand.Rand's Uint64N returns, without the calls through an interface.
func below(source *rand.PCG, n uint64) uint64 {
	if n&(n-1) == 0 {
		return source.Uint64() & (n - 1)
	}
	hi, lo := bits.Mul64(source.Uint64(), n)
	if lo < n {
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(source.Uint64(), n)
		}
	}
	return hi
}
