package sampled

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// dealer deals boards and players for a game of one or two hole cards.
type dealer struct {
	game      game.Game
	buckets   [2]strategy.Bucketing
	seed      uint64
	dealt     int // boards so far
	deck      []cards.Card
	holeCards int
	rounds    []int // board cards by round, in total
	players   int   // hands that fit beside a full board
	batch     batch
}

// batch is some boards with a full table of players on each. A lane is one player: lanes of
// a board are neighbours, from the weakest hand at the showdown to the best.
type batch struct {
	// buckets[seat][round] is each lane's bucket, if it sits there.
	buckets [2][][]uint16
	// low and high say where running totals over a board's lanes stand before and after the
	// lanes that tie with this one. Each board has players+1 totals, the first of them 0.
	low, high []int32
}

func newDealer(g game.Game, o Options) *dealer {
	d := &dealer{game: g, buckets: o.Buckets, seed: o.Seed, holeCards: g.Hands().Cards[0].Len()}
	var deck cards.Set
	for _, hole := range g.Hands().Cards {
		deck |= hole
	}
	d.deck = deck.Cards()
	d.rounds = boardCards(g)
	d.players = (len(d.deck) - d.rounds[len(d.rounds)-1]) / d.holeCards
	lanes := o.Boards * d.players
	for seat := range d.batch.buckets {
		for range d.rounds {
			d.batch.buckets[seat] = append(d.batch.buckets[seat], make([]uint16, lanes))
		}
	}
	d.batch.low, d.batch.high = make([]int32, lanes), make([]int32, lanes)
	return d
}

// boardCards lists the number of cards on the board by round.
func boardCards(g game.Game) []int {
	counts := []int{0}
	s, group := g.Root(), g.Symmetries()
	for range g.Rounds() - 1 {
		for s.Kind == game.Decision {
			s = s.After(slices.Index(s.Actions, game.Call))
		}
		deal := g.Deals(s, group).List[0]
		s, group = deal.State, deal.Group
		counts = append(counts, s.Board.Len())
	}
	return counts
}

// table is what one goroutine deals with.
type table struct {
	deck  []cards.Card
	seats []player
	of    []int32
}

// player is a hand and how it does at the showdown.
type player struct{ hand, strength int }

func (d *dealer) newTable() *table {
	return &table{slices.Clone(d.deck), make([]player, d.players), make([]int32, len(d.game.Hands().Cards))}
}

// deal fills place i of the batch with the board of a number. Boards of one seed and number
// are the same whoever deals them.
func (d *dealer) deal(t *table, i, number int) {
	rng := rand.New(rand.NewPCG(d.seed, uint64(number)))
	copy(t.deck, d.deck)
	rng.Shuffle(len(t.deck), func(i, j int) { t.deck[i], t.deck[j] = t.deck[j], t.deck[i] })
	board := t.deck[:d.rounds[len(d.rounds)-1]]
	for r, n := range d.rounds[1:] {
		slices.Sort(board[d.rounds[r]:n]) // the order within a deal is ascending
	}
	d.rank(t, board)
	first := i * d.players
	for round, n := range d.rounds {
		for seat, buckets := range d.buckets {
			// Two seats with the same bucketing are asked once.
			if seat == 0 || buckets != d.buckets[0] {
				buckets.Of(round, game.BoardOf(board[:n]...), t.of)
			}
			lanes := d.batch.buckets[seat][round][first:][:d.players]
			for x, p := range t.seats {
				lanes[x] = uint16(t.of[p.hand])
			}
		}
	}
	d.tie(t, i)
}

// rank gives every player a hand and sorts them by strength.
func (d *dealer) rank(t *table, board []cards.Card) {
	rest := t.deck[len(board):]
	set := cards.SetOf(board...)
	var strengths []int
	if d.holeCards == 1 {
		strengths = d.game.Showdown(game.State{Board: game.BoardOf(board...)}).Strengths
	}
	for x := range t.seats {
		hole := rest[x*d.holeCards:][:d.holeCards]
		p := &t.seats[x]
		if d.holeCards == 1 {
			p.hand = int(d.game.Hands().Holding[hole[0]][0])
			p.strength = strengths[p.hand]
			continue
		}
		p.hand = int(cards.ComboOf(hole[0], hole[1]))
		p.strength = int(eval.Of(set | cards.SetOf(hole...)))
	}
	slices.SortFunc(t.seats, func(a, b player) int {
		return cmp.Or(cmp.Compare(a.strength, b.strength), cmp.Compare(a.hand, b.hand))
	})
}

// tie finds the lanes of equal strength.
func (d *dealer) tie(t *table, i int) {
	lane, total := i*d.players, i*(d.players+1)
	for from := 0; from < len(t.seats); {
		to := from + 1
		for to < len(t.seats) && t.seats[to].strength == t.seats[from].strength {
			to++
		}
		for x := from; x < to; x++ {
			d.batch.low[lane+x] = int32(total + from)
			d.batch.high[lane+x] = int32(total + to)
		}
		from = to
	}
}
