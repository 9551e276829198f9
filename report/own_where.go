package report

import (
	"context"
	"fmt"
	"strconv"

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

// ownWhere says where the largest formula of a subject is right and where it is wrong.
type ownWhere struct {
	Features []ownFeature // of all formulas
	Program  string
	Estimate string // what the formula estimates
	Boards   string // flops, turns, rivers, or hands on flops
	Groups   []ownGroup
	Hands    []ownGroup // of several hands: those with the largest errors
	Worst    []ownWorst
}

type ownGroup struct{ Family, Name, Boards, Mean, Average, P90, Largest string }

type ownWorst struct{ Board, Exact, Estimate, Off, True string }

// ownFeature is a feature of the formulas of a subject.
type ownFeature struct{ Name, Sentence, When string }

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
			s.Facts = append(s.Facts, "With the file of the feature set, feltlab report --feature-set FILE also shows where the "+
				"formulas are wrong.")
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
		key := s.largest.Subject.Key()
		for _, r := range s.results {
			key += fmt.Sprint(r.Formula().IDs())
		}
		var err error
		s.Where, err = in.keep.where.get(fmt.Sprint(key, s.largest.Features),
			func() (*ownWhere, error) { return in.where(ctx, s) })
		return err
	}))
}

// where counts the flops of a subject.
func (in *Input) where(ctx context.Context, s *ownSubject) (*ownWhere, error) {
	r := s.largest
	about := r.Subject.With("").At(func(reading string) string { return in.Sets[reading] })
	spots, err := in.Instances.Spots(ctx, about)
	if err != nil {
		return nil, err
	}
	f := r.Formula()
	for _, id := range f.IDs() {
		if id > spots.Columns.Count() {
			return nil, fmt.Errorf("%w: %v has the feature F%d, but the set has %d", ErrInput, r, id,
				spots.Columns.Count())
		}
	}
	w := &ownWhere{Features: featuresOf(spots, s.results), Program: r.Program().String(),
		Estimate: r.Against().Estimate.String(),
		Boards:   spots.Boards()}
	groups, err := handout.Textures(spots, f)
	if err != nil {
		return nil, err
	}
	w.Groups = ownGroups(groups)
	if r.Together() {
		if groups, err = handout.ByHand(spots, f); err != nil {
			return nil, err
		}
		w.Hands = ownGroups(groups[:min(worstOwn, len(groups))])
	}
	for _, flop := range handout.Rank(spots, f).Worst(worstOwn) {
		w.Worst = append(w.Worst, worstOf(spots, &flop))
	}
	return w, nil
}

func ownGroups(groups []handout.Group) (all []ownGroup) {
	for _, g := range groups {
		all = append(all, ownGroup{g.Family, g.Name, strconv.Itoa(g.Flops), table.Fixed(100*g.Equity, 1) + "%",
			table.Fixed(100*g.AverageError, 2), table.Fixed(100*g.P90Error, 2), table.Fixed(100*g.MaxError, 2)})
	}
	return all
}

func worstOf(spots *matrix.Spots, f *handout.Flop) ownWorst {
	w := ownWorst{Board: f.Text, Exact: table.Fixed(100*f.Equity, 1) + "%", Estimate: table.Fixed(100*f.Estimate,
		1) + "%",
		Off: table.Fixed(100*f.Error, 1)}
	if f.Hand != "" {
		w.Board = f.Hand + " on " + f.Text
	}
	for i, t := range f.Terms {
		if i > 0 {
			w.True += "; "
		}
		w.True += spots.Columns.List[t.ID-1].Name
	}
	return w
}

// featuresOf lists the features that formulas have, with their expressions, in the order of their numbers.
func featuresOf(spots *matrix.Spots, results []*result) (all []ownFeature) {
	used := map[int]bool{}
	for _, r := range results {
		for _, t := range r.Formula() {
			used[t.ID] = true
		}
	}
	for i, c := range spots.Columns.List {
		if !used[i+1] {
			continue
		}
		f := ownFeature{Name: c.Name, Sentence: c.Sentence}
		if spots.Set != nil {
			f.When = spots.Set.Features[i].When
		}
		all = append(all, f)
	}
	return all
}
