package training

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/river"
)

// Result is the average of the play, an approximate equilibrium of the abstract game.
type Result struct {
	// Strategy is the average strategy of both seats. Its probabilities are multiples of 1/Resolution, so that files
	// are short.
	Strategy *strategy.Table
	// Value is the average winnings of seat 0 while learning, in the game's unit; see Solver.Value. Against best
	// responses Loss is half of their winnings in both seats.
	Value, StandardError float64
	Loss, LossError      float64
	Iterations           int
	Boards               int
}

// Resolution is the number of steps from probability 0 to 1 in results.
const Resolution = 1_000_000

// Result returns the average so far. The solver may go on afterwards.
func (s *Solver) Result() *Result {
	r := &Result{Strategy: s.strategy(true), Iterations: s.iterations, Boards: s.dealt}
	r.Value, r.StandardError = s.Value()
	if s.options.Respond != "" {
		r.Loss, r.LossError = s.losses.mean()
	}
	return r
}

// Current returns the current strategy. Against best responses it approaches, on average over iterations, the best
// that its buckets allow, as the average does.
func (s *Solver) Current() *strategy.Table { return s.strategy(false) }

// strategy returns probabilities in proportion to the regrets, or to the sums of the play; buckets that a seat never
// brought to a decision have regrets alone.
func (s *Solver) strategy(average bool) *strategy.Table {
	t := strategy.NewTable(s.game, s.options.Buckets)
	for seat := range 2 {
		s.eachRow(seat, func(at decision, from *table, bucket int) {
			var weights [maxActions]float64
			actions, total := len(at.node.Children), 0.0
			sources := [][][]plan{from.sums, from.regrets}
			if !average {
				sources = sources[1:]
			}
			for _, source := range sources {
				for a := range actions {
					weights[a] = max(float64(source[at.block][bucket][at.entry+a][at.lane]), 0)
					total += weights[a]
				}
				if total > 0 {
					break
				}
			}
			if total == 0 {
				weights = [maxActions]float64{1, 1, 1}
			}
			quantise(weights[:actions], t.Row(at.node.ID, bucket))
		})
	}
	return t
}

// quantise turns weights into probabilities that are multiples of 1/Resolution and sum to one: it rounds down, and
// gives the rest to the largest remainders.
func quantise(weights, row []float64) {
	total := 0.0
	for _, v := range weights {
		total += v
	}
	var steps, order [maxActions]int
	var remainder [maxActions]float64
	missing := Resolution
	for i, v := range weights {
		exact := v / total * Resolution
		steps[i] = int(exact)
		remainder[i] = exact - math.Floor(exact)
		order[i] = i
		missing -= steps[i]
	}
	slices.SortStableFunc(order[:len(weights)], func(i, j int) int { return cmp.Compare(remainder[j], remainder[i]) })
	for k := range missing {
		steps[order[k%len(weights)]]++
	}
	for i := range weights {
		row[i] = float64(steps[i]) / Resolution
	}
}

// estimate is a weighted mean with its standard error.
type estimate struct{ Weight, Sum, Weight2, Sum2, Square2 float64 }

func (e *estimate) add(v, weight float64) {
	e.Weight += weight
	e.Sum += weight * v
	e.Weight2 += weight * weight
	e.Sum2 += weight * weight * v
	e.Square2 += weight * weight * v * v
}

func (e *estimate) mean() (mean, standardError float64) {
	if e.Weight == 0 {
		return 0, 0
	}
	mean = e.Sum / e.Weight
	spread := e.Square2 - 2*mean*e.Sum2 + mean*mean*e.Weight2
	return mean, math.Sqrt(max(spread, 0)) / e.Weight
}

type hands = [cards.NumCombos]river.Vector[float32]

// deal is a board and the results of a pass on it: 4 MB.
type deal struct {
	cards  []cards.Card
	boards [numRounds]river.Board // all without the hands that a later card blocks
	reach  [onTurn + 1][]hands    // the opponent's, by round and block
	values [onTurn + 1][]hands    // winnings of our hands
	later  [onTurn + 1][][river.Sequences]hands
}

func newDeal() *deal {
	d := &deal{}
	for round := onFlop; round <= onTurn; round++ {
		d.reach[round] = make([]hands, numBlocks[round])
		d.values[round] = make([]hands, numBlocks[round])
		d.later[round] = make([][river.Sequences]hands, numBlocks[round])
	}
	return d
}

var boardLen = [numRounds]int{0, 3, 4, 5}

// shuffle deals all cards, the board first. The deck depends only on the seed and the number.
func shuffle(seed uint64, number int) []cards.Card {
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	deck := make([]cards.Card, cards.NumCards)
	for i, c := range rng.Perm(cards.NumCards) {
		deck[i] = cards.Card(c)
	}
	slices.Sort(deck[:boardLen[onFlop]]) // cards of one deal are in ascending order
	return deck
}

func (d *deal) set(board []cards.Card) {
	d.cards = board
	set := cards.SetOf(board...)
	d.boards[onRiver].Set(set)
	for round := range onRiver {
		d.boards[round].Deal(set)
	}
}

var ownHands = func() (of [cards.NumCombos]int32) {
	for h := range of {
		of[h] = int32(h)
	}
	return of
}()

// sort puts hands into the buckets of both seats: Own are ours. The error is strategy.ErrBuckets.
func (d *deal) sort(buckets [2]strategy.Bucketing, seat int) error {
	for round := range numRounds {
		if err := d.sortRound(buckets, seat, round); err != nil {
			return err
		}
	}
	return nil
}

func (d *deal) sortRound(buckets [2]strategy.Bucketing, seat, round int) error {
	var of [cards.NumCombos]int32
	b, board := &d.boards[round], game.BoardOf(d.cards[:boardLen[round]]...)
	if err := strategy.Sort(buckets[seat], holdem().Hands(), round, board, of[:]); err != nil {
		return err
	}
	b.SetOwn(&of)
	if buckets[1-seat] != buckets[seat] { // two seats with the same bucketing are asked once
		if err := strategy.Sort(buckets[1-seat], holdem().Hands(), round, board, of[:]); err != nil {
			return err
		}
	}
	b.SetBuckets(&of)
	return nil
}
