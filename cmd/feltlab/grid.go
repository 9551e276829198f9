package main

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
)

// handGrid writes a number for each class of hands as the usual grid: aces first, suited hands
// above the diagonal.
func handGrid(value func(cards.Class) float64) string {
	var b strings.Builder
	b.WriteString("   ")
	for r := cards.Ace; ; r-- {
		fmt.Fprintf(&b, "%7v", r)
		if r == cards.Two {
			break
		}
	}
	for k := range cards.Class(cards.NumClasses) {
		if k%cards.NumRanks == 0 {
			fmt.Fprintf(&b, "\n  %v", cards.Ace-cards.Rank(k/cards.NumRanks))
		}
		fmt.Fprintf(&b, " %6.0f", value(k))
	}
	b.WriteByte('\n')
	return b.String()
}

// handTable writes what hands win from either seat: as two grids for all 169 classes, which are
// in their order, else as a list with so many decimals.
func handTable(hands []responseHand, seats [2]string, decimals int) string {
	var b strings.Builder
	if len(hands) == cards.NumClasses {
		for seat, name := range seats {
			fmt.Fprintf(&b, "%s\n%s", name, handGrid(func(k cards.Class) float64 { return hands[k].Values[seat] }))
		}
		return b.String()
	}
	for _, h := range hands {
		fmt.Fprintf(&b, "  %-4s%*.*f%*.*f\n", h.Hand, 9+decimals, decimals, h.Values[0], 9+decimals, decimals, h.Values[1])
	}
	return b.String()
}
