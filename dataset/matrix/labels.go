package matrix

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Words in the labels of rows, which claims of proofs and canonical texts have.
const (
	// TogetherWord begins the label of a set of hands that have one formula: "together 22-TT".
	TogetherWord = "together "
	streetWord   = " on the "     // between a range and a street other than the flop
	estimateWord = " estimating " // between a range and an estimate other than the equity
)

// Labels returns the label of the hand or hands, "AA" or "together 22-TT", and that of the range, which RangeLabel
// makes.
func (m Meta) Labels() (hand, rng string) {
	hand = m.Hand.Text
	if m.Hands != nil {
		hand = TogetherWord + m.Hands.String()
	}
	return hand, RangeLabel(m.Range.String(), m.Street, m.Estimate)
}

// RangeLabel names a range with the street and the estimate, "22+,A2s+ on the turn" or "22+,A2s+ estimating win": the
// range alone for equities on the flop. CutRange reads it.
func RangeLabel(rng string, street cards.Street, e Estimate) string {
	if street != cards.Flop {
		rng += streetWord + street.String()
	}
	if e != Equity {
		rng += estimateWord + string(e)
	}
	return rng
}

// CutRange returns the range, the street and the estimate of a label. The error says that there is no such label.
func CutRange(label string) (rng string, street cards.Street, e Estimate, err error) {
	rng, name, found := strings.Cut(label, estimateWord)
	if found {
		if e, err = ParseEstimate(name); err == nil && e == Equity {
			err = fmt.Errorf("the label %.80q names the estimate equity, which labels leave out", label)
		}
	}
	if err != nil {
		return rng, street, e, err
	}
	if rng, name, found = strings.Cut(rng, streetWord); found {
		if street, err = cards.ParseStreet(name); err == nil && street == cards.Flop {
			err = fmt.Errorf("range %.80q: the flop is not named", label)
		}
	}
	return rng, street, e, err
}

// CutHands returns the set of hands that a label names, and false if the label is that of a single hand. The error is
// that of ranges.Parse or CheckHands, or says that the label is not the canonical one.
func CutHands(label string) (hands *ranges.Range, together bool, err error) {
	text, together := strings.CutPrefix(label, TogetherWord)
	if !together {
		return nil, false, nil
	}
	if hands, err = ranges.Parse(text); err != nil {
		return nil, true, err
	}
	if text != hands.String() {
		return nil, true, fmt.Errorf("%w: %.80q, want the text %.80q", ErrHands, text, hands)
	}
	return hands, true, CheckHands(hands)
}
