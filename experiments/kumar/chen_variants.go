package kumar

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Which opponent did the source use for its weighted strengths?
//
// Kumar & Keshner state the rules of Chen's points, but the points in their table follow other rules. A variant fixes
// every rule that can be read in several ways; the search tries all combinations. A variant must give the 15 printed
// points. Then the four printed strengths of the case of section 5 judge it (three of them are enumerated, not
// sampled), and last the 15 sampled strengths of Table 2.

type choice struct {
	rule    string
	options []string
}

// String writes the rule and its options: "gap: the ranks between / the difference of the ranks".
func (c choice) String() string { return c.rule + ": " + strings.Join(c.options, " / ") }

// Places of the choices in a variant.
const (
	gapRule = iota
	aceRule
	halvesRule
	pairRule
	leastRule
	bonusRule
	tieRule
	numRules
)

var choices = [numRules]choice{
	gapRule:    {"gap", []string{"the ranks between", "the difference of the ranks"}},
	aceRule:    {"aces in gaps", []string{"high", "high or low, whichever is nearer"}},
	halvesRule: {"half points", []string{"rounded up", "rounded to even", "kept", "rounded down"}},
	pairRule:   {"pairs", []string{"at least 5", "twice their points, even below 5"}},
	leastRule:  {"least weight", []string{"1", "1/2", "0"}},
	bonusRule: {"bonus below a queen",
		[]string{"for a gap of 0 or 1", "for 0 or 1 ranks between", "for nothing", "for a gap of 0 or 1, and pairs"}},
	tieRule: {"ties", []string{"half", "nothing", "all"}},
}

type variant [numRules]int

var differenceVariant = variant{gapRule: 1}

func variants() []variant {
	all := []variant{{}}
	for rule, c := range choices {
		for _, r := range all[:len(all):len(all)] {
			for option := 1; option < len(c.options); option++ {
				r[rule] = option
				all = append(all, r)
			}
		}
	}
	return all
}

// String names the options that are not the text's.
func (r variant) String() string {
	var parts []string
	for rule, option := range r {
		if option != 0 {
			parts = append(parts, choices[rule].rule+": "+choices[rule].options[option])
		}
	}
	return cmp.Or(strings.Join(parts, "; "), "as stated")
}

// halves returns Chen's points of a class in halves, rounded as the variant says.
func (r variant) halves(k cards.Class) int {
	high, low := k.Ranks()
	points := ranges.ChenCardHalves(high)
	if k.Pair() {
		points *= 2
		if r[pairRule] == 0 {
			points = max(points, 2*5)
		}
		if r[bonusRule] == 3 && high < cards.Queen {
			points += 2
		}
		return r.round(points)
	}
	if k.Suited() {
		points += 2 * 2
	}
	between := int(high-low) - 1
	if r[aceRule] == 1 && high == cards.Ace {
		between = min(between, int(low)) // a deuce is rank 0 and next to the low ace
	}
	gap := between + r[gapRule]
	points -= 2 * ranges.ChenGapCost(gap)
	near := map[int]int{0: gap, 1: between, 2: 2, 3: gap}[r[bonusRule]]
	if near <= 1 && high < cards.Queen {
		points += 2
	}
	return r.round(points)
}

// round turns halves into whole points, in halves.
func (r variant) round(halves int) int {
	points := float64(halves) / 2
	switch r[halvesRule] {
	case 0:
		points = math.Floor(points + 0.5)
	case 1:
		points = math.RoundToEven(points)
	case 3:
		points = math.Floor(points)
	}
	return int(2 * points)
}

func (r variant) weight(k cards.Class) uint64 {
	return uint64(max(r.halves(k), 2-r[leastRule]))
}

type classCounts [cards.NumClasses]equity.Count

func (r variant) strength(against *classCounts) float64 {
	var won, deals uint64 // won in halves
	for k, v := range against {
		weight := r.weight(cards.Class(k))
		won += weight * (2*v.Wins + v.Ties*[]uint64{1, 0, 2}[r[tieRule]])
		deals += weight * v.Deals
	}
	return float64(won) / float64(2*deals)
}

type tried struct {
	Variant string `json:"reading"`
	// Points counts the printed scores that it gives, of 15.
	Points int `json:"points"`
	// Case holds the strengths of section 5, from preflop to river.
	Case [4]float64 `json:"case"`
	// Agrees counts those that agree: the enumerated ones to the printed digit, the sampled one within three
	// standard errors.
	Agrees int `json:"agrees"`
	// Table2 is the root mean square difference from Table 2.
	Table2 float64 `json:"table_2_rms"`

	variant variant
}

type evidence struct {
	// Case is the case of section 5 street by street, Table2 its 15 hands before the flop.
	Case   [4]classCounts  `json:"case"`
	Table2 [15]classCounts `json:"table_2"`
}

func (e *evidence) try(r variant, p *printed) tried {
	t := tried{Variant: r.String(), variant: r}
	t.Points = experiments.Count(p.uniform, func(row printedStrength) bool { return r.halves(row.class) == 2*row.Chen })
	for i := range e.Case {
		t.Case[i] = r.strength(&e.Case[i])
		if p.agrees(t.Case[i], p.street[i].Weighted, i == 0) {
			t.Agrees++
		}
	}
	sum := 0.0
	for i := range e.Table2 {
		d := r.strength(&e.Table2[i]) - p.weighted[i].Strength
		sum += d * d
	}
	t.Table2 = math.Sqrt(sum / float64(len(e.Table2)))
	return t
}

// search tries every variant. It returns the number of variants, the number that give all printed points, and those of
// them that agree with the whole case.
func (e *evidence) search(p *printed) (all, scoring int, fitting []tried) {
	list := experiments.Map(variants(), func(r variant) tried { return e.try(r, p) })
	scored := experiments.Where(list, func(t tried) bool { return t.Points == len(p.uniform) })
	fitting = experiments.Where(scored, func(t tried) bool { return t.Agrees == len(t.Case) })
	return len(list), len(scored), fitting
}

// neighbours lists the text's variant, the proved slip alone, the best variant, and the best variant with one option
// changed.
func (e *evidence) neighbours(best variant, p *printed) []tried {
	list := []tried{e.try(variant{}, p)}
	if best != differenceVariant {
		list = append(list, e.try(differenceVariant, p))
	}
	found := e.try(best, p)
	found.Variant = "**" + found.Variant + "**"
	list = append(list, found)
	for rule, c := range choices {
		for option, name := range c.options {
			other := best
			other[rule] = option
			if option == best[rule] || other == differenceVariant || other == (variant{}) {
				continue
			}
			t := e.try(other, p)
			t.Variant = "the same, but " + c.rule + ": " + name
			list = append(list, t)
		}
	}
	return list
}

func variantTable(list []tried, p *printed) *table.Sheet {
	t := table.NewSheet("reading", "points met")
	for i, name := range []string{"preflop", "flop", "turn", "river"} {
		t.Header = append(t.Header, fmt.Sprintf("%s (%.3f)", name, p.street[i].Weighted))
	}
	t.Header = append(t.Header, "streets met", "rms of Table 2")
	for _, x := range list {
		row := []string{x.Variant, fmt.Sprintf("%d of %d", x.Points, len(p.uniform))}
		row = append(row, experiments.Map(x.Case[:], func(v float64) string { return fmt.Sprintf("%.5f", v) })...)
		t.Add(append(row, fmt.Sprintf("%d of %d", x.Agrees, len(x.Case)), fmt.Sprintf("%.4f", x.Table2))...)
	}
	return t
}
