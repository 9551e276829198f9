package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"feltlab/dataset/data"
	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/memory"
	"feltlab/internal/plain"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// tablesFlag names the files that results or proofs about tables need.
type tablesFlag struct {
	Data []string `flag:"data" help:"table that results or proofs are about; one flag for each file" keep:","`
	Sets []string `flag:"feature-set" help:"feature set of results or proofs; one flag for each file" keep:","`
}

// tables returns the paths of tables by the SHA-256 of the files, and of feature sets by their readings.
func (f *tablesFlag) tables() (map[string]string, error) {
	all := map[string]string{}
	for _, path := range f.Data {
		memory.Spare(path)
		digest, err := data.DigestOf(path)
		if err != nil {
			return nil, named(err)
		}
		all[hex.EncodeToString(digest[:])] = path
	}
	for _, path := range f.Sets {
		set, err := question.OfSet(path)
		if err != nil {
			return nil, named(err)
		}
		all[set.Reading] = path
	}
	return all, nil
}

// badTable makes a usage error of what the user can change about a table, its options and the question about it.
func badTable(err error) error {
	for _, bad := range []error{data.ErrData, tablefile.ErrColumns, regression.ErrProgram, question.ErrQuestion} {
		if errors.Is(err, bad) {
			return usageError{err}
		}
	}
	return err
}

// inTarget writes a number of the target's unit with four digits after the point of the range.
func inTarget(t *data.Table, x float64) string {
	digits := max(0, 4-int(math.Ceil(math.Log10(t.Range()))))
	return strconv.FormatFloat(x+0, 'f', min(digits, 9), 64)
}

func printNote(w io.Writer, s question.Subject) {
	if s.Table().Note != "" {
		printWrapped(w, "%s", plain.Line(s.Table().Note))
	}
}

// printTwins reports columns that say nothing or the same.
func printTwins(w io.Writer, t *data.Table) {
	const shown = 6
	report := func(what string, names []string) {
		if len(names) == 0 {
			return
		}
		text := strings.Join(names[:min(shown, len(names))], "; ")
		if len(names) > shown {
			text += fmt.Sprintf("; and %d more", len(names)-shown)
		}
		printWrapped(w, "%s: %s", what, text)
	}
	pairs := func(all [][2]string) []string {
		return mapped(all, func(p [2]string) string { return p[0] + " and " + p[1] })
	}
	twins := question.TwinsOf(t)
	report("columns of the file with one value", t.Dull)
	report("constant columns", twins.Constant)
	report("columns that are true in the same rows", pairs(twins.Duplicates))
	report("columns that are true where another one is false", pairs(twins.Complements))
}

func printTerms(w io.Writer, t *data.Table, r *question.Answer) {
	fmt.Fprintf(w, "  %s is about\n", t.Options.Target)
	sheet := table.NewSheet().Align("rl")
	if !t.Options.NoIntercept {
		sheet.Add(inTarget(t, t.InTarget(r.Intercept)))
	}
	for _, x := range r.ByWeight() {
		note := ""
		if t.AtBound(x.Weight) {
			note = ", at the bound of the weights"
		}
		sheet.Add(signed(t, x.Weight*t.Range()), "if "+x.Name+note)
	}
	sheet.Print(w, "    ")
}

func signed(t *data.Table, x float64) string {
	text := inTarget(t, x)
	if x > 0 {
		return "+" + text
	}
	return text
}

// printVotes says what errors mean where the target is 0 or 1.
func printVotes(w io.Writer, t *data.Table, r *question.Answer) {
	if !t.Binary() {
		return
	}
	wrong, mixed := t.Misclassified(r.Formula().Estimate)
	printWrapped(w, "the target is 0 or 1: the formula with the least average error follows the majority of the "+
		"rows; it estimates no probability, and others may misclassify fewer rows. If estimates of 0.5 and more count "+
		"as 1, it misclassifies %d of %d rows, %.2f%%", wrong, t.Weight, 100*float64(wrong)/float64(t.Weight))
	if mixed {
		printWrapped(w, "some rows are equal in all columns and have different targets, so the largest error of every "+
			"formula is at least 0.5")
	}
}
