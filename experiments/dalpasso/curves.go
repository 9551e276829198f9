package dalpasso

import (
	"cmp"
	"slices"

	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// line names a curve of error against number of features.
type line struct{ hand, rng, program string }

func lineOf(r *question.Answer) line { return line{r.Hand.Text, r.Range.String(), r.Kind.String()} }

// lines lists the curves among results of AVGERR and MAXERR in the order in which they first
// occur, and the results of each.
func lines(results []*question.Answer) ([]line, map[line][]*question.Answer) {
	var all []line
	of := map[line][]*question.Answer{}
	for _, r := range results {
		if r == nil || !r.Found() || r.CountsFeatures() {
			continue
		}
		l := lineOf(r)
		if of[l] == nil {
			all = append(all, l)
		}
		of[l] = append(of[l], r)
	}
	return all, of
}

// bestUpTo keeps one result for each hand, range, program and N, with what is known from
// all the results: the formula of the least error with at most N features, which may come from a
// smaller N, and the highest bound for N features or more, which holds for N as well. Programs
// that count features are left out. Curves stay in order; N ascends.
func bestUpTo(results []*question.Answer) []*question.Answer {
	var kept []*question.Answer
	all, of := lines(results)
	for _, l := range all {
		kept = append(kept, envelope(of[l])...)
	}
	return kept
}

// envelope is bestUpTo for the results of one curve.
func envelope(results []*question.Answer) []*question.Answer {
	slices.SortStableFunc(results, func(a, b *question.Answer) int {
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Objective(), b.Objective()))
	})
	var kept []*question.Answer
	for _, r := range results {
		best := *r
		if len(kept) > 0 {
			last := kept[len(kept)-1]
			if last.N == r.N {
				last.LowerBound, last.Proof = higherBound(last, r)
				continue
			}
			if last.Objective() < r.Objective() {
				best = *last
				best.N, best.LowerBound, best.Proof, best.Seconds, best.Engine = r.N, r.LowerBound, r.Proof, r.Seconds, r.Engine
			}
		}
		kept = append(kept, &best)
	}
	var above *question.Answer
	for _, r := range slices.Backward(kept) {
		if above != nil {
			r.LowerBound, r.Proof = higherBound(r, above)
		}
		carried := *r
		above = &carried // before Settle caps its bound
		r.SetBound(float64(r.LowerBound))
	}
	return kept
}

// higherBound returns the higher bound of two results with its proof.
func higherBound(a, b *question.Answer) (question.Number, *prooffile.Record) {
	if a.LowerBound.Missing() || b.LowerBound > a.LowerBound {
		return b.LowerBound, b.Proof
	}
	return a.LowerBound, a.Proof
}

// higher returns the larger of two bounds, of which any may be missing.
func higher(a, b question.Number) question.Number {
	if a.Missing() || b > a {
		return b
	}
	return a
}

// addBounds draws the lower bounds of a chart's curves as dashed lines, with one name for all.
// The chart has the same curves as the results, in their order.
func addBounds(chart *draw.Chart, results []*question.Answer, name string) {
	all, of := lines(results)
	for i, l := range all {
		var points []draw.Point
		for _, r := range of[l] {
			if !r.LowerBound.Missing() {
				points = append(points, draw.Point{X: float64(r.N), Y: 100 * float64(r.LowerBound)})
			}
		}
		if len(points) > 0 {
			chart.Series = append(chart.Series, draw.Series{Name: name, Style: draw.Trend, Colour: i + 1, Points: points})
		}
	}
}
