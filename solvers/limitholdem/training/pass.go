package training

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/river"
)

type worker struct {
	scratch      *river.Scratch[float32]
	ours, theirs []plan // strategies in a block, by bucket
	gains        []plan
	shares       []river.Shares[float32]
	masses       []river.Vector[float32]
	carried      hands
	lesson       river.Lesson[float32]

	// For best responses, in which hands are buckets of their own.
	turn, river                  river.Board
	reply                        river.Lesson[float32]
	noPlans, replies, replyPlans []plan
	learner                      []river.Shares[float32]
	book                         *river.Book[float32] // of the learner
	replied                      hands
	discarded                    []river.Vector[float32]
}

func newWorker(s *Solver) *worker {
	most := 0
	for _, b := range s.options.Buckets {
		for round := onFlop; round < numRounds; round++ {
			most = max(most, b.Len(round))
		}
	}
	w := &worker{scratch: new(river.Scratch[float32])}
	w.ours, w.theirs, w.gains = make([]plan, most), make([]plan, most), make([]plan, most)
	if s.options.Respond != "" {
		for _, p := range []*[]plan{&w.noPlans, &w.replies, &w.replyPlans} {
			*p = make([]plan, cards.NumCombos)
		}
		w.discarded = make([]river.Vector[float32], cards.NumCombos)
		w.learner, w.book = make([]river.Shares[float32], most), s.kernel.NewBook(most)
		most = max(most, cards.NumCombos)
	}
	w.shares, w.masses = make([]river.Shares[float32], most), make([]river.Vector[float32], most)
	return w
}

// pass is half an iteration: on new boards one seat learns, and the other seat's play enters its average. It collects
// the seat's winnings on each board.
//
// One worker changes every bucket of a block, and boards are in a fixed order: so the sums do not depend on the
// number of workers.
type pass struct {
	*Solver
	seat            int // ours
	learns          bool
	averages        bool               // the opponent's play enters its average
	ours, theirs    *[numRounds]*table // our tables and the opponent's
	deals           []*deal
	updates         [2][numRounds][]river.Update[float32] // by seat: the buckets that occur on the boards
	shares          [onTurn + 1][][]river.Shares[float32] // the opponent's, by round and block
	preflopStrategy [][][maxActions]float32               // before the flop, by block and bucket
	responder       *responder                            // instead of the opponent's table, after the flop
	won             []float64
}

// play deals a number of boards, from the given number on, and walks the tree on them.
func (s *Solver) play(seat, first int, learns bool) ([]float64, error) {
	p := s.newPass(seat, s.deals)
	p.learns, p.averages = learns, learns && !s.frozen
	err := s.each(len(s.deals), func(_ *worker, i int) error {
		s.deals[i].set(shuffle(s.options.Seed, first+i)[:boardLen[onRiver]])
		return s.deals[i].sort(s.options.Buckets, seat)
	})
	if err != nil {
		return nil, err
	}
	p.findBuckets()
	p.findPreflopStrategy()
	p.startFlops()
	for round := onFlop; round <= onTurn; round++ {
		p.blocks(round, p.down)
	}
	p.finish()
	return p.won, nil
}

func (s *Solver) newPass(seat int, deals []*deal) *pass {
	p := &pass{Solver: s, seat: seat, ours: &s.tables[seat], theirs: &s.tables[1-seat], deals: deals}
	for round := range p.shares {
		p.shares[round] = make([][]river.Shares[float32], numBlocks[round])
	}
	return p
}

func (p *pass) finish() {
	for round := onRiver; round >= onFlop; round-- {
		p.blocks(round, p.up)
	}
	for _, d := range p.deals {
		p.won = append(p.won, p.beforeFlop(d))
	}
	p.updatePreflopRegrets()
}

// each calls work for items 0..n-1, in parallel on all workers.
func (s *Solver) each(n int, work func(w *worker, i int) error) error {
	// A pass that has begun is finished.
	return parallel.On(context.Background(), s.workers, n, work)
}

func (s *Solver) blocks(round int, work func(w *worker, round, block int)) {
	_ = s.each(numBlocks[round], func(w *worker, block int) error { work(w, round, block); return nil })
}

func (p *pass) findBuckets() {
	for round := range numRounds {
		p.list(round)
	}
}

// list lists the buckets that occur on the boards in a round, with the discounts of those that learn.
func (p *pass) list(round int) {
	var met [2]map[uint16]bool
	for seat := range met {
		met[seat] = map[uint16]bool{}
	}
	for _, d := range p.deals {
		for _, e := range d.boards[round].Hands() {
			met[p.seat][e.Own] = true
			met[1-p.seat][e.Bucket] = true
		}
	}
	for seat := range met {
		t := p.side(seat)[round]
		p.updates[seat][round] = p.updates[seat][round][:0]
		for b := range met[seat] {
			u := river.Update[float32]{Bucket: uint32(b), Positive: 1, Negative: 1}
			if seat == p.seat && p.learns && t != nil {
				now := p.iterations + 1
				u.Positive = float32(float64(t.updated[b]) / float64(now))
				u.Negative = u.Positive
				t.updated[b] = int32(now)
			}
			p.updates[seat][round] = append(p.updates[seat][round], u)
		}
		slices.SortFunc(p.updates[seat][round], func(a, b river.Update[float32]) int {
			return int(a.Bucket) - int(b.Bucket)
		})
	}
}

func (p *pass) side(seat int) *[numRounds]*table {
	if seat == p.seat {
		return p.ours
	}
	return p.theirs
}

func (p *pass) opponent(w *worker, round, block int, shares []river.Shares[float32]) {
	updates := p.updates[1-p.seat][round]
	p.kernel.Match(updates, p.theirs[round].regrets[block], w.theirs)
	p.kernel.Share(updates, p.opponentFirst(), w.theirs, shares)
}

// opponentFirst reports whether the opponent opens the rounds after the flop: the big blind does.
func (p *pass) opponentFirst() bool { return p.seat == 0 }

// average adds the opponent's play in a block to its average, given the masses.
func (p *pass) average(w *worker, round, block int) {
	if !p.averages {
		for _, u := range p.updates[1-p.seat][round] {
			w.masses[u.Bucket] = river.Vector[float32]{}
		}
		return
	}
	weight := float32(p.iterations + 1)
	updates, sums := p.updates[1-p.seat][round], p.theirs[round].sums[block]
	p.kernel.Average(updates, weight, p.opponentFirst(), w.theirs, w.masses, sums)
}

// down computes the opponent's play in a block of the flop or turn and, on the flop, its reach of the turn.
func (p *pass) down(w *worker, round, block int) {
	shares := make([]river.Shares[float32], len(w.shares))
	p.shares[round][block] = shares
	p.opponent(w, round, block, shares)
	for _, d := range p.deals {
		reach := &d.reach[round][block]
		for _, e := range d.boards[round].Hands() {
			mass, r := &w.masses[e.Bucket], &reach[e.Combo]
			for l := range mass {
				mass[l] += r[l]
			}
		}
		if round == onFlop {
			d.downFlop(p.seat, shares)
		}
	}
	p.average(w, round, block)
}

// downFlop carries the opponent's reach to the turn.
func (d *deal) downFlop(seat int, shares []river.Shares[float32]) {
	for _, e := range d.boards[onFlop].Hands() {
		from := &d.reach[onFlop][0][e.Combo]
		for i := range river.Sequences {
			share := &shares[e.Bucket][seen(i, seat)]
			for k := range flopLanes {
				lane := i*flopLanes + k
				d.reach[onTurn][lane/river.Lanes][e.Combo][lane%river.Lanes] = from[k] * share[k]
			}
		}
	}
}

// up values a block on all boards, from the values of later rounds, and learns.
func (p *pass) up(w *worker, round, block int) {
	ours := p.ours[round]
	lesson := &w.lesson
	lesson.Payoffs, lesson.OpponentFirst = p.payoffs[p.seat][round][block], p.opponentFirst()
	lesson.Plans, lesson.Gains = w.ours, w.gains
	p.kernel.Match(p.updates[p.seat][round], ours.regrets[block], w.ours)
	switch {
	case round < onRiver:
		lesson.Shares = p.shares[round][block]
	case p.responder == nil:
		p.opponent(w, round, block, w.shares)
		lesson.Shares = w.shares
	}
	for _, d := range p.deals {
		switch round {
		case onRiver:
			masses := w.masses
			if p.responder != nil {
				lesson.Shares = p.responder.onRiver(w, p, d, block)
				masses = w.discarded // those of the responder
			}
			// Lanes of the river are numbered as seat 0 numbers sequences.
			i, from := seen(block/turnBlocks, p.seat), block%turnBlocks
			reach, shares := &d.reach[onTurn][from], p.shares[onTurn][from]
			before, now := d.boards[onTurn].Hands(), d.boards[onRiver].Hands()
			p.kernel.Carry(before, now, i, reach, shares, &w.carried, masses)
			lesson.Reach, lesson.Later, lesson.Values = &w.carried, nil, &d.later[onTurn][from][i]
		case onFlop:
			d.upTurn(p.seat)
			fallthrough
		case onTurn:
			lesson.Reach, lesson.Later = &d.reach[round][block], &d.later[round][block]
			lesson.Values = &d.values[round][block]
		}
		p.kernel.Learn(&d.boards[round], lesson, w.scratch)
	}
	switch {
	case round == onRiver && p.responder == nil:
		p.average(w, round, block)
	case round == onRiver:
		p.responder.average(w, p, block)
	}
	if !p.learns {
		for _, u := range p.updates[p.seat][round] {
			w.gains[u.Bucket] = plan{}
		}
		return
	}
	p.kernel.UpdateRegrets(p.updates[p.seat][round], float32(math.Inf(-1)), w.ours, w.gains, ours.regrets[block])
}

func (d *deal) upTurn(seat int) {
	for _, e := range d.boards[onFlop].Hands() {
		for i := range river.Sequences {
			to := &d.later[onFlop][0][seen(i, seat)][e.Combo]
			for k := range flopLanes {
				lane := i*flopLanes + k
				to[k] = d.values[onTurn][lane/river.Lanes][e.Combo][lane%river.Lanes]
			}
		}
	}
}

// Gap is an estimate of how far a strategy is from an equilibrium of its abstract game.
type Gap struct {
	// Best[s] is the winnings of seat s by another strategy of its bucketing, learnt for that, and StandardError[s] the
	// standard error of that number.
	Best, StandardError [2]float64
}

// Sum is the winnings of both seats together, an estimate of the abstract game's NashConv from below, and its standard
// error.
func (g *Gap) Sum() (sum, standardError float64) {
	return g.Best[0] + g.Best[1], math.Hypot(g.StandardError[0], g.StandardError[1])
}

// judgeSeed makes the boards of an estimate differ from those of the training.
const judgeSeed = 0x9e3779b97f4a7c15

// EstimateGap looks for strategies of limit hold'em that beat another within its bucketings: one seat learns against
// the other, which stays fixed, for a number of iterations. Then each bucket gets the action with the most regret,
// and that is played on as many new batches of boards. Learning did not see those, so that the estimate is on average
// no more than the winnings of a best response within the bucketing, and less if learning was short.
func EstimateGap(ctx context.Context, t *strategy.Table, seed uint64, iterations int) (*Gap, error) {
	if iterations < 2 {
		return nil, fmt.Errorf("%w: a gap from %d iterations, want at least 2", ErrOptions, iterations)
	}
	gap := &Gap{}
	for seat := range 2 {
		both := [2]strategy.Bucketing{t.Buckets(0), t.Buckets(1)}
		s, err := New(t.Game(), Options{Buckets: both, Seed: seed ^ judgeSeed})
		if err != nil {
			return nil, err
		}
		s.freeze(t, 1-seat)
		var won []float64
		for k := range 2 * iterations {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if k == iterations {
				s.decide(seat)
			}
			values, err := s.play(seat, s.dealt, k < iterations)
			if err != nil {
				return nil, err
			}
			s.dealt += len(values)
			s.iterations++
			if k >= iterations {
				won = append(won, values...)
			}
		}
		spread := 0.0
		gap.Best[seat] = mean(won)
		for _, v := range won {
			spread += (v - gap.Best[seat]) * (v - gap.Best[seat])
		}
		n := float64(len(won))
		gap.StandardError[seat] = math.Sqrt(spread / n / (n - 1))
	}
	return gap, nil
}

// freeze makes a seat play a strategy: its regrets are in proportion to the probabilities.
func (s *Solver) freeze(t *strategy.Table, seat int) {
	s.frozen = true
	s.eachRow(seat, func(at decision, from *table, bucket int) {
		for a, p := range t.Row(at.node.ID, bucket) {
			from.regrets[at.block][bucket][at.entry+a][at.lane] = float32(p)
		}
	})
}

// decide keeps only the largest regret of each decision and bucket.
func (s *Solver) decide(seat int) {
	s.eachRow(seat, func(at decision, from *table, bucket int) {
		best, regrets := 0, &from.regrets[at.block][bucket]
		for a := range at.node.Children {
			if regrets[at.entry+a][at.lane] > regrets[at.entry+best][at.lane] {
				best = a
			}
		}
		for a := range at.node.Children {
			regrets[at.entry+a][at.lane] = 0
		}
		regrets[at.entry+best][at.lane] = 1
	})
}

func (s *Solver) eachRow(seat int, visit func(at decision, from *table, bucket int)) {
	for round := range numRounds {
		for _, at := range s.layout.decisions[round] {
			if at.node.Actor != seat {
				continue
			}
			for b := range s.options.Buckets[seat].Len(round) {
				visit(at, s.tables[seat][round], b)
			}
		}
	}
}
