package sources

import (
	"context"
	"fmt"
	"math"
	"strings"

	"feltlab/dataset/published"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// answer is a single answer that a public page prints, with ours.
type answer struct {
	published.JamAnswer
	Ours  string
	Agree bool // within a unit of the last printed digit
}

// answers answers what public pages answer.
func answers(ctx context.Context, lab *jamfold.Lab) (all []answer, err error) {
	for _, p := range published.JamAnswers() {
		a := answer{JamAnswer: p}
		if p.Kind == "values" {
			a.Ours, a.Agree, err = values(&p)
		} else {
			a.Ours, a.Agree, err = asked(ctx, lab, &p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Says, err)
		}
		all = append(all, a)
	}
	return all, nil
}

// values returns the ICM values of stacks, with the printed decimals.
func values(p *published.JamAnswer) (string, bool, error) {
	amounts, err := tournament.ParseAmounts(p.Stacks)
	if err != nil {
		return "", false, err
	}
	var stacks []float64
	for _, a := range amounts {
		stack, _ := a.Float64()
		stacks = append(stacks, stack)
	}
	prizes, err := tournament.ParsePrizes(p.Prizes)
	if err != nil {
		return "", false, err
	}
	got, err := tournament.ICM(stacks, prizes)
	if err != nil {
		return "", false, err
	}
	agree := true
	var ours []string
	for i, word := range strings.Fields(p.Printed) {
		text, near := beside(word, got[i])
		ours, agree = append(ours, text), agree && near
	}
	return strings.Join(ours, " "), agree, nil
}

// beside writes a number with the decimals of a printed one, and reports whether they differ by a last digit at most.
func beside(printed string, x float64) (text string, near bool) {
	_, after, _ := strings.Cut(printed, ".")
	var number float64
	fmt.Sscan(printed, &number)
	unit := math.Pow(10, -float64(len(after)))
	return fmt.Sprintf("%.*f", len(after), x), math.Abs(x-number) <= unit
}

// asked answers a decision with a hand: what to do, what that gains, or which equity a call needs.
func asked(ctx context.Context, lab *jamfold.Lab, p *published.JamAnswer) (string, bool, error) {
	q, err := questionOf(&p.JamSpot)
	if err != nil {
		return "", false, err
	}
	at, err := jamfold.ParseDecision(p.Seat, strings.Fields(p.After), &q.Table)
	if err != nil {
		return "", false, err
	}
	if p.Kind == "needs" {
		needs, _ := q.Table.CallPressure(at)
		text, near := beside(p.Printed, 100*needs.Equity)
		return text, near, nil
	}
	hand, err := ranges.ParseHand(p.Hand)
	if err != nil {
		return "", false, err
	}
	d, err := lab.Decide(ctx, q, at)
	if err != nil {
		return "", false, err
	}
	a := d.Answer(hand)
	if p.Kind == "gain" {
		text, near := beside(p.Printed, a.Difference)
		return text, near, nil
	}
	return fmt.Sprintf("%s, by %.3f bb", a.Action, math.Abs(a.BigBlinds)), a.Action == p.Printed, nil
}
