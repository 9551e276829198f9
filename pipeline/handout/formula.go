package handout

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// Formula is a formula for a player to learn.
type Formula struct {
	Subject question.Subject
	Spots   *matrix.Rows // of the subject
	Terms   regression.Formula
	// StepPercent is the step in percentage points that the weights are multiples of, 0 for free weights.
	StepPercent int
	// FreeError is the average error with free weights, a fraction of 1; 0 if it is unknown.
	FreeError float64
	// BoundError is a proved lower bound on the average error of any formula with as many features, and multiples
	// of the step if there is one, a fraction of 1; 0 if there is none.
	BoundError float64
}

// points writes a fraction in percentage points: whole numbers if the weights are.
func (f *Formula) points(x float64) string {
	if f.StepPercent > 0 {
		return fmt.Sprintf("%d", int(math.Round(100*x)))
	}
	return fmt.Sprintf("%.1f", 100*x)
}

// Signed writes a weight with its sign, a proper minus included.
func (f *Formula) Signed(weight float64) string {
	if weight < 0 {
		return "−" + f.points(-weight)
	}
	return "+" + f.points(weight)
}

// Arithmetic writes the sum of a flop's terms: "85 + 10 − 9 = 86". With free weights the terms
// are rounded and the sum is not, so that their last digits may differ.
func (f *Formula) Arithmetic(flop Flop) string {
	var b strings.Builder
	for i, t := range flop.Terms {
		sign := " + "
		if t.Weight < 0 {
			sign = " − "
		}
		if i == 0 {
			sign = strings.Trim(sign, " +")
		}
		b.WriteString(sign + f.points(math.Abs(t.Weight)))
	}
	switch len(flop.Terms) {
	case 0:
		return "nothing is true: 0"
	case 1:
		return b.String()
	}
	estimate := f.points(math.Abs(flop.Estimate))
	if flop.Estimate < 0 && strings.Trim(estimate, "0.") != "" {
		estimate = "−" + estimate
	}
	return b.String() + " = " + estimate
}

// Name returns the name of a feature on sheets and cards: "start" if it is true on every flop.
func (f *Formula) Name(id int) string {
	if Always(f.Spots, id) {
		return "start"
	}
	if columns := f.Spots.Columns().List; id >= 1 && id <= len(columns) {
		return columns[id-1].Name
	}
	return fmt.Sprintf("F%d", id)
}

// suitSigns and suitColours are the four suits c d h s in the four-colour deck of online play.
var (
	suitSigns   = [cards.NumSuits]string{"♣", "♦", "♥", "♠"}
	suitColours = [cards.NumSuits]string{"#0a7a2f", "#1f4fd8", "#c81414", "#111111"}
)

// cardsHTML writes cards with coloured suit signs, which need no style sheet.
func cardsHTML(list ...cards.Card) template.HTML {
	var b strings.Builder
	for i, c := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, `<span style="color:%s;white-space:nowrap">%s%s</span>`, suitColours[c.Suit()], c.Rank(),
			suitSigns[c.Suit()])
	}
	return template.HTML(b.String())
}

func handHTML(hand cards.Combo) template.HTML {
	low, high := hand.Cards()
	return cardsHTML(high, low)
}

// SpotHTML writes a board, for a formula of several hands after the hand.
func (f *Formula) SpotHTML(flop Flop) template.HTML {
	if f.Spots.Hands == nil {
		return cardsHTML(flop.Cards...)
	}
	return handHTML(flop.Spot.Hand) + " on " + cardsHTML(flop.Cards...)
}

// Hands names the hand or the hands of the formula.
func (f *Formula) Hands() string {
	switch {
	case f.Spots.Hands == nil:
		return f.Spots.Hand.Text
	case f.Spots.Hands.Len() == cards.NumCombos:
		return "any hand"
	}
	return f.Spots.Hands.String()
}

// Opponent is the opponent's range as people read it.
func (f *Formula) Opponent() string { return f.Subject.Against().Shown() }
