package main

import (
	"cmp"
	"fmt"
	"io"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/pipeline/worstcase"
	"feltlab/report"
	"feltlab/report/draw"
)

// printResponse writes what all 169 classes win as a grid for each seat, and all else by table.Show.
func printResponse(w io.Writer, r *report.Response) error {
	shown := *r.Response
	if r.Exact() {
		shown.SeatIntervals, shown.CertainInterval = nil, nil
	}
	if len(r.Hands) != cards.NumClasses {
		return table.Show(w, "", &shown)
	}
	shown.Hands = nil
	err := table.Show(w, "", &shown)
	for seat, name := range r.SeatNames() {
		err = cmp.Or(err, printGrid(w, name, func(k int) float64 { return r.Hands[k].Values[seat] }))
	}
	return err
}

// printHalf is printResponse for a strategy of one seat.
func printHalf(w io.Writer, r *worstcase.HalfResponse) error {
	shown := *r
	if len(r.Half.Hands) != cards.NumClasses {
		return table.Show(w, "", &shown)
	}
	shown.Half.Hands = nil
	name := worstcase.SeatNames(r.Game)[2-r.Half.Seat]
	return cmp.Or(table.Show(w, "", &shown), printGrid(w, name, func(k int) float64 { return r.Half.Hands[k].Value }))
}

func printGrid(w io.Writer, seat string, value func(class int) float64) error {
	g := draw.Grid{Title: "\n" + seat, Legend: "what a best response wins"}
	for k := range g.Values {
		g.Values[k] = value(k)
	}
	return g.Text(w)
}

// sampleOf returns the flags of the page's sample: as given, or a small sample.
func (f *limitFlags) sampleOf() limitFlags {
	s := *f
	s.Flops, s.Turns, s.Rivers = cmp.Or(s.Flops, 8), cmp.Or(s.Turns, 4), cmp.Or(s.Rivers, 4)
	return s
}

// notes say on the page what is exact and what comes from a sample.
func (f *bestResponseFlags) notes(r *report.Response) []string {
	if f.Game != limitHoldem {
		return []string{fmt.Sprintf("All numbers are exact, in %s a hand.", r.Unit)}
	}
	s, first := f.limitFlags.sampleOf(), "What a best response wins is exact."
	if r.Status == "estimate" {
		first = fmt.Sprintf("What a best response wins is estimated from %d flops.", r.Flops)
	}
	parts := fmt.Sprintf("Streets, hands and histories come from a sample of %d flops, %d turns of each "+
		"and %d rivers of each turn. A best response that knows the sample wins more: compare the shares. "+
		"All values are in %s a hand.",
		s.Flops, s.Turns, s.Rivers, r.Unit)
	return append([]string{first, parts}, r.Notes()...)
}
