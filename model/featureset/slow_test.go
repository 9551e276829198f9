//go:build slow

package featureset

import (
	"testing"

	"feltlab/model/cards"
)

// A pair of a hand and a flop stands for all that differ from it by suits.
func TestPaper2OnAllPairs(t *testing.T) {
	reader, pairs, all := Paper2().NewReader(), 0, 0
	for class := range cards.Class(cards.NumClasses) {
		hand := class.Representative()
		suits := hand.Set().Stabilizer()
		for a := range cards.Card(cards.NumCards) {
			for b := range a {
				for c := range b {
					set := cards.SetOf(a, b, c)
					smallest, size := cards.Orbit(set, suits)
					if set&hand.Set() != 0 || set != smallest {
						continue
					}
					pairs, all = pairs+1, all+size*class.Size()
					same(t, reader, hand, [3]cards.Card{a, b, c})
				}
			}
		}
	}
	if pairs != 1_286_792 || all != 25_989_600 {
		t.Errorf("%d pairs that stand for %d, want 1,286,792 and 25,989,600", pairs, all)
	}
}
