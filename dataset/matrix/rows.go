package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

const (
	NumFlops = 50 * 49 * 48 / 6 // the number of flops of a hand, C(50,3)
	// Source is the Meta.Source of the rows that Build makes.
	Source = "feltlab, exact enumeration of turn, river and opponent combos"
)

var (
	// ErrAsymmetric marks a class of starting hands against a range that tells suits apart.
	ErrAsymmetric = errors.New("a class of hands needs a suit-symmetric range")
	// ErrHands marks a set of hands that cannot have one formula.
	ErrHands = errors.New("bad set of hands")
)

// Meta says what rows are about: a hand, or several hands together, against a range.
type Meta struct {
	Hand     ranges.Hand   // none for several hands
	Hands    *ranges.Range // the classes of hands that have one formula, in which each combo counts once; else nil
	Range    *ranges.Range // the opponent's
	Street   cards.Street
	Estimate Estimate        // what the counts are about: mostly the equity
	Set      *featureset.Set // whose features the rows have; nil: those of the paper
	Source   string          // origin of the numbers
}

// Definitions is the version of the definitions of the features.
func (m Meta) Definitions() string {
	if m.Set == nil {
		return features.Version
	}
	return m.Set.Reading
}

// Boards names what the rows are: flops, turns, rivers, or hands on flops.
func (m Meta) Boards() string {
	if m.Hands != nil {
		return "hands on flops"
	}
	return m.Street.String() + "s"
}

// CheckStreet returns an error unless the street has such rows: hands together, or of an estimate.
func CheckStreet(street cards.Street, together bool, estimate Estimate) error {
	if street != cards.Flop && (together || estimate != Equity) {
		return fmt.Errorf("hands together, and estimates other than the equity, are for the flop, not for the %v",
			street)
	}
	return nil
}

// check returns an error that wraps ErrHands, ErrAsymmetric or featureset.ErrSet if there are no such rows.
func (m Meta) check() error {
	err := CheckStreet(m.Street, m.Hands != nil, m.Estimate)
	switch {
	case m.Hands != nil:
		err = cmp.Or(CheckTogether(m.Hands, m.Range, m.Set != nil), err)
	case !m.Hand.Specific && !m.Range.SuitSymmetric():
		return fmt.Errorf("%w: %q tells suits apart; name two cards instead of %s, such as %v", ErrAsymmetric, m.Range,
			m.Hand.Text, m.Hand.Combo)
	}
	if err == nil && m.Set != nil {
		err = m.Set.CheckFor(m.Street)
	}
	return err
}

// CheckTogether returns an error unless hands together have rows: those of CheckHands, against a range that does not
// tell suits apart, with features of a set (own). It wraps ErrHands or, about the range, ErrAsymmetric.
func CheckTogether(hands, opponent *ranges.Range, own bool) error {
	switch {
	case !own:
		return fmt.Errorf("%w: hands together need a feature set, such as any-hand", ErrHands)
	case !opponent.SuitSymmetric():
		return fmt.Errorf("%w: %q tells suits apart, and hands together are whole classes", ErrAsymmetric, opponent)
	}
	return CheckHands(hands)
}

// CheckHands returns an error that wraps ErrHands unless a range is a set of whole classes without weights.
func CheckHands(hands *ranges.Range) error {
	switch {
	case !hands.SuitSymmetric():
		return fmt.Errorf("%w: %v tells suits apart; want whole classes, such as 22-TT or any", ErrHands, hands)
	case !hands.Uniform():
		return fmt.Errorf("%w: %v has weights; each combo counts once", ErrHands, hands)
	}
	return nil
}

// Row is a hand on a board. It stands for all pairs that differ from it by suits alone, where rows are not each board.
type Row struct {
	equity.Count // whose Equity is the estimate
	Features     features.Vector
	Board        cards.Set
	Size         int32 // number of pairs of a hand and a board that it stands for
	Hand         cards.Combo
}

// Cards returns the cards of the board from the highest down.
func (r *Row) Cards() []cards.Card {
	list := r.Board.Cards()
	slices.Reverse(list)
	return list
}

// Combos returns the total weight of the opponent combos that avoid hand and board.
func (r *Row) Combos() uint64 { return r.Deals / equity.Runouts(r.Board.Len()) }

// orbit returns the number of boards that the suit permutations that fix the hand make of the board.
func (r *Row) orbit() int {
	_, size := cards.Orbit(r.Board, r.Hand.Set().Stabilizer())
	return size
}

func (r *Row) ratio() regression.Ratio {
	return regression.Ratio{Numerator: 2*r.Wins + r.Ties, Denominator: 2 * r.Deals}
}

// Rows are what formulas are fitted to, of 64 bytes each:
//
//   - of a hand on the flop, its NumFlops flops, in ascending order of their card sets;
//   - of a hand on the turn or the river, a row for each orbit of boards under the suit permutations that change
//     neither hand nor range, in ascending order of the orbit's smallest card set;
//   - of hands together, a row for each orbit of a hand and a flop, by class and flop: NumPairs rows for all classes.
type Rows struct {
	Meta
	List []Row

	orbit map[cards.Set]int // of Orbits: the row of each flop
}

// Columns describes the features of a set as the columns of an instance; nil means those of the paper.
func Columns(set *featureset.Set) regression.Columns {
	if set == nil {
		c := regression.Columns{Version: features.Version}
		for _, f := range features.All() {
			c.List = append(c.List, regression.Column{Name: f.Name, Sentence: f.Sentence})
		}
		return c
	}
	c := regression.Columns{Version: set.Reading}
	for _, f := range set.Features {
		c.List = append(c.List, regression.Column{Name: f.Name, Sentence: f.Sentence})
	}
	return c
}

// Columns describes the features as the columns of an instance.
func (m Meta) Columns() regression.Columns { return Columns(m.Set) }

// Weight returns the number of pairs of a hand and a board.
func (s *Rows) Weight() (n int) {
	for i := range s.List {
		n += int(s.List[i].Size)
	}
	return n
}

// Instance returns the rows as an instance of the four programs. Flops of one hand keep a row each. Other rows with
// the same features and the same estimate become one, whose weight is the number of pairs that it stands for: a few
// thousand rows for most hands on the turn or the river.
func (s *Rows) Instance() *regression.Instance {
	if s.Hands == nil && s.Street == cards.Flop {
		return s.instance(s.List)
	}
	type point struct {
		features features.Vector
		ratio    regression.Ratio
	}
	rows, _ := merge(s.List, func(r *Row) point { return point{r.Features, r.ratio()} })
	if s.Hands != nil {
		slices.SortFunc(rows, compareRows)
	}
	return s.instance(rows)
}

func compareRows(a, b Row) int {
	p, q := a.ratio(), b.ratio()
	return cmp.Or(a.Features.Compare(b.Features),
		cmp.Compare(p.Denominator, q.Denominator), cmp.Compare(p.Numerator, q.Numerator))
}

// merge makes one row of those with the same key, in the order of the first of each, and adds up their sizes. at has
// the place of each row in joined.
func merge[K comparable](list []Row, key func(*Row) K) (joined []Row, at []int) {
	places := map[K]int{}
	at = make([]int, len(list))
	for i := range list {
		k := key(&list[i])
		place, known := places[k]
		if !known {
			place = len(joined)
			places[k] = place
			joined = append(joined, list[i])
			joined[place].Size = 0
		}
		joined[place].Size += list[i].Size
		at[i] = place
	}
	return joined, at
}

// Some returns some of the rows as an instance, or all of them for nil. It merges none.
func (s *Rows) Some(some []int) *regression.Instance {
	if some == nil {
		return s.instance(s.List)
	}
	list := make([]Row, len(some))
	for k, i := range some {
		list[k] = s.List[i]
	}
	return s.instance(list)
}

func (s *Rows) instance(list []Row) *regression.Instance {
	inst := &regression.Instance{
		Columns: Columns(s.Set), Features: make([]proof.Vector, len(list)), Target: make([]float64, len(list)),
		Weight: make([]float64, len(list)), Ratios: make([]regression.Ratio, len(list)),
	}
	inst.Source, inst.Rows = s.Labels()
	for i := range list {
		r := &list[i]
		inst.Features[i], inst.Ratios[i] = r.Features, r.ratio()
		inst.Target[i], inst.Weight[i] = r.Equity(), float64(r.Size)
	}
	return inst
}
