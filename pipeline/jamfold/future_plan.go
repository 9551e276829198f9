package jamfold

import (
	"context"
	"fmt"
	"math"
	"time"

	"feltlab/internal/progress"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// handSeconds is about the CPU time of a further hand by the number of players, measured with 10 big blinds. Only its
// ratios count: the pace is that of the first hand.
var handSeconds = [tournament.MaxTable + 1]float64{2: 0.02, 3: 0.1, 4: 1, 5: 1.7, 6: 2.6, 7: 3.6, 8: 5.6, 9: 9, 10: 12}

// planDeals are the deals that tell which ends a planned hand has.
const planDeals = 1 << 14

// plan counts the hands that will be solved. Each planned hand is taken to be played as a hand of as many players that
// was solved, so that the count is close, and no limit.
type plan struct {
	*future
	played  map[int]stochastic.Strategy  // by number of players
	planned map[string]bool              // hands, as in future.value
	hands   [tournament.MaxTable + 1]int // number of hands by number of players
}

// add counts what value solves for a hand.
func (p *plan) add(ctx context.Context, n nextTable, hands int) error {
	players := len(n.table.Stacks)
	if p.once(icmKey(n.table)) {
		p.hands[players]++
	}
	if hands == 1 || !p.once(handKey(n.table, hands)) {
		return nil
	}
	p.hands[players]++
	if p.played[players] == nil {
		v, err := p.byICM(ctx, n.table)
		if err != nil {
			return err
		}
		p.played[players] = v.Strategy
	}
	next, _, err := p.likely(n.table, p.played[players], tournament.Decision{}, n.reach, planDeals)
	if err != nil {
		return err
	}
	for _, n := range next {
		if err := p.add(ctx, n, hands-1); err != nil {
			return err
		}
	}
	return nil
}

// once reports whether a hand is new, and remembers it.
func (p *plan) once(key string) bool {
	seen := p.planned[key]
	p.planned[key] = true
	return !seen
}

// say tells what the hands after a table's ends will cost before they start, at the pace of the table's own hand, and
// begins their progress bar.
func (f *future) say(
	ctx context.Context, q *TableQuestion, first stochastic.Strategy, took time.Duration, next []nextTable,
) error {
	players := len(q.Table.Stacks)
	p := &plan{future: f, played: map[int]stochastic.Strategy{}, planned: map[string]bool{}}
	if q.From == (tournament.Decision{}) {
		p.played[players] = first
	}
	for _, n := range next {
		if err := p.add(ctx, n, q.Future); err != nil {
			return err
		}
	}
	f.planned = 0
	cost := 0.0
	for n, hands := range p.hands {
		f.planned += hands
		cost += float64(hands) * handSeconds[n] / handSeconds[players]
	}
	if f.Progress != nil {
		fmt.Fprintf(f.Progress, "%s in turn: about %d hands to solve, in some %v at the pace of the first one\n",
			counted(q.Future, "further hand"), f.planned, roundTime(time.Duration(cost*float64(took))))
	}
	f.bar = progress.Start(f.Progress, "further hands", f.planned)
	return nil
}

// roundTime rounds a duration of more than ten seconds to two digits.
func roundTime(d time.Duration) time.Duration {
	unit := time.Second
	if d > 100*time.Second {
		unit = time.Duration(math.Pow(10, math.Floor(math.Log10(d.Seconds()))-1)) * time.Second
	}
	return max(time.Second, d.Round(unit))
}

// counted names a number of things, one or more.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
