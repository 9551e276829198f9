package limitholdem

import (
	"math/rand/v2"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// constants are the probabilities of actions, by decision, of a seat that plays blindfold: the same with every hand and on
// every board. Decisions of the other seat have none.
type constants [][]float64

// blindfold returns the fast valuer for an opponent that plays blindfold, nil for other opponents.
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

// constants returns a player's probabilities in the given seats if it plays blindfold there, otherwise nil.
func (s *Solver) constants(player opponent, seats ...int) (constants, error) {
	decisions := s.game.Root().Decisions()
	probabilities := make(constants, len(decisions))
	boards := s.sampleBoards(player)
	var memory answers
	for _, n := range decisions {
		if !slices.Contains(seats, n.Actor) {
			continue
		}
		p, err := s.constant(player, n, boards[n.Round], &memory)
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

// boardLen is the number of cards on the board in each round.
var boardLen = [numRounds]int{0, 3, 4, 5}

// constant returns the probabilities at a decision if they are the same for all hands on all the boards, otherwise nil.
func (s *Solver) constant(player opponent, n *game.Node, boards []game.Board, memory *answers) ([]float64, error) {
	var same []float64
	for _, board := range boards {
		out, err := memory.ask(player, n, board)
		if err != nil {
			return nil, err
		}
		defer memory.giveBack(out)
		hands, dead := s.game.Hands(), board.Set()
		asked := func(b int) bool { return player.fixed() || hands.Live(b, dead) }
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
