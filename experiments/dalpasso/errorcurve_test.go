package dalpasso

import (
	"io"
	"math"
	"strings"
	"testing"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// solves makes results for a curve.
func solves(hand, rng string, errs ...float64) []*question.Answer {
	var list []*question.Answer
	for i, e := range errs {
		list = append(list, &question.Answer{Subject: question.MustSubject(hand, rng), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: i + 1}, Status: question.Feasible, AverageError: question.Number(e)})
	}
	return list
}

func TestErrorCurve(t *testing.T) {
	results := append(solves("AA", "RUS", 0.05, 0.04, 0.03), solves("AA", "ATC", 0.04, 0.03, 0.025)...)
	results = append(results, solves("72o", "ATC", 0.06)...)
	results = append(results, nil, &question.Answer{Subject: question.MustSubject("KK", "RS"), ProgramKeys: question.ProgramKeys{Kind: regression.MaxErr, N: 2}, Status: question.Optimal})
	chart, err := errorCurve(results, "curves")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range chart.Series {
		names = append(names, s.Name)
	}
	// RUS is printed for 8 and 10 features, beyond the curves; ATC for 3 and 10.
	want := "AA against RUS; AA against ATC; 72o against ATC; AA against ATC, Dalpasso & Lancia"
	if got := strings.Join(names, "; "); got != want {
		t.Fatalf("series %s, want %s", got, want)
	}
	last := chart.Series[3]
	if last.Style != draw.Reference || last.Colour != 2 || len(last.Points) != 1 || last.Points[0] != (draw.Point{X: 3, Y: 2.5}) {
		t.Errorf("%+v", last)
	}
	if p := chart.Series[0].Points[1]; p.X != 2 || math.Abs(p.Y-4) > 1e-12 {
		t.Errorf("%+v, want 4 points with 2 features", p)
	}
	if err := draw.SVG(io.Discard, chart); err != nil {
		t.Error(err)
	}
	if _, err := errorCurve(nil, ""); err == nil {
		t.Errorf("no results: %v", err)
	}
}
