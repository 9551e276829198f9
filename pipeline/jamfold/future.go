package jamfold

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

const (
	// rareEnd and rareEndOfFew are the probabilities below which an end of a hand counts by ICM, at tables of more than
	// three players and of three or two.
	rareEnd, rareEndOfFew = 1e-3, 1e-4
	endDeals              = 1 << 18 // deals that tell how likely an end is
	// valueDeals is the number of complete deals for the values of a hand of more than three players, which are off by
	// about 0.01% of the prizes, and as many correct the solver's own values.
	valueDeals = 1 << 20
	// futureTarget and futureIterations are for further hands as tableTarget and tableIterations for the first one.
	futureTarget, futureIterations = 1e-4, 100
)

// MostHands returns the largest number of further hands for a number of players.
func MostHands(players int) int {
	switch {
	case players <= tournament.NumSeats:
		return 5
	case players == 4:
		return 2
	}
	return 1
}

// Future is what further hands of jam or fold are worth after the ends of a hand.
type Future struct {
	Values map[string][]float64 // of the next tables, by their seats
	Solved int                  // hands that were solved
	Rare   float64              // probability of the other ends, which count by ICM
	// largest limit of what a player could gain by playing otherwise in a hand that was solved
	Gain float64
}

// future values the ends of a hand by further hands. It plays the hand itself by ICM first, to see which are likely.
type future struct {
	*Lab
	seed    int
	product bool // as in TableQuestion
	least   float64
	unit    float64               // pool
	values  map[string]*handValue // by number of further hands and table
	Future
}

// handValue is what an equilibrium of a hand is worth to each seat.
type handValue struct {
	Values   []float64
	Gain     float64 // limit of what a player could gain
	Strategy stochastic.Strategy
}

func futureSpec(q *TableQuestion) store.Spec {
	return store.Spec{
		Stage: "further hands of jam or fold", Version: "4", Schema: "gob", Config: struct {
			Table   tournament.Table
			Hands   int
			Seed    int
			Product bool
			From    tournament.Decision
			Ranges  map[int]*[cards.NumClasses]float64
		}{q.Table, q.Future, q.Seed, q.Product, q.From, q.Ranges},
		Inputs: inputs((&future{seed: q.Seed, product: q.Product}).handSpec(&q.Table)),
	}
}

func (f *future) handSpec(t *tournament.Table) store.Spec {
	return store.Spec{
		Stage: "values of a hand of jam or fold", Version: "4", Schema: "gob", Config: struct {
			Table   *tournament.Table
			Seed    int
			Product bool
		}{t, f.seed, f.product}, Inputs: inputs(allIn[:]...),
	}
}

// Future returns what further hands are worth after the ends of a question's hand, from the store or solved. If the
// context is done, it also returns the hand itself by ICM, if that is solved.
func (l *Lab) Future(ctx context.Context, q *TableQuestion) (values *Future, byICM *TableSolution, err error) {
	f := &future{
		Lab: l, seed: q.Seed, product: q.Product, least: rareEnd, unit: q.Pool(), values: map[string]*handValue{},
	}
	if q.few() {
		f.least = rareEndOfFew
	}
	var first *TableSolution
	values, err = keptGob(ctx, l.Store, futureSpec(q), 1, func(ctx context.Context) (of *Future, err error) {
		first, err = f.ends(ctx, q)
		return &f.Future, err
	})
	if err != nil {
		if first != nil {
			first.Future, first.ICMError = &Future{Solved: f.Solved, Gain: f.Gain, Rare: 1}, q.Table.ICMError()
		}
		return nil, first, err
	}
	return values, nil, nil
}

// ends values the ends of a question's hand, and returns its play by ICM.
func (f *future) ends(ctx context.Context, q *TableQuestion) (*TableSolution, error) {
	if _, err := f.tableGame(ctx, q); err != nil { // all-in equities, before the clock starts
		return nil, err
	}
	first, err := f.play(ctx, &TableQuestion{Table: q.Table, From: q.From, Ranges: q.Ranges}, nil)
	if err != nil {
		return first, err
	}
	next, rare, err := f.likely(&q.Table, first.Play.Strategy, q.From, 1)
	if err != nil {
		return first, err
	}
	f.Rare = rare
	if f.Progress != nil {
		fmt.Fprintf(f.Progress, "%s in turn after each of %s of this one\n", counted(q.Future, "further hand"),
			counted(len(next), "likely end"))
	}
	bar := progress.Start(f.Progress, "ends of the hand", len(next))
	defer bar.Close()
	f.Values = map[string][]float64{}
	for i, n := range next {
		v, err := f.value(ctx, n, q.Future)
		if err != nil {
			return first, err
		}
		f.Values[tableKey(n.table)] = v.Values
		bar.Set(i + 1)
	}
	return first, nil
}

// After returns the values of the ends of a table's hand: those of the hands that were solved, and of ICM.
func (f *Future) After(t *tournament.Table) func(tournament.Ended) []float64 {
	own := *t
	own.After = nil
	icm := own.Valuer()
	return func(e tournament.Ended) []float64 {
		if next, players := own.Next(e); next != nil {
			if v := f.Values[tableKey(next)]; v != nil {
				return own.ValuesBy(e, v, players)
			}
		}
		return icm(e)
	}
}

// tableKey tells the tables after hands of one table apart.
func tableKey(t *tournament.Table) string { return fmt.Sprint(t.Stacks, t.Heads) }

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

type nextTable struct {
	table *tournament.Table
	reach float64
}

// likely returns the tables to which the ends of a hand lead from a decision on, those that play comes to often enough,
// and the probability of the other ends after which players play on. Play comes to the hand itself with probability
// reach.
func (f *future) likely(
	t *tournament.Table, x stochastic.Strategy, from tournament.Decision, reach float64,
) (next []nextTable, rare float64, err error) {
	at := map[string]int{}
	ends, err := expost.TableEnds(t, x, from, uint64(f.seed), endDeals)
	for _, end := range ends {
		table, _ := t.Next(t.End(end.In, end.Ranks))
		if table == nil {
			continue
		}
		key := tableKey(table)
		if _, seen := at[key]; !seen {
			at[key] = len(next)
			next = append(next, nextTable{table: table})
		}
		next[at[key]].reach += reach * end.Probability
	}
	slices.SortStableFunc(next, func(a, b nextTable) int { return cmp.Compare(b.reach, a.reach) })
	for i, n := range next {
		if n.reach < f.least {
			for _, n := range next[i:] {
				rare += n.reach
			}
			return next[:i], rare, nil
		}
	}
	return next, 0, err
}

// value returns the values of a hand whose ends count by hands-1 further hands; by ICM alone, with 1 hand, from the
// store or solved.
func (f *future) value(ctx context.Context, n nextTable, hands int) (v *handValue, err error) {
	key := fmt.Sprint(hands, " ", tableKey(n.table))
	if v := f.values[key]; v != nil {
		return v, nil
	}
	if hands == 1 {
		v, err = keptGob(ctx, f.Store, f.handSpec(n.table), 1, func(ctx context.Context) (*handValue, error) {
			return f.handValue(ctx, n.table, nil)
		})
	} else {
		v, err = f.further(ctx, n, hands)
	}
	if err != nil {
		return nil, err
	}
	f.values[key] = v
	f.Solved++
	f.Gain = max(f.Gain, v.Gain)
	return v, nil
}

// further solves a hand whose likely ends count by further hands.
func (f *future) further(ctx context.Context, n nextTable, hands int) (*handValue, error) {
	byICM, err := f.value(ctx, n, 1)
	if err != nil {
		return nil, err
	}
	next, _, err := f.likely(n.table, byICM.Strategy, tournament.Decision{}, n.reach)
	if err != nil {
		return nil, err
	}
	after := Future{Values: map[string][]float64{}}
	for _, n := range next {
		below, err := f.value(ctx, n, hands-1)
		if err != nil {
			return nil, err
		}
		after.Values[tableKey(n.table)] = below.Values
	}
	own := *n.table
	own.After = after.After(n.table)
	return f.handValue(ctx, &own, byICM.Strategy)
}

func (f *future) handValue(ctx context.Context, t *tournament.Table, start stochastic.Strategy) (*handValue, error) {
	s, err := f.play(ctx, &TableQuestion{Table: *t}, start)
	if err != nil {
		return nil, err
	}
	return &handValue{s.Certificate.Values, s.Certificate.Gain(), s.Play.Strategy}, nil
}

// play solves a hand and checks it: exactly for two and three players, for more by deals. On the error of the context
// the solution is the best so far, if there is one.
func (f *future) play(ctx context.Context, q *TableQuestion, start stochastic.Strategy) (*TableSolution, error) {
	quiet := *f.Lab
	quiet.Progress = nil
	q.Seed, q.Deals = f.seed, valueDeals
	g, err := f.tableGame(ctx, q)
	if err != nil {
		return nil, err
	}
	o := multiway.Options{
		Seed: uint64(f.seed), Target: futureTarget * f.unit, Iterations: futureIterations, Start: start,
		Workers: f.Workers,
	}
	if q.corrections() > 0 && !f.product {
		o.Deals = valueDeals
	}
	return quiet.attempt(ctx, q, g, o, 0, 0)
}
