//go:build slow

package eval

import (
	"sync"
	"testing"

	"feltlab/internal/must"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// choose holds the binomial coefficients of up to 52 over up to 5.
var choose = func() (c [cards.NumCards + 1][6]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k < len(c[n]) && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// number returns the place of descending cards among all hands of five, in
// colexicographic order. Left without its last card, it is what that card's number, at
// most 51, is to be added to.
func number(descending ...cards.Card) int {
	n := 0
	for i, c := range descending {
		n += choose[c][5-i]
	}
	return n
}

// referenceTable returns the strength of every hand of five by its number, as the place
// of its reference score among all scores.
func referenceTable() []Strength {
	strength := map[referenceScore]Strength{}
	for s, score := range referenceLadder() {
		strength[score] = Strength(s)
	}
	table := make([]Strength, choose[cards.NumCards][5])
	fiveCardHands(func(h [5]cards.Card) { table[number(h[:]...)] = strength[referenceFive(h)] })
	return table
}

// tally counts hands by strength.
type tally [NumStrengths + 1]int

func (t *tally) categories() (counts [NumCategories]int) {
	for s, n := range t {
		counts[Strength(s).Category()] += n
	}
	return counts
}

// sixAndSeven holds the six given descending cards, and these with every lower card as a
// seventh, equal to the best of their five-card hands in the reference table.
func sixAndSeven(t *testing.T, reference []Strength, six [6]cards.Card, sixes, sevens *tally) {
	var h Hand
	for _, c := range six {
		h = h.Add(c)
	}
	var best Strength
	var prefixes [15]int // the hands of four of the six cards, to be completed by the seventh
	n := 0
	for i := range six {
		var five [5]cards.Card
		copy(five[copy(five[:], six[:i]):], six[i+1:])
		best = max(best, reference[number(five[:]...)])
		for j := i; j < len(five); j++ {
			var four [4]cards.Card
			copy(four[copy(four[:], five[:j]):], five[j+1:])
			prefixes[n] = number(four[:]...)
			n++
		}
	}
	if got := h.Strength(); got != best {
		t.Errorf("%s: strength %d, want %d", cards.Format(six[:]), got, best)
	}
	sixes[best]++
	var all [2 * 32][7]cards.Card // a multiple of what the kernel takes at a time
	var many, portable [len(all)]Strength
	for g := range six[5] {
		copy(all[g][:], six[:])
		all[g][6] = g
	}
	OfSevens(all[:], many[:]) // all of them, so that the kernel takes the hands that count
	ofSevens(all[:six[5]], portable[:])
	for g := range six[5] {
		want := best
		for _, p := range prefixes {
			want = max(want, reference[p+int(g)])
		}
		if got := h.Add(g).Strength(); got != want || many[g] != want || portable[g] != want {
			t.Errorf("%s%v: strengths %d, %d and %d, want %d", cards.Format(six[:]), g, got, many[g], portable[g], want)
		}
		sevens[want]++
	}
}

// TestAllSixAndSevenCards holds all 20,358,520 hands of six and all 133,784,560 hands of
// seven cards equal to the reference, and their frequencies to the known ones.
func TestAllSixAndSevenCards(t *testing.T) {
	reference := referenceTable()
	var sixes, sevens tally
	var mu sync.Mutex
	var wg sync.WaitGroup
	tops := make(chan cards.Card)
	for range parallel.Workers(0) {
		wg.Go(func() {
			var mySixes, mySevens tally
			for a := range tops {
				forSixes(a, func(six [6]cards.Card) {
					if !t.Failed() {
						sixAndSeven(t, reference, six, &mySixes, &mySevens)
					}
				})
			}
			mu.Lock()
			defer mu.Unlock()
			for s := range sixes {
				sixes[s] += mySixes[s]
				sevens[s] += mySevens[s]
			}
		})
	}
	for a := cards.Card(cards.NumCards); a > 0; a-- {
		tops <- a - 1
	}
	close(tops)
	wg.Wait()

	wantSixes := [NumCategories]int{6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844}
	must.Equal(t, sixes.categories(), wantSixes)
	wantSevens := [NumCategories]int{23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584}
	must.Equal(t, sevens.categories(), wantSevens)
	const wantClasses = 4824 // of the 7,462 that are the best of some seven cards
	classes := 0
	for _, n := range sevens {
		if n > 0 {
			classes++
		}
	}
	must.Equal(t, classes, wantClasses)
}

// forSixes calls yield with all descending hands of six whose highest card is a.
func forSixes(a cards.Card, yield func([6]cards.Card)) {
	for b := range a {
		for c := range b {
			for d := range c {
				for e := range d {
					for f := range e {
						yield([6]cards.Card{a, b, c, d, e, f})
					}
				}
			}
		}
	}
}
