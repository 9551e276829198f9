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

// estimate puts an estimate of the whole game from a finished sample of flops into an answer, and returns it. A best
// response knows the sample before the flop, so its estimates lean upwards a little. The standard error comes from the
// jackknife over flops, which does not know that the sample is spread over the kinds of flops, so that it is rather too
// large. The error is ErrUnfinished, or that of CombineSums.
func (r *Result) estimate(a *Response) (*limitholdem.Result, error) {
	s, err := r.sums()
	if err != nil {
		return nil, err
	}
	whole, err := r.Solver.CombineSums(s.estimate())
	if err != nil {
		return nil, err
	}
	sum, seats, mean := 0.0, [2]float64{}, whole.Mean().Low
	for _, f := range s.flops {
		rest := s.without(f, 1)
		part, err := r.Solver.CombineSums(rest.estimate())
		if err != nil {
			return nil, err
		}
		sum += (part.Mean().Low - mean) * (part.Mean().Low - mean)
		for seat, v := range part.SeatValues {
			seats[seat] += (v.Low - whole.SeatValues[seat].Low) * (v.Low - whole.SeatValues[seat].Low)
		}
	}
	spread := func(squares float64) float64 { return Millis * math.Sqrt(squares*(s.n-1)/s.n) }
	a.Status, a.StandardError = "estimate", new(spread(sum))
	a.SeatErrors = [2]float64{spread(seats[0]), spread(seats[1])}
	l, err := r.lower(s)
	if l != nil {
		a.Lower, a.LowerError = new(Millis*l.mean), new(Millis*l.standardError)
	}
	return whole, err
}

// lower is the mean winnings of our choices on deals that did not determine them: those before the flop on a flop for
// which all others chose, those after as in limitholdem.Solver.HeldOut. Since they could be played, they win on average
// no more than a best response. (The flops are a spread sample and not drawn one by one, which the estimate neglects.)
type lower struct{ mean, standardError float64 }

// sampled sums values on sampled flops, each as if it were all that there are. Estimates are means, corrected by what
// the sample has too much or too little of a hand; see extensive.Slope.
type sampled struct {
	sums
	n      float64
	flops  []*sums                                    // in the order of the sample
	slopes [2][limitholdem.NumPreflop]extensive.Slope // of level 0
	all    *[2]limitholdem.Values                     // the masses of all flops
}

// sums are the values and masses of one flop or of several.
type sums struct {
	values [2][]limitholdem.Values // by seat and level
	mass   [2]limitholdem.Values
}

// perHand weights the sums over a class like one hand.
var perHand = func() (out []float64) {
	for class := range cards.Class(cards.NumClasses) {
		out = append(out, 1/float64(class.Size()))
	}
	return out
}()

func (r *Result) sums() (*sampled, error) {
	s, of := &sampled{all: &[2]limitholdem.Values{}}, map[int]*sums{}
	weight := func(flop int) float64 { return numFlops / float64(orbitSize(r.Solver.FlopCards(flop))) }
	for _, item := range r.Items {
		if of[item.Flop] == nil {
			of[item.Flop] = &sums{}
		}
		values := make([]limitholdem.Values, len(item.Values))
		for level := range values {
			values[level].Add(weight(item.Flop), &item.Values[level])
		}
		of[item.Flop].values[item.Seat] = values
	}
	for _, t := range limitholdem.Tasks() {
		mass := r.Solver.Mass(t.Flop, t.Seat)
		s.all[t.Seat].Add(1, mass)
		if f := of[t.Flop]; f != nil {
			f.mass[t.Seat].Add(weight(t.Flop), mass)
		}
	}
	for seat := range 2 {
		s.values[seat] = make([]limitholdem.Values, r.Solver.Levels())
	}
	for _, flop := range r.sample {
		f := of[flop]
		if f == nil || f.values[0] == nil || f.values[1] == nil {
			return nil, ErrUnfinished
		}
		s.flops = append(s.flops, f)
		s.add(f, 1)
	}
	return s, nil
}

func (s *sampled) add(f *sums, times float64) {
	s.n += times
	for seat := range 2 {
		for level := range s.values[seat] {
			s.values[seat][level].Add(times, &f.values[seat][level])
		}
		s.mass[seat].Add(times, &f.mass[seat])
		for k := range s.slopes[seat] {
			s.slopes[seat][k].Add(times, f.values[seat][0][k][:], f.mass[seat][k][:], perHand)
		}
	}
}

// without is the sample without a flop that it has some times.
func (s *sampled) without(f *sums, times float64) *sampled {
	rest := *s
	for seat := range 2 {
		rest.values[seat] = slices.Clone(s.values[seat])
	}
	rest.add(f, -times)
	return &rest
}

// estimate estimates the sums of values over all flops.
func (s *sampled) estimate() [2][]limitholdem.Values {
	return s.corrected(1/s.n, &s.sums)
}

// corrected multiplies values and masses by a weight, and corrects the values for what masses then differ from all.
func (s *sampled) corrected(weight float64, of *sums) (out [2][]limitholdem.Values) {
	for seat := range out {
		out[seat] = make([]limitholdem.Values, len(of.values[seat]))
		for k := range limitholdem.NumPreflop {
			slope := s.slopes[seat][k].Of(s.values[seat][0][k][:], s.mass[seat][k][:], perHand)
			for level := range out[seat] {
				for class := range out[seat][level][k] {
					lacks := s.all[seat][k][class] - weight*of.mass[seat][k][class]
					out[seat][level][k][class] = weight*of.values[seat][level][k][class] + slope*lacks
				}
			}
		}
	}
	return out
}

// lower returns nil in a match, if one turn or river is drawn, and for one flop.
func (r *Result) lower(s *sampled) (*lower, error) {
	level, ok := r.Solver.HeldOut()
	if !ok {
		return nil, nil
	}
	copies := map[*sums]float64{}
	for _, f := range s.flops {
		copies[f]++
	}
	var means []float64
	for _, f := range s.flops {
		if copies[f] == s.n {
			return nil, nil
		}
		rest := s.without(f, copies[f])
		others, own, mean := rest.estimate(), rest.corrected(1, f), 0.0
		for seat := range 2 {
			won, err := r.Solver.Follow(seat, &others[seat][level], &own[seat][level])
			if err != nil {
				return nil, err
			}
			mean += won / 2
		}
		means = append(means, mean)
	}
	mean, standardError := meanOf(means, 1)
	return &lower{mean, standardError}, nil
}

// meanOf returns the mean of values in another unit, and its standard error.
func meanOf(values []float64, unit float64) (mean, standardError float64) {
	n, squares := float64(len(values)), 0.0
	for _, v := range values {
		mean += unit * v / n
	}
	for _, v := range values {
		squares += (unit*v - mean) * (unit*v - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// LossesByDecision says at which decisions a policy loses, on the same sample of flops, turns and rivers as
// BestResponse; it must be one. It walks all public states of the sample in double precision and asks the
// policy at each: about a CPU-second a river. Errors are as for BestResponse, and ErrSample.
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
