package showdown

import (
	"sync"

	"feltlab/model/cards"
)

// ComboMap says for each combo where a suit permutation takes it.
type ComboMap = [cards.NumCombos]cards.Combo

// ComboMaps returns, for each permutation p of cards.SuitPerms in that order, the table
// of h.Permute(p).
func ComboMaps() *[24]ComboMap { return comboMaps() }

var comboMaps = sync.OnceValue(func() *[24]ComboMap {
	maps := new([24]ComboMap)
	for i, p := range cards.SuitPerms {
		for h := range cards.Combo(cards.NumCombos) {
			maps[i][h] = h.Permute(p)
		}
	}
	return maps
})

// PermIndex returns the place of p in cards.SuitPerms.
func PermIndex(p cards.SuitPerm) int { return permIndex[permCode(p)] }

// permCode packs a permutation in six bits: the fourth image follows from the others.
func permCode(p cards.SuitPerm) int { return int(p[0])<<4 | int(p[1])<<2 | int(p[2]) }

var permIndex = func() (table [64]int) {
	for i, p := range cards.SuitPerms {
		table[permCode(p)] = i
	}
	return table
}()
