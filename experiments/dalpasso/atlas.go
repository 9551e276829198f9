package dalpasso

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// atlas shows what the best formulas of all 169 classes of hands have in common. It reads the sweep of
// configs/atlas.yaml, solves nothing and takes a second.
var atlas = experiments.Experiment{
	Name:  "atlas",
	Short: "which features the best formulas of all 169 hands need, from the sweep of configs/atlas.yaml",
	Run:   func(_ context.Context, env *experiments.Env) error { return runAtlas(env) },
}

const atlasName = "atlas"

func runAtlas(env *experiments.Env) error {
	results, err := readSweep(env, atlasName)
	if err != nil {
		return err
	}
	s, err := newStudy(results)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(env.Out, atlasName), err)
	}
	return env.Finish(writeAtlas(env, s), pages, atlasName, s.summary())
}

type study struct {
	ranges []string                           // in the order of the sweep
	sizes  []int                              // numbers of features, ascending
	chosen map[string]map[int][]*atlasFormula // by range and size, in the order of the sweep
}

type atlasFormula struct {
	*question.Answer
	class cards.Class
	set   features.Vector
}

func newStudy(results []*question.Answer) (*study, error) {
	s := &study{chosen: map[string]map[int][]*atlasFormula{}}
	for _, r := range results {
		if r.Kind != regression.AvgErr || !r.Found() {
			continue
		}
		class, err := cards.ParseClass(r.Hand().Text)
		if err != nil {
			return nil, err
		}
		f := &atlasFormula{Answer: r, class: class}
		for _, w := range r.Features {
			f.set = f.set.With(w.ID)
		}
		rng := rangeOf(r)
		if s.chosen[rng] == nil {
			s.ranges = append(s.ranges, rng)
			s.chosen[rng] = map[int][]*atlasFormula{}
		}
		if !slices.Contains(s.sizes, r.N) {
			s.sizes = append(s.sizes, r.N)
		}
		s.chosen[rng][r.N] = append(s.chosen[rng][r.N], f)
	}
	if len(s.sizes) == 0 {
		return nil, errors.New("no formula of AVGERR for a class of hands")
	}
	slices.Sort(s.sizes)
	return s, nil
}

// all lists the formulas of a size against a range, or against all ranges if rng is empty.
func (s *study) all(rng string, n int) []*atlasFormula {
	if rng != "" {
		return s.chosen[rng][n]
	}
	var all []*atlasFormula
	for _, rng := range s.ranges {
		all = append(all, s.chosen[rng][n]...)
	}
	return all
}

func (s *study) proved() int {
	most := 0
	for _, n := range s.sizes {
		if slices.ContainsFunc(s.all("", n), func(f *atlasFormula) bool { return !proved(f.Answer) }) {
			break
		}
		most = n
	}
	return most
}

// nested counts the questions with formulas of n and of m features, and those among them whose formula of m contains
// all features of the formula of n.
func (s *study) nested(n, m int) (within, of int) {
	for _, f := range s.all("", n) {
		for _, more := range s.chosen[rangeOf(f.Answer)][m] {
			if more.class != f.class {
				continue
			}
			of++
			if !slices.ContainsFunc(f.set.IDs(), func(id int) bool { return !more.set.Has(id) }) {
				within++
			}
		}
	}
	return within, of
}

type family struct {
	name string
	has  func(k cards.Class) bool
}

var families = func() []family {
	high := func(k cards.Class) cards.Rank { h, _ := k.Ranks(); return h }
	gap := func(k cards.Class) int { h, l := k.Ranks(); return int(h) - int(l) }
	list := []family{
		{"pairs TT to AA", func(k cards.Class) bool { return k.Pair() && high(k) >= cards.Ten }},
		{"pairs 22 to 99", cards.Class.Pair},
	}
	for _, suit := range []struct {
		name   string
		suited bool
	}{{"suited", true}, {"offsuit", false}} {
		of := func(has func(k cards.Class) bool) func(k cards.Class) bool {
			return func(k cards.Class) bool { return !k.Pair() && k.Suited() == suit.suited && has(k) }
		}
		list = append(list,
			family{suit.name + " aces", of(func(k cards.Class) bool { return high(k) == cards.Ace })},
			family{suit.name + " broadway", of(func(k cards.Class) bool { _, l := k.Ranks(); return l >= cards.Ten })},
			family{suit.name + " connectors and one-gappers", of(func(k cards.Class) bool { return gap(k) <= 2 })},
			family{suit.name + " others", of(func(cards.Class) bool { return true })},
		)
	}
	return list
}()

func familyOf(k cards.Class) int {
	return slices.IndexFunc(families, func(f family) bool { return f.has(k) })
}

type use struct{ formulas, with, sum float64 }

// share is the share of formulas with the feature; NaN without formulas.
func (u use) share() float64 { return u.with / u.formulas }

// weight is the mean weight in formulas with the feature; NaN without such formulas.
func (u use) weight() float64 { return u.sum / u.with }

// uses counts features in formulas by feature and family. The entry after the last family counts all hands.
func uses(formulas []*atlasFormula) [features.Count + 1][]use {
	var table [features.Count + 1][]use
	for id := range table {
		table[id] = make([]use, len(families)+1)
	}
	for _, f := range formulas {
		for _, at := range []int{familyOf(f.class), len(families)} {
			for id := range table {
				table[id][at].formulas++
			}
			for _, w := range f.Features {
				u := &table[w.ID][at]
				u.with++
				u.sum += w.Weight
			}
		}
	}
	return table
}

type atlasSummary struct {
	Solves   int `json:"solves"`
	Proved   int `json:"proved"`
	ProvedTo int `json:"proved_to"`
	// Sizes are by number of features.
	Sizes []atlasSize `json:"sizes"`
}

// atlasSize summarizes the formulas with at most Features features.
type atlasSize struct {
	Features     int     `json:"features"`
	Formulas     int     `json:"formulas"`
	Proved       int     `json:"proved"`
	MeanPercent  float64 `json:"mean_average_error_percent"`
	WorstPercent float64 `json:"worst_average_error_percent"`
	// Used counts the features that occur in some formula.
	Used int `json:"features_used"`
}

func (s *study) summary() *atlasSummary {
	out := &atlasSummary{ProvedTo: s.proved()}
	for _, n := range s.sizes {
		size := s.size(s.all("", n))
		size.Features = n
		out.Solves += size.Formulas
		out.Proved += size.Proved
		out.Sizes = append(out.Sizes, size)
	}
	return out
}

func (s *study) size(formulas []*atlasFormula) atlasSize {
	size := atlasSize{Formulas: len(formulas)}
	size.Proved = experiments.Count(formulas, func(f *atlasFormula) bool { return proved(f.Answer) })
	var used features.Vector
	for _, f := range formulas {
		e := 100 * f.Objective()
		size.MeanPercent += e / float64(len(formulas))
		size.WorstPercent = math.Max(size.WorstPercent, e)
		for _, id := range f.set.IDs() {
			used = used.With(id)
		}
	}
	size.Used = len(used.IDs())
	return size
}
