package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/pipeline/question"
)

// Formats are the names that Export accepts: those of package table, a grid of hands by ranges, and JSON.
var Formats = append(slices.Clone(table.Formats), "latex-grid", "json")

// Export writes the weight tables of the results: one row a solve, with its size or error in percentage points and the
// `top` largest weights (all of them where top is 0), as the source's Tables 3 and 4 have them.
//
// The format latex-grid has hands by ranges instead, as the source prints them, and features in words.
func Export(w io.Writer, results []*question.Answer, format string, top int) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("unknown format %q, want %s%s", format, strings.Join(Formats, ", "),
			plain.Hint(format, Formats))
	}
	results = inTargetUnit(results)
	switch format {
	case "parquet", "arrow":
		return encode(w, results, format)
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(results)
	case "latex-grid":
		return writeGrid(w, results, top)
	}
	return table.Write(w, format, exported(results, top), nil, results)
}

// exportLike writes the weight tables of the results in the format of a text that Export wrote,
// with as many weights. The error says what the text is instead.
func exportLike(text []byte, results []*question.Answer) ([]byte, error) {
	first, _, _ := strings.Cut(string(text[:min(len(text), 1<<20)]), "\n")
	format := "csv"
	switch {
	case strings.HasPrefix(first, "|"):
		format = "markdown"
	case strings.HasPrefix(first, `\begin{tabular}`):
		format = "latex"
		lines := strings.SplitN(string(text[:min(len(text), 1<<20)]), "\n", 4)
		first = strings.ReplaceAll(lines[min(2, len(lines)-1)], `\_`, "_")
	}
	var top int
	if n, _ := fmt.Sscanf(first+"\n", gridHead, &top); n == 1 {
		format = "latex-grid"
	} else if top = strings.Count(first, "weight_"); !strings.Contains(first, "average_error") ||
		!strings.Contains(first, "program") {
		return nil, fmt.Errorf("no kind of results begins with %.60q", first)
	}
	var b bytes.Buffer
	err := Export(&b, results, format, top)
	return b.Bytes(), err
}

// Column is a column of tables with a row for each answer.
type Column = table.Column[*question.Answer]

// columnsOf are the columns of table.csv and table.parquet: the keys of the answers' JSON, the formula as text and its
// number of features; where some range was typed in another way, the range as typed; where HiGHS was asked, its report;
// of tables, the file's digest, target and options; of round weights, what they cost.
// Numbers are fractions of 1 or counts.
//
// Where all answers are about tables, errors, bounds and intercepts are in the unit of the target, which has a column,
// and the same numbers as fractions of the range follow.
func columnsOf(answers []*question.Answer) []Column {
	var columns []Column
	inUnit := len(answers) > 0 && answers[0].OfRange != nil
	for _, c := range answerColumns() {
		switch name := c.Field.Name; {
		case !asked(answers) && (name == "formulation" || strings.HasPrefix(name, "solver_")):
		case only[name] != nil && !only[name](answers):
		case name == "hand" && inUnit:
			columns = append(columns, text("file", fileName), text("target", target))
			if quantiles(answers) {
				columns = append(columns, text("quantile", quantile))
			}
		case name == "range" && inUnit:
		case name == "street":
			street := func(r *question.Answer) string { return r.Against().Street.String() }
			columns = append(columns, text(name, street))
		case name == "seed":
			columns = append(columns, table.Int64(name, func(r **question.Answer) int64 { return int64((*r).Seed) }))
		case name == "unit" && !inUnit:
		case strings.HasPrefix(name, "lower_bound") || strings.HasPrefix(name, "solver_bound"):
			columns = append(columns, boundColumn(name))
		default:
			columns = append(columns, c)
		}
	}
	columns = append(columns, text("features", FeatureList),
		table.OptionalInt64("features_used", func(r **question.Answer) (int64, bool) {
			return int64(question.Count((*r).Features)), (*r).Found()
		}))
	if inUnit {
		columns = append(columns,
			ofRange("average_error", func(r *question.OfRange) question.Number { return r.AverageError }),
			ofRange("max_error", func(r *question.OfRange) question.Number { return r.MaxError }),
			ofRange("lower_bound", func(r *question.OfRange) question.Number { return r.LowerBound }))
	} else if ofTables(answers) {
		columns = append(columns, text("target", target))
	}
	if ofTables(answers) {
		columns = append(columns, text("file_sha256", func(r *question.Answer) string { return r.Table().Digest }),
			text("options", func(r *question.Answer) string { return r.Table().OptionsText() }))
	}
	if round(answers) {
		columns = append(columns, roundingCost(answers))
	}
	return columns
}

// ofRange is the column of a number as a fraction of a target's range.
func ofRange(name string, get func(*question.OfRange) question.Number) Column {
	return number(name+"_of_range", func(r *question.Answer) float64 { return float64(get(r.OfRange)) })
}

// inTargetUnit returns the answers with the numbers of tables in the unit of the target, or all as they are if some are
// not about such tables.
func inTargetUnit(answers []*question.Answer) []*question.Answer {
	out := make([]*question.Answer, len(answers))
	for i, r := range answers {
		if out[i] = r.InTargetUnit(); out[i].OfRange == nil {
			return answers
		}
	}
	return out
}

// boundColumn is the column of a bound by its key in JSON, which says whether it is an error or a number of features.
func boundColumn(name string) Column {
	base, counts := strings.CutSuffix(name, "_features")
	return number(name, func(r *question.Answer) float64 {
		switch {
		case r.CountsFeatures() != counts || base == "solver_bound" && r.Solver == nil:
			return math.NaN()
		case base == "solver_bound":
			return float64(r.Solver.Bound)
		}
		return float64(r.LowerBound)
	})
}

func fileName(r *question.Answer) string { return filepath.Base(r.Table().Path) }

func text(name string, get func(*question.Answer) string) Column {
	return table.Text(name, func(r **question.Answer) string { return get(*r) })
}

func number(name string, get func(*question.Answer) float64) Column {
	return table.OptionalFloat(name, func(r **question.Answer) float64 { return get(*r) })
}

// formula is the column of the features as lists of terms, for programs that do not parse text.
var formula = table.Formula("formula", func(r **question.Answer) (terms []tablefile.Term) {
	for _, w := range (*r).ByWeight() {
		terms = append(terms, tablefile.Term{ID: int32(w.ID), Name: w.Name, Weight: w.Weight})
	}
	return terms
})

// What some answers have: tables of others leave out its columns.
var (
	asked     = some(func(r *question.Answer) bool { return r.Solver != nil })
	together  = some(func(r *question.Answer) bool { return r.Together() })
	estimates = some(func(r *question.Answer) bool { return r.Against().Estimate != matrix.Equity })
	ofTables  = some(func(r *question.Answer) bool { return r.IsTable() })
	typed     = some(func(r *question.Answer) bool { return r.Against().Typed != "" })
	onStreets = some(func(r *question.Answer) bool { return r.Against().Street != cards.Flop })
	round     = some(func(r *question.Answer) bool { return r.Weights != "" })
	quantiles = some(func(r *question.Answer) bool { return quantile(r) != "" })
)

// only says which answers have the column of a key.
var only = map[string]func([]*question.Answer) bool{"range_as_typed": typed, "street": onStreets, "hands": together,
	"solver_options": some(func(r *question.Answer) bool { return r.Solver != nil && r.Solver.Options != "" }),
	"estimate":       estimates, "intercept": ofTables, "weights": round}

func some(has func(*question.Answer) bool) func([]*question.Answer) bool {
	return func(answers []*question.Answer) bool { return slices.ContainsFunc(answers, has) }
}

func answerColumns() []Column {
	return table.Through(table.Of[question.AnswerKeys](), func(r **question.Answer) *question.AnswerKeys {
		keys := (*r).Keys()
		return &keys
	})
}

func target(r *question.Answer) string { return r.Table().Target() }

// quantile is the quantile of the target that a formula estimates; empty where the average error is the absolute one.
func quantile(r *question.Answer) string { return r.Table().Options().Quantile }

// roundingCost is the column of the error less that of the answer for any weights to the same program.
func roundingCost(answers []*question.Answer) Column {
	free := map[string]float64{}
	for _, r := range answers {
		if r.Weights == "" && r.Found() && !r.CountsFeatures() {
			free[r.Question().Key()] = r.Objective()
		}
	}
	return number("rounding_cost", func(r *question.Answer) float64 {
		q := r.Question()
		q.Weights = ""
		if e, ok := free[q.Key()]; ok && r.Weights != "" {
			return r.Objective() - e
		}
		return math.NaN()
	})
}

// exported are the columns of the tables for people: as columnsOf has them, but errors, bounds and costs in percentage
// points and rounded, and with as many pairs of a weight and its feature as the longest formula needs, or top of them.
func exported(answers []*question.Answer, top int) []Column {
	all := columnsOf(answers)
	pick := func(names ...string) []Column { return table.Pick(all, names...) }
	inUnit := len(answers) > 0 && answers[0].OfRange != nil
	percent := func(names ...string) (out []Column) {
		for _, c := range pick(names...) {
			if !inUnit || c.Field.Name == "error_limit" || c.Field.Name == "solver_gap" {
				c = c.Percent().Rounded(4)
			}
			out = append(out, c)
		}
		return out
	}
	subject := []Column{text("hand", func(r *question.Answer) string { return r.HandText() }),
		text("range", func(r *question.Answer) string { return r.RangeLabel() })}
	if inUnit {
		subject = pick("file", "target", "unit")
		if quantiles(answers) {
			subject = append(subject, pick("quantile")...)
		}
	}
	columns := slices.Concat(subject, pick("program", "max_features"), percent("error_limit"), pick("features_used"),
		percent("average_error", "max_error", "lower_bound"), pick("lower_bound_features", "status"))
	if asked(answers) {
		columns = slices.Concat(columns, pick("formulation", "solver_version", "solver_status"),
			percent("solver_bound"), pick("solver_bound_features"), percent("solver_gap"), pick("solver_nodes"),
			[]Column{pick("solver_seconds")[0].Rounded(1)})
	}
	if round(answers) {
		columns = slices.Concat(columns, pick("weights"), percent("rounding_cost"))
	}
	places := 4
	if inUnit {
		places = 9
		columns = append(columns,
			pick("average_error_of_range", "max_error_of_range", "lower_bound_of_range", "intercept")...)
	} else if ofTables(answers) {
		columns = append(columns, text("file", fileName), text("target", target), pick("intercept")[0].Rounded(4))
	}
	most := 0
	for _, r := range answers {
		most = max(most, len(r.Features))
	}
	if top > 0 {
		most = min(most, top)
	}
	for k := range most {
		columns = append(columns, number(fmt.Sprintf("weight_%d", k+1), func(r *question.Answer) float64 {
			if k < len(r.Features) {
				return r.ByWeight()[k].Weight
			}
			return math.NaN()
		}).Rounded(places), text(fmt.Sprintf("feature_%d", k+1), func(r *question.Answer) string {
			if k < len(r.Features) && r.IsTable() {
				return r.ByWeight()[k].Name
			} else if k < len(r.Features) {
				return fmt.Sprintf("F%d", r.ByWeight()[k].ID)
			}
			return ""
		}))
	}
	return columns
}

// gridHead begins what writeGrid writes, and says with how many weights.
const gridHead = "%% feltlab export --format latex-grid --top %d; it needs package booktabs\n"

// writeGrid writes a LaTeX table for each program, hands by ranges as in Dalpasso & Lancia's Tables 3 and 4: the error
// in percentage points, or the number of features, then the weights with their features in words.
func writeGrid(w io.Writer, results []*question.Answer, top int) error {
	var programs, hands, ranges []string
	type place struct{ program, hand, rng string }
	cells := map[place][]*question.Answer{}
	for _, r := range results {
		first, second := r.Names()
		for _, axis := range []struct {
			list *[]string
			name string
		}{{&programs, r.Program().String()}, {&hands, first}, {&ranges, second}} {
			if !slices.Contains(*axis.list, axis.name) {
				*axis.list = append(*axis.list, axis.name)
			}
		}
		at := place{r.Program().String(), first, second}
		cells[at] = append(cells[at], r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, gridHead, top)
	column := fmt.Sprintf(`p{%.2f\linewidth}`, 0.88/float64(max(len(ranges), 1)))
	for _, program := range programs {
		fmt.Fprintf(&b, "\n\\begin{tabular}{l%s}\n\\toprule\n%s", strings.Repeat(column, len(ranges)),
			table.EscapeLaTeX(program))
		for _, rng := range ranges {
			b.WriteString(" & " + table.EscapeLaTeX(rng))
		}
		b.WriteString(" \\\\\n\\midrule\n")
		for _, hand := range hands {
			row := []string{table.EscapeLaTeX(hand)}
			for _, rng := range ranges {
				var lines []string
				for _, r := range cells[place{program, hand, rng}] {
					lines = append(lines, gridLines(r, top)...)
				}
				row = append(row, strings.Join(lines, ` \newline `))
			}
			b.WriteString(strings.Join(row, " & ") + " \\\\\n")
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func gridLines(r *question.Answer, top int) []string {
	if !r.Found() {
		return []string{table.EscapeLaTeX(string(r.Status))}
	}
	first := r.InUnit(r.Objective())
	if r.Open() && !r.LowerBound.Missing() {
		first += " (at least " + r.Bound() + ")"
	}
	lines := []string{first}
	for i, weight := range r.ByWeight() {
		if top == 0 || i < top {
			lines = append(lines, fmt.Sprintf("$%+.2f$ %s", weight.Weight, table.EscapeLaTeX(weight.Name)))
		}
	}
	return lines
}
