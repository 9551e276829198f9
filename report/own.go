package report

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// The tabs of the page show hands on flops by the features of the paper. Results about anything else (Standard is
// false of their answers) have sections below them that need no script: a chart, the errors and bounds, the formulas
// and the proofs of each subject.

type ownSubject struct {
	Title   string
	Facts   []string // sentences
	Options string   // of a table
	Chart   template.URL
	Tables  []ownTable

	unit string // of errors
}

type ownTable struct {
	Label, Caption string
	*table.Sheet
}

// ownSubjects makes the sections, in the order of the results.
func (in *Input) ownSubjects() ([]*ownSubject, error) {
	var all []*ownSubject
	of := map[string][]*result{}
	var keys []string
	for _, r := range in.own {
		key := r.Subject.Key()
		if of[key] == nil {
			keys = append(keys, key)
		}
		of[key] = append(of[key], r)
	}
	for _, key := range keys {
		results := slices.SortedStableFunc(slices.Values(of[key]), func(a, b *result) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.N, b.N), cmp.Compare(a.E, b.E))
		})
		s := &ownSubject{Title: results[0].Subject.String(), Facts: ownFacts(results[0].Answer),
			unit: "percentage points"}
		if results[0].IsTable() {
			s.unit, s.Options = results[0].ErrorUnit(), results[0].Table().OptionsText()
		}
		rows := table.NewSheet("program", "columns", "error", "bound", "gap", "status", "seconds", "proof", "formula",
			"file")
		s.Tables = []ownTable{{"results", "Errors and bounds in " + s.unit, rows}}
		for _, r := range results {
			rows.Add(in.ownRow(r)...)
		}
		var err error
		if s.Chart, err = ownChart(s, results); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func ownFacts(r *question.Answer) []string {
	if !r.IsTable() {
		return []string{fmt.Sprintf("The features are those of the reading %s.", r.Reading),
			"feltlab explain shows where the formulas are right and where they are wrong."}
	}
	facts := []string{fmt.Sprintf("The table is the file whose SHA-256 begins with %s, read with the options below.",
		r.Table().Digest[:16])}
	if r.Table().Low != "" {
		facts = append(facts, fmt.Sprintf("Targets reach from %s to %s. Weights are in the target's unit.",
			r.Table().Low, r.Table().High))
	}
	return facts
}

func (in *Input) ownRow(r *result) []string {
	program, columns, errs, gap, formula := r.Program().String(), "", "", "", ""
	if r.Weights != "" {
		program += ", weights " + fmt.Sprint(r.Weights)
	}
	if r.Found() {
		columns, errs = strconv.Itoa(question.Count(r.Features)), r.ErrorText(r.ownError())
		gap, formula = table.Fixed(100*float64(r.Gap), 2)+"%", r.FormulaText()
	}
	return []string{program, columns, errs, r.Bound(), gap, string(r.Status), table.Fixed(r.Seconds, 1),
		ownProof(&r.proof), formula, in.Solves[r.files[0]].File}
}

// ownError is the error that the program of a result makes least.
func (r *result) ownError() float64 {
	if r.Kind.UsesMax() {
		return float64(r.MaxError)
	}
	return float64(r.AverageError)
}

func ownProof(c *certificateRow) string {
	if c.Kind == "" {
		return "none"
	}
	text := fmt.Sprintf("%d cuts", c.Cuts)
	if c.File != "" {
		text += ", " + c.State
	}
	return text
}

// ownChart draws errors and bounds by number of columns, as the address of a picture; nothing below two points.
func ownChart(s *ownSubject, results []*result) (template.URL, error) {
	chart := draw.Chart{
		Title: s.Title, X: draw.Axis{Label: "columns", Integers: true},
		Y: draw.Axis{Label: "error, " + s.unit, Zero: true},
	}
	for _, max := range []bool{false, true} {
		errors := draw.Series{Name: "average error", Style: draw.Line}
		bounds := draw.Series{Name: "proved bound", Style: draw.Trend}
		if max {
			errors.Name, bounds.Name = "largest error", "proved bound of the largest error"
		}
		for _, r := range results {
			if r.CountsFeatures() || r.Kind.UsesMax() != max || !r.Found() || r.Weights != "" {
				continue
			}
			errors.Points = append(errors.Points, draw.Point{X: float64(r.N), Y: r.InErrorUnit(r.Objective())})
			if !r.LowerBound.Missing() {
				bounds.Points = append(bounds.Points,
					draw.Point{X: float64(r.N), Y: r.InErrorUnit(float64(r.LowerBound))})
			}
		}
		if len(errors.Points) > 1 {
			chart.Series = append(chart.Series, errors)
			if len(bounds.Points) > 1 {
				chart.Series = append(chart.Series, bounds)
			}
		}
	}
	if len(chart.Series) == 0 {
		return "", nil
	}
	var b bytes.Buffer
	if err := draw.SVG(&b, chart); err != nil {
		return "", err
	}
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Bytes())), nil
}
