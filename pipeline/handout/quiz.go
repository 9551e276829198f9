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
	flops := Flops(f.Matrix, f.Terms)
	if n < 1 || n > len(flops) {
		return nil, fmt.Errorf("%w: %d cards, want 1 to %d, the flops that differ by more than suits", ErrDeck, n,
			len(flops))
	}
	random := rand.New(rand.NewPCG(seed, 0))
	order := shuffled(flops, random)
	switch spread {
	case Dealt:
		order = order[:n]
	case Even:
		order = evenly(order, n)
	default:
		return nil, fmt.Errorf("%w: spread %q, want %s", ErrDeck, spread, strings.Join(Spreads, " or "))
	}
	random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
	hand := f.handHTML()
	deck := make([]Card, n)
	for i, flop := range order {
		deck[i] = Card{
			Front: fmt.Sprintf("<b>%s</b> (%s) against %s<br>flop <big><b>%s</b></big><br>equity?",
				f.Subject.Hand, hand, html.EscapeString(f.Subject.RangeText()), cardsHTML(flop.Cards[:]...)),
			Back: f.back(&flop), Tags: tags(f), Flop: flop,
		}
	}
	return deck, nil
}

// shuffled puts flops in random order, each place drawn with the flops alike as weights.
func shuffled(flops []Flop, random *rand.Rand) []Flop {
	type draw struct {
		Flop
		key float64
	}
	list := make([]draw, len(flops))
	for i, flop := range flops {
		list[i] = draw{flop, random.ExpFloat64() / float64(flop.Alike)}
	}
	slices.SortStableFunc(list, func(a, b draw) int { return cmp.Compare(a.key, b.key) })
	out := make([]Flop, len(list))
	for i := range list {
		out[i] = list[i].Flop
	}
	return out
}

// evenly takes n flops from the bands of equity in turn, in each in the given order.
func evenly(order []Flop, n int) []Flop {
	low, high := math.Inf(1), math.Inf(-1)
	for _, flop := range order {
		low, high = min(low, flop.Equity), max(high, flop.Equity)
	}
	var band [bands][]Flop
	for _, flop := range order {
		b := 0
		if high > low {
			b = min(int(bands*(flop.Equity-low)/(high-low)), bands-1)
		}
		band[b] = append(band[b], flop)
	}
	var out []Flop
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

// back writes the answer: the exact equity, the formula's sum and what its terms are.
func (f *Formula) back(flop *Flop) string {
	var b strings.Builder
	fmt.Fprintf(&b, "exact <b>%.1f%%</b><br>formula %s (off by %.1f)", 100*flop.Equity, f.arithmetic(flop),
		100*flop.Error)
	for _, t := range flop.Terms {
		fmt.Fprintf(&b, "<br>%s %s", f.signed(t.Weight), html.EscapeString(f.name(t.ID)))
	}
	return b.String()
}

// tags are the labels of a card in Anki, separated by spaces.
func tags(f *Formula) string {
	word := strings.NewReplacer(" ", "_", ",", "_").Replace(f.Subject.RangeText())
	return "feltlab " + f.Subject.Hand.Text + " vs_" + word
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
