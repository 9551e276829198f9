package main

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// The counts here are those of package equity by other code, its evaluator of hands included: one pass over the boards
// that differ by more than suits, each of which stands for its images under the suit permutations.

// tally is the weight of the opponents and runouts that a hand beats, that it ties, and of all.
type tally struct{ wins, ties, deals uint64 }

// count returns, for each hand, its tallies on the boards of a street, by indexOf. With now the hands are compared as
// they are on the street; else on all rivers, which takes some seconds.
func count(ctx context.Context, hands []cards.Combo, r *ranges.Range, street cards.Street, now bool,
) ([][]tally, error) {
	out := make([][]tally, len(hands))
	for i := range out {
		out[i] = make([]tally, choices[cards.NumCards][street.Cards()])
	}
	size := cards.River.Cards()
	if now {
		size = street.Cards()
	}
	var held []cards.Combo // the hands that count on a board that stands for its images: the asked ones, and opponents
	for h := range cards.Combo(cards.NumCombos) {
		if slices.ContainsFunc(cards.SuitPerms[:], func(p cards.SuitPerm) bool {
			return r.Weight(h.Permute(p)) > 0 || slices.Contains(hands, h.Permute(p))
		}) {
			held = append(held, h)
		}
	}
	var boards []cards.Set
	each(cards.FullDeck, size, func(board cards.Set) {
		if !slices.ContainsFunc(cards.SuitPerms[:], func(p cards.SuitPerm) bool { return p.Set(board) < board }) {
			boards = append(boards, board)
		}
	})
	var adding sync.Mutex
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			var s ranking
			for k := next.Add(1) - 1; k < int64(len(boards)) && ctx.Err() == nil; k = next.Add(1) - 1 {
				s.sort(boards[k], held)
				var seen []cards.Set
				for _, p := range cards.SuitPerms {
					image := p.Set(boards[k])
					if slices.Contains(seen, image) {
						continue
					}
					if len(seen) == 0 || !r.SuitSymmetric() {
						s.run(r.Weights(), p)
					}
					seen = append(seen, image)
					adding.Lock()
					s.add(out, hands, image, p.Inverse(), street)
					adding.Unlock()
				}
			}
		})
	}
	group.Wait()
	return out, ctx.Err()
}

// ranking has the hands on a board from the weakest up.
type ranking struct {
	order, sorted []cards.Combo
	strength      [cards.NumCombos]uint32
	of            [cards.NumCombos]tally
}

// sort finds the hands that avoid a board, and sorts them by counting: by the lower bits of their strengths first.
func (s *ranking) sort(board cards.Set, hands []cards.Combo) {
	on := suited{}.with(board.Cards()...)
	s.order = s.order[:0]
	for _, h := range hands {
		if h.Set()&board == 0 {
			a, b := h.Cards()
			s.strength[h] = on.with(a, b).strength()
			s.order = append(s.order, h)
		}
	}
	const digit = strengthBits / 3
	s.sorted = slices.Grow(s.sorted[:0], len(s.order))[:len(s.order)]
	for shift := 0; shift < strengthBits; shift += digit {
		var starts [1<<digit + 1]uint16
		of := func(h cards.Combo) uint32 { return s.strength[h] >> shift & (1<<digit - 1) }
		for _, h := range s.order {
			starts[of(h)+1]++
		}
		for i := range starts[1:] {
			starts[i+1] += starts[i]
		}
		for _, h := range s.order {
			at := &starts[of(h)]
			s.sorted[*at] = h
			*at++
		}
		s.order, s.sorted = s.sorted, s.order
	}
}

// run finds each hand's tally on the board, whose image under a permutation is that of the range.
func (s *ranking) run(weights *[cards.NumCombos]uint32, p cards.SuitPerm) {
	var total uint64
	var holding [cards.NumCards]uint64
	weight := func(h cards.Combo) uint64 { return uint64(weights[h]) }
	if p != cards.SuitPerms[0] {
		weight = func(h cards.Combo) uint64 { return uint64(weights[h.Permute(p)]) }
	}
	// A hand's own weight counts once in total and twice in holding.
	avoiding := func(h cards.Combo) uint64 {
		a, b := h.Cards()
		return total - holding[a] - holding[b]
	}
	for from, to := 0, 0; from < len(s.order); from = to {
		for to = from; to < len(s.order) && s.strength[s.order[to]] == s.strength[s.order[from]]; to++ {
			s.of[s.order[to]].wins = avoiding(s.order[to])
		}
		for _, h := range s.order[from:to] {
			a, b := h.Cards()
			total, holding[a], holding[b] = total+weight(h), holding[a]+weight(h), holding[b]+weight(h)
		}
		for _, h := range s.order[from:to] {
			s.of[h].ties = avoiding(h) + weight(h) - s.of[h].wins
		}
	}
	for _, h := range s.order {
		s.of[h].deals = avoiding(h) + weight(h)
	}
}

// add adds the tallies of hands on a board, which are those of their images on the sorted board, to the boards of a
// street that lead to it.
func (s *ranking) add(out [][]tally, hands []cards.Combo, board cards.Set, back cards.SuitPerm, street cards.Street) {
	for i, h := range hands {
		if h.Set()&board != 0 {
			continue
		}
		t, sums := s.of[h.Permute(back)], out[i]
		each(board, street.Cards(), func(b cards.Set) {
			sum := &sums[indexOf(b)]
			sum.wins, sum.ties, sum.deals = sum.wins+t.wins, sum.ties+t.ties, sum.deals+t.deals
		})
	}
}

// each calls a function with all sets of some cards out of a set.
func each(from cards.Set, size int, do func(cards.Set)) {
	var add func(set, left cards.Set, size int)
	add = func(set, left cards.Set, size int) {
		if size == 0 {
			do(set)
			return
		}
		for ; left.Len() >= size; left &= left - 1 {
			add(set.With(left.Min()), left&(left-1), size-1)
		}
	}
	add(0, from, size)
}

// indexOf numbers the sets of as many cards as a set has.
func indexOf(set cards.Set) (at int) {
	for k := 1; set != 0; k++ {
		at += choices[set.Min()][k]
		set &= set - 1
	}
	return at
}

// choices has the number of sets of k of n cards, by n and k.
var choices = func() (table [cards.NumCards + 1][cards.NumCards + 1]int) {
	for n := range table {
		table[n][0] = 1
		for k := range n {
			table[n][k+1] = table[n-1][k] + table[n-1][k+1]
		}
	}
	return table
}()

// symmetries lists the suit permutations that change neither a hand nor a range.
func symmetries(hand cards.Combo, r *ranges.Range) []cards.SuitPerm {
	return slices.DeleteFunc(hand.Set().Stabilizer(), func(p cards.SuitPerm) bool {
		for h := range cards.Combo(cards.NumCombos) {
			if r.Weight(h) != r.Weight(h.Permute(p)) {
				return true
			}
		}
		return false
	})
}
