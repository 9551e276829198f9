package training

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
	"feltlab/solvers/limitholdem/river"
)

// Options define the abstract game and the sampling.
type Options struct {
	Buckets [2]strategy.Bucketing // seats' bucketings
	Boards  int                   // number of boards dealt for each seat in an iteration; 0 means DefaultBoards
	// Tilts change the payoffs of the seats; with them the game is not zero-sum.
	Tilts [2]Tilt
	// Respond is the opponent of a seat that learns; "" is the other seat. Otherwise the boards of a batch are rivers
	// on one flop and turn.
	Respond Responder
	// Seed of the deals. Equal seeds give equal results, for any number of workers.
	Seed    uint64
	Workers int // number of goroutines; 0 means one for each processor
}

// DefaultBoards balances the number of iterations and their cost.
const DefaultBoards = 8

// Errors of solvers.
var (
	ErrOptions = errors.New("bad options of training")
	ErrGame    = errors.New("not limit hold'em")
)

// Solver holds the regrets and the average of a game. It is not safe for concurrent use.
type Solver struct {
	game              *game.FixedLimit
	options           Options
	layout            *layout
	kernel            *river.Kernel[float32]
	tables            [2][numRounds]*table
	trunks            [2][numRounds]*table // of a responder, in the rounds in which it learns
	responder         *responder
	payoffs           [2][numRounds][]river.Payoffs[float32] // by seat, round and block
	deals             []*deal
	gains             [][][maxActions]float32 // before the flop, by decision and bucket
	workers           []*worker
	walk              extensive.Walk[float32] // before the flop
	frozen            bool                    // the opponent's average stays as it is
	values            estimate
	losses            estimate // of iterations against best responses
	iterations, dealt int
}

// New returns a solver that has played no iteration yet.
func New(g game.Game, o Options) (*Solver, error) {
	limit, ok := g.(*game.FixedLimit)
	if !ok || g.Name() != game.LimitHoldem().Name() {
		return nil, fmt.Errorf("%w: %s", ErrGame, g.Name())
	}
	if err := o.complete(); err != nil {
		return nil, err
	}
	kernels := river.Kernels()
	s := &Solver{game: limit, options: o, layout: limitLayout(), kernel: kernels[len(kernels)-1]}
	for seat, b := range o.Buckets {
		s.tables[seat][preflop] = newTable(len(s.layout.decisions[preflop]), b.Len(preflop))
		for round := onFlop; round < numRounds; round++ {
			s.tables[seat][round] = newTable(numBlocks[round], b.Len(round))
			for block := range numBlocks[round] {
				s.payoffs[seat][round] = append(s.payoffs[seat][round], s.layout.payoffs(round, block, o.Tilts[seat]))
			}
		}
	}
	for _, at := range s.layout.decisions[preflop] {
		s.gains = append(s.gains, make([][maxActions]float32, o.Buckets[at.node.Actor].Len(preflop)))
	}
	for range o.Boards {
		s.deals = append(s.deals, newDeal())
	}
	if o.Respond != "" {
		for seat, b := range o.Buckets {
			s.trunks[seat][preflop] = newTable(len(s.layout.decisions[preflop]), b.Len(preflop))
			if o.Respond == FromTurn {
				s.trunks[seat][onFlop] = newTable(numBlocks[onFlop], b.Len(onFlop))
			}
		}
		s.responder = newResponder(s)
	}
	for range parallel.Workers(o.Workers) {
		s.workers = append(s.workers, newWorker(s))
	}
	return s, nil
}

// Check returns the errors that New would return for options: ErrOptions and strategy.ErrBuckets. It asks bucketings
// only for their numbers of buckets.
func (o Options) Check() error { return o.complete() }

func (o *Options) complete() error {
	for seat, b := range o.Buckets {
		if b == nil {
			return fmt.Errorf("%w: seat %d has no bucketing", ErrOptions, seat+1)
		}
		if err := strategy.CheckLens(b, numRounds, limitholdem.MostBuckets); err != nil {
			return err
		}
		for _, percent := range []float64{o.Tilts[seat].Win, o.Tilts[seat].Lose} {
			if !(math.Abs(percent) <= MaxTilt) {
				return fmt.Errorf("%w: a tilt of %v%%, want -%d to %[3]d", ErrOptions, percent, MaxTilt)
			}
		}
	}
	if o.Boards < 0 || o.Workers < 0 {
		return fmt.Errorf("%w: %d boards, %d workers", ErrOptions, o.Boards, o.Workers)
	}
	o.Boards = cmp.Or(o.Boards, DefaultBoards)
	if o.Respond != "" && o.Tilts != [2]Tilt{} {
		return fmt.Errorf("%w: tilts are for seats that both learn", ErrOptions)
	}
	if o.Respond != "" && o.Boards > numRivers {
		return fmt.Errorf("%w: %d rivers, want 1 to %d", ErrOptions, o.Boards, numRivers)
	}
	if !slices.Contains(Responders, o.Respond) {
		return fmt.Errorf("%w: the responder %q is none of %q", ErrOptions, o.Respond, Responders)
	}
	return nil
}

const numRivers = cards.NumCards - 4

// MaxTilt is the largest tilt in percent: beyond it winnings would become losses.
const MaxTilt = 100

// Run plays iterations until the given number have been played since New, or the context ends: then it returns the
// context's error, and finished iterations stay. report, unless nil, is called after each iteration. Other errors are
// strategy.ErrBuckets.
func (s *Solver) Run(ctx context.Context, iterations int, report func()) error {
	for s.iterations < iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		lost := 0.0
		for seat := range 2 {
			var won []float64
			var err error
			if s.options.Respond == "" {
				won, err = s.play(seat, s.dealt, true)
				s.dealt += len(won)
			} else {
				won, err = s.playAgainst(seat, s.dealt)
				s.dealt++
			}
			if err != nil {
				return err
			}
			won0 := mean(won)
			lost -= won0 / 2
			if seat == 1 {
				won0 = -won0
			}
			s.values.add(won0, float64(s.iterations+1))
		}
		s.losses.add(lost, float64(s.iterations+1))
		s.iterations++
		if report != nil {
			report()
		}
	}
	return nil
}

// Iterations returns the number of iterations played.
func (s *Solver) Iterations() int { return s.iterations }

// Value returns the average winnings of seat 0 so far, iteration t with weight t, and the standard error of that
// average. The players learn while they play, so it approaches the value of the abstract game as their regrets vanish.
func (s *Solver) Value() (value, standardError float64) { return s.values.mean() }

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Identity is everything that the course of a training depends on.
type Identity struct {
	Buckets   [2]string `json:"buckets"`
	Boards    int       `json:"boards"`
	Weighting string    `json:"weighting"` // linear: iteration t counts t times
	Tilts     [2]Tilt   `json:"tilts"`
	Respond   Responder `json:"respond,omitempty"`
	Seed      uint64    `json:"seed"`
}

// state is the first line of a stored state. The tables follow, as little-endian numbers.
type state struct {
	Iterations int      `json:"iterations"`
	Dealt      int      `json:"boards_dealt"`
	Values     estimate `json:"values"`
	Losses     estimate `json:"losses"`
}

// Identity returns what the training depends on: a state fits a solver with the same identity.
func (s *Solver) Identity() Identity {
	o := &s.options
	return Identity{
		Buckets: [2]string{o.Buckets[0].Name(), o.Buckets[1].Name()}, Boards: o.Boards,
		Weighting: "linear", Tilts: o.Tilts, Respond: o.Respond, Seed: o.Seed,
	}
}

// eachBlock visits all tables that training changes, in a fixed order.
func (s *Solver) eachBlock(visit func(block any) error) error {
	for _, tables := range [][2][numRounds]*table{s.tables, s.trunks} {
		for seat := range tables {
			for _, t := range tables[seat] {
				if t == nil {
					continue
				}
				for _, blocks := range [][][]plan{t.regrets, t.sums} {
					for _, b := range blocks {
						if err := visit(b); err != nil {
							return err
						}
					}
				}
				if err := visit(t.updated); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Save writes the state, from which Load resumes as if training had not stopped.
func (s *Solver) Save(w io.Writer) error {
	if err := json.NewEncoder(w).Encode(state{s.iterations, s.dealt, s.values, s.losses}); err != nil {
		return err
	}
	return s.eachBlock(func(block any) error { return binary.Write(w, binary.LittleEndian, block) })
}

// Load reads a state that a solver with the same identity saved. The caller makes sure of that, and
// that the bytes are those that were saved. After an error the solver is of no use.
func (s *Solver) Load(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<20)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("training state: %w", err)
	}
	var found state
	if err := json.Unmarshal(line, &found); err != nil {
		return fmt.Errorf("training state, line 1: %w", err)
	}
	if err := s.eachBlock(func(block any) error { return binary.Read(r, binary.LittleEndian, block) }); err != nil {
		return fmt.Errorf("training state: its tables are cut: %w", err)
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return errors.New("training state: it has more tables than this training")
	}
	s.iterations, s.dealt, s.values, s.losses = found.Iterations, found.Dealt, found.Values, found.Losses
	return nil
}
