package allin

import (
	_ "embed"
	"encoding/binary"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// Result has the numbers of boards that a hand wins and ties against another, of the 1,712,304 that avoid both.
type Result struct{ Wins, Ties uint32 }

// Versus has the results of one hand against every other hand. It never changes.
type Versus struct {
	row *[cards.NumCombos]Result // of the class's representative
	to  *showdown.ComboMap       // of a suit permutation from the hand to the representative
}

// VersusOf returns the results of a hand, from a table in the program. The first call reads it, in some 5 ms.
func VersusOf(h cards.Combo) Versus { return Versus{&results()[h.Class()], representing()[h]} }

// Against returns the result against another hand, zero if both share a card.
func (v Versus) Against(other cards.Combo) Result { return v.row[v.to[other]] }

// representing has a suit permutation from each hand to the representative of its class.
var representing = sync.OnceValue(func() *[cards.NumCombos]*showdown.ComboMap {
	table, maps := new([cards.NumCombos]*showdown.ComboMap), showdown.ComboMaps()
	for h := range cards.Combo(cards.NumCombos) {
		for i := 0; table[h] == nil; i++ {
			if maps[i][h] == h.Class().Representative() {
				table[h] = &maps[i]
			}
		}
	}
	return table
})

// versusFile has the pairs of fillResults in its order: the wins and the ties, each as a varint of the difference from
// the pair before. A slow test counts them again, and writes them with -update.
//
//go:embed versus.bin
var versusFile []byte

var results = sync.OnceValue(func() *resultRows {
	rest := versusFile
	var last [2]int64
	return fillResults(func(cards.Combo, cards.Combo) Result {
		for i := range last {
			step, n := binary.Varint(rest)
			last[i] += step
			rest = rest[n:]
		}
		return Result{uint32(last[0]), uint32(last[1])}
	})
})

type resultRows [cards.NumClasses][cards.NumCombos]Result

// fillResults makes the table from one pair of hands of each orbit under suit permutations: the representative of each
// class in turn against hands of the lower classes and its own, 47,086 pairs.
func fillResults(next func(hand, other cards.Combo) Result) *resultRows {
	rows, maps, to := new(resultRows), showdown.ComboMaps(), representing()
	for k := range cards.Class(cards.NumClasses) {
		hand := k.Representative()
		var fixing []*showdown.ComboMap
		for i := range maps {
			if maps[i][hand] == hand {
				fixing = append(fixing, &maps[i])
			}
		}
		for lower := range k + 1 {
			for _, other := range lower.Combos() { // ascending, so that the first of an orbit comes first
				first := other
				for _, p := range fixing {
					first = min(first, p[other])
				}
				switch {
				case other.Set()&hand.Set() != 0:
					continue
				case first == other:
					rows[k][other] = next(hand, other)
				default:
					rows[k][other] = rows[k][first]
				}
			}
		}
		for _, h := range k.Combos() {
			for lower := range k { // the other way round
				r := rows[k][to[h][lower.Representative()]]
				if r != (Result{}) {
					r.Wins = BoardsAvoidingTwo - r.Wins - r.Ties
				}
				rows[lower][h] = r
			}
		}
	}
	return rows
}
