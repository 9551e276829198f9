package main

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
	"feltlab/report/draw"
	"feltlab/report/losses"
)

// handTable writes what hands win from either seat: as two grids for all 169 classes, which are
// in their order, else as a list with so many decimals.
func handTable(hands []losses.Hand, seats [2]string, decimals int) string {
	var b strings.Builder
	if len(hands) == cards.NumClasses {
		for seat, name := range seats {
			g := draw.Grid{Title: name, Legend: "what a best response wins"}
			for k := range g.Values {
				g.Values[k] = hands[k].Values[seat]
			}
			_ = g.Text(&b) // a builder takes everything
		}
		return b.String()
	}
	for _, h := range hands {
		fmt.Fprintf(&b, "  %-4s%*.*f%*.*f\n", h.Hand, 9+decimals, decimals, h.Values[0], 9+decimals, decimals, h.Values[1])
	}
	return b.String()
}
