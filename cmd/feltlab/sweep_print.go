package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// goal says in words what a program asks for.
func goal(p regression.Program) string {
	switch p.Kind {
	case regression.AvgErr, regression.MaxErr:
		loss := map[regression.Kind]string{regression.AvgErr: "average", regression.MaxErr: "largest"}[p.Kind]
		if p.N == 1 {
			return loss + ", 1 feature"
		}
		return fmt.Sprintf("%s, %d features", loss, p.N)
	case regression.FeatAvgErr:
		return "fewest, average " + percentText(p.E)
	}
	return "fewest, largest " + percentText(p.E)
}

// percentText writes an allowed error in percentage points with as few digits as it has.
func percentText(e float64) string { return strconv.FormatFloat(100*e, 'g', 12, 64) }

// fewSolves is the number of rows up to which a sweep prints formulas without --long.
const fewSolves = 10

// words returns a function that says formulas in words, nil for more rows than are asked for. Formulas of tables, and
// those of turns and rivers, whose boards take seconds to count, are said by the names of their features.
func (a *app) words(ctx context.Context, rows int, long bool) func(*question.Answer) string {
	if rows > fewSolves && !long {
		return nil
	}
	instances := fit.NewInstances(a.kept, 0)
	return func(r *question.Answer) string {
		if !r.IsTable() && r.Against().Street == cards.Flop {
			if inst, err := instances.Get(ctx, r.Subject); err == nil {
				return fit.Words(r, inst)
			}
		}
		if r.IsTable() {
			return r.FormulaText()
		}
		return namedWeights(r.Features)
	}
}

// printSolves writes a table of 80 columns, in which long ranges have numbers that are listed below; the sweep's files
// have the rest. Each formula follows in words, unless they are nil.
func printSolves(w io.Writer, results []*question.Answer, words func(*question.Answer) string) error {
	t := table.NewSheet("hand", "range", "goal", "n", "average", "largest", "bound", "status").Align("lllrrrrl")
	if len(results) > 0 && results[0].IsTable() {
		t.Header[0], t.Header[1] = "file", "target"
	}
	for _, r := range results {
		first, _ := r.Names()
		aim := goal(r.Program())
		if r.Weights != "" {
			aim += ", " + string(r.Weights)
		}
		row := []string{first, "", aim, "", "", ""}
		if r.Found() {
			row = append(row[:3], strconv.Itoa(question.Count(r.Features)), r.ErrorText(float64(r.AverageError)),
				r.ErrorText(float64(r.MaxError)))
		}
		t.Add(append(row, cmp.Or(r.Bound(), "none"), r.StatusText())...)
	}
	numbered := fillRanges(t, results)
	var b bytes.Buffer
	if err := t.Print(&b, ""); err != nil {
		return err
	}
	for i, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		fmt.Fprintln(w, line)
		if words != nil && i > 0 && results[i-1].Found() {
			fmt.Fprintf(w, "    %s\n", wrap(words(results[i-1]), "    ", lineWidth-4))
		}
	}
	for i, text := range numbered {
		fmt.Fprintf(w, "(%d) %s\n", i+1, text)
	}
	if err := printSolvers(w, results); err != nil {
		return err
	}
	printPublishedRows(w, results)
	more := "; --long prints the formulas"
	if words != nil {
		more = ""
	}
	unit := "percentage points"
	if len(results) > 0 && results[0].IsTable() {
		unit = "the unit of the target"
	}
	_, err := fmt.Fprintf(w, "n: features; errors and weights in %s%s\n", unit, more)
	return err
}

// fillRanges puts the ranges into the second column as they were typed, if they fit; otherwise numbers of the list that
// it returns.
func fillRanges(t *table.Sheet, results []*question.Answer) (numbered []string) {
	room := lineWidth
	for column, name := range t.Header {
		width := utf8.RuneCountInString(name)
		for _, row := range t.Rows {
			width = max(width, utf8.RuneCountInString(row[column]))
		}
		if column != 1 {
			room -= width + 2
		}
	}
	for i, r := range results {
		_, text := r.Names()
		if utf8.RuneCountInString(text) > room {
			if !slices.Contains(numbered, text) {
				numbered = append(numbered, text)
			}
			text = fmt.Sprintf("(%d)", slices.Index(numbered, text)+1)
		}
		t.Rows[i][1] = text
	}
	return numbered
}

// namedWeights writes a formula by the names of its features: "an ace in the hand +85.0; ...".
func namedWeights(all []question.Weight) string {
	var parts []string
	for _, w := range (&question.Answer{Features: all}).ByWeight() {
		parts = append(parts, fmt.Sprintf("%s %+.1f", w.Name, 100*w.Weight))
	}
	return strings.Join(parts, "; ")
}

func printSolvers(w io.Writer, results []*question.Answer) error {
	t := table.NewSheet("hand", "range", "program", "formulation", "version", "status, not certified", "bound", "gap",
		"nodes", "seconds")
	for _, r := range results {
		if s := r.Solver; s != nil {
			bound, gap := solverNumbers(r)
			first, second := r.Names()
			t.Add(first, second, r.Program().String(), s.Formulation, s.Version, s.Status, bound, gap,
				strconv.FormatInt(s.Nodes, 10), table.Fixed(s.Seconds, 1))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t.Print(w, "")
}

// printPublishedRows lists the rows of Dalpasso & Lancia that belong to the results.
func printPublishedRows(w io.Writer, results []*question.Answer) {
	var said []string // AVGERR and FEAT_AVGERR share a row of Table 3
	for _, r := range results {
		text, _ := publishedText(r)
		line := fmt.Sprintf("  %v, %s", r.Subject, text)
		if text != "" && !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	if len(said) > 0 {
		fmt.Fprintf(w, "Dalpasso & Lancia:\n%s\n", strings.Join(said, "\n"))
	}
}
