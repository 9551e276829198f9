package allin

import (
	"context"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Counts has the number of deals in which three hands finish in each order, indexed by tournament.Order.
type Counts [tournament.NumOrders]uint64

// Deals returns the sum of all counts.
func (c Counts) Deals() (total uint64) {
	for _, n := range c {
		total += n
	}
	return total
}

// NumTriples is the number of multisets of three classes, C(171,3).
const NumTriples = 818_805

// BoardsAvoidingThree is the number of boards that avoid three hands, C(46,5).
const BoardsAvoidingThree = 1_370_754

// Table has the counts of all multisets of three classes, 43 MB. It never changes, and is safe for concurrent use.
type Table struct {
	counts []uint32 // of each triple in turn; none is above 12*12*12*C(46,5) < 2^32
}

func newTable() *Table { return &Table{make([]uint32, NumTriples*tournament.NumOrders)} }

func (t *Table) row(sorted [3]cards.Class) *[tournament.NumOrders]uint32 {
	at := tournament.NumOrders * tripleIndex(sorted[0], sorted[1], sorted[2])
	return (*[tournament.NumOrders]uint32)(t.counts[at:])
}

func tripleIndex(a, b, c cards.Class) int {
	x, y, z := int(a), int(b), int(c)
	return z*(z+1)*(z+2)/6 + y*(y+1)/2 + x
}

func sortHands(hands [3]cards.Class) (sorted [3]cards.Class, from [3]int) {
	from = [3]int{0, 1, 2}
	for _, step := range [3]int{0, 1, 0} {
		if hands[step] > hands[step+1] {
			hands[step], hands[step+1] = hands[step+1], hands[step]
			from[step], from[step+1] = from[step+1], from[step]
		}
	}
	return hands, from
}

// reordered[f0][f1] has, for hands whose sorted sequence is f0, f1 and the third, the order in the given sequence for
// each order of the sorted hands.
var reordered = func() (table [3][3][tournament.NumOrders]tournament.Order) {
	for _, from := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for o := range tournament.Order(tournament.NumOrders) {
			var strengths [3]int
			for sorted, rank := range o.Ranks() {
				strengths[from[sorted]] = -int(rank)
			}
			table[from[0]][from[1]][o] = tournament.OrderOf(strengths[0], strengths[1], strengths[2])
		}
	}
	return table
}()

// Orders returns the number of deals in which hands of three classes finish in each order, over all disjoint choices of
// a combo from each class and all boards that avoid them. The counts sum to the number of these choices times
// BoardsAvoidingThree, zero for three times the same pair.
func (t *Table) Orders(a, b, c cards.Class) Counts {
	sorted, from := sortHands([3]cards.Class{a, b, c})
	var counts Counts
	names := &reordered[from[0]][from[1]]
	for o, n := range t.row(sorted) {
		counts[names[o]] = uint64(n)
	}
	return counts
}

func (t *Table) put(hands [3]cards.Class, counts Counts) {
	sorted, from := sortHands(hands)
	to := t.row(sorted)
	for o, name := range &reordered[from[0]][from[1]] {
		to[o] = uint32(counts[name])
	}
}

// Compute counts all multisets of three classes. progress, if set, is called with the number of finished items; its
// calls do not overlap. A number of workers below 1 means one for each processor. The error is that of the context.
func Compute(ctx context.Context, workers int, progress func(done, total int)) (*Table, error) {
	t := newTable()
	if err := t.fill(ctx, allClasses(), workers, progress); err != nil {
		return nil, err
	}
	return t, nil
}

func allClasses() []cards.Class {
	classes := make([]cards.Class, cards.NumClasses)
	for k := range classes {
		classes[k] = cards.Class(k)
	}
	return classes
}

// fill counts the multisets of some classes. An item of work is the first two rank pairs, whose tables stay in the
// cache for all third ones.
func (t *Table) fill(ctx context.Context, classes []cards.Class, workers int, progress func(done, total int)) error {
	e, err := newEngine(ctx, classes, workers)
	if err != nil {
		return err
	}
	var firsts [][2]int
	for i := range e.pairs {
		for j := i; j < len(e.pairs); j++ {
			firsts = append(firsts, [2]int{i, j})
		}
	}
	loop := parallel.Loop{Items: len(firsts), Workers: workers, Report: progress}
	return loop.Each(ctx, func() func(int) error {
		w := e.newWorker()
		return func(n int) error {
			i, j := firsts[n][0], firsts[n][1]
			for k := j; k < len(e.pairs); k++ {
				w.triple(i, j, k, t.put)
			}
			return nil
		}
	})
}

// Triple computes the counts of three classes, as in Table.Orders, in some 10 ms.
func Triple(ctx context.Context, a, b, c cards.Class) (Counts, error) {
	t := newTable()
	err := t.fill(ctx, []cards.Class{a, b, c}, 1, nil)
	return t.Orders(a, b, c), err
}
