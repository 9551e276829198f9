package dalpasso

import (
	"feltlab/dataset/table"
	"feltlab/pipeline/question"
)

// limits are what "2.5" may stand for in Table 3: itself, or any error that rounds or truncates to
// it. Percentage points.
var limits = [...]struct {
	name string
	most float64
}{{"at most 2.5", 2.5}, {"rounds to 2.5", 2.55}, {"truncates to 2.5", 2.6}}

// limitsTable asks whether another limit explains the printed numbers of features.
func limitsTable(rows []*table3Row) *table.Sheet {
	t := table.NewSheet("the error", "printed number certified too small", "no formula known with so many", "fewer features suffice")
	for _, l := range limits {
		var refuted, unknown, fewer []pair
		for _, r := range rows {
			name := pair{r.printed.Hand, r.printed.Range}
			found, bound := r.within(l.most)
			switch {
			case bound > r.printed.FeaturesNeeded:
				refuted = append(refuted, name)
			case found == 0 || found > r.printed.FeaturesNeeded:
				unknown = append(unknown, name)
			case found < r.printed.FeaturesNeeded:
				fewer = append(fewer, name)
			}
		}
		t.Add(l.name, countedPairs(refuted), countedPairs(unknown), countedPairs(fewer))
	}
	return t
}

// within returns the smallest number of features that is known to reach an error, 0 if none is, and
// the number below which it is certified that none does. Percentage points.
func (r *table3Row) within(most float64) (found, bound int) {
	note := func(x *question.Answer, n int) {
		if x.Found() && 100*float64(x.AverageError) <= most && (found == 0 || n < found) {
			found = n
		}
	}
	if r.count.Found() {
		note(r.count, len(r.count.Features))
	}
	for _, s := range r.sized {
		note(s, len(s.Features))
		if 100*float64(s.LowerBound) > most {
			bound = max(bound, s.N+1)
		}
	}
	if most <= table3ErrorPercent {
		bound = max(bound, r.bound)
	}
	return found, bound
}
