package jamfold

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/dataset/allin"
	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/expost"
	"feltlab/solvers/extensive"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
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
	chartVersion           = "4"  // changes whenever the stored bytes would
	chartBlind             = 1000 // big blind of charts, in chips: depths are multiples of a thousandth
	chartRegret            = 1e-9 // the most that a hand may gain by playing otherwise, in big blinds
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
		return nil, 0, fmt.Errorf("%w: from %v to %v big blinds, want the smaller stack first", ErrDepths, d.From, d.To)
	case step == 0 || (to-from)/step >= mostDepths:
		return nil, 0, fmt.Errorf("%w: steps of %v from %v to %v big blinds, want 1 to %d steps",
			ErrDepths, d.Step, d.From, d.To, mostDepths)
	}
	for ; from <= to; from += step {
		stacks = append(stacks, from)
	}
	return stacks, ante, nil
}

// List returns the depths in big blinds. The error is ErrDepths.
func (d Depths) List() (depths []float64, err error) {
	stacks, _, err := d.chips()
	for _, chips := range stacks {
		depths = append(depths, float64(chips)/chartBlind)
	}
	return depths, err
}

// Chart is equilibrium play of two players by depth.
type Chart struct {
	BigBlinds []float64 // depths
	Jam, Call [cards.NumClasses]Play
	// Regret is the most that any hand gains by another action than its own, in big blinds, at any depth; of the big
	// blind's hands once the small blind jams.
	Regret float64
}

// Play is the play of a hand by depth: the probability that it is played in an equilibrium, the least and the largest
// one in all equilibria, and the gain of playing over folding, in big blinds.
type Play struct{ Probability, Least, Most, Gain []float64 }

// Mix is a depth at which a hand is both played and folded, or can be either.
type Mix struct {
	BigBlinds float64 `json:"stack_bigblinds"` // stack
	Least     float64 `json:"least"`           // least probability to play in all equilibria
	Most      float64 `json:"most"`            // largest probability to play in all equilibria
}

// Always returns the first and last depth of each span at which a hand is always played, in ascending order.
func (c *Chart) Always(p Play) (spans [][2]float64) {
	in := false
	for i, least := range p.Least {
		switch {
		case least < 1:
			in = false
		case in:
			spans[len(spans)-1][1] = c.BigBlinds[i]
		default:
			spans, in = append(spans, [2]float64{c.BigBlinds[i], c.BigBlinds[i]}), true
		}
	}
	return spans
}

// Mixes returns the depths at which a hand is neither always nor never played.
func (c *Chart) Mixes(p Play) (mixes []Mix) {
	for i := range p.Least {
		if p.Least[i] < 1 && p.Most[i] > 0 {
			mixes = append(mixes, Mix{c.BigBlinds[i], p.Least[i], p.Most[i]})
		}
	}
	return mixes
}

// clearly is the advantage of a fold, in big blinds, that separates two spans. Some hands are folded at a few depths
// although a jam would cost them next to nothing, such as T3s at 7.3 and at 7.6 (0.01), below and above which it is
// jammed.
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

// Chart solves heads-up play, a hand for chips, at every depth, or takes it from the store. One depth takes about 0.02
// CPU-seconds. The error is ErrDepths or that of the context, or says that a solution failed its check.
func (l *Lab) Chart(ctx context.Context, d Depths) (*Chart, error) {
	stacks, ante, err := d.chips()
	if err != nil {
		return nil, err
	}
	return keptGob(ctx, l.Store, chartSpec(stacks, ante), len(stacks), func(ctx context.Context) (*Chart, error) {
		return l.chart(ctx, stacks, ante)
	})
}

func chartSpec(stacks []int, ante int) store.Spec {
	config := struct {
		Stacks []int
		Ante   int
	}{stacks, ante}
	return store.Spec{
		Stage: "jam-or-fold by depth", Version: chartVersion, Config: config, Schema: "gob jam-or-fold by depth",
		Inputs: inputs(pairsSpec),
	}
}

func (l *Lab) chart(ctx context.Context, stacks []int, ante int) (*Chart, error) {
	pairs, err := AllInPairs(ctx, l.Store, l.Workers)
	if err != nil {
		return nil, err
	}
	chart := newChart(len(stacks))
	bar := progress.Start(l.Progress, "depths", len(stacks))
	defer bar.Close()
	regrets := make([]float64, len(stacks))
	loop := parallel.Loop{Items: len(stacks), Workers: l.Workers, Report: bar.Of}
	err = loop.Each(ctx, parallel.Same(func(i int) (err error) {
		chart.BigBlinds[i] = float64(stacks[i]) / chartBlind
		regrets[i], err = chart.solve(ctx, pairs, i, float64(ante)/chartBlind)
		return err
	}))
	chart.Regret = slices.Max(regrets)
	return chart, err
}

func newChart(depths int) *Chart {
	c := &Chart{BigBlinds: make([]float64, depths)}
	for k := range cards.NumClasses {
		for _, p := range []*Play{&c.Jam[k], &c.Call[k]} {
			for _, of := range []*[]float64{&p.Probability, &p.Least, &p.Most, &p.Gain} {
				*of = make([]float64, depths)
			}
		}
	}
	return c
}

// solve computes the play of depth i and has it checked.
func (c *Chart) solve(ctx context.Context, pairs *allin.PairTable, i int, ante float64) (regret float64, err error) {
	g, _ := multiway.YesNo(stochastic.NewPairs(pairs, tournament.RemovalExact), headsUpPayoffs(c.BigBlinds[i], ante))
	solution, err := extensive.SolveYesNo(ctx, g)
	if err != nil {
		return 0, err
	}
	hand := expost.HeadsUp{
		Stack: c.BigBlinds[i], Ante: ante,
		Jam: (*[cards.NumClasses]float64)(solution.Yes[0]), Call: (*[cards.NumClasses]float64)(solution.Yes[1]),
	}
	var gains [2][cards.NumClasses]float64
	gains[0], gains[1] = hand.Gains(pairs)
	for seat, half := range []*[cards.NumClasses]Play{&c.Jam, &c.Call} {
		for k := range half {
			half[k].Probability[i], half[k].Gain[i] = solution.Yes[seat][k], gains[seat][k]
			half[k].Least[i], half[k].Most[i] = solution.Low[seat][k], solution.High[seat][k]
		}
	}
	if regret = hand.Regret(pairs); !(regret <= chartRegret) {
		return 0, fmt.Errorf("with %v big blinds a hand may gain %.2g more by playing otherwise, want %v at most",
			c.BigBlinds[i], regret, chartRegret)
	}
	return regret, nil
}

// headsUpPayoffs are the ends of a hand of two players for chips, with stacks and antes in big blinds.
func headsUpPayoffs(stack, ante float64) *tournament.Payoffs {
	small := func(wins float64) [tournament.NumSeats]float64 { return [tournament.NumSeats]float64{0, wins, -wins} }
	p := new(tournament.Payoffs)
	p[tournament.FoldFold][0] = small(-0.5 - ante)
	p[tournament.FoldJamFold][0] = small(1 + ante)
	p[tournament.FoldJamJam][tournament.FirstWins] = small(stack)
	p[tournament.FoldJamJam][tournament.SecondWins] = small(-stack)
	return p
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
