package allin

import (
	"io"
	"math"
	"strings"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Versions of the layouts of the tables that PairTable.Write and Table.Write write.
const (
	PairsFormat   = "feltlab-allin-pairs-1"
	TriplesFormat = "feltlab-allin-triples-1"
)

func metadata(format string) [][2]string {
	return [][2]string{{"feltlab.format", format}, {"feltlab.source", "feltlab, exact count of all deals"}}
}

type pairRow struct {
	hand, opponent cards.Class
	PairCounts
}

var pairColumns = []table.Column[pairRow]{
	table.Text("hand", func(r *pairRow) string { return r.hand.String() }),
	table.Text("opponent", func(r *pairRow) string { return r.opponent.String() }),
	table.Int64("combos", func(r *pairRow) int64 { return int64(r.Deals() / BoardsAvoidingTwo) }),
	table.Int64("wins", func(r *pairRow) int64 { return int64(r.Wins) }),
	table.Int64("ties", func(r *pairRow) int64 { return int64(r.Ties) }),
	table.Int64("losses", func(r *pairRow) int64 { return int64(r.Losses) }),
	table.Float("equity", func(r *pairRow) float64 { return r.Equity() }),
}

// Write writes the table in one of table.Formats, one row for each class against each class, 28,561. Parquet and Arrow
// need the package dataset/table/columnar in the program. The columns are
//
//	hand, opponent  text     classes, "AKs"; rows ascend by both in the order of cards.Class
//	combos          int64    disjoint choices of a combo from each class
//	wins            int64    deals that the hand wins; a deal is such a choice and a board
//	ties            int64    deals that neither wins
//	losses          int64    deals that the opponent wins; the three sum to combos * 1,712,304
//	equity          float64  (wins + ties/2) / deals, a fraction of 1
//
// The same table has the same bytes. Errors are those of w.
func (t *PairTable) Write(w io.Writer, format string) error {
	var rows []pairRow
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			rows = append(rows, pairRow{a, b, t.Counts(a, b)})
		}
	}
	return table.Write(w, format, pairColumns, metadata(PairsFormat), rows)
}

type tripleRow struct {
	hands  [3]cards.Class // ascending
	counts *[tournament.NumOrders]uint32
}

func (r *tripleRow) deals() (total int64) {
	for _, n := range r.counts {
		total += int64(n)
	}
	return total
}

// equity returns the share of a hand in a pot of three equal stacks, NaN without deals.
func (r *tripleRow) equity(hand int) float64 {
	const whole = 6 // a pot is shared by one, two or three
	share := int64(0)
	for o, n := range r.counts {
		ranks := tournament.Order(o).Ranks()
		winners := int64(0)
		for _, rank := range ranks {
			if rank == 0 {
				winners++
			}
		}
		if ranks[hand] == 0 {
			share += int64(n) * (whole / winners)
		}
	}
	if deals := r.deals(); deals > 0 {
		return float64(share) / float64(whole*deals)
	}
	return math.NaN()
}

const tripleNames = "abc"

var tripleColumns = func() (columns []table.Column[tripleRow]) {
	for i, name := range strings.Split(tripleNames, "") {
		columns = append(columns, table.Text(name, func(r *tripleRow) string { return r.hands[i].String() }))
	}
	columns = append(columns,
		table.Int64("combos", func(r *tripleRow) int64 { return r.deals() / BoardsAvoidingThree }))
	for o := range tournament.NumOrders {
		columns = append(columns, table.Int64(orderColumn(tournament.Order(o)),
			func(r *tripleRow) int64 { return int64(r.counts[o]) }))
	}
	for i, name := range strings.Split(tripleNames, "") {
		columns = append(columns,
			table.OptionalFloat("equity_"+name, func(r *tripleRow) float64 { return r.equity(i) }))
	}
	return columns
}()

// orderColumn names the column of an order from the best hand to the worst, hands that tie next to each other:
// "b_ac" means that hand b wins, and a and c tie behind it.
func orderColumn(o tournament.Order) string {
	var places [3]string
	for hand, rank := range o.Ranks() {
		places[rank] += tripleNames[hand : hand+1]
	}
	return strings.TrimRight(strings.Join(places[:], "_"), "_")
}

// Write writes the table in one of table.Formats, as PairTable.Write does, one row for each multiset of three classes,
// 818,805. The columns are
//
//	a, b, c    text     classes, "AKs"; a <= b <= c, and rows ascend by a, b and c in the order of cards.Class
//	combos     int64    disjoint choices of a combo from each class; 0 for such as AA, AA, AA
//	a_b_c a_c_b b_a_c c_a_b b_c_a c_b_a  int64  deals in which the hands finish in this order, the best one first
//	ab_c ac_b bc_a                       int64  deals in which two tie for best
//	a_bc b_ac c_ab                       int64  deals in which two tie behind the best
//	abc                                  int64  deals in which all tie; the thirteen sum to combos * 1,370,754
//	equity_a equity_b equity_c           float64  share of a pot of three equal stacks, a fraction of 1; missing
//	                                              without combos
//
// The same table has the same bytes. Errors are those of w.
func (t *Table) Write(w io.Writer, format string) error {
	rows := make([]tripleRow, 0, NumTriples)
	for a := range cards.Class(cards.NumClasses) {
		for b := a; b < cards.NumClasses; b++ {
			for c := b; c < cards.NumClasses; c++ {
				hands := [3]cards.Class{a, b, c}
				rows = append(rows, tripleRow{hands, t.row(hands)})
			}
		}
	}
	return table.Write(w, format, tripleColumns, metadata(TriplesFormat), rows)
}
