package postflop

import (
	"context"
	"math"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// Solver finds an equilibrium of a game from a board on by discounted CFR.
type Solver struct {
	*layout
	regret, sum []float32 // by decision, board, action and hand
	iterations  int

	// Factors of the current iteration: of regrets above and below 0, and the weight of the strategy in the average.
	positive, negative, weight float32

	workers int
	main    *pass
	helpers []*pass
	locks   [][]float32 // by decision the strategies that are kept, by board, action and hand; or nil
}

// New returns a solver that has not played. It uses so many goroutines, below 1 one for each processor; the number does
// not change results. It allocates what SizeOf says.
func New(g *game.Postflop, workers int) *Solver {
	s := &Solver{layout: newLayout(g, true), workers: parallel.Workers(workers)}
	s.regret, s.sum, s.locks = make([]float32, s.size), make([]float32, s.size), make([][]float32, len(s.nodes))
	s.main = &pass{Solver: s}
	return s
}

// Game returns the game.
func (s *Solver) Game() *game.Postflop { return s.game }

// Iterations is the number of iterations so far.
func (s *Solver) Iterations() int { return s.iterations }

// Discounts of regrets and weights of strategies after t iterations, as in DCFR(3/2, 0, 3) of Brown and Sandholm: a
// factor of t^1.5 / (t^1.5 + 1) for positive regrets and 1/2 for negative ones, and the weight t^3 in the average.
const (
	positivePower = 1.5
	keepNegative  = 0.5
	averagePower  = 3
)

// Iterate plays one iteration: a pass for each seat. After an error, which is that of the context, the tables hold an
// iteration that is not finished, which does no harm: the next one goes on from there.
func (s *Solver) Iterate(ctx context.Context) error {
	t := float64(s.iterations)
	s.positive = float32(math.Pow(t, positivePower) / (math.Pow(t, positivePower) + 1))
	s.negative, s.weight = keepNegative, float32(math.Pow(t+1, averagePower))
	for seat := range 2 {
		if err := s.main.start(ctx, seat); err != nil {
			return err
		}
	}
	s.iterations++
	return nil
}

// rows are the entries of a decision on a board of its round.
func (s *Solver) rows(table []float32, n *game.Node, board int) []float32 {
	row := int64(s.row(n))
	from := s.start[n.ID] + int64(board)*row
	return table[from : from+row]
}

func (s *Solver) locked(n *game.Node, board int) []float32 {
	if s.locks[n.ID] == nil {
		return nil
	}
	row := s.row(n)
	return s.locks[n.ID][board*row : (board+1)*row]
}

// Size is what solving a game takes.
type Size struct {
	Boards, Computed []int // by round: boards, and those that differ by more than suits that are alike
	Pairs            int64 // of a decision on a computed board and a hand of the seat that acts
	Bytes            int64 // of the solver's tables and vectors
}

// SizeOf returns what solving a game takes, from its boards and its betting tree.
func SizeOf(g *game.Postflop) Size {
	l := newLayout(g, false)
	x := Size{Bytes: 2 * 4 * l.size}
	for _, boards := range l.rounds {
		all := 0
		for i := range boards {
			all += boards[i].boards
		}
		x.Boards, x.Computed = append(x.Boards, all), append(x.Computed, len(boards))
	}
	for _, n := range l.nodes {
		x.Pairs += int64(len(l.rounds[n.Round])) * int64(len(l.hands[n.Actor].listed))
	}
	const perRankedHand = 4 // a number and a strength of 16 bits
	hands := int64(len(l.hands[0].listed) + len(l.hands[1].listed))
	x.Bytes += int64(len(l.rounds[len(l.rounds)-1])) * perRankedHand * hands
	return x
}
