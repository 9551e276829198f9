package jamfold

import (
	"cmp"
	"context"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// headsUpEpsilon is the regret, and the change of a value, of heads-up solutions: well below the differences between
// hands that decide their ranking.
const headsUpEpsilon = 1e-5

// HeadsUp turns the configuration of a preset into the tournament of Miltersen and Sorensen (2007), except for the
// settings that were given. The errors are those of Check.
func HeadsUp(c *Config, given func(name string) bool) (Config, error) {
	h := *c
	h.Players, h.Epsilon, h.Delta = 2, headsUpEpsilon, headsUpEpsilon
	if !given("unit") {
		h.Unit = 50
	}
	if !given("chips") {
		h.Chips = 8000
	}
	if !given("prizes") {
		h.Prizes = []float64{1, 0}
	}
	return h, h.Check()
}

// HeadsUp solves the tournament of Miltersen and Sorensen, in seconds, or takes it from the store.
func (l *Lab) HeadsUp(ctx context.Context) (*Solved, error) {
	base, err := Preset("default", tournament.Tournament)
	if err != nil {
		return nil, err
	}
	c, err := HeadsUp(&base, func(string) bool { return false })
	if err != nil {
		return nil, err
	}
	return l.Tournament(ctx, &c, nil)
}

// Reversal is two hands that no ranking can order: with some stacks the small blind jams only the first, with others
// only the second. Stacks are small blind and big blind in chips.
type Reversal struct {
	First, Second         cards.Class
	OnlyFirst, OnlySecond [2]int
	Margin                float64 // least of the four differences between jam and fold, in the unit of the prizes
}

// Reversals lists the pairs of hands whose order the small blind's jams of a heads-up tournament reverse, the
// clearest first. It names the stacks with the largest margins.
func (s *Solved) Reversals() []Reversal {
	type witness struct {
		margin float64
		state  int
	}
	// best[a][b] is the state in which a is jammed and b folded most clearly.
	var best [cards.NumClasses][cards.NumClasses]witness
	for _, i := range s.Game.Played() {
		at := s.At(i)
		var by [cards.NumClasses]float64
		for k := range by {
			jam, fold, _ := at.Actions(tournament.SmallBlindAfterFold, cards.Class(k))
			by[k] = jam - fold
		}
		for a := range by {
			for b := range by {
				if m := min(by[a], -by[b]); m > best[a][b].margin {
					best[a][b] = witness{m, i}
				}
			}
		}
	}
	var found []Reversal
	chips := func(state int) [2]int {
		stacks := s.Game.Space.At(state)
		return [2]int{stacks[tournament.SmallBlind] * s.Config.Unit, stacks[tournament.BigBlind] * s.Config.Unit}
	}
	for a := range best {
		for b := range a {
			one, two := best[a][b], best[b][a]
			// A margin within the solution's own error proves nothing.
			if m := min(one.margin, two.margin); m > s.Certificate.Gain {
				found = append(found, Reversal{cards.Class(a), cards.Class(b), chips(one.state), chips(two.state), m})
			}
		}
	}
	slices.SortFunc(found, func(x, y Reversal) int { return cmp.Compare(y.Margin, x.Margin) })
	return found
}

// Question is a decision for a quiz with its answer.
type Question struct {
	Decision
	Difference float64 // gain of a jam over a fold, in dollars
}

// Close lists decisions in which jam and fold differ by at least low and at most high dollars, the closest first, at
// most each of one situation of a state. It examines every state, about 20 ms each. The only error is that of the
// context.
func (l *Lab) Close(ctx context.Context, s *Solved, low, high float64, each int) ([]Question, error) {
	played := s.Game.Played()
	found := make([][]Question, len(played))
	loop := parallel.Loop{Items: len(played), Workers: l.Workers}
	err := loop.Each(ctx, parallel.Same(func(n int) error {
		found[n] = closeDecisions(s.At(played[n]).Decisions(played[n], s.Config.Unit), low, high, each)
		return nil
	}))
	all := slices.Concat(found...)
	sortQuestions(all)
	return all, err
}

func closeDecisions(rows []Decision, low, high float64, each int) (kept []Question) {
	var of [tournament.NumSituations][]Question
	for _, d := range rows {
		by := d.JamDollars - d.FoldDollars
		// NaN, where play never comes, fails both comparisons.
		if size := math.Abs(by); size >= low && size <= high && (d.Jam == 0 || d.Jam == 1) {
			of[d.Situation] = append(of[d.Situation], Question{d, by})
		}
	}
	for _, questions := range of {
		sortQuestions(questions)
		kept = append(kept, questions[:min(each, len(questions))]...)
	}
	return kept
}

func sortQuestions(q []Question) {
	slices.SortStableFunc(q, func(a, b Question) int {
		return cmp.Compare(math.Abs(a.Difference), math.Abs(b.Difference))
	})
}
