package worstcase

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/solvers/limitholdem"
)

// numFlops is the number of flops, suits told apart.
const numFlops = 22_100

// orbitSize is the number of flops that a flop stands for.
func orbitSize(flop cards.Set) int {
	i, _ := showdown.Flops().Index(flop)
	return showdown.Flops().Size(i)
}

// sample draws n of the solver's flops, each with a probability in proportion to its orbit, and
// spreads them evenly over a list in which similar flops are neighbours: by suits, pairs and ranks.
// A flop that comes more than once is listed more than once.
func sample(s *limitholdem.Solver, n int, seed uint64) []int {
	order := make([]int, limitholdem.NumFlops)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := s.FlopCards(a), s.FlopCards(b)
		return cmp.Or(cmp.Compare(suits(x), suits(y)), cmp.Compare(ranks(x), ranks(y)), cmp.Compare(x, y))
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

// suits and ranks count the different ones of a flop.
func suits(flop cards.Set) int {
	var seen [cards.NumSuits]bool
	n := 0
	for _, c := range flop.Cards() {
		if s := c.Suit(); !seen[s] {
			seen[s] = true
			n++
		}
	}
	return n
}

func ranks(flop cards.Set) int {
	var seen [cards.NumRanks]bool
	n := 0
	for _, c := range flop.Cards() {
		if r := c.Rank(); !seen[r] {
			seen[r] = true
			n++
		}
	}
	return n
}

// Estimate is what a sample of flops says of the whole game, in big blinds a game.
type Estimate struct {
	Flops int
	// SeatValues[s] estimates the value of a best response from seat s, or of a match. As a best
	// response chooses before the flop by the sample itself, its estimates lean upwards a little.
	SeatValues [2]float64
	// Mean is the mean of both, StandardError that of Mean, by the jackknife over flops. The sample
	// is spread over the kinds of flops, which the jackknife does not know: it is rather too large.
	Mean, StandardError float64
	// Hands[s][class] and Rounds are as in holdem.Result.
	Hands  [2][cards.NumClasses]float64
	Rounds []float64
	// Lower is nil in a match, where one turn or river is drawn, and of one flop.
	Lower *Lower
}

// Lower is what our choices win on average where they do not know what comes: those before the flop
// on a flop that all others chose for, those after as holdem.Solver.HeldOut says. So they might be
// played, and win on average no more than a best response; the flops are not drawn one by one,
// but a sample that is spread knows less of its gaps than one that is not.
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
		if byPlace[limitholdem.Task{Flop: flop, Seat: 0}] == nil || byPlace[limitholdem.Task{Flop: flop, Seat: 1}] == nil {
			return nil, ErrUnfinished
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

// lower values each flop of a sample with what the others choose before the flop.
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

// extrapolate combines a sample as if it were all flops: items are scaled up, all others are 0.
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

// scaled multiplies an item, which may be nil if the weight is 0: then it has no values.
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
