package report

import (
	"context"
	"fmt"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
	"feltlab/internal/parallel"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// mostWhere is the number of subjects of one's own whose flops the page counts, some seconds each, unless it is full.
const mostWhere = 24

// worstOwn is the number of boards, and of hands, that a section lists.
const worstOwn = 6

// addWhere counts the flops of subjects of hands, and adds where their formulas are wrong, and their features.
func (in *Input) addWhere(ctx context.Context, all []*ownSubject) error {
	if in.Instances == nil {
		return nil
	}
	var some []*ownSubject
	for _, s := range all {
		r := s.largest
		if r == nil || r.IsTable() {
			continue
		}
		set := r.Against().FeatureSet.Reading
		if r.Against().Own() && in.Sets[set] == "" && set != question.AnyHand().Reading {
			s.Facts = append(s.Facts, "With the file of the feature set, feltlab report --feature-set FILE also "+
				"shows where the formulas are wrong.")
			continue
		}
		if some = append(some, s); len(some) > mostWhere && !in.Full {
			in.leftOut = append(in.leftOut,
				fmt.Sprintf("Of hands with features of their own, streets or estimates the page "+
					"has errors by texture for %d; --full adds the others.", mostWhere))
			some = some[:mostWhere]
			break
		}
	}
	step, stop := in.progress("boards", len(some))
	defer stop()
	loop := parallel.Loop{Items: len(some), Workers: 1} // a count takes all processors
	return loop.Each(ctx, parallel.Same(func(i int) error {
		s := some[i]
		defer step(s.Title)
		of := struct {
			Used    [][]int
			Largest any
		}{Largest: s.largest.Features}
		for _, r := range s.results {
			of.Used = append(of.Used, r.Formula().IDs())
		}
		about := s.largest.Subject.With("")
		spec, err := partSpec("where it errs: "+s.largest.Program().String(), of, about)
		if err != nil {
			return err
		}
		if in.Live && !in.stored(spec) {
			s.Facts = append(s.Facts, "feltlab report, which counts the boards once, also shows where the formulas "+
				"are wrong.")
			return nil
		}
		tables, err := part(ctx, in, spec, func(ctx context.Context) ([]ownTable, error) { return in.where(ctx, s) })
		s.Tables = append(s.Tables, tables...)
		return err
	}))
}

// where counts the flops of a subject, and says where its largest formula is right and where it is wrong.
func (in *Input) where(ctx context.Context, s *ownSubject) ([]ownTable, error) {
	r := s.largest
	about := r.Subject.With("").At(func(reading string) string { return in.Sets[reading] })
	rows, err := in.Instances.Rows(ctx, about)
	if err != nil {
		return nil, err
	}
	spots, f := rows.Orbits(), r.Formula()
	for _, id := range f.IDs() {
		if id > spots.Columns().Count() {
			return nil, fmt.Errorf("%w: %v has the feature F%d, but the set has %d", ErrInput, r, id,
				spots.Columns().Count())
		}
	}
	groups, err := handout.Textures(spots, f)
	if err != nil {
		return nil, err
	}
	program := r.Program().String() + ": "
	errors := fmt.Sprintf("%serrors of the %v of %s, in percentage points, ", program, r.Against().Estimate,
		spots.Boards())
	tables := []ownTable{
		{"features", "Features of the formulas", featuresOf(spots, s.results)},
		{"errors by texture", errors + "by texture", table.SheetOf(groups)},
	}
	if r.Together() {
		if groups, err = handout.ByHand(spots, f); err != nil {
			return nil, err
		}
		worst := table.SheetOf(groups[:min(worstOwn, len(groups))])
		tables = append(tables, ownTable{"errors by hand", errors + "of the worst hands", worst})
	}
	worst := table.NewSheet("board", "exact", "formula", "off", "true there")
	for _, x := range handout.Rank(spots, f).Worst(worstOwn) {
		board, holds := x.Text, make([]string, len(x.Terms))
		if x.Hand != "" {
			board = x.Hand + " on " + x.Text
		}
		for i, t := range x.Terms {
			holds[i] = spots.Columns().List[t.ID-1].Name
		}
		worst.Addf("%s\t%.1f%%\t%.1f%%\t%.1f\t%s", board, 100*x.Equity, 100*x.Estimate, 100*x.Error,
			strings.Join(holds, "; "))
	}
	return append(tables, ownTable{"largest errors", program + "largest errors", worst}), nil
}

// featuresOf lists the features that formulas have, with their expressions, in the order of their numbers.
func featuresOf(spots *matrix.Rows, results []*result) *table.Sheet {
	used := map[int]bool{}
	for _, r := range results {
		for _, t := range r.Formula() {
			used[t.ID] = true
		}
	}
	t := table.NewSheet("feature", "true when", "expression")
	for i, c := range spots.Columns().List {
		when := ""
		if spots.Set != nil {
			when = spots.Set.Features[i].When
		}
		if used[i+1] {
			t.Add(c.Name, c.Sentence, when)
		}
	}
	return t
}
