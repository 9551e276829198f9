package handout

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"feltlab/dataset/matrix"
)

// Spread says how the flops of a deck are drawn.
type Spread string

const (
	// Dealt draws flops as they are dealt: each of the 19,600 is equally likely.
	Dealt Spread = "dealt"
	// Even draws the same number from each of the equal bands between the lowest and the highest
	// equity, fewer from a band with fewer flops; within a band as dealt.
	Even Spread = "even"
)

// Spreads are the names of the spreads.
var Spreads = []string{string(Even), string(Dealt)}

// bands is the number of bands of Even.
const bands = 20

// ErrDeck marks a deck that cannot be drawn.
var ErrDeck = errors.New("bad deck")

// Card is one question. Front and Back are HTML.
type Card struct {
	Front, Back, Tags string
	Flop              Flop
}

// Deck draws n cards about a formula, in random order. No two are of flops that are one up to
// suits. It fails with ErrDeck for more cards than there are such flops, or fewer than one.
func Deck(f *Formula, n int, spread Spread, seed uint64) ([]Card, error) {
	flops := Rank(f.Spots, f.Terms)
	if n < 1 || n > flops.Len() {
		return nil, fmt.Errorf("%w: %d cards, want 1 to %d, the %s that differ by more than suits", ErrDeck, n,
			flops.Len(), f.Spots.Boards())
	}
	random := rand.New(rand.NewPCG(seed, 0))
	order := flops.shuffled(random)
	switch spread {
	case Dealt:
		order = order[:n]
	case Even:
		order = flops.evenly(order, n)
	default:
		return nil, fmt.Errorf("%w: spread %q, want %s", ErrDeck, spread, strings.Join(Spreads, " or "))
	}
	random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
	deck := make([]Card, n)
	for i, p := range order {
		flop := flops.flop(p)
		deck[i] = Card{
			Front: fmt.Sprintf("<b>%s</b> (%s) against %s<br>%v <big><b>%s</b></big><br>%s", f.handOf(&flop),
				handHTML(flop.Spot.Hand), html.EscapeString(f.Opponent()), f.Spots.Street, cardsHTML(flop.Cards...),
				questions[f.Spots.Estimate]),
			Back: f.back(&flop), Tags: tags(f), Flop: flop,
		}
	}
	return deck, nil
}

// shuffled puts flops in random order, each place drawn with the flops alike as weights.
func (r *Ranking) shuffled(random *rand.Rand) []place {
	type draw struct {
		place
		key float64
	}
	list := make([]draw, len(r.places))
	for i, p := range r.places {
		list[i] = draw{p, random.ExpFloat64() / float64(r.spots.List[p.at].Size)}
	}
	slices.SortStableFunc(list, func(a, b draw) int { return cmp.Compare(a.key, b.key) })
	out := make([]place, len(list))
	for i := range list {
		out[i] = list[i].place
	}
	return out
}

// evenly takes n flops from the bands of equity in turn, in each in the given order.
func (r *Ranking) evenly(order []place, n int) []place {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range r.spots.List {
		e := r.spots.List[i].Equity()
		low, high = min(low, e), max(high, e)
	}
	var band [bands][]place
	for _, p := range order {
		b := 0
		if high > low {
			b = min(int(bands*(r.spots.List[p.at].Equity()-low)/(high-low)), bands-1)
		}
		band[b] = append(band[b], p)
	}
	var out []place
	for len(out) < n {
		for b := range band {
			if len(band[b]) > 0 && len(out) < n {
				out = append(out, band[b][0])
				band[b] = band[b][1:]
			}
		}
	}
	return out
}

// questions are what a card asks about the estimates.
var questions = map[matrix.Estimate]string{
	matrix.Equity: "equity?",
	matrix.Ahead:  "ahead of what share of the range, ties half?",
	matrix.Win:    "won showdowns, without ties?",
}

// back writes the answer: the exact equity, the formula's sum and what its terms are.
func (f *Formula) back(flop *Flop) string {
	var b strings.Builder
	fmt.Fprintf(&b, "exact <b>%.1f%%</b><br>formula %s (off by %.1f)", 100*flop.Equity, f.Arithmetic(*flop),
		100*flop.Error)
	for _, t := range flop.Terms {
		fmt.Fprintf(&b, "<br>%s %s", f.Signed(t.Weight), html.EscapeString(f.Name(t.ID)))
	}
	return b.String()
}

// tags are the labels of a card in Anki, separated by spaces.
func tags(f *Formula) string {
	word := strings.NewReplacer(" ", "_", ",", "_").Replace
	text := "feltlab " + word(f.Hands()) + " vs_" + word(f.Subject.RangeText())
	if f.Spots.Estimate != matrix.Equity {
		text += " " + string(f.Spots.Estimate)
	}
	return text
}

// WriteDeck writes cards as CSV with the header lines of Anki, their texts as HTML or plain.
func WriteDeck(w io.Writer, deck []Card, html bool) error {
	header := "#separator:Comma\n#columns:Front,Back,Tags\n#tags column:3\n"
	if html {
		header = strings.Replace(header, "\n", "\n#html:true\n", 1)
	}
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	var rows [][]string
	for _, c := range deck {
		rows = append(rows, []string{c.Front, c.Back, c.Tags})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
