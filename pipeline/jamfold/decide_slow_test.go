//go:build slow

package jamfold

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// sampled plays complete deals from one deck in which the seats before act as they did, by chance, and returns for each
// hand of the decision's seat what a jam gains over a fold, and its standard error. It shares no code with the solver
// and the check.
func sampled(d *Decided, deals int) (mean, off [cards.NumClasses]float64) {
	t, at, x := &d.Question.Table, d.Question.From, d.Play.Strategy
	rng, n, value := rand.New(rand.NewPCG(7, 7)), len(t.Stacks), t.Valuer()
	var count, squares [cards.NumClasses]float64
	for done := 0; done < deals; {
		deck := rng.Perm(cards.NumCards)
		classes, strengths := make([]cards.Class, n), make([]eval.Strength, n)
		acts := func(seat int, in tournament.SeatSet) bool {
			return rng.Float64() < x[tournament.Node(seat, in)][classes[seat]]
		}
		board, possible := eval.HandOf(0), true
		for _, c := range deck[2*n : 2*n+5] {
			board = board.Merge(eval.HandOf(cards.SetOf(cards.Card(c))))
		}
		for seat := range n {
			a, b := cards.Card(deck[2*seat]), cards.Card(deck[2*seat+1])
			classes[seat] = cards.ClassOf(a.Rank(), b.Rank(), a.Suit() == b.Suit())
			strengths[seat] = board.Merge(eval.HandOf(cards.SetOf(a, b))).Strength()
			if t.Opened != nil && seat == n-1 {
				possible = possible && rng.Float64() < t.Opened.Hands[classes[seat]]
			}
			if start := t.Start().Seat; seat >= start && seat < at.Seat {
				before := at.Jammed & (1<<seat - 1)
				possible = possible && acts(seat, before) == at.Jammed.Has(seat)
			}
		}
		if !possible {
			continue
		}
		done++
		end := func(in tournament.SeatSet) float64 {
			for seat := at.Seat + 1; seat < n; seat++ {
				if acts(seat, in) {
					in |= 1 << seat
				}
			}
			ranks := make([]uint8, n)
			for seat := range n {
				for other := range n {
					if in.Has(other) && strengths[other] > strengths[seat] {
						ranks[seat]++
					}
				}
			}
			return value(t.End(in, ranks))[at.Seat]
		}
		by, k := end(at.Jammed|1<<at.Seat)-end(at.Jammed), classes[at.Seat]
		count[k]++
		mean[k] += by
		squares[k] += by * by
	}
	for k, m := range count {
		mean[k] /= m
		off[k] = math.Sqrt((squares[k]/m - mean[k]*mean[k]) / m)
	}
	return mean, off
}

// TestDecideOpened holds answers after a raise, of a seat behind, of one that faces a jam and of the raiser, to
// complete deals.
func TestDecideOpened(t *testing.T) {
	lab := realLab(t)
	for _, stacks := range []string{"12bb,12bb,12bb", "20bb,15bb,12bb,8bb,25bb"} {
		for _, seat := range []string{"SB", "BB SB", "BTN SB"} {
			words := strings.Fields(seat)
			q := &TableQuestion{Deals: TableDeals}
			text := TableText{Stacks: stacks, Prizes: "50,30,20", Ante: "bb",
				Opened: "BTN 2.2bb 22+, A2s+, A7+, K9s+, KT+, QTs+, JTs"}
			must.Do(t, text.Read(&q.Table))
			q.Certify(Percent{})
			at := must.Get(ParseDecision(words[0], words[1:], &q.Table))(t)
			d := must.Get(lab.Decide(t.Context(), q, at))(t)
			t.Logf("%s, %s: gain %v", stacks, seat, d.Certificate.Gain())
			checkSampled(t, d, 100_000)
		}
	}
}

// TestDecideBubble holds the button of four players on a bubble to the exact answer of three players and the cutoff's
// stack elsewhere, and with the cards of the cutoff to complete deals.
func TestDecideBubble(t *testing.T) {
	lab := realLab(t)
	for cutoff, exact := range map[string]float64{"12bb": 48.9, "18bb": 43.0, "21bb": 42.7, "25bb": 41.6,
		"30bb": 40.5} {
		q := askedTable(t, TableText{Stacks: cutoff + ",9bb,8bb,7bb", Prizes: "50,30,20", Ante: "bb"})
		q.Deals, q.Product = TableDeals, true
		d := must.Get(lab.Decide(t.Context(), q, tournament.Decision{Seat: 1}))(t)
		if got := 100 * stochastic.Share(&d.Play.Strategy[1]); math.Abs(got-exact) > 0.3 {
			t.Errorf("cutoff of %s: the button jams %.1f%%, want %.1f%%", cutoff, got, exact)
		}
		q.Product = false
		d = must.Get(lab.Decide(t.Context(), q, tournament.Decision{Seat: 1}))(t)
		t.Logf("cutoff of %s: %s, the button jams %.1f%%, gain %v", cutoff, BeforeNote(d.Before),
			100*stochastic.Share(&d.Play.Strategy[1]), d.Certificate.Gain())
		checkSampled(t, d, 2_000_000)
	}
}

// checkSampled fails if deals show that a hand is played against a value larger than the certificate.
func checkSampled(t *testing.T, d *Decided, deals int) {
	t.Helper()
	mean, off := sampled(d, deals)
	for k, p := range d.Play.Strategy[d.Question.From.Node()] {
		loss := mean[k]
		if p >= 0.5 {
			loss = -loss
		}
		if surely := loss - 4*off[k]; surely > d.Certificate.Gain() {
			t.Errorf("%v is jammed with %v, which loses %v (%v), the certificate is %v", cards.Class(k), p, loss,
				off[k], d.Certificate.Gain())
		}
	}
}

// TestDecideSatellites: aces are a jam in questions to which play never comes.
func TestDecideSatellites(t *testing.T) {
	lab := realLab(t)
	aces := must.Get(ranges.ParseHand("AA"))(t)
	for _, x := range []struct {
		text TableText
		seat string
	}{
		{TableText{Stacks: "30bb,9bb,8bb,7bb", Prizes: "50,30,20", Ante: "bb"}, "BTN"},
		{TableText{Stacks: "4x8bb", Prizes: "10,10,10"}, "SB"},
		{TableText{Stacks: "5x10bb", Prizes: "10,10,10,10"}, "SB"},
		{TableText{Stacks: "5x10bb", Prizes: "10,10,10,10"}, "BTN"},
		{TableText{Stacks: "6x6bb", Prizes: "50,50", Ante: "bb"}, "BTN"},
		{TableText{Stacks: "40bb,8bb,7bb,6bb,5bb", Prizes: "40,30,20,10", Ante: "bb"}, "SB"},
	} {
		q := askedTable(t, x.text)
		q.Deals = TableDeals
		seat := must.Get(tournament.ParseTableSeat(x.seat, len(q.Table.Stacks)))(t)
		d := must.Get(lab.Decide(t.Context(), q, tournament.Decision{Seat: seat}))(t)
		if a := d.Answer(aces); a.Action != "jam" || a.Difference <= 0 {
			t.Errorf("%+v: %s %s, by %v", x.text, x.seat, a.Action, a.Difference)
		}
		checkSampled(t, d, 100_000)
	}
}

// TestDecideEverywhere asks what the fast tests leave out.
func TestDecideEverywhere(t *testing.T) {
	decideBubbles(t, true)
	decideLikeOthers(t, "30bb")
}
