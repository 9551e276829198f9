package extensive

import (
	"context"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// Losses holds the losses of a policy by decision; all parts sum to its NashConv.
type Losses struct {
	// Decisions are in the order of their IDs, see game.Node.Decisions.
	Decisions []DecisionLoss
	// Groups names the groups of hands by which losses are listed: the hands, or with two hole cards their
	// 169 classes. Prior[seat][k] is the probability of being dealt one.
	Groups []string
	Prior  [2][]float64
}

// DecisionLoss is the loss of a policy by its actions at a decision, with the hands and the frequency with which it
// gets there against itself, if it played best from there on: the part of NashConv that arises there.
type DecisionLoss struct {
	*game.Node
	Loss  float64
	Reach float64 // probability that the policy gets there against itself
	// Played[i] is how often it then takes action i, Best[i] how often a best response with the same hands takes it.
	// Both are nil if it never gets there.
	Played, Best []float64
	// Hands[k] is the part of Loss that arises with the hands of a group.
	Hands []float64
}

// NashConv is the sum of all losses.
func (l *Losses) NashConv() (sum float64) {
	for i := range l.Decisions {
		sum += l.Decisions[i].Loss
	}
	return sum
}

// LossesByDecision walks the public tree once, on the deals that draw chooses, nil for all, and asks the policy once at
// each decision. Errors are those of the policy and of the context.
func LossesByDecision(ctx context.Context, g game.Game, p game.Policy, draw Draw, o ResponseOptions) (*Losses, error) {
	o, err := o.prepare(g, p, g.Root())
	if err != nil {
		return nil, err
	}
	x := o.search(ctx, g, p)
	x.draw, x.groups = draw, groupsOf(x.hands)
	t, err := x.from(g.Root(), o.symmetries(g), x.atRoot(1))
	if err != nil {
		return nil, err
	}
	return x.losses(t), nil
}

type groups struct {
	names []string
	of    []int // the group of each hand
}

func groupsOf(hands *game.Hands) *groups {
	x := &groups{}
	if hands.Layout == game.TwoCards || hands.Layout == game.ListedCards {
		for _, set := range hands.Cards {
			two := set.Cards()
			x.of = append(x.of, int(cards.ComboOf(two[0], two[1]).Class()))
		}
		for k := range cards.Class(cards.NumClasses) {
			x.names = append(x.names, k.String())
		}
		return x
	}
	for h := range hands.Len(0) {
		x.of, x.names = append(x.of, h), append(x.names, hands.Name(0, h))
	}
	return x
}

const maxActions = 16

// tally sums what DecisionLoss holds, by decision.
type tally []struct {
	loss, reach  float64
	played, best [maxActions]float64
	hands        []float64
}

func (x *search) newTally() tally { return make(tally, len(x.game.Root().Decisions())) }

func (t tally) add(other tally) {
	for id := range t {
		to, from := &t[id], &other[id]
		to.loss += from.loss
		to.reach += from.reach
		add(to.played[:], from.played[:])
		add(to.best[:], from.best[:])
		if to.hands == nil {
			to.hands = from.hands
		} else {
			add(to.hands[:len(from.hands)], from.hands)
		}
	}
}

// nothing is the largest loss that counts as rounding, relative to the pot and a hand's probability.
const nothing = 1e-12

func (w *walker) count(s game.State, v *Vectors[float64], play [][]float64, after [][][]float64) {
	a, t := s.Actor, &w.tally[s.ID]
	mass := w.walk.Floats(len(v.Reach[a]))
	w.terminals.Mass(a, v.Reach[1-a], mass)
	if t.hands == nil {
		t.hands = make([]float64, len(w.groups.names))
	}
	board := s.Board.Set()
	for h, own := range v.Reach[a] {
		if own == 0 || !(mass[h] > 0) || !w.hands.Live(h, board) {
			continue
		}
		mean, choice := 0.0, 0
		for i := range after {
			mean += play[i][h] * after[i][0][h]
			if after[i][0][h] > after[choice][0][h] {
				choice = i
			}
		}
		lost, p := v.Values[a][0][h]-mean, w.weight*own*mass[h]
		same := lost <= nothing || w.fixed != nil && w.fixed(s.Node)
		t.reach += p
		if !same {
			t.loss += w.weight * own * lost
			t.hands[w.groups.of[h]] += w.weight * own * lost
			t.best[choice] += p
		}
		for i := range play {
			t.played[i] += p * play[i][h]
			if same { // its actions are best, whichever of several equal ones they are
				t.best[i] += p * play[i][h]
			}
		}
	}
}

func (x *search) losses(t tally) *Losses {
	l := &Losses{Groups: x.groups.names}
	for seat := range 2 {
		l.Prior[seat] = make([]float64, len(l.Groups))
		for h, p := range x.hands.Prior(seat) {
			l.Prior[seat][x.groups.of[h]] += p
		}
	}
	for id, n := range x.game.Root().Decisions() {
		of := &t[id]
		d := DecisionLoss{Node: n, Loss: of.loss, Reach: of.reach, Hands: of.hands}
		if d.Hands == nil {
			d.Hands = make([]float64, len(l.Groups))
		}
		for i := range n.Actions {
			if d.Reach > 0 {
				d.Played = append(d.Played, of.played[i]/d.Reach)
				d.Best = append(d.Best, of.best[i]/d.Reach)
			}
		}
		l.Decisions = append(l.Decisions, d)
	}
	return l
}
