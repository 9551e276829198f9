package allin

import (
	"context"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// MaxHands is the largest number of hands in a deal.
const MaxHands = 9

// Deals are all ways to give each seat one of its hands, so that no two share a card. Deals that differ by suits only
// have the same boards, and are counted once.
type Deals struct {
	seats [][]cards.Combo
	dead  cards.Set
	at    []int // the number of each seat's hand in the present deal
	index map[layout]int
	first [][]cards.Combo // a deal of each layout
	of    []int32         // the layout of each deal
}

// layout is a deal with its suits sorted: the ranks of each hand, and last of the dead cards, in each suit.
type layout [cards.NumSuits][MaxHands + 1]rankSet

// mostDeals is the largest number of deals that are listed, in half a second.
const mostDeals = 1e6

// NewDeals lists the deals of two to nine seats; the lists of hands have no dead card. It returns nil if there are more
// than most that differ by more than suits, or more than a million in all.
func NewDeals(seats [][]cards.Combo, dead cards.Set, most int) *Deals {
	d := &Deals{seats: seats, dead: dead, at: make([]int, len(seats)), index: map[layout]int{}}
	deals := 1.0
	for _, hands := range seats {
		deals *= float64(len(hands))
	}
	if deals > mostDeals || !d.each(0, 0, func() bool { return d.add(most) }) {
		return nil
	}
	return d
}

// Len returns the number of deals that differ by more than suits.
func (d *Deals) Len() int { return len(d.first) }

// each calls visit for every deal until it returns false.
func (d *Deals) each(seat int, held cards.Set, visit func() bool) bool {
	if seat == len(d.seats) {
		return visit()
	}
	for i, h := range d.seats[seat] {
		if h.Set()&held == 0 {
			d.at[seat] = i
			if !d.each(seat+1, held|h.Set(), visit) {
				return false
			}
		}
	}
	return true
}

// add finds the layout of the present deal.
func (d *Deals) add(most int) bool {
	var l layout
	hands := make([]cards.Combo, len(d.seats))
	put := func(place int, set cards.Set) {
		for s, ranks := range suitsOf(set) {
			l[s][place] = ranks
		}
	}
	for seat, i := range d.at {
		hands[seat] = d.seats[seat][i]
		put(seat, hands[seat].Set())
	}
	put(MaxHands, d.dead)
	slices.SortFunc(l[:], func(a, b [MaxHands + 1]rankSet) int { return slices.Compare(a[:], b[:]) })
	n, found := d.index[l]
	if !found {
		if n = len(d.first); n == most {
			return false
		}
		d.index[l] = n
		d.first = append(d.first, hands)
	}
	d.of = append(d.of, int32(n))
	return true
}

// Count counts the boards of all deals, in some 0.7 ms of one processor for each of Len, and then calls add for each
// way to deal: with the number of each seat's hand in its list, and the boards that each set of seats wins (see
// Winners). add must not keep the slices. A number of workers below 1 means one for each processor. The error is that
// of the context.
func (d *Deals) Count(ctx context.Context, workers int, progress func(done, total int),
	add func(at []int, winners []uint64)) error {
	winners := make([][]uint64, len(d.first))
	loop := parallel.Loop{Items: len(d.first), Workers: workers, Report: progress}
	err := loop.Each(ctx, parallel.Same(func(i int) error {
		winners[i] = Winners(d.first[i], d.dead)
		return nil
	}))
	if err != nil {
		return err
	}
	next := 0
	d.each(0, 0, func() bool {
		add(d.at, winners[d.of[next]])
		next++
		return true
	})
	return nil
}
