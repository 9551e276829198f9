package limitholdem

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// constants are the probabilities of actions, by decision, of a seat that ignores its cards: the same with every hand
// and on every board. Decisions of the other seat have none.
type constants [][]float64

// blindfold returns the fast valuer for an opponent that ignores its cards, nil for other opponents.
func (s *Solver) blindfold(seat int) (valuer, error) {
	probabilities, err := s.constants(s.opponent, 1-seat)
	if probabilities == nil || err != nil {
		return nil, err
	}
	if s.played || s.options.ByRound {
		ours, err := s.constants(s.self, seat)
		if ours == nil || err != nil {
			return nil, err
		}
		for id, p := range ours {
			if p != nil {
				probabilities[id] = p
			}
		}
	}
	return newBlindfold(s, seat, probabilities), nil
}

func (s *Solver) constants(player opponent, seats ...int) (constants, error) {
	decisions := s.game.Root().Decisions()
	probabilities := make(constants, len(decisions))
	boards := s.sampleBoards(player)
	for _, n := range decisions {
		if !slices.Contains(seats, n.Actor) {
			continue
		}
		p, err := s.constant(player, n, boards[n.Round])
		if p == nil || err != nil {
			return nil, err
		}
		probabilities[n.ID] = p
	}
	return probabilities, nil
}

// sampledBoards is the number of boards of a round on which a policy that is not a table is asked at each decision.
const sampledBoards = 3

// sampleBoards returns random boards for each round. A table needs one board, since all of its buckets are compared.
func (s *Solver) sampleBoards(player opponent) (boards [numRounds][]game.Board) {
	rng := rand.New(rand.NewPCG(s.options.Seed, 1))
	for round := range boards {
		dealt := rng.Perm(cards.NumCards)
		n := sampledBoards
		if player.fixed() || round == preflop {
			n = 1
		}
		for i := range n {
			var board []cards.Card
			for _, c := range dealt[5*i:][:boardLen[round]] {
				board = append(board, cards.Card(c))
			}
			boards[round] = append(boards[round], game.BoardOf(board...))
		}
	}
	return boards
}

var boardLen = [numRounds]int{0, 3, 4, 5}

// constant returns the probabilities at a decision if they are the same for all hands on all the boards, otherwise nil.
func (s *Solver) constant(player opponent, n *game.Node, boards []game.Board) ([]float64, error) {
	var same []float64
	hands := player.numBuckets(n.Actor, n.Round)
	a, _ := player.(adapter)
	trivial := strategy.IgnoresCards(a.Policy)
	if trivial {
		hands, boards = 1, boards[:1]
	}
	for _, board := range boards {
		out := game.NewVectors(len(n.Actions), hands)
		if err := player.play(game.State{Node: n, Board: board}, nil, out); err != nil {
			return nil, err
		}
		asked := func(b int) bool { return trivial || player.fixed() || s.game.Hands().Live(b, board.Set()) }
		if same == nil {
			first := 0
			for !asked(first) {
				first++
			}
			for _, p := range out {
				same = append(same, p[first])
			}
		}
		// Nearly all are the same, so that asked, which costs more, is seldom called.
		for i, want := range same {
			for b, p := range out[i] {
				if p != want && asked(b) {
					return nil, nil
				}
			}
		}
	}
	return same, nil
}

// form is a betting subtree against an opponent that ignores its cards: for one unit of its reach, subtrees with equal
// stakes and equal probabilities have the same value. The trivial opponents leave a form or two for each size of the
// pot.
type form struct {
	kind          game.Kind
	ours          bool      // we decide, by a best response
	payoff        float64   // our winnings at a fold, the winner's at a showdown
	probabilities []float64 // those of the policy; without ByRound only where the opponent decides
	// children are forms of the same round; the child of a chance node is of the next round. Actions that the opponent
	// never takes are left out.
	children []int
}

// forms lists the different forms of each round, children before parents.
type forms struct {
	seat          int
	played        bool // we follow a policy
	probabilities constants
	rounds        [numRounds][]form
	known         map[string]int
	openings      [numRounds][]int // by round the forms that begin it
}

// opening returns the place of a form among the openings of its round.
func (f *forms) opening(n *game.Node) int {
	at := f.of(n)
	if place := slices.Index(f.openings[n.Round], at); place >= 0 {
		return place
	}
	f.openings[n.Round] = append(f.openings[n.Round], at)
	return len(f.openings[n.Round]) - 1
}

func (f *forms) of(n *game.Node) int {
	x := form{kind: n.Kind, payoff: n.Payoff}
	switch n.Kind {
	case game.Folded:
		if f.seat == 1 {
			x.payoff = -x.payoff
		}
	case game.Chance:
		x.children = []int{f.opening(n.Children[0])}
	case game.Decision:
		x.ours = n.Actor == f.seat && !f.played
		for i, child := range n.Children {
			p := f.probabilities[n.ID]
			if !x.ours && p[i] == 0 {
				continue
			}
			if p != nil {
				x.probabilities = append(x.probabilities, p[i])
			}
			x.children = append(x.children, f.of(child))
		}
	}
	key := fmt.Sprintf("%d %d %t %b %b %d", n.Round, x.kind, x.ours, x.payoff, x.probabilities, x.children)
	at, ok := f.known[key]
	if !ok {
		at = len(f.rounds[n.Round])
		f.rounds[n.Round] = append(f.rounds[n.Round], x)
		f.known[key] = at
	}
	return at
}
