package dalpasso

import (
	"slices"

	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/pipeline/question"
)

// family is a kind of starting hands; a class belongs to the first family that has it.
type family struct {
	Name string
	has  func(k cards.Class) bool
	// Classes are its classes.
	Classes []string
}

var families = func() []family {
	high := func(k cards.Class) cards.Rank { h, _ := k.Ranks(); return h }
	gap := func(k cards.Class) int { h, l := k.Ranks(); return int(h) - int(l) }
	list := []family{
		{Name: "pairs TT to AA", has: func(k cards.Class) bool { return k.Pair() && high(k) >= cards.Ten }},
		{Name: "pairs 22 to 99", has: cards.Class.Pair},
	}
	for _, suited := range []bool{true, false} {
		name := map[bool]string{true: "suited", false: "offsuit"}[suited]
		of := func(what string, has func(k cards.Class) bool) family {
			return family{Name: name + what, has: func(k cards.Class) bool {
				return !k.Pair() && k.Suited() == suited && has(k)
			}}
		}
		list = append(list, of(" aces", func(k cards.Class) bool { return high(k) == cards.Ace }),
			of(" broadway", func(k cards.Class) bool { _, l := k.Ranks(); return l >= cards.Ten }),
			of(" connectors and one-gappers", func(k cards.Class) bool { return gap(k) <= 2 }),
			of(" others", func(cards.Class) bool { return true }))
	}
	for k := range cards.Class(cards.NumClasses) {
		at := slices.IndexFunc(list, func(f family) bool { return f.has(k) })
		list[at].Classes = append(list[at].Classes, k.String())
	}
	return list
}

// use counts the formulas of a family, those With a feature, and adds their weights.
type use struct{ Formulas, With, sum float64 }

// Share is the share of formulas with the feature; NaN without formulas.
func (u use) Share() float64 { return u.With / u.Formulas }

// Weight is the mean weight in formulas with the feature; NaN without such formulas.
func (u use) Weight() float64 { return u.sum / u.With }

// featureUse is the use of a feature by all hands and by family.
type featureUse struct {
	features.Feature

	All      use
	Families []use
}

// uses counts the features in the formulas of classes of hands.
func uses(rows []any) (all []featureUse) {
	kinds := families()
	for _, f := range features.All() {
		all = append(all, featureUse{Feature: f, Families: make([]use, len(kinds))})
	}
	for _, a := range experiments.AnswersOf(rows) {
		at := slices.IndexFunc(kinds, func(f family) bool { return slices.Contains(f.Classes, a.Hand().Text) })
		for i := range all {
			for _, u := range []*use{&all[i].All, &all[i].Families[at]} {
				u.Formulas++
				for _, w := range a.Features {
					if w.ID == all[i].ID {
						u.With++
						u.sum += w.Weight
					}
				}
			}
		}
	}
	return all
}

// nested counts the hands and ranges with formulas of n and of m features, and those among them whose formula of m
// contains all features of the formula of n.
func nested(rows []any, n, m int) map[string]int {
	counts := map[string]int{"within": 0, "of": 0}
	larger := map[string]*question.Answer{}
	answers := experiments.AnswersOf(rows)
	for _, a := range answers {
		if a.N == m {
			larger[a.Subject.Key()] = a
		}
	}
	for _, a := range answers {
		more := larger[a.Subject.Key()]
		if a.N != n || more == nil {
			continue
		}
		counts["of"]++
		if !slices.ContainsFunc(a.Features, func(w question.Weight) bool {
			return !slices.Contains(more.Formula().IDs(), w.ID)
		}) {
			counts["within"]++
		}
	}
	return counts
}
