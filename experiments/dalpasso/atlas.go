package dalpasso

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// atlas is what the best formulas of all 169 classes of hands have in common: the page of the sweep
// of configs/atlas.yaml, which it reads. It solves nothing and takes a second.
var atlas = experiments.Experiment{
	Name:  "atlas",
	Short: "which features the best formulas of all 169 hands need, from the sweep of configs/atlas.yaml",
	Run: func(_ context.Context, env *experiments.Env) error {
		return runAtlas(env)
	},
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
	if err := writeAtlas(env, s); err != nil {
		return err
	}
	return env.Summarize(s.summary())
}

// study is the formulas of an atlas, by what is asked of them.
type study struct {
	ranges []string // in the order of the sweep
	sizes  []int    // numbers of features, ascending
	of     map[atlasCell]*atlasFormula
	chosen map[string]map[int][]*atlasFormula // by range and size, in the order of the sweep
}

// atlasCell is a question of the atlas.
type atlasCell struct {
	class cards.Class
	rng   string
	n     int
}

// atlasFormula is the best formula that is known of a class, with its features as a set.
type atlasFormula struct {
	*question.Answer
	class cards.Class
	set   features.Vector
}

// newStudy takes the formulas of AVGERR out of results.
func newStudy(results []*question.Answer) (*study, error) {
	s := &study{of: map[atlasCell]*atlasFormula{}, chosen: map[string]map[int][]*atlasFormula{}}
	for _, r := range results {
		if r.Kind != regression.AvgErr || !r.Found() {
			continue
		}
		class, err := cards.ParseClass(r.Hand.Text)
		if err != nil {
			return nil, err
		}
		f := &atlasFormula{Answer: r, class: class}
		for _, w := range r.Features {
			f.set = f.set.With(w.ID)
		}
		if s.chosen[r.Range.String()] == nil {
			s.ranges = append(s.ranges, r.Range.String())
			s.chosen[r.Range.String()] = map[int][]*atlasFormula{}
		}
		if !slices.Contains(s.sizes, r.N) {
			s.sizes = append(s.sizes, r.N)
		}
		s.of[atlasCell{class, r.Range.String(), r.N}] = f
		s.chosen[r.Range.String()][r.N] = append(s.chosen[r.Range.String()][r.N], f)
	}
	if len(s.of) == 0 {
		return nil, errors.New("no formula of AVGERR for a class of hands")
	}
	slices.Sort(s.sizes)
	return s, nil
}

// all lists the formulas of a size, against one range or, where that is empty, all.
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

// proved is the largest size up to which all formulas are proved.
func (s *study) proved() int {
	most := 0
	for _, n := range s.sizes {
		if slices.ContainsFunc(s.all("", n), func(f *atlasFormula) bool { return f.Status != question.Optimal }) {
			break
		}
		most = n
	}
	return most
}

// nested counts the formulas of n features whose features are all in the formula of m, and those
// for which there are both.
func (s *study) nested(n, m int) (within, of int) {
	for _, f := range s.all("", n) {
		more := s.of[atlasCell{f.class, f.Range.String(), m}]
		if more == nil {
			continue
		}
		of++
		if !slices.ContainsFunc(f.set.IDs(), func(id int) bool { return !more.set.Has(id) }) {
			within++
		}
	}
	return within, of
}

// family is a kind of starting hands. Every class is of the first that has it.
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

// familyOf is the place of a class's family.
func familyOf(k cards.Class) int {
	return slices.IndexFunc(families, func(f family) bool { return f.has(k) })
}

// use is how often a feature is in some formulas, and with which weight.
type use struct{ formulas, with, sum float64 }

// share is the part of the formulas that have the feature; NaN of none.
func (u use) share() float64 { return u.with / u.formulas }

// weight is the mean weight where the feature is; NaN where it never is.
func (u use) weight() float64 { return u.sum / u.with }

// uses counts features in formulas, by feature and family; the family after the last is all hands.
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

// atlasSummary is what an atlas says in short.
type atlasSummary struct {
	Solves   int `json:"solves"`
	Proved   int `json:"proved"`
	ProvedTo int `json:"proved_to"`
	// Sizes are by number of features.
	Sizes []atlasSize `json:"sizes"`
}

// atlasSize is about the formulas with at most so many features.
type atlasSize struct {
	Features     int     `json:"features"`
	Formulas     int     `json:"formulas"`
	Proved       int     `json:"proved"`
	MeanPercent  float64 `json:"mean_average_error_percent"`
	WorstPercent float64 `json:"worst_average_error_percent"`
	// Used is how many of the features some formula has.
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
	var used features.Vector
	for _, f := range formulas {
		if f.Status == question.Optimal {
			size.Proved++
		}
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

// Text writes the summary for a person.
func (s *atlasSummary) Text(w io.Writer) error {
	var b strings.Builder
	for _, n := range s.Sizes {
		fmt.Fprintf(&b, "AVGERR(%d): %d formulas, %d proved, average error %.4f points on average, %.4f at worst; %d of %d features in use\n",
			n.Features, n.Formulas, n.Proved, n.MeanPercent, n.WorstPercent, n.Used, features.Count)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
