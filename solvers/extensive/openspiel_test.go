package extensive

import (
	"bytes"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// cfrBR is OpenSpiel's CFR-BR, from its description: each iteration both seats' regrets are those against a best
// response to the other seat's current strategy; the average is weighted by a seat's own reach.
type cfrBR struct {
	t       *testing.T
	game    game.Game
	regrets *strategy.Table
	sums    *strategy.Table
	current *strategy.Table
	best    *strategy.Table
}

func newCFRBR(t *testing.T, g game.Game) *cfrBR {
	name := "cards"
	if g.Name() == "kuhn" {
		name = "real"
	}
	b := must.Get(strategy.BucketingOf(g, name))(t)
	table := func() *strategy.Table { return strategy.NewTable(g, [2]strategy.Bucketing{b, b}) }
	c := &cfrBR{t, g, table(), table(), table(), table()}
	for n, b := range c.sums.All() {
		clear(c.regrets.Row(n.ID, b))
		clear(c.sums.Row(n.ID, b))
		clear(c.best.Row(n.ID, b))
	}
	match(c.current, c.regrets)
	return c
}

// match makes rows proportional to the positive part of others, uniform where there is none.
func match(to, from *strategy.Table) {
	for n, b := range from.All() {
		sum, in, out := 0.0, from.Row(n.ID, b), to.Row(n.ID, b)
		for _, x := range in {
			sum += max(x, 0)
		}
		for i, x := range in {
			if out[i] = 1 / float64(len(in)); sum > 0 {
				out[i] = max(x, 0) / sum
			}
		}
	}
}

// iterate does one iteration.
func (c *cfrBR) iterate() {
	n := c.game.Hands().Len(0)
	for seat := range 2 {
		c.walk(c.game.Root(), seat, ones(n), nil, c.current)
	}
	for seat := range 2 {
		c.walk(c.game.Root(), seat, ones(n), ones(n), c.best)
	}
	match(c.current, c.regrets)
}

// walk returns the values of a seat's hands against the opponent's reach. Without a reach of its own the seat plays a
// best response, which is kept; with one it plays its current strategy and learns.
func (c *cfrBR) walk(s game.State, seat int, reach, own []float64, opponent *strategy.Table) []float64 {
	values := make([]float64, len(reach))
	switch s.Kind {
	case game.Chance:
		deals := c.game.Deals(s, nil)
		for _, d := range deals.List {
			live := slices.Clone(reach)
			c.game.Hands().Block(live, d.Dealt)
			mine := slices.Clone(own)
			if own != nil {
				c.game.Hands().Block(mine, d.Dealt)
			}
			v := c.walk(d.State, seat, live, mine, opponent)
			c.game.Hands().Block(v, d.Dealt)
			for h := range v {
				values[h] += v[h] / deals.Ways
			}
		}
		return values
	case game.Folded, game.Showdown:
		slowValues(c.game, s, seat, reach, values)
		return values
	}
	policy := opponent
	if s.Actor == seat {
		policy = c.current
	}
	p := game.NewVectors(len(s.Actions), len(reach))
	if err := policy.Vector(s, p); err != nil {
		c.t.Fatal(err)
	}
	var of [6]int32
	c.current.Buckets(s.Actor).Of(s.Round, s.Board, of[:len(reach)])
	results := make([][]float64, len(s.Actions))
	for i := range s.Actions {
		next, mine := slices.Clone(reach), slices.Clone(own)
		for h := range next {
			if s.Actor != seat {
				next[h] *= p[i][h]
			} else if own != nil {
				mine[h] *= p[i][h]
			}
		}
		results[i] = c.walk(s.After(i), seat, next, mine, opponent)
	}
	for h, b := range of[:len(reach)] {
		switch {
		case b == strategy.Blocked:
		case s.Actor != seat:
			for i := range results {
				values[h] += results[i][h]
			}
		case own == nil:
			chosen, row := 0, c.best.Row(s.ID, int(b))
			for i := range results {
				row[i] = 0
				if results[i][h] > results[chosen][h]+1e-13 { // of equals the first
					chosen = i
				}
			}
			row[chosen], values[h] = 1, results[chosen][h]
		default:
			for i := range results {
				values[h] += p[i][h] * results[i][h]
				c.sums.Row(s.ID, int(b))[i] += own[h] * p[i][h]
			}
			for i := range results {
				c.regrets.Row(s.ID, int(b))[i] += results[i][h] - values[h]
			}
		}
	}
	return values
}

// OpenSpiel publishes (python/algorithms/cfr_br_test.py) the NashConv of the average policy of its
// CFR-BR after each of five iterations. Ours go through its JSON.
func TestPublishedCFR(t *testing.T) {
	for g, published := range map[game.Game][5]float64{
		game.Kuhn(): {0.9166666666666666, 0.33333333333333337, 0.3194444444444445, 0.2604166666666667,
			0.22666666666666674},
		game.Leduc(): {4.747222222222222, 4.006867283950617, 3.4090489231017034, 2.8982539553095172,
			2.5367193593344504},
	} {
		c := newCFRBR(t, g)
		for i, want := range published {
			c.iterate()
			average := strategy.NewTable(g, [2]strategy.Bucketing{c.sums.Buckets(0), c.sums.Buckets(1)})
			match(average, c.sums)
			var file bytes.Buffer
			must.Do(t, strategy.WriteOpenSpiel(&file, g, average))
			policy := must.Get(strategy.ReadOpenSpiel(&file, g))(t)
			r := must.Get(BestResponse(t.Context(), g, policy, ResponseOptions{AllDeals: true}))(t)
			must.Near(t, r.NashConv(), want, 1e-10, g.Name(), i+1)
		}
	}
}
