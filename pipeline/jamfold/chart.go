package jamfold

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
)

// ErrDepths marks invalid depths of a chart.
var ErrDepths = errors.New("bad depths")

// Depths are the heads-up stacks of a chart, both alike, in big blinds: From, From + Step and so on to To. The small
// blind is half a big blind, and both post Ante besides.
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

// Span is a range of depths in big blinds, ends included.
type Span struct{ From, To float64 }

// clearly is the advantage of a fold, in big blinds, that separates two spans. Between the depths at which a hand is
// always and never played it is mixed, at no gain, and its probability there is the least certain part of a solution.
const clearly = 0.02

// Spans returns the spans of depths at which a hand is played, smallest first: from a depth at which it is played at
// least half of the time to another, with none between at which a fold is clearly better.
func (c *Chart) Spans(p Play) (spans []Span) {
	in := false
	for i, probability := range p.Probability {
		switch last := len(spans) - 1; {
		case probability < 0.5:
			in = in && p.Gain[i] >= -clearly
		case in:
			spans[last].To = c.BigBlinds[i]
		default:
			spans, in = append(spans, Span{c.BigBlinds[i], c.BigBlinds[i]}), true
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
	a, err := l.Store.Do(ctx, c.chartSpec(stacks), func(ctx context.Context, w io.Writer) (int64, error) {
		chart, err := l.chart(ctx, &c, stacks)
		if err != nil {
			return 0, err
		}
		return write(w, len(stacks), chart)
	})
	if err != nil {
		return nil, err
	}
	return read[Chart](a)
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
