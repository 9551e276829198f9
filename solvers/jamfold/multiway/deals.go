package multiway

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// deals are hands and boards, drawn from one deck.
type deals struct {
	hands   []uint8 // classes, one for each player and deal
	ranks   []uint8 // their ranks
	pattern []int32 // of the ranks of a deal: its number
	numbers map[uint64]int32
	weight  []float64
}

// numDeals is the number of deals of four hands; of more hands there are fewer.
const numDeals = 200_000

// shares are parts of all hands, the best first.
var shares = [...]float64{1, 0.4, 0.15, 0.05}

// dealSource draws hands: from one of the shares, the same for a whole deal, or, the last source, for each hand from
// any.
type dealSource struct {
	from            [][]cards.Combo
	density         [cards.NumClasses]float64 // of a hand, as a multiple of that from all hands
	trials, success float64                   // deals tried, and those that have no card twice
}

func sources() []*dealSource {
	mixed := &dealSource{}
	all := []*dealSource{}
	for _, share := range shares {
		s, in := &dealSource{from: make([][]cards.Combo, 1)}, top(share)
		for _, k := range strongest {
			if in[k] == 1 {
				s.from[0] = append(s.from[0], k.Combos()...)
			}
		}
		for k := range in {
			s.density[k] = in[k] * cards.NumCombos / float64(len(s.from[0]))
			mixed.density[k] += s.density[k] / float64(len(shares))
		}
		mixed.from = append(mixed.from, s.from[0])
		all = append(all, s)
	}
	return append(all, mixed)
}

// try draws hands, and reports whether no card comes twice.
func (s *dealSource) try(rng *rand.Rand, hands []cards.Combo) (used cards.Set, ok bool) {
	s.trials++
	for i := range hands {
		from := s.from[rng.IntN(len(s.from))]
		hands[i] = from[rng.IntN(len(from))]
		if used&hands[i].Set() != 0 {
			return 0, false
		}
		used |= hands[i].Set()
	}
	s.success++
	return used, true
}

// draw draws deals of m hands, in turn from all sources of which at least 1 deal in 50 has no card twice. The weight of
// a deal is the inverse of its probability.
func draw(m int, seed uint64) *deals {
	rng := rand.New(rand.NewPCG(seed, uint64(m)))
	d, hands, all := &deals{numbers: map[uint64]int32{}}, make([]cards.Combo, m), sources()
	const pilot = 2000
	for _, s := range all {
		for range pilot {
			s.try(rng, hands)
		}
	}
	// Of sources that seldom deal hands without a card twice the best remains, if all are such: for ten hands.
	best := slices.MaxFunc(all, func(s, t *dealSource) int { return cmp.Compare(s.success, t.success) })
	all = slices.DeleteFunc(all, func(s *dealSource) bool { return s != best && s.success < pilot/50 })
	number := numDeals * 4 / m
	var sevens [][7]cards.Card
	for n := range number {
		used, ok := all[n%len(all)].try(rng, hands)
		for !ok {
			used, ok = all[n%len(all)].try(rng, hands)
		}
		sevens = lay(sevens, hands, board(rng, used))
		for _, h := range hands {
			d.hands = append(d.hands, uint8(h.Class()))
		}
		if n%atOnce == atOnce-1 || n == number-1 {
			d.rank(sevens, m)
			sevens = sevens[:0]
		}
	}
	for i := range d.pattern {
		sum := 0.0
		for _, s := range all {
			p := s.trials / s.success
			for _, k := range d.hands[i*m : (i+1)*m] {
				p *= s.density[k]
			}
			sum += p
		}
		d.weight = append(d.weight, float64(len(all))/sum)
	}
	return d
}

// lately are the deals of the last seed, which similar tables share.
var lately struct {
	sync.Mutex
	seed uint64
	by   map[int]*deals
}

// drawDeals sets the deals of some numbers of hands, each drawn once for a seed.
func (s *solver) drawDeals(numbers []int) {
	lately.Lock()
	defer lately.Unlock()
	if lately.by == nil || lately.seed != s.options.Seed {
		lately.seed, lately.by = s.options.Seed, map[int]*deals{}
	}
	missing := slices.DeleteFunc(slices.Clone(numbers), func(m int) bool { return lately.by[m] != nil })
	drawn := make([]*deals, len(missing))
	s.each(len(missing), func(i int) { drawn[i] = draw(missing[i], s.options.Seed) })
	for i, m := range missing {
		lately.by[m] = drawn[i]
	}
	for _, m := range numbers {
		s.deals[m] = lately.by[m]
	}
}

func board(rng *rand.Rand, used cards.Set) (b cards.Set) {
	for b.Len() < 5 {
		if c := cards.Card(rng.IntN(cards.NumCards)); !used.Has(c) {
			b = b.With(c)
		}
	}
	return b
}

func lay(sevens [][7]cards.Card, hands []cards.Combo, board cards.Set) [][7]cards.Card {
	var of [7]cards.Card
	for i := 2; board != 0; board &= board - 1 {
		of[i] = board.Min()
		i++
	}
	for _, h := range hands {
		sevens = append(sevens, of)
		last := &sevens[len(sevens)-1]
		last[0], last[1] = h.Cards()
	}
	return sevens
}

// atOnce is the number of deals whose hands are evaluated at once.
const atOnce = 64

// rank adds the ranks of deals of m hands: of each hand the number of different strengths that are better.
func (d *deals) rank(sevens [][7]cards.Card, m int) {
	var all [atOnce * tournament.MaxTable]eval.Strength
	eval.OfSevens(sevens, all[:])
	ranks := make([]uint8, m)
	for of := all[:len(sevens)]; len(of) > 0; of = of[m:] {
		strengths := of[:m]
		for i, s := range strengths {
			ranks[i] = 0
			for j, other := range strengths {
				if other > s && !slices.Contains(strengths[:j], other) {
					ranks[i]++
				}
			}
		}
		d.take(ranks)
	}
}

func (d *deals) take(ranks []uint8) {
	d.ranks = append(d.ranks, ranks...)
	key := pattern(ranks)
	number, seen := d.numbers[key]
	if !seen {
		number = int32(len(d.numbers))
		d.numbers[key] = number
	}
	d.pattern = append(d.pattern, number)
}
