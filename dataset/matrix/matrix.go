package matrix

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

const (
	NumFlops = 50 * 49 * 48 / 6 // the number of rows of a matrix, C(50,3)
	// Source is the Meta.Source of the matrices that Build makes.
	Source = "feltlab, exact enumeration of turn, river and opponent combos"
)

// ErrAsymmetric marks a class of starting hands against a range that tells suits apart.
var ErrAsymmetric = errors.New("a class of hands needs a suit-symmetric range")

// Meta is the metadata of a matrix.
type Meta struct {
	Hand        ranges.Hand
	Range       string // canonical text, ranges.Range.String
	Definitions string // version of the features, features.Version
	Source      string // origin of the numbers
}

// Row is one flop.
type Row struct {
	equity.Flop
	Features    features.Vector // of hand and flop
	OrbitWeight uint32          // number of rows in the flop's orbit
}

// Equity returns (Wins + Ties/2) / (990 Combos).
func (r *Row) Equity() float64 { return r.Count().Equity() }

func (r *Row) ratio() regression.Ratio {
	return regression.Ratio{Numerator: 2*r.Wins + r.Ties, Denominator: 2 * r.Combos * equity.RunoutsOnFlop}
}

// Columns describes the features as the columns of an instance.
func Columns() regression.Columns {
	c := regression.Columns{Version: features.Version}
	for _, f := range features.All() {
		c.List = append(c.List, regression.Column{Name: f.Name, Sentence: f.Sentence})
	}
	return c
}

// Matrix is the feature/equity matrix of a hand against a range: NumFlops rows in ascending order of the flop's card
// set.
type Matrix struct {
	Meta
	Flops []Row
	Set   *featureset.Set // whose features the flops have; nil: those of the paper
	// Estimate is what the counts of the flops are about: mostly the equity.
	Estimate Estimate

	numbers []string // columns of row numbers in the file that it comes from
}

// By returns a copy of the matrix with the features of a set, on a number of goroutines. The error is that of
// featureset.Set.Rows.
func (m *Matrix) By(ctx context.Context, set *featureset.Set, workers int) (*Matrix, error) {
	boards := make([]cards.Set, len(m.Flops))
	for i := range m.Flops {
		boards[i] = cards.SetOf(m.Flops[i].Cards[:]...)
	}
	rows, err := set.Rows(ctx, m.Hand.Combo, boards, workers)
	if err != nil {
		return nil, err
	}
	by := &Matrix{Meta: m.Meta, Flops: slices.Clone(m.Flops), Set: set, Estimate: m.Estimate}
	by.Definitions = set.Reading
	for i := range by.Flops {
		by.Flops[i].Features = rows[i]
	}
	return by, nil
}

// Columns describes the features of the matrix.
func (m *Matrix) Columns() regression.Columns {
	if m.Set == nil {
		return Columns()
	}
	return ColumnsBy(m.Set)
}

// ColumnsBy describes the features of a set as the columns of an instance.
func ColumnsBy(set *featureset.Set) regression.Columns {
	c := regression.Columns{Version: set.Reading}
	for _, f := range set.Features {
		c.List = append(c.List, regression.Column{Name: f.Name, Sentence: f.Sentence})
	}
	return c
}

// Build computes the matrix of a hand, a class such as "AKs" or two cards such as "AhKh", against a range, on a number
// of goroutines. The error is that of [ranges.ParseHand], [ranges.Parse] or the context, or wraps [ErrAsymmetric], or
// [equity.ErrEmptyRange] if no combo of the range avoids the hand and a flop.
func Build(ctx context.Context, hand, rng string, workers int) (*Matrix, error) {
	flops, err := Count(ctx, hand, rng, workers)
	if err != nil {
		return nil, err
	}
	return Of(hand, rng, flops)
}

func question(hand, rng string) (spec ranges.Hand, r *ranges.Range, err error) {
	if spec, err = ranges.ParseHand(hand); err != nil {
		return spec, nil, err
	}
	if r, err = ranges.Parse(rng); err != nil {
		return spec, nil, err
	}
	if !spec.Specific && !r.SuitSymmetric() {
		return spec, nil, fmt.Errorf("%w: %q tells suits apart; name two cards instead of %s, such as %v",
			ErrAsymmetric, rng, spec.Text, spec.Combo)
	}
	return spec, r, nil
}

// Count counts the flops of a hand and a range, by [equity.RecentFlopsOf].
func Count(ctx context.Context, hand, rng string, workers int) ([]equity.Flop, error) {
	spec, r, err := question(hand, rng)
	if err != nil {
		return nil, err
	}
	return equity.RecentFlopsOf(ctx, spec.Combo, r, workers)
}

// Of makes the matrix of a hand and a range from the flops that Count returned for them. The error is one of Build's,
// or says that the flops are not those of the hand.
func Of(hand, rng string, flops []equity.Flop) (*Matrix, error) {
	spec, r, err := question(hand, rng)
	if err != nil {
		return nil, err
	}
	if len(flops) != NumFlops {
		return nil, fmt.Errorf("%d flops, want %d", len(flops), NumFlops)
	}
	m := &Matrix{
		Meta:  Meta{Hand: spec, Range: r.String(), Definitions: features.Version, Source: Source},
		Flops: make([]Row, len(flops)),
	}
	suits := spec.Combo.Set().Stabilizer()
	for i := range flops {
		if both := spec.Combo.Set() & cards.SetOf(flops[i].Cards[:]...); both != 0 {
			return nil, fmt.Errorf("not the flops of %v: %v lies on %s",
				spec.Combo, both.Min(), cards.Format(flops[i].Cards[:]))
		}
		if flops[i].Combos == 0 {
			return nil, fmt.Errorf("%w on %s", equity.ErrEmptyRange, cards.Format(flops[i].Cards[:]))
		}
		m.Flops[i] = row(spec.Combo, &flops[i], suits)
	}
	return m, nil
}

func row(hand cards.Combo, f *equity.Flop, suits []cards.SuitPerm) Row {
	_, size := cards.Orbit(cards.SetOf(f.Cards[:]...), suits)
	return Row{*f, features.Of(hand, f.Cards), uint32(size)}
}

// Equity returns the equity of row i, a fraction of 1.
func (m *Matrix) Equity(i int) float64 { return m.Flops[i].Equity() }

// Instance returns the matrix as an instance of the four programs, every flop with weight 1.
func (m *Matrix) Instance() *regression.Instance {
	inst := &regression.Instance{
		Source:   m.Hand.Text,
		Rows:     m.Estimate.Label(m.Range),
		Columns:  m.Columns(),
		Features: make([]features.Vector, len(m.Flops)),
		Target:   make([]float64, len(m.Flops)),
		Weight:   make([]float64, len(m.Flops)),
		Ratios:   make([]regression.Ratio, len(m.Flops)),
	}
	for i := range m.Flops {
		inst.Features[i], inst.Target[i], inst.Weight[i] = m.Flops[i].Features, m.Equity(i), 1
		inst.Ratios[i] = m.Flops[i].ratio()
	}
	return inst
}
