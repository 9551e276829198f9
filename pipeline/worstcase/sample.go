package worstcase

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

const numFlops = 22_100

func orbitSize(flop cards.Set) int {
	i, _ := showdown.Flops().Index(flop)
	return showdown.Flops().Size(i)
}

// sample draws n of the solver's flops, each with a probability in proportion to its orbit, and spreads them evenly
// over a list in which similar flops are neighbours: by suits, pairs and ranks. A flop that is drawn twice is listed
// twice.
func sample(s *limitholdem.Solver, n int, seed uint64) []int {
	order := make([]int, limitholdem.NumFlops)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := s.FlopCards(a), s.FlopCards(b)
		suits := distinct(x, cards.Card.Suit) - distinct(y, cards.Card.Suit)
		return cmp.Or(suits, distinct(x, cards.Card.Rank)-distinct(y, cards.Card.Rank), cmp.Compare(x, y))
	})
	step := float64(numFlops) / float64(n)
	next := step * rand.New(rand.NewPCG(seed, 0)).Float64()
	var drawn []int
	passed := 0.0
	for _, flop := range order {
		for passed += float64(orbitSize(s.FlopCards(flop))); next < passed && len(drawn) < n; next += step {
			drawn = append(drawn, flop)
		}
	}
	return drawn
}

// distinct counts the suits or ranks of a flop.
func distinct[T comparable](flop cards.Set, of func(cards.Card) T) int {
	seen := map[T]bool{}
	for _, c := range flop.Cards() {
		seen[of(c)] = true
	}
	return len(seen)
}

// Estimate is an estimate of the whole game from a sample of flops, in big blinds a game.
type Estimate struct {
	Flops int
	// SeatValues[s] estimates the value of a best response from seat s, or of a match. A best response knows the sample
	// before the flop, so its estimates lean upwards a little.
	SeatValues [2]float64
	// Mean is the mean of both, StandardError that of Mean, by the jackknife over flops. The jackknife does not know
	// that the sample is spread over the kinds of flops, so that it is rather too large.
	Mean, StandardError float64
	// Hands[s][class] and Rounds are as in holdem.Result.
	Hands  [2][cards.NumClasses]float64
	Rounds []float64
	Lower  *Lower // nil in a match, if one turn or river is drawn, and for one flop
}

// Lower is the mean winnings of our choices on deals that did not determine them: those before the flop on a flop for
// which all others chose, those after as in limitholdem.Solver.HeldOut. Since they could be played, they win on average
// no more than a best response. (The flops are a spread sample and not drawn one by one, which the estimate neglects.)
type Lower struct {
	SeatValues          [2]float64
	Mean, StandardError float64
}

// Estimate estimates the whole game from a sample. The error is ErrUnfinished, or that of Combine.
func (r *Result) Estimate() (*Estimate, error) {
	byPlace := map[limitholdem.Task]*limitholdem.Item{}
	for _, item := range r.Items {
		byPlace[limitholdem.Task{Flop: item.Flop, Seat: item.Seat}] = item
	}
	for _, flop := range r.sample {
		for seat := range 2 {
			if byPlace[limitholdem.Task{Flop: flop, Seat: seat}] == nil {
				return nil, ErrUnfinished
			}
		}
	}
	whole, err := r.extrapolate(byPlace, r.sample)
	if err != nil {
		return nil, err
	}
	e := &Estimate{Flops: len(r.sample), Mean: whole.Mean().Low, Rounds: whole.Rounds}
	for seat, v := range whole.SeatValues {
		e.SeatValues[seat] = v.Low
		for class, hand := range whole.Hands[seat] {
			e.Hands[seat][class] = hand.Low
		}
	}
	sum := 0.0
	for i := range r.sample {
		rest, err := r.extrapolate(byPlace, slices.Delete(slices.Clone(r.sample), i, i+1))
		if err != nil {
			return nil, err
		}
		sum += (rest.Mean().Low - e.Mean) * (rest.Mean().Low - e.Mean)
	}
	n := float64(len(r.sample))
	e.StandardError = math.Sqrt(sum * (n - 1) / n)
	e.Lower, err = r.lower(byPlace)
	return e, err
}

func (r *Result) lower(byPlace map[limitholdem.Task]*limitholdem.Item) (*Lower, error) {
	level, ok := r.Solver.HeldOut()
	if !ok {
		return nil, nil
	}
	whole := func(t limitholdem.Task) *limitholdem.Values { // as if the flop were all there are
		weight := numFlops / float64(orbitSize(r.Solver.FlopCards(t.Flop)))
		return &scaled(t, byPlace[t], weight).Values[level]
	}
	var sums [2]limitholdem.Values
	copies := map[int]float64{}
	for _, flop := range r.sample {
		copies[flop]++
		for seat := range sums {
			sums[seat].Add(1, whole(limitholdem.Task{Flop: flop, Seat: seat}))
		}
	}
	n := float64(len(r.sample))
	out, squares := &Lower{}, 0.0
	for _, flop := range r.sample {
		if copies[flop] == n {
			return nil, nil
		}
		mean := 0.0
		for seat := range sums {
			value := whole(limitholdem.Task{Flop: flop, Seat: seat})
			var others limitholdem.Values
			others.Add(1/(n-copies[flop]), &sums[seat])
			others.Add(-copies[flop]/(n-copies[flop]), value)
			won, err := r.Solver.Follow(seat, &others, value)
			if err != nil {
				return nil, err
			}
			out.SeatValues[seat] += won / n
			mean += won / 2
		}
		out.Mean += mean / n
		squares += mean * mean
	}
	out.StandardError = math.Sqrt(max(0, squares-n*out.Mean*out.Mean) / (n - 1) / n)
	return out, nil
}

// extrapolate combines a sample as if it were all flops: items are scaled up, and all others are 0.
func (r *Result) extrapolate(byPlace map[limitholdem.Task]*limitholdem.Item, flops []int) (*limitholdem.Result, error) {
	weights := map[int]float64{}
	for _, flop := range flops {
		weights[flop] += numFlops / float64(len(flops)*orbitSize(r.Solver.FlopCards(flop)))
	}
	var items []*limitholdem.Item
	var zeros []limitholdem.Values
	for _, t := range limitholdem.Tasks() {
		item := byPlace[t]
		if zeros == nil && item != nil {
			zeros = make([]limitholdem.Values, len(item.Values))
		}
		items = append(items, scaled(t, item, weights[t.Flop]))
	}
	for _, item := range items {
		if item.Values == nil {
			item.Values = zeros
		}
	}
	return r.Solver.Combine(items)
}

func scaled(t limitholdem.Task, item *limitholdem.Item, weight float64) *limitholdem.Item {
	out := &limitholdem.Item{Flop: t.Flop, Seat: t.Seat}
	if item == nil || weight == 0 {
		return out
	}
	for level := range item.Values {
		v := item.Values[level]
		for k := range v {
			for class := range v[k] {
				v[k][class] *= weight
			}
		}
		out.Values = append(out.Values, v)
	}
	return out
}

// LossesByDecision says at which decisions a policy loses, on the same sample of flops, turns and rivers as
// Run, which must be one. It walks all public states of the sample in double precision and asks the
// policy at each: about a CPU-second a river. Errors are as for Run, and ErrSample.
func LossesByDecision(ctx context.Context, p game.Policy, o Options) (*extensive.Losses, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Flops == 0 {
		return nil, fmt.Errorf("%w: no flops are drawn", ErrSample)
	}
	o.ByRound = false
	solver, err := limitholdem.New(p, o.solver())
	if err != nil {
		return nil, err
	}
	flops := sample(solver, o.Flops, o.Seed)
	draw := func(deals *game.Deals, board game.Board) (out []extensive.Drawn) {
		if board.Len() > 0 {
			return solver.Draw(deals, board)
		}
		for _, flop := range flops { // those that come twice, twice
			weight := numFlops / (float64(len(flops)) * deals.Ways)
			out = append(out, extensive.Drawn{Deal: &deals.List[flop], Weight: weight})
		}
		return out
	}
	options := extensive.ResponseOptions{Symmetric: true, Workers: o.Workers}
	return extensive.LossesByDecision(ctx, game.LimitHoldem(), p, draw, options)
}
