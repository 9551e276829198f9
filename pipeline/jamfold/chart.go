package jamfold

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
)

// ErrDepths marks invalid depths of a chart.
var ErrDepths = errors.New("bad depths")

// Depths are the heads-up stacks of a chart in big blinds, the same for both players: From, From + Step and so on to
// To. The small blind is half a big blind, and both also post Ante.
type Depths struct {
	From, To, Step float64
	Ante           float64
}

const (
	chartBlind             = 1000 // big blind of charts, in chips: depths are multiples of a thousandth
	chartEpsilon           = 0.01 // regret in chips to which charts are solved: 0.00001 big blinds
	mostBlinds, mostDepths = 100, 1000
)

// chips returns the stacks in chips, and the ante. The error is ErrDepths.
func (d Depths) chips() (stacks []int, ante int, err error) {
	var whole [4]int
	for i, x := range []struct {
		name         string
		blinds, most float64
	}{
		{"the smallest stack", d.From, mostBlinds}, {"the largest stack", d.To, mostBlinds},
		{"the step", d.Step, mostBlinds}, {"the ante", d.Ante, 1},
	} {
		chips := x.blinds * chartBlind
		if !(chips >= 0 && x.blinds <= x.most) || math.Abs(chips-math.Round(chips)) > 1e-6 {
			return nil, 0, fmt.Errorf("%w: %s is %v big blinds, want thousandths from 0 to %v",
				ErrDepths, x.name, x.blinds, x.most)
		}
		whole[i] = int(math.Round(chips))
	}
	from, to, step, ante := whole[0], whole[1], whole[2], whole[3]
	switch {
	case from <= chartBlind+ante:
		return nil, 0, fmt.Errorf("%w: with %v big blinds the big blind is all-in, want more", ErrDepths, d.From)
	case to < from:
		return nil, 0, fmt.Errorf("%w: from %v to %v big blinds", ErrDepths, d.From, d.To)
	case step == 0 || (to-from)/step >= mostDepths:
		return nil, 0, fmt.Errorf("%w: steps of %v from %v to %v big blinds, want at most %d",
			ErrDepths, d.Step, d.From, d.To, mostDepths)
	}
	for ; from <= to; from += step {
		stacks = append(stacks, from)
	}
	return stacks, ante, nil
}

// Chart is equilibrium play of two players by depth.
type Chart struct {
	BigBlinds []float64 // depths
	Jam, Call [cards.NumClasses]Play
}

// Play is the play of a hand by depth: the probability that it is played, and the gain of playing over folding, in big
// blinds.
type Play struct{ Probability, Gain []float64 }

// clearly is the advantage of a fold, in big blinds, that separates two spans. Between the depths at which a hand is
// always and never played it is mixed, at no gain, and its probability there is the least certain part of a solution.
const clearly = 0.02

// Spans returns the first and last depth of each span at which a hand is played, in big blinds, smallest first. A span
// goes from a depth at which it is played at least half of the time to another, with none between at which a fold is
// clearly better.
func (c *Chart) Spans(p Play) (spans [][2]float64) {
	in := false
	for i, probability := range p.Probability {
		switch last := len(spans) - 1; {
		case probability < 0.5:
			in = in && p.Gain[i] >= -clearly
		case in:
			spans[last][1] = c.BigBlinds[i]
		default:
			spans, in = append(spans, [2]float64{c.BigBlinds[i], c.BigBlinds[i]}), true
		}
	}
	return spans
}

// Chart solves heads-up play, a hand for chips, at every depth, or takes it from the store. One depth takes about 0.4
// CPU-seconds. The error is ErrDepths or that of the context.
func (l *Lab) Chart(ctx context.Context, d Depths) (*Chart, error) {
	stacks, ante, err := d.chips()
	if err != nil {
		return nil, err
	}
	c, err := chartConfig(ante)
	if err != nil {
		return nil, err
	}
	return keptGob(ctx, l.Store, c.chartSpec(stacks), len(stacks), func(ctx context.Context) (*Chart, error) {
		return l.chart(ctx, &c, stacks)
	})
}

func chartConfig(ante int) (Config, error) {
	c, err := Preset("default", tournament.Cash)
	c.Players, c.Unit, c.SmallBlind, c.BigBlind, c.Ante = 2, 1, chartBlind/2, chartBlind, ante
	c.Epsilon = chartEpsilon
	return c, err
}

func (c *Config) chartSpec(stacks []int) store.Spec {
	spec := c.keyed(store.Spec{Stage: "jam-or-fold by depth"})
	spec.Config = struct {
		Config any
		Stacks []int
	}{spec.Config, stacks}
	return spec
}

func (l *Lab) chart(ctx context.Context, c *Config, stacks []int) (*Chart, error) {
	if _, err := l.pairs(ctx, c.Removal); err != nil { // once, before goroutines ask for it
		return nil, err
	}
	chart := &Chart{BigBlinds: make([]float64, len(stacks))}
	for k := range cards.NumClasses {
		for _, p := range []*Play{&chart.Jam[k], &chart.Call[k]} {
			p.Probability, p.Gain = make([]float64, len(stacks)), make([]float64, len(stacks))
		}
	}
	bar := progress.Start(l.Progress, "depths", len(stacks))
	defer bar.Close()
	loop := parallel.Loop{Items: len(stacks), Workers: l.Workers, Report: bar.Of}
	return chart, loop.Each(ctx, parallel.Same(func(i int) error {
		s, err := l.SolveState(ctx, c, tournament.Stacks{0, stacks[i], stacks[i]}, nil)
		if err != nil {
			return err
		}
		chart.BigBlinds[i] = float64(stacks[i]) / chartBlind
		for at, half := range map[tournament.Situation]*[cards.NumClasses]Play{
			tournament.SmallBlindAfterFold: &chart.Jam, tournament.BigBlindAfterFoldJam: &chart.Call,
		} {
			for k := range half {
				jam, fold, _ := s.Actions(at, cards.Class(k))
				half[k].Probability[i], half[k].Gain[i] = s.Strategy[at][k], (jam-fold)/chartBlind
			}
		}
		return nil
	}))
}

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
		stacks := s.chips(state)
		return [2]int{stacks[tournament.SmallBlind], stacks[tournament.BigBlind]}
	}
	for a := range best {
		for b := range a {
			one, two := best[a][b], best[b][a]
			// A margin within the solution's own error proves nothing.
			if m := min(one.margin, two.margin); m > s.Certificate.Gain {
				hands := [2]string{cards.Class(a).String(), cards.Class(b).String()}
				found = append(found, Reversal{hands, [2][2]int{chips(one.state), chips(two.state)}, m})
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
		found[n] = closeDecisions(s.Decisions(played[n]), low, high, each)
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
