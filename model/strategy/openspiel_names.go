package strategy

import (
	"fmt"
	"strings"

	"feltlab/model/game"
)

// startingMoney is the stack of OpenSpiel's players in Leduc.
const startingMoney = 100

// naming makes OpenSpiel's names of a game's information states.
type naming struct {
	game game.Game
	// ranksOnly leaves suits out: OpenSpiel's suit_isomorphism, for Leduc.
	ranksOnly bool
}

// namings lists the namings of a game, the usual one first.
func namings(g game.Game) ([]naming, error) {
	switch g.Name() {
	case "kuhn":
		return []naming{{game: g}}, nil
	case "leduc":
		return []naming{{game: g}, {game: g, ranksOnly: true}}, nil
	}
	return nil, fmt.Errorf("%w: openspiel: %s has no information states here, kuhn and leduc have", ErrGame, g.Name())
}

// bucketing merges hands as the naming does.
func (x naming) bucketing() (Bucketing, error) {
	if x.game.Name() == "leduc" && !x.ranksOnly {
		return BucketingOf(x.game, "cards")
	}
	return BucketingOf(x.game, "real")
}

// card returns the number of a hand or public card (a public card is numbered as a hand).
func (x naming) card(hand int) int {
	if x.ranksOnly {
		return hand / 2
	}
	return hand
}

// state returns the name of the actor's information state.
func (x naming) state(s game.State, hand int) string {
	if x.game.Name() == "kuhn" {
		return fmt.Sprint(x.card(hand)) + kuhnBets(s)
	}
	var b strings.Builder
	in := s.Contributions
	fmt.Fprintf(&b, "[Observer: %d][Private: %d][Round %d][Player: %[1]d]", s.Actor, x.card(hand), s.Round+1)
	fmt.Fprintf(&b, "[Pot: %v][Money: %v %v]", in[0]+in[1], startingMoney-in[0], startingMoney-in[1])
	if board := s.Board.Cards(); len(board) > 0 {
		fmt.Fprintf(&b, "[Public: %d]", x.card(int(x.game.Hands().Holding[board[0]][0])))
	}
	rounds := append(strings.Split(s.History, "/")[1:], "")
	for round, actions := range rounds[:2] {
		var numbers []string
		for _, a := range actions {
			numbers = append(numbers, fmt.Sprint(strings.IndexRune("fcr", a)))
		}
		fmt.Fprintf(&b, "[Round%d: %s]", round+1, strings.Join(numbers, " "))
	}
	return b.String()
}

// kuhnBets spells passes and bets. No decision follows a call or a fold.
func kuhnBets(s game.State) string {
	return strings.NewReplacer("/", "", "c", "p", "r", "b").Replace(s.History)
}

// action returns the number of the i-th action of a decision.
func (x naming) action(s game.State, i int) int {
	if x.game.Name() == "kuhn" {
		return i // to pass and to bet
	}
	return strings.IndexByte("fcr", byte(s.Actions[i]))
}

// each visits every information state of a game, with suits kept apart.
func each(g game.Game, s game.State, visit func(s game.State, hand int) error) error {
	switch s.Kind {
	case game.Chance:
		for _, d := range g.Deals(s, nil).List {
			if err := each(g, d.State, visit); err != nil {
				return err
			}
		}
	case game.Decision:
		for hand := range g.Hands().Len(s.Actor) {
			if !g.Hands().Live(hand, s.Board.Set()) {
				continue
			}
			if err := visit(s, hand); err != nil {
				return err
			}
		}
		for i := range s.Actions {
			if err := each(g, s.After(i), visit); err != nil {
				return err
			}
		}
	}
	return nil
}
