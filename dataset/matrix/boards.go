package matrix

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/regression"
)

// streetWord stands between a range and a street other than the flop in the names of rows.
const streetWord = " on the "

// RangeOn names a range and a street, "22+,A2s+ on the turn"; on the flop it is the range alone.
func RangeOn(rng string, street cards.Street) string {
	if street == cards.Flop {
		return rng
	}
	return rng + streetWord + street.String()
}

// CutStreet splits what RangeOn has joined. The error says that there is no such street.
func CutStreet(text string) (rng string, street cards.Street, err error) {
	rng, name, found := strings.Cut(text, streetWord)
	if !found {
		return text, cards.Flop, nil
	}
	if street, err = cards.ParseStreet(name); err == nil && street == cards.Flop {
		err = fmt.Errorf("range %.80q: the flop is not named", text)
	}
	return rng, street, err
}

// Board is the boards of one orbit, with the features that they share.
type Board struct {
	equity.Board
	Features features.Vector
}

// Boards is the matrix of a hand against a range on the turn or the river: a row for each orbit of boards under the
// suit permutations that change neither hand nor range, in ascending order of the orbit's smallest card set.
type Boards struct {
	Meta
	Street cards.Street
	Rows   []Board
	Set    *featureset.Set // whose features the boards have
}

// BuildBoards computes the matrix of a hand and a range on the turn or the river, on a number of goroutines, with the
// features of a set; nil means those of featureset.Default. It costs what equity.BoardsOf costs, and some 10
// microseconds of the features for each row. The errors are those of Build, of equity.BoardsOf and of
// featureset.Set.Rows; a set for another street is an error before the count.
func BuildBoards(ctx context.Context, hand, rng string, street cards.Street, set *featureset.Set, workers int,
) (*Boards, error) {
	spec, r, err := question(hand, rng)
	if err != nil {
		return nil, err
	}
	if set == nil {
		set = featureset.Default(street)
	}
	if err := set.CheckFor(street); err != nil {
		return nil, err
	}
	counts, err := equity.BoardsOf(ctx, spec.Combo, r, street, workers)
	if err != nil {
		return nil, err
	}
	sets := make([]cards.Set, len(counts))
	for i := range counts {
		sets[i] = counts[i].Cards
	}
	vectors, err := set.Rows(ctx, spec.Combo, sets, workers)
	if err != nil {
		return nil, err
	}
	m := &Boards{
		Meta:   Meta{Hand: spec, Range: r.String(), Definitions: set.Reading, Source: Source},
		Street: street, Set: set, Rows: make([]Board, len(counts)),
	}
	for i := range counts {
		m.Rows[i] = Board{counts[i], vectors[i]}
	}
	return m, nil
}

// Instance returns the matrix as an instance of the four programs. Boards with the same features and the same counts are
// one row, whose weight is their number: a few thousand rows for most hands.
func (m *Boards) Instance() *regression.Instance {
	inst := &regression.Instance{Source: m.Hand.Text, Rows: RangeOn(m.Range, m.Street), Columns: ColumnsBy(m.Set)}
	type row struct {
		features features.Vector
		ratio    regression.Ratio
	}
	place := map[row]int{}
	for i := range m.Rows {
		b := &m.Rows[i]
		n := b.Count()
		r := row{b.Features, regression.Ratio{Numerator: 2*n.Wins + n.Ties, Denominator: 2 * n.Deals}}
		at, known := place[r]
		if !known {
			at = len(place)
			place[r] = at
			inst.Features, inst.Ratios = append(inst.Features, r.features), append(inst.Ratios, r.ratio)
			inst.Target, inst.Weight = append(inst.Target, n.Equity()), append(inst.Weight, 0)
		}
		inst.Weight[at] += float64(b.Size)
	}
	return inst
}

// BoardsFormat is the version of the layout of the files of Boards.
const BoardsFormat = "feltlab-boards-1"

// Write writes the matrix as csv, parquet or arrow, a row for each orbit:
//
//	board         text     the orbit's smallest board, cards from the highest down, "KhTc5s2d"
//	f1 ...        boolean  features
//	equity        float64  (wins + ties/2) / deals
//	wins, ties    int64    runouts against all opponent combos, times the combos' weights
//	combos        int64    total weight of the opponent combos that avoid hand and board
//	deals         int64    combos times the rivers to come, 44 on the turn
//	orbit_weight  int64    number of boards in the orbit
//
// The metadata of Parquet and Arrow are those of a matrix, with "feltlab.street" and without a SHA-256. The error is
// that of w.
func (m *Boards) Write(w io.Writer, format string) error {
	columns := []table.Column[Board]{table.Text("board", func(b *Board) string {
		list := b.Cards.Cards()
		slices.Reverse(list)
		return cards.Format(list)
	})}
	columns = append(columns, featureColumns(m.Set.Count(), func(b *Board) features.Vector { return b.Features })...)
	columns = append(columns,
		table.Float("equity", func(b *Board) float64 { return b.Count().Equity() }),
		table.Int64("wins", func(b *Board) int64 { return int64(b.Wins) }),
		table.Int64("ties", func(b *Board) int64 { return int64(b.Ties) }),
		table.Int64("combos", func(b *Board) int64 { return int64(b.Combos) }),
		table.Int64("deals", func(b *Board) int64 { return int64(b.Count().Deals) }),
		table.Int64("orbit_weight", func(b *Board) int64 { return int64(b.Size) }))
	return table.Write(w, format, columns, [][2]string{
		{keyFormat, BoardsFormat}, {keyDefinitions, m.Definitions}, {keyHand, m.Hand.Text},
		{keyCards, m.Hand.Combo.String()}, {keyRange, m.Range}, {"feltlab.street", m.Street.String()},
		{keySource, m.Source},
	}, m.Rows)
}
