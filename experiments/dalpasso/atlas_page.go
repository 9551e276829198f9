package dalpasso

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/report/draw"
)

func writeAtlas(env *experiments.Env, s *study) error {
	written := env.Write(atlasName+"/features.csv", s.featureTable().CSV)
	n := s.main()
	high := 0.0
	for _, f := range s.all("", n) {
		high = math.Max(high, math.Ceil(100*f.Objective()))
	}
	for _, rng := range s.ranges {
		grid := draw.Grid{Title: gridTitle(n, rng), Legend: "average error, percentage points", High: high, Decimals: 1}
		for k := range grid.Values {
			grid.Values[k] = math.NaN()
		}
		for _, f := range s.all(rng, n) {
			grid.Values[f.class] = 100 * f.Objective()
		}
		written = errors.Join(written, env.Draw(atlasName+"/"+gridFile(rng), grid))
	}
	return errors.Join(written, env.WritePage(pages, atlasName, s.page()))
}

func gridTitle(n int, rng string) string {
	return fmt.Sprintf("Average error of the best %d features against %s", n, rng)
}

func gridFile(rng string) string { return "errors-" + strings.ToLower(rng) }

// main is the main number of features of the page: the largest that is proved for all hands, or else the smallest of
// the sweep.
func (s *study) main() int { return max(s.proved(), s.sizes[0]) }

type atlasPage struct {
	Formulas, Proved, ProvedTo, Main, Used, First int
	// Least is the smallest share in a family that gives a feature a row.
	Least                                                    string
	Errors, Enough, Nested, Single, Most, Features, Families *table.Sheet
	Never                                                    []features.Feature
	Grids                                                    []atlasGrid
}

type atlasGrid struct{ Title, File string }

func (s *study) page() *atlasPage {
	sum := s.summary()
	n := s.main()
	p := &atlasPage{
		Formulas: sum.Solves, Proved: sum.Proved, ProvedTo: sum.ProvedTo, Main: n, First: s.sizes[0],
		Least: percentText(leastShare, 0), Errors: s.errorTable(), Enough: s.enoughTable(),
		Nested: s.nestedTable(), Single: s.firstTable(), Most: s.mostTable(),
		Features: s.mainTable(), Families: familyTable(),
	}
	for _, rng := range s.ranges {
		p.Grids = append(p.Grids, atlasGrid{gridTitle(n, rng), gridFile(rng)})
	}
	table := uses(s.all("", n))
	for _, f := range features.All() {
		if table[f.ID][len(families)].with == 0 {
			p.Never = append(p.Never, f)
		} else {
			p.Used++
		}
	}
	return p
}

func (s *study) errorTable() *table.Sheet {
	t := table.NewSheet("range", "features", "hands", "proved", "mean", "median", "least", "largest",
		"median gap of the others")
	for _, rng := range s.ranges {
		for _, n := range s.sizes {
			all := slices.Clone(s.all(rng, n))
			if len(all) == 0 {
				continue
			}
			slices.SortStableFunc(all, func(a, b *atlasFormula) int {
				return cmp.Compare(a.Objective(), b.Objective())
			})
			size := s.size(all)
			low, high := all[0], all[len(all)-1]
			gap := ""
			if gaps := openGaps(all); len(gaps) > 0 {
				gap = fmt.Sprintf("%.0f%%", 100*gaps[len(gaps)/2])
			}
			t.Addf("%s\t%d\t%d\t%d\t%.2f\t%.2f\t%.2f (%v)\t%.2f (%v)\t%s",
				rng, n, len(all), size.Proved, size.MeanPercent, 100*all[len(all)/2].Objective(), 100*low.Objective(), low.class, 100*high.Objective(), high.class, gap)
		}
	}
	return t
}

// openGaps returns the gaps of the formulas that are not proved, in ascending order.
func openGaps(formulas []*atlasFormula) (gaps []float64) {
	for _, f := range formulas {
		if !proved(f.Answer) {
			gaps = append(gaps, float64(f.Gap))
		}
	}
	slices.Sort(gaps)
	return gaps
}

var enoughLimits = []float64{10, 5, 4, 3, 2.5}

// enoughTable counts the hands for which a number of features reaches an error limit. It shows only numbers for which
// all formulas are proved.
func (s *study) enoughTable() *table.Sheet {
	proved := s.proved()
	sizes := experiments.Where(s.sizes, func(n int) bool { return n <= proved })
	t := table.NewSheet(append([]string{"range", "error at most"}, experiments.Map(sizes, strconv.Itoa)...)...)
	for _, rng := range s.ranges {
		for _, limit := range enoughLimits {
			row := []string{rng, fmt.Sprintf("%g", limit)}
			for _, n := range sizes {
				enough := func(f *atlasFormula) bool { return 100*f.Objective() <= limit }
				row = append(row, strconv.Itoa(experiments.Count(s.all(rng, n), enough)))
			}
			t.Add(row...)
		}
	}
	return t
}

func (s *study) nestedTable() *table.Sheet {
	t := table.NewSheet("features", "are among the best", "of hands and ranges")
	for i, n := range s.sizes[1:] {
		within, of := s.nested(s.sizes[i], n)
		t.Addf("%d\t%d\t%d of %d", s.sizes[i], n, within, of)
	}
	return t
}

func (s *study) firstTable() *table.Sheet {
	t := table.NewSheet(slices.Concat([]string{"hands"}, s.ranges)...)
	for at, family := range families {
		row := []string{family.name}
		for _, rng := range s.ranges {
			first := s.all(rng, s.sizes[0])
			table := uses(first)
			best := 1
			for id := range table {
				if id > 0 && table[id][at].with > table[best][at].with {
					best = id
				}
			}
			u := table[best][at]
			if u.with == 0 {
				row = append(row, "-")
				continue
			}
			row = append(row, fmt.Sprintf("%v, %+.2f (%.0f of %.0f)", featureOf(best), u.weight(), u.with, u.formulas))
		}
		t.Add(row...)
	}
	return t
}

const mostFeatures = 6

func (s *study) mostTable() *table.Sheet {
	t := table.NewSheet("hands", "features that most of their formulas have")
	table := uses(s.all("", s.main()))
	for at, family := range families {
		ids := slices.DeleteFunc(features.IDs(), func(id int) bool { return table[id][at].with == 0 })
		slices.SortStableFunc(ids, func(a, b int) int { return cmp.Compare(table[b][at].with, table[a][at].with) })
		t.Add(family.name, experiments.Join(ids[:min(mostFeatures, len(ids))], func(id int) string {
			return fmt.Sprintf("%v %s%%", featureOf(id), percentText(table[id][at].share(), 0))
		}))
	}
	return t
}

// leastShare is the smallest share of a family's formulas that gives a feature a row on the page.
const leastShare = 0.3

// mainTable has a row for each feature that some family uses often, and a column for each family.
func (s *study) mainTable() *table.Sheet {
	names := experiments.Map(families, func(f family) string { return f.name })
	t := table.NewSheet(append([]string{"feature", "all hands"}, names...)...)
	table := uses(s.all("", s.main()))
	ids := slices.DeleteFunc(features.IDs(), func(id int) bool {
		return !slices.ContainsFunc(table[id], func(u use) bool { return u.share() >= leastShare })
	})
	slices.SortStableFunc(ids, func(a, b int) int {
		return cmp.Compare(table[b][len(families)].with, table[a][len(families)].with)
	})
	cell := func(u use) string {
		if u.with == 0 {
			return ""
		}
		return fmt.Sprintf("%s%% (%+.2f)", percentText(u.share(), 0), u.weight())
	}
	for _, id := range ids {
		last := len(families)
		row := []string{featureOf(id).String(), cell(table[id][last])}
		t.Add(append(row, experiments.Map(table[id][:last], cell)...)...)
	}
	return t
}

// featureTable lists all uses. share_percent is a percentage of formulas, mean_weight_percent one of equity.
func (s *study) featureTable() *table.Sheet {
	t := table.NewSheet("hands", "range", "max_features", "feature", "name", "formulas", "with", "share_percent",
		"mean_weight_percent")
	for _, rng := range append(slices.Clone(s.ranges), "") {
		for _, n := range s.sizes {
			table := uses(s.all(rng, n))
			for _, f := range features.All() {
				for at, u := range table[f.ID] {
					if u.with == 0 {
						continue
					}
					hands := "all"
					if at < len(families) {
						hands = families[at].name
					}
					t.Addf("%s\t%s\t%d\t%d\t%s\t%.0f\t%.0f\t%s\t%s", hands, cmp.Or(rng, "all"), n, f.ID, f.Name,
						u.formulas, u.with, percentText(u.share(), 2), percentText(u.weight(), 2))
				}
			}
		}
	}
	return t
}

func familyTable() *table.Sheet {
	t := table.NewSheet("hands", "classes")
	for at, f := range families {
		var names []string
		for k := range cards.Class(cards.NumClasses) {
			if familyOf(k) == at {
				names = append(names, k.String())
			}
		}
		t.Addf("%s (%d)\t%s", f.name, len(names), strings.Join(names, " "))
	}
	return t
}

func featureOf(id int) features.Feature { return features.All()[id-1] }
