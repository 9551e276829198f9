package claims

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"gonum.org/v1/gonum/stat/combin"

	"feltlab/dataset/equity"
	"feltlab/dataset/published"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// evidence evaluates the expressions of claims over the cards, the published numbers and a folder of results.
type evidence struct {
	folder string
	rows   map[string][]any // of files, each read once
	names  map[string]any
}

// missingError names a file of results that is not there.
type missingError struct{ file string }

// Error says that the file is missing.
func (e *missingError) Error() string { return e.file + " is not there" }

func newEvidence(ctx context.Context, folder string) *evidence {
	e := &evidence{folder: folder, rows: map[string][]any{}}
	e.names = map[string]any{
		// Files of results, as lists of rows by column.
		"csv": func(file string) ([]any, error) { return e.read(file, readCSV) },
		// The answers of a sweep or a table, with the keys of fit --json.
		"answers": func(folder string) ([]any, error) { return e.read(folder+"/solves.jsonl", readLines) },
		// Published numbers.
		"table4":   published.Table4,
		"printed4": printed4,
		"uniform":  published.StrengthUniform, "weighted": published.StrengthWeighted, "icm": published.JamFoldICM,
		"jamTables":  jamTables,
		"frequency":  published.JamFoldFrequency,
		"fromTable3": features.FromTable3,
		"karlson":    byClass(func(k cards.Class) int { return published.KarlsonSklansky()[k] }),
		// The cards.
		"C":          combin.Binomial,
		"chen":       byClass(ranges.ChenScore),
		"group":      byClass(ranges.SklanskyGroup),
		"space":      func() tournament.Space { rules := tournament.Default(); return rules.Space() },
		"equity":     func(hand, rng string) (c equity.Count, err error) { return equityOf(ctx, hand, rng) },
		"features":   featuresBetween,
		"featuresOf": featuresOf,
		// Texts and comparisons.
		"sprintf": fmt.Sprintf, "spread": spread, "orNone": orNone, "onlyIn": onlyIn, "used": used, "behind": behind,
		"farthest": farthest,
		// prints reports whether a number rounds to a printed one.
		"prints": func(x, printed any, decimals int) bool {
			const rounding = 1e-9
			return math.Abs(number(x)-number(printed)) <= .5*math.Pow10(-decimals)+rounding
		},
	}
	return e
}

// eval returns the value of an expression.
func (e *evidence) eval(text string, with map[string]any) (any, error) {
	names := maps.Clone(e.names)
	maps.Copy(names, with)
	program, err := expr.Compile(text, expr.Env(names))
	if err != nil {
		return nil, err
	}
	return expr.Run(program, names)
}

const mostBytes = 64 << 20

func (e *evidence) read(file string, parse func(content []byte) ([]any, error)) ([]any, error) {
	if rows, ok := e.rows[file]; ok {
		return rows, nil
	}
	content, err := disk.ReadFile(filepath.Join(e.folder, filepath.FromSlash(file)), mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &missingError{file}
	}
	if err != nil {
		return nil, err
	}
	if e.rows[file], err = parse(content); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return e.rows[file], nil
}

// readCSV returns rows by column. The cells of a column are numbers if all that are not empty are.
func readCSV(content []byte) (rows []any, err error) {
	all, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err == nil && len(all) < 2 {
		err = errors.New("no rows")
	}
	if err != nil {
		return nil, err
	}
	for range all[1:] {
		rows = append(rows, map[string]any{})
	}
	for i, column := range all[0] {
		numbers := !slices.ContainsFunc(all[1:], func(cells []string) bool {
			_, err := strconv.ParseFloat(cells[i], 64)
			return err != nil && cells[i] != ""
		})
		for n, cells := range all[1:] {
			row := rows[n].(map[string]any)
			if row[column] = cells[i]; numbers {
				row[column], _ = strconv.ParseFloat(cells[i], 64)
			}
		}
	}
	return rows, nil
}

func readLines(content []byte) (rows []any, err error) {
	for d := json.NewDecoder(bytes.NewReader(content)); d.More(); {
		row := map[string]any{}
		if err := d.Decode(&row); err != nil {
			return nil, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// number returns a number of any type; NaN for anything else.
func number(x any) float64 {
	switch x := x.(type) {
	case float64:
		return x
	case int:
		return float64(x)
	}
	return math.NaN()
}

// jamTable is a published table with the share of all deals in which its hands are jammed.
type jamTable struct{ published.JamFoldTable }

// Frequency is that share.
func (t jamTable) Frequency() (jams float64) {
	for k, percent := range t.JamPercent {
		jams += percent / 100 * float64(cards.Class(k).Size())
	}
	return jams / cards.NumCombos
}

func jamTables() (all []jamTable) {
	for _, t := range published.JamFoldTables() {
		all = append(all, jamTable{t})
	}
	return all
}

func byClass(of func(cards.Class) int) func(string) (int, error) {
	return func(hand string) (int, error) {
		k, err := cards.ParseClass(hand)
		if err != nil {
			return 0, err
		}
		return of(k), nil
	}
}

func equityOf(ctx context.Context, hand, rng string) (c equity.Count, err error) {
	h, err := cards.ParseCombo(hand)
	if err != nil {
		return c, err
	}
	r, err := ranges.Parse(rng)
	if err != nil {
		return c, err
	}
	return equity.Against(ctx, h, r, nil)
}

// featuresBetween returns the numbers, from one to another, of the features that are true.
func featuresBetween(hand, flop string, from, to int) (ids []any, err error) {
	all, err := featuresOf(hand, flop)
	for _, f := range all {
		if f.ID >= from && f.ID <= to {
			ids = append(ids, f.ID)
		}
	}
	return ids, err
}

func featuresOf(hand, flop string) (all []features.Feature, err error) {
	h, err := cards.ParseCombo(hand)
	if err != nil {
		return nil, err
	}
	at, err := cards.ParseFlop(flop)
	if err != nil {
		return nil, err
	}
	for _, id := range features.Of(h, at).IDs() {
		f, err := features.ByID(id)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// spread writes "1.00 to 3.00, 2.12 on average".
func spread(list []any) string {
	least, most, sum := math.Inf(1), math.Inf(-1), 0.
	for _, x := range list {
		least, most, sum = min(least, number(x)), max(most, number(x)), sum+number(x)
	}
	return fmt.Sprintf("%.2f to %.2f, %.2f on average", least, most, sum/float64(len(list)))
}

func texts(list []any) (out []string) {
	for _, x := range list {
		out = append(out, fmt.Sprint(x))
	}
	return out
}

func orNone(list []any) string { return cmp.Or(strings.Join(texts(list), ", "), "none") }

// onlyIn lists what is only in one of two lists.
func onlyIn(theirs, ours []any) string {
	var parts []string
	add := func(word string, list, other []any) {
		for _, x := range list {
			if !slices.Contains(other, x) {
				parts = append(parts, fmt.Sprint(word, " ", x))
			}
		}
	}
	add("also", ours, theirs)
	add("not", theirs, ours)
	return cmp.Or(strings.Join(parts, ", "), "the same")
}

// used counts the answers with a feature of a weight above a limit, or below its negative.
func used(answers []any, id int, above any) (n int) {
	for _, a := range answers {
		list, _ := a.(map[string]any)["features"].([]any)
		for _, f := range list {
			if f, ok := f.(map[string]any); ok && number(f["id"]) == float64(id) &&
				math.Abs(number(f["weight"])) > number(above) {
				n++
			}
		}
	}
	return n
}

// behind lists the jammed hands behind a folded hand, and the folded hands ahead of a jammed one, in a ranking of
// hands that are jammed or not.
func behind(ranked []any) map[string][]any {
	jams := func(x any) bool { return x.(map[string]any)["jams"] == true }
	folds := func(x any) bool { return !jams(x) }
	out := map[string][]any{"jams": {}, "folds": {}}
	for i, x := range ranked {
		hand := x.(map[string]any)["hand"]
		switch {
		case jams(x) && slices.ContainsFunc(ranked[:i], folds):
			out["jams"] = append(out["jams"], hand)
		case folds(x) && slices.ContainsFunc(ranked[i:], jams):
			out["folds"] = append(out["folds"], hand)
		}
	}
	return out
}

// farthest returns the largest difference between numbers in a text, "[1 2 3]", and others.
func farthest(text string, from [tournament.NumSeats]float64) (largest float64, err error) {
	fields := strings.Fields(strings.Trim(text, "[]"))
	if len(fields) != len(from) {
		return 0, fmt.Errorf("%q is no list of %d numbers", text, len(from))
	}
	for i, field := range fields {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return 0, err
		}
		largest = max(largest, math.Abs(x-from[i]))
	}
	return largest, nil
}

// printed4 returns a row of the published Table 4.
func printed4(hand, rng string) published.Formula {
	row, _ := published.Find(published.Table4(), hand, rng)
	return row
}
