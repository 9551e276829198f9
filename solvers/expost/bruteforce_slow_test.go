//go:build slow

package expost

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// A decision is an action of the deviating player.
type decision struct {
	state int
	at    int // node
	hand  cards.Class
}

// naive is a player's tournament against fixed strategies, dealt out hand by hand by the slow reference and solved by
// value iteration: it shares neither EndingsOf nor policy iteration with Check.
type naive struct {
	game    *stochastic.Game
	profile stochastic.Profile
	endings map[decision]*Ending
}

func newNaive(g *stochastic.Game, profile stochastic.Profile) *naive {
	n := &naive{game: g, profile: profile, endings: map[decision]*Ending{}}
	r := newReference(stochastictest.Rollout{})
	for _, i := range g.Played() {
		for seat := range tournament.NumSeats {
			for k := range cards.Class(cards.NumClasses) {
				for node, e := range r.look(profile[i], seat, k) {
					if tournament.DecisionOf(node).Seat == seat {
						n.endings[decision{i, node, k}] = &e
					}
				}
			}
		}
	}
	return n
}

// worth returns what both actions are worth, times the probability reach to come there.
func (n *naive) worth(d decision, payoffs *tournament.Payoffs) (jam, fold, reach float64) {
	e, seat := n.endings[d], tournament.DecisionOf(d.at).Seat
	for in := tournament.SeatSet(1); in < tournament.NumEnds; in++ {
		for k := range in.NumOrders() {
			p := e[at[in]+k]
			if u := p * payoffs[in][k][seat]; in.Has(seat) {
				jam, reach = jam+u, reach+p
			} else {
				fold += u
			}
		}
	}
	return jam, fold, reach
}

// iterate values every node if the player jams with the probability that choose returns, until no value moves.
func (n *naive) iterate(choose func(d decision, jam, fold float64) float64) tournament.Values {
	values := slices.Clone(n.game.ICM)
	for moved := math.Inf(1); moved > 1e-13; {
		moved = 0
		next := slices.Clone(values)
		for _, i := range n.game.Played() {
			hand, free := n.game.States[i], n.game.States[i].Table.Free()
			var payoffs tournament.Payoffs
			hand.Payoffs(values, &payoffs)
			next[i] = [tournament.NumSeats]float64{}
			acted := 0.0 // how often the big blind comes to act
			for s := range free {
				seat := tournament.DecisionOf(s).Seat
				for k := range cards.Class(cards.NumClasses) {
					d := decision{i, s, k}
					jam, fold, reach := n.worth(d, &payoffs)
					x := n.profile[i][s][k]
					if free[s] {
						x = choose(d, jam, fold)
					}
					next[i][seat] += x*jam + (1-x)*fold
					if seat == tournament.BigBlind {
						acted += reach
					}
				}
			}
			next[i][tournament.BigBlind] += (1 - acted) * payoffs[tournament.FoldFold][0][tournament.BigBlind]
			for seat, v := range next[i] {
				moved = max(moved, math.Abs(v-values[i][seat]))
			}
		}
		values = next
	}
	return values
}

// TestCheckByBruteForce computes the certificate of a random profile of a tiny tournament once more, by dealing every
// hand; then it tries all deterministic stationary strategies that differ in the closest decisions.
func TestCheckByBruteForce(t *testing.T) {
	const seed, closest, tolerance = 9, 8, 1e-9
	rng := rand.New(rand.NewPCG(seed, 0))
	rules := tournament.Default()
	rules.HeadsUp = tournament.HeadsUpLinear
	g := stochastictest.Game(t, rules, 5)
	profile := g.AllJam()
	for _, i := range g.Played() {
		profile[i] = stochastictest.Strategy(rng, g.States[i].Table)
	}
	c := must.Get(Check(background, g, profile, 2, nil))(t)
	n := newNaive(g, profile)
	same := func(what string, got, want tournament.Values) {
		for _, i := range g.Played() {
			for seat := range got[i] {
				if math.Abs(got[i][seat]-want[i][seat]) > tolerance {
					t.Errorf("seed %d: %s at %v for %v: %v, want %v", seed, what, g.Space.At(i), seat, got[i][seat],
						want[i][seat])
				}
			}
		}
	}
	same("value", c.Values, n.iterate(func(d decision, _, _ float64) float64 { return profile[d.state][d.at][d.hand] }))
	margins := map[decision]float64{}
	policy := map[decision]float64{}
	best := n.iterate(func(d decision, jam, fold float64) float64 {
		margins[d], policy[d] = math.Abs(jam-fold), 0
		if jam > fold {
			policy[d] = 1
		}
		return policy[d]
	})
	same("best response", c.Best, best)

	var open []decision
	for d := range margins {
		open = append(open, d)
	}
	slices.SortFunc(open, func(a, b decision) int {
		return cmp.Or(cmp.Compare(margins[a], margins[b]), cmp.Compare(a.state, b.state), cmp.Compare(a.at, b.at),
			cmp.Compare(a.hand, b.hand))
	})
	most := slices.Clone(g.ICM)
	for bits := range 1 << closest {
		for j, d := range open[:closest] {
			policy[d] = float64(bits >> j & 1)
		}
		for i, v := range n.iterate(func(d decision, _, _ float64) float64 { return policy[d] }) {
			for seat := range v {
				if bits == 0 || v[seat] > most[i][seat] {
					most[i][seat] = v[seat]
				}
			}
		}
	}
	same("best of all enumerated strategies", most, c.Best)
}
