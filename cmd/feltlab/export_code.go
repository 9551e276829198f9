package main

import (
	"fmt"
	"io"

	"feltlab/dataset/data"
	"feltlab/internal/plain"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// exportCode writes the formulas of results as functions.
func (a *app) exportCode(path string, f *exportFlags) error {
	if f.Top != 0 || len(f.With) > 0 {
		return usage("--top and --with are for tables; leave them out with --format %s", f.Format)
	}
	results, err := readResults(path)
	if err != nil {
		return err
	}
	var names []string
	if f.Data != "" {
		if names, err = data.Names(f.Data); err != nil {
			return badTable(named(err))
		}
	}
	var functions []handout.Function
	for _, r := range results {
		if !r.Found() {
			continue
		}
		function, err := functionOf(r)
		if err != nil {
			return usage("%s: %w", path, err)
		}
		functions = append(functions, function)
	}
	if len(functions) == 0 {
		return usage("%s: want results of feltlab fit or sweep with formulas; it has %s", path, inventory(results))
	}
	return badTable(a.writeTo(f.Out, func(w io.Writer) error {
		return handout.WriteCode(w, f.Format, functions, names)
	}))
}

// functionOf returns the formula of a result as a function.
func functionOf(r *question.Answer) (f handout.Function, err error) {
	if f.Formula, err = tableFormula(r); err != nil {
		return f, err
	}
	f.Name = fmt.Sprintf("%s %v", targetOf(r), r.Program())
	f.Comment = fmt.Sprintf("%v, average error %s%% of the target's range", r, points(r.AverageError))
	if r.IsTable() {
		return f, nil
	}
	f.Bits, f.Says = true, map[string]string{}
	f.Name = fmt.Sprintf("equity %v %v", r.Subject, r.Program())
	f.Comment = fmt.Sprintf("%v, average error %s percentage points; estimates are fractions of 1", r, points(r.AverageError))
	for _, w := range r.Features {
		f.Says[featureColumn(w.ID)] = plain.Line(w.Name)
	}
	return f, nil
}
