package matrix

import (
	"context"
	"fmt"
	"strings"

	"feltlab/dataset/equity"
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
	if !set.For(street.Cards()) {
		return nil, fmt.Errorf("%w: %s is for the %s, not for the %v", featureset.ErrSet, set.Name,
			strings.Join(set.Streets, " and the "), street)
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

// Instance returns the matrix as an instance of the four programs. The weight of a row is the number of its boards.
func (m *Boards) Instance() *regression.Instance {
	inst := &regression.Instance{
		Hand:     m.Hand.Text,
		Range:    RangeOn(m.Range, m.Street),
		Columns:  columnsBy(m.Set),
		Features: make([]features.Vector, len(m.Rows)),
		Equity:   make([]float64, len(m.Rows)),
		Weight:   make([]float64, len(m.Rows)),
		Ratios:   make([]regression.Ratio, len(m.Rows)),
	}
	for i := range m.Rows {
		b := &m.Rows[i]
		n := b.Count()
		inst.Features[i], inst.Equity[i], inst.Weight[i] = b.Features, n.Equity(), float64(b.Size)
		inst.Ratios[i] = regression.Ratio{Numerator: 2*n.Wins + n.Ties, Denominator: 2 * n.Deals}
	}
	return ruled(inst)
}
