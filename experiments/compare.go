package experiments

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Outcomes of a comparison with a printed number that both sides try to make small.
const (
	Better = "better"
	Equal  = "equal"
	Worse  = "worse"
)

// Comparison compares a number of ours, and its proved lower bound, with a printed one. A source that does not say so
// may truncate or round; its number may also be larger than the least one, but never below a proved bound.
type Comparison struct {
	// Difference is ours minus the print, and BoundDifference the bound minus the print.
	Difference, BoundDifference float64
	// IfTruncated and IfRounded say whether ours is better, equal or worse if the source truncates or rounds.
	IfTruncated, IfRounded string
	// Verdict is a key of Verdicts.
	Verdict string
}

// Verdicts are the verdicts on a printed last digit, with what they mean.
var Verdicts = [][2]string{
	{"refutes both", "the certified bound is a last digit or more above the print: no formula of these " +
		"features has an error that rounds or truncates to the print"},
	{"refutes rounding", "the certified bound is more than half a last digit above the print: no " +
		"formula rounds to it"},
	{"truncated, if optimal", "ours is above the print by half a last digit or more: it truncates " +
		"to the print and does not round to it, but the bound is too low to exclude a better formula"},
	{"either", "ours rounds and truncates to the print"},
	{"rounded, or not optimal", "ours is below the print by at most half a last digit: the source " +
		"rounded, or its formula was not optimal"},
	{"not optimal", "ours is below the print by more than half a last digit: the source's formula " +
		"was not optimal, whether its error was rounded or truncated"},
}

// Compare compares numbers that are printed with some decimals. A missing number of ours is worse.
func Compare(ours, bound, printed any, decimals int) Comparison {
	x, b, p := Number(ours), Number(bound), Number(printed)
	digit := math.Pow10(-decimals) // the nearest float, as a constant has it
	c := Comparison{Difference: x - p, BoundDifference: b - p, IfTruncated: Worse, IfRounded: Worse}
	switch {
	case x < p:
		c.IfTruncated = Better
	case x < p+digit:
		c.IfTruncated = Equal
	}
	switch {
	case x < p-digit/2:
		c.IfRounded = Better
	case x <= p+digit/2:
		c.IfRounded = Equal
	}
	at := 5
	switch {
	case b >= p+digit:
		at = 0
	case b > p+digit/2:
		at = 1
	case x > p+digit/2:
		at = 2
	case x >= p:
		at = 3
	case x >= p-digit/2:
		at = 4
	}
	c.Verdict = Verdicts[at][0]
	return c
}

// Prints reports whether a number rounds to a printed one with some decimals.
func Prints(x, printed any, decimals int) bool {
	const rounding = 1e-9
	return math.Abs(Number(x)-Number(printed)) <= .5*math.Pow10(-decimals)+rounding
}

// publishedNumbers are the numbers of a CSV file that the answers to the questions are compared with.
type publishedNumbers struct {
	// File is the CSV file. Keys are its columns that name the question, as fit --json does, and Number the column of
	// the published numbers.
	File   string
	Keys   []string
	Number string
	// Ours and Bound are expressions over the keys of an answer, in the unit of the print; by default its error and
	// bound in percentage points.
	Ours, Bound string
}

// addTo gives a recipe without tables two, of its comparisons: counts, and rows with their verdicts.
func (p *publishedNumbers) addTo(r *recipe) {
	if len(r.Tables) > 0 {
		return
	}
	r.Values["summary"] = `{rows: len(compared), better: count(compared, .comparison.IfRounded == "better"),
		equal: count(compared, .comparison.IfRounded == "equal"),
		worse: count(compared, .comparison.IfRounded == "worse")}`
	var keys columns
	for _, key := range p.Keys {
		keys = append(keys, [2]string{key, "." + key})
	}
	r.Tables = map[string]sheet{
		"counts": {Columns: columns{{"rows", "summary.rows"}, {"better", "summary.better"}, {"equal", "summary.equal"},
			{"worse", "summary.worse"}}},
		"rows": {File: r.Name + "/" + r.Name + ".csv", Rows: "compared", Columns: append(keys, columns{
			{"ours", "fixed(.ours, .decimals + 3)"}, {"bound", "fixed(.lower, .decimals + 3)"}, {"status", ".status"},
			{"printed", "fixed(.printed, .decimals)"}, {"difference", `sprintf("%+.4f", .comparison.Difference)`},
			{"if truncated", ".comparison.IfTruncated"}, {"if rounded", ".comparison.IfRounded"},
			{"verdict", ".comparison.Verdict"}}...)},
	}
}

// compared returns the answers that have a published number, with the keys ours, lower, printed, decimals and
// comparison.
func (p *publishedNumbers) compared(e *Evaluation) ([]any, error) {
	content, err := e.published(p.File)
	if err != nil {
		return nil, err
	}
	all, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil || len(all) == 0 {
		return nil, fmt.Errorf("%s: no rows of CSV: %w", p.File, err)
	}
	columns := Map(append(slices.Clone(p.Keys), p.Number), func(name string) int { return slices.Index(all[0], name) })
	if slices.Contains(columns, -1) {
		return nil, fmt.Errorf("%s has the columns %s, not %s", p.File, strings.Join(all[0], ", "),
			strings.Join(append(p.Keys, p.Number), ", "))
	}
	printed := map[string]string{}
	key := func(cells []string) string { return strings.Join(cells, "\x00") }
	for _, cells := range all[1:] {
		of := Map(columns, func(i int) string { return cells[i] })
		printed[key(of[:len(p.Keys)])] = of[len(p.Keys)]
	}
	answers, err := e.Value("answers")
	if err != nil {
		return nil, err
	}
	var rows []any
	for _, x := range answers.([]any) {
		answer := x.(map[string]any)
		text, ok := printed[key(Map(p.Keys, func(k string) string { return plainText(answer[k]) }))]
		if !ok {
			continue
		}
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.File, err)
		}
		ours, err := e.Eval(cmp.Or(p.Ours, "100 * number(objective)"), answer)
		if err != nil {
			return nil, err
		}
		lower, err := e.Eval(cmp.Or(p.Bound, "100 * number(bound)"), answer)
		if err != nil {
			return nil, err
		}
		_, decimals, _ := strings.Cut(text, ".")
		rows = append(rows, with(answer, map[string]any{"ours": ours, "lower": lower, "printed": number,
			"decimals": len(decimals), "comparison": Compare(ours, lower, number, len(decimals))}))
	}
	return rows, nil
}
