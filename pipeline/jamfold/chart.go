package jamfold

import (
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
func (c *Chart) Always(p Play) [][2]float64 {
	return c.spans(len(p.Least), func(i int) bool { return p.Least[i] >= 1 }, func(int) bool { return false })
}

// spans returns the first and last depth of each span of those at which a hand is played. Depths at which it is not
// may be bridged.
func (c *Chart) spans(depths int, plays, bridged func(i int) bool) (spans [][2]float64) {
	in := false
	for i := range depths {
		switch last := len(spans) - 1; {
		case !plays(i):
			in = in && bridged(i)
		case in:
			spans[last][1] = c.BigBlinds[i]
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
func (c *Chart) Spans(p Play) [][2]float64 {
	return c.spans(len(p.Probability), func(i int) bool { return p.Probability[i] >= 0.5 },
		func(i int) bool { return p.Gain[i] >= -clearly })
}

// Decisions returns the jams of the small blind and the calls of the big blind.
func (c *Chart) Decisions() []DepthChart {
	jam, call := DepthChart{}, DepthChart{}
	jam.Seat, call.Seat, call.Jammed = "SB", "BB", []string{"SB"}
	for k := range cards.NumClasses {
		jam.Spans[k], call.Spans[k] = c.Spans(c.Jam[k]), c.Spans(c.Call[k])
	}
	return []DepthChart{jam, call}
}

// Chart solves heads-up play, a hand for chips, at every depth, or takes it from the store. One depth takes about 0.02
// CPU-seconds. The error is ErrDepths or the context's, or says that a solution failed its check.
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
	_, duels, err := l.cards(ctx, tournament.RemovalExact, 2)
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
		regrets[i], err = chart.solve(ctx, duels, i, ante)
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
func (c *Chart) solve(ctx context.Context, duels *stochastic.Pairs, i, ante int) (regret float64, err error) {
	chips := int(math.Round(c.BigBlinds[i] * chartBlind))
	t := &tournament.Table{Stacks: []int{chips, chips}, SmallBlind: chartBlind / 2, BigBlind: chartBlind, Ante: ante}
	few := stochastic.NewFew(t, []int{0, 1})
	g, _ := multiway.YesNo(duels, &few.Payoffs, nil)
	solution, err := extensive.SolveYesNo(ctx, g)
	if err != nil {
		return 0, err
	}
	x := stochastic.NewStrategy(t)
	halves := map[int]*[cards.NumClasses]Play{tournament.HeadsUpOpens: &c.Jam, tournament.HeadsUpCalls: &c.Call}
	for node, half := range halves {
		seat := tournament.DecisionOf(node).Seat
		copy(x[node][:], solution.Yes[seat])
		for k := range half {
			half[k].Probability[i] = solution.Yes[seat][k]
			half[k].Least[i], half[k].Most[i] = solution.Low[seat][k], solution.High[seat][k]
		}
	}
	_, actions, err := expost.CheckTableExactly(t, x, tournament.Decision{}, nil, duels)
	if err != nil {
		return 0, err
	}
	for node, half := range halves {
		for k, a := range actions[node] {
			half[k].Gain[i] = (a.Jam - a.Fold) / a.Reach / chartBlind
			regret = max(regret, a.Loss(x[node][k])/a.Reach/chartBlind)
		}
	}
	if !(regret <= chartRegret) {
		return 0, fmt.Errorf("with %v big blinds a hand may gain %.2g more by playing otherwise, want %v at most",
			c.BigBlinds[i], regret, chartRegret)
	}
	return regret, nil
}
