package showdown

import (
	"slices"
	"sync"

	"feltlab/model/cards"
)

// Orbits lists the canonical sets of n cards: one set of each orbit of the 24 suit permutations.
//
// A set of cards is four sets of ranks, one for each suit, and a suit permutation permutes these four. The
// canonical set of an orbit has them in ascending order (as binary numbers) from clubs to spades, so that
// finding it means sorting four numbers.
//
// Sets are ordered by ranks, the highest card first, and then by suits. So sets with the same ranks are
// neighbours, and neighbours share most of their subsets.
type Orbits struct {
	n    int
	sets []cards.Set
	keys []uint32 // ascending; keys[i] = key(sets[i])
}

// Numbers of the canonical sets in Flops, Turns and Boards.
const (
	NumFlops  = 1_755
	NumTurns  = 16_432
	NumBoards = 134_459
)

var (
	// Flops returns the 1,755 orbits of three cards.
	Flops = sync.OnceValue(func() *Orbits { return newOrbits(3, NumFlops) })
	// Turns returns the 16,432 orbits of sets of four cards, without regard to which card was last.
	Turns = sync.OnceValue(func() *Orbits { return newOrbits(4, NumTurns) })
	// Boards returns the 134,459 orbits of five cards. The first call takes about 0.1 s.
	Boards = sync.OnceValue(func() *Orbits { return newOrbits(5, NumBoards) })
)

func newOrbits(n, capacity int) *Orbits {
	o := &Orbits{n: n, keys: make([]uint32, 0, capacity), sets: make([]cards.Set, 0, capacity)}
	var extend func(set cards.Set, below cards.Card, missing int)
	extend = func(set cards.Set, below cards.Card, missing int) {
		if missing == 0 {
			if isCanonical(set) {
				o.keys = append(o.keys, key(set))
			}
			return
		}
		for c := cards.Card(missing - 1); c < below; c++ {
			extend(set.With(c), c, missing-1)
		}
	}
	extend(0, cards.NumCards, n)
	slices.Sort(o.keys)
	for _, k := range o.keys {
		o.sets = append(o.sets, unkey(k, n))
	}
	return o
}

// Len returns the number of orbits.
func (o *Orbits) Len() int { return len(o.sets) }

// Set returns the canonical set of orbit i.
func (o *Orbits) Set(i int) cards.Set { return o.sets[i] }

// Size returns the number of sets in orbit i: a divisor of 24.
func (o *Orbits) Size(i int) int { return 24 / stabilizerSize(o.sets[i]) }

// Index returns the orbit of a set and a permutation that maps the set to the canonical one: p.Set(set) ==
// o.Set(i). For a set of another size i is -1.
func (o *Orbits) Index(set cards.Set) (i int, p cards.SuitPerm) {
	canonical, p := Canonical(set)
	i, ok := slices.BinarySearch(o.keys, key(canonical))
	if !ok || set.Len() != o.n {
		return -1, p
	}
	return i, p
}

// Canonical returns the canonical set of a set's orbit, and a permutation that maps the set to it.
func Canonical(set cards.Set) (cards.Set, cards.SuitPerm) {
	var suits [cards.NumSuits]uint64 // ranks of one suit, and the suit in the two spare low bits
	for s := range cards.Suit(cards.NumSuits) {
		suits[s] = uint64(ranksOf(set, s))<<2 | uint64(s)
	}
	// Sorting network for four elements.
	order := func(i, j int) {
		if suits[i] > suits[j] {
			suits[i], suits[j] = suits[j], suits[i]
		}
	}
	order(0, 1)
	order(2, 3)
	order(0, 2)
	order(1, 3)
	order(1, 2)
	var canonical cards.Set
	var p cards.SuitPerm
	for to, packed := range suits {
		canonical |= cards.Set(packed>>2) << to
		p[packed&3] = cards.Suit(to)
	}
	return canonical, p
}

const clubs cards.Set = 0x1111111111111

func ranksOf(set cards.Set, s cards.Suit) cards.Set { return set >> s & clubs }

func isCanonical(set cards.Set) bool {
	c, d, h, s := ranksOf(set, 0), ranksOf(set, 1), ranksOf(set, 2), ranksOf(set, 3)
	return c <= d && d <= h && h <= s
}

// stabilizerSize returns the number of permutations that map a set to itself: they permute suits with equal ranks.
func stabilizerSize(set cards.Set) int {
	size := 1
	for s := range cards.Suit(cards.NumSuits) {
		equal := 1
		for t := range s {
			if ranksOf(set, t) == ranksOf(set, s) {
				equal++
			}
		}
		size *= equal
	}
	return size
}

const keyRankShift = 10

// key packs a set from its highest card down, first all ranks and then all suits.
func key(set cards.Set) uint32 {
	var ranks, suits uint32
	for i := 0; set != 0; i++ {
		c := set.Min()
		ranks |= uint32(c.Rank()) << (4 * i)
		suits |= uint32(c.Suit()) << (2 * i)
		set &= set - 1
	}
	return ranks<<keyRankShift | suits
}

func unkey(k uint32, n int) cards.Set {
	var set cards.Set
	for i := range n {
		rank, suit := k>>(keyRankShift+4*i)&15, k>>(2*i)&3
		set = set.With(cards.New(cards.Rank(rank), cards.Suit(suit)))
	}
	return set
}

// ComboMap has the image of each combo under a suit permutation.
type ComboMap = [cards.NumCombos]cards.Combo

// ComboMaps returns the ComboMap of each permutation of cards.SuitPerms, in that order.
var ComboMaps = sync.OnceValue(func() *[24]ComboMap {
	maps := new([24]ComboMap)
	for i, p := range cards.SuitPerms {
		for h := range cards.Combo(cards.NumCombos) {
			maps[i][h] = h.Permute(p)
		}
	}
	return maps
})

// PermIndex returns the index of p in cards.SuitPerms.
func PermIndex(p cards.SuitPerm) int { return permIndex[permCode(p)] }

// permCode packs a permutation in six bits; the fourth image follows from the others.
func permCode(p cards.SuitPerm) int { return int(p[0])<<4 | int(p[1])<<2 | int(p[2]) }

var permIndex = func() (table [64]int) {
	for i, p := range cards.SuitPerms {
		table[permCode(p)] = i
	}
	return table
}()
