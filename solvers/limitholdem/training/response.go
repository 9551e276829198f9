package training

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/river"
)

// Responder is the opponent of a seat that learns: "", another seat that learns as well, or an exact best response
// (CFR-BR).
type Responder string

// Responders. FromTurn responds to the learner's current strategy with each hand by itself from the turn on, where it
// knows all rivers, and learns as the learner does before it; FromFlop from the flop on, where it knows all turns,
// which takes some 50 times as long.
const (
	FromTurn Responder = "turn"
	FromFlop Responder = "flop"
)

// Responders lists them.
var Responders = []Responder{"", FromTurn, FromFlop}

// Numbers of cards that may come once both hands are known.
const (
	turnWays  = 45
	riverWays = 44
)

// responder is a best response to a seat that learns. Its view is a pass in which the learner is the opponent, on a
// deal of the public cards that all its boards share.
type responder struct {
	*Solver
	deal   *deal
	view   *pass
	all    []river.Update[float32] // every combo
	plans  [onTurn + 1][][]plan    // by round, block and combo
	rivers []river.Board
	sums   [][cards.NumCombos]river.Vector[float64] // over rivers, by block
	turns  [turnBlocks]hands                        // values summed over turns, by block of the turn
}

func newResponder(s *Solver) *responder {
	a := &responder{Solver: s, deal: newDeal(), rivers: make([]river.Board, cards.NumCards-boardLen[onTurn])}
	a.sums = make([][cards.NumCombos]river.Vector[float64], numBlocks[onRiver])
	for h := range cards.NumCombos {
		a.all = append(a.all, river.Update[float32]{Bucket: uint32(h)})
	}
	for round := onFlop; round <= onTurn; round++ {
		for range numBlocks[round] {
			a.plans[round] = append(a.plans[round], make([]plan, cards.NumCombos))
		}
	}
	return a
}

// playAgainst lets a seat learn against a best response on a flop and turn, and as many rivers as a batch has boards.
func (s *Solver) playAgainst(learner, number int) ([]float64, error) {
	a := s.responder
	deck := shuffle(s.options.Seed, number)
	if err := a.respond(learner, deck); err != nil {
		return nil, err
	}
	p := s.newPass(learner, s.deals)
	p.learns, p.responder, p.theirs = true, a, &s.trunks[1-learner]
	for i, d := range s.deals {
		d.set(append(slices.Clone(deck[:boardLen[onTurn]]), deck[boardLen[onTurn]+i]))
		if err := d.sort(s.options.Buckets, learner); err != nil {
			return nil, err
		}
		for round := onFlop; round < numRounds; round++ {
			d.boards[round].SetBuckets(&ownHands)
		}
	}
	p.findBuckets()
	for round := onFlop; round < numRounds; round++ {
		p.updates[1-learner][round] = a.all
	}
	p.findPreflopStrategy()
	p.startFlops()
	for round := onFlop; round <= onTurn; round++ {
		for block := range numBlocks[round] {
			shares := make([]river.Shares[float32], cards.NumCombos)
			p.kernel.Share(a.all, p.opponentFirst(), a.plans[round][block], shares)
			p.shares[round][block] = shares
		}
	}
	for _, d := range s.deals {
		d.downFlop(learner, p.shares[onFlop][0])
	}
	p.finish()
	return p.won, nil
}

func (a *responder) respond(learner int, deck []cards.Card) error {
	exact, seat, d := a.options.Respond == FromFlop, 1-learner, a.deal
	v := a.newPass(seat, []*deal{d})
	a.view = v
	v.learns, v.averages, v.ours, v.theirs = true, true, &a.trunks[seat], &a.tables[learner]
	public := deck[:boardLen[onTurn]]
	if exact {
		public = deck[:boardLen[onFlop]]
	}
	d.cards = public
	for round := preflop; round <= onFlop; round++ {
		d.boards[round].Deal(cards.SetOf(public...))
		if err := d.sortRound(a.options.Buckets, seat, round); err != nil {
			return err
		}
		v.list(round)
	}
	if exact {
		d.boards[onFlop].SetOwn(&ownHands)
		v.updates[seat][onFlop] = a.all
	}
	v.findPreflopStrategy()
	v.startFlops()
	a.blocks(onFlop, v.down)
	if err := a.allTurns(deck, exact); err != nil {
		return err
	}
	a.blocks(onFlop, func(w *worker, _, _ int) {
		if exact {
			d.upTurn(seat)
			a.reply(w, onFlop, 0)
			return
		}
		v.up(w, onFlop, 0)
		for _, e := range d.boards[onFlop].Hands() {
			a.plans[onFlop][0][e.Combo] = w.ours[e.Own]
		}
	})
	v.beforeFlop(d)
	v.updatePreflopRegrets()
	return nil
}

func (a *responder) allTurns(deck []cards.Card, all bool) error {
	d := a.deal
	if !all {
		return a.turn(deck[:boardLen[onTurn]])
	}
	a.turns = [turnBlocks]hands{}
	flop := deck[:boardLen[onFlop]]
	for i := len(deck) - 1; i >= boardLen[onFlop]; i-- {
		a.view.averages = i == boardLen[onFlop]
		if err := a.turn(append(slices.Clone(flop), deck[i])); err != nil {
			return err
		}
		for block := range a.turns {
			for _, e := range d.boards[onTurn].Hands() {
				for l, x := range d.values[onTurn][block][e.Combo] {
					a.turns[block][e.Combo][l] += x / turnWays
				}
			}
		}
	}
	copy(d.values[onTurn], a.turns[:])
	return nil
}

func (a *responder) turn(board []cards.Card) error {
	d, v := a.deal, a.view
	set := cards.SetOf(board...)
	d.cards = board
	d.boards[onTurn].Deal(set)
	if err := d.sortRound(a.options.Buckets, v.seat, onTurn); err != nil {
		return err
	}
	v.list(onTurn)
	d.boards[onTurn].SetOwn(&ownHands)
	learner := a.options.Buckets[1-v.seat]
	err := a.each(len(a.rivers), func(_ *worker, i int) error {
		river := (cards.FullDeck &^ set).Cards()[i]
		var of [cards.NumCombos]int32
		a.rivers[i].Set(set.With(river))
		dealt := game.BoardOf(append(slices.Clone(board), river)...)
		err := strategy.Sort(learner, holdem().Hands(), onRiver, dealt, of[:])
		a.rivers[i].SetBuckets(&of)
		return err
	})
	if err != nil {
		return err
	}
	a.blocks(onTurn, v.down)
	a.blocks(onRiver, a.allRivers)
	a.blocks(onTurn, a.reply)
	return nil
}

func (a *responder) allRivers(w *worker, _, block int) {
	d, v := a.deal, a.view
	i, from := seen(block/turnBlocks, v.seat), block%turnBlocks
	every := make([]river.Update[float32], a.options.Buckets[1-v.seat].Len(onRiver))
	for b := range every {
		every[b].Bucket = uint32(b)
	}
	a.kernel.Match(every, v.theirs[onRiver].regrets[block], w.theirs)
	a.kernel.Share(every, v.opponentFirst(), w.theirs, w.shares)
	live := d.boards[onTurn].Hands()
	a.kernel.Carry(live, live, i, &d.reach[onTurn][from], v.shares[onTurn][from], &w.carried, w.masses)
	for _, u := range v.updates[1-v.seat][onTurn] {
		w.masses[u.Bucket] = river.Vector[float32]{}
	}
	a.sums[block] = [cards.NumCombos]river.Vector[float64]{}
	b := &river.Block[float32]{
		Stakes: a.payoffs[v.seat][onRiver][block].Show, Weight: 1. / riverWays,
		OpponentFirst: v.opponentFirst(), Reach: &w.carried, Theirs: w.book, Sum: &a.sums[block],
	}
	var ends river.Ends[float32]
	for bucket := range every {
		ends.Pay(&w.shares[bucket], &b.Stakes, b.OpponentFirst)
		w.book.Set(bucket, &ends)
	}
	for r := range a.rivers {
		a.kernel.Add(&a.rivers[r], b, w.scratch)
	}
	for h, sum := range &a.sums[block] {
		for l, x := range sum {
			d.later[onTurn][from][i][h][l] = float32(x)
		}
	}
}

// reply computes the responder's best response on flop or turn, given the values of later rounds.
func (a *responder) reply(w *worker, round, block int) {
	d, v := a.deal, a.view
	w.reply = river.Lesson[float32]{
		Payoffs: a.payoffs[v.seat][round][block], OpponentFirst: v.opponentFirst(),
		Reach: &d.reach[round][block], Shares: v.shares[round][block], Plans: w.noPlans, Gains: w.replies,
		Later: &d.later[round][block], Values: &d.values[round][block],
	}
	a.kernel.Learn(&d.boards[round], &w.reply, w.scratch)
	a.kernel.Respond(a.all, v.opponentFirst(), w.replies, a.plans[round][block], &d.values[round][block])
}

// onRiver computes the responder's best response on the river of a deal from which the learner learns, as shares by
// combo. It adds the learner's reach to its masses.
func (a *responder) onRiver(w *worker, p *pass, d *deal, block int) []river.Shares[float32] {
	v := a.view
	i, from := seen(block/turnBlocks, v.seat), block%turnBlocks
	w.turn, w.river = d.boards[onTurn], d.boards[onRiver]
	w.turn.Swap()
	w.river.Swap()
	a.kernel.Share(p.updates[p.seat][onRiver], v.opponentFirst(), w.ours, w.learner)
	reach, shares := &a.deal.reach[onTurn][from], v.shares[onTurn][from]
	a.kernel.Carry(w.turn.Hands(), w.river.Hands(), i, reach, shares, &w.carried, w.masses)
	w.reply = river.Lesson[float32]{
		Payoffs: a.payoffs[v.seat][onRiver][block], OpponentFirst: v.opponentFirst(),
		Reach: &w.carried, Shares: w.learner,
		Plans: w.noPlans, Gains: w.replies, Values: &w.replied,
	}
	a.kernel.Learn(&w.river, &w.reply, w.scratch)
	a.kernel.Respond(a.all, v.opponentFirst(), w.replies, w.replyPlans, &w.replied)
	a.kernel.Share(a.all, p.opponentFirst(), w.replyPlans, w.shares)
	return w.shares
}

func (a *responder) average(w *worker, p *pass, block int) {
	weight := float32(a.iterations + 1)
	updates, sums := p.updates[p.seat][onRiver], p.ours[onRiver].sums[block]
	a.kernel.Average(updates, weight, a.view.opponentFirst(), w.ours, w.masses, sums)
}
