package dalpasso

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// table3ByHighs and table4ByHighs give the programs of Tables 3 and 4 to HiGHS, in each formulation
// that is asked for, and to feltlab from nothing, with the same time limit and one thread each. A
// table of 44 rows takes up to 44 time limits a contender, shared by the workers.
func table3ByHighs(ctx context.Context, env *experiments.Env, q experiments.HiGHS) error {
	return runHighsTable(ctx, env, q, "3", questionsOf(published.Table3(), regression.Program{Kind: regression.FeatAvgErr, E: table3Error}))
}

func table4ByHighs(ctx context.Context, env *experiments.Env, q experiments.HiGHS) error {
	return runHighsTable(ctx, env, q, "4", questionsOf(published.Table4(), regression.Program{Kind: regression.AvgErr, N: table4Features}))
}

func runHighsTable(ctx context.Context, env *experiments.Env, q experiments.HiGHS, number string, questions []question.Question) error {
	var contenders []contender
	for _, f := range q.Formulations {
		contenders = append(contenders, byHighs(f, q.Start))
	}
	contenders = append(contenders, byFeltlab)
	limit := cmp.Or(env.TimeLimit, highsLimit)
	name := "highs-table" + number
	if q.Start != question.StartNone {
		name += "-" + string(q.Start)
	}
	all, err := raceAll(ctx, env, name, questions, contenders, limit)
	if err != nil {
		return err
	}
	s := summarizeHighsTable(all, "table"+number, q.Start, limit, len(contenders))
	if err := env.Write(name+".csv", raceTable(all).CSV); err != nil {
		return err
	}
	err = env.Write(name+"/README.md", func(w io.Writer) error {
		return pages.ExecuteTemplate(w, "highs_tables.tmpl", struct {
			*highsTableSummary
			Name, Number, Question, Unit, Limit string
			Workers                             int
			Counts, RowByRow                    *table.Sheet
		}{s, name, number, all[0].Program, s.unit, limitText(s.TimeLimit), env.Workers, s.counts(), racesByRow(all, len(contenders))})
	})
	if err != nil {
		return err
	}
	return env.Summarize(s)
}

// raceAll has every question answered by every contender, by question, or takes from the folder of
// results or from the store what was answered before in the same way. What an interrupted run has
// answered is in that folder too, and so are races with other limits.
func raceAll(ctx context.Context, env *experiments.Env, name string, questions []question.Question, contenders []contender, limit time.Duration) ([]race, error) {
	if !highs.Available() {
		return nil, highs.ErrMissing
	}
	file := name + "/races.jsonl"
	kept, err := experiments.ReadLines[race](env, file)
	if err != nil {
		return nil, err
	}
	instances := fit.NewInstances(env.Store, env.Workers)
	all := make([]race, len(questions)*len(contenders))
	var left []int // of all
	var tasks []question.Question
	for i := range all {
		t := contenders[i%len(contenders)].asked(questions[i/len(contenders)], limit)
		spec, err := instances.Spec(t)
		if err != nil {
			return nil, err
		}
		key, err := spec.Key()
		if err != nil {
			return nil, err
		}
		all[i].Key = key.String()
		if at := slices.IndexFunc(kept, func(r race) bool { return r.Key == all[i].Key }); at >= 0 {
			all[i] = kept[at]
			continue
		}
		left, tasks = append(left, i), append(tasks, t)
	}
	alone := *env
	alone.Fresh = true // nobody begins with what others have found
	results, stopped := solve(ctx, &alone, name, tasks)
	for n, r := range results {
		if i := left[n]; r != nil {
			key := all[i].Key
			all[i] = contenders[i%len(contenders)].race(questions[i/len(contenders)], r)
			all[i].Key = key
		}
	}
	answered := slices.DeleteFunc(slices.Clone(all), func(r race) bool { return r.Solver == "" })
	if err := experiments.WriteLines(env, file, experiments.WithKept(answered, kept, func(r race) string { return r.Key })); err != nil {
		return nil, err
	}
	return all, stopped
}

// highsTableSummary is what the races over a table say together.
type highsTableSummary struct {
	Table     string         `json:"table"`
	Start     question.Start `json:"start"`
	TimeLimit float64        `json:"time_limit_seconds"`
	Rows      int            `json:"rows"`
	Solvers   []*solverTally `json:"solvers"`

	unit string // of errors and bounds
}

// solverTally is what a contender did with all rows.
type solverTally struct {
	Solver      string `json:"solver"`
	Formulation string `json:"formulation,omitempty"`
	// Found is in how many rows it has a formula, Best where none of the others has a better one.
	Found int `json:"found"`
	Best  int `json:"best_incumbents"`
	// Settled are optimal or infeasible, of HiGHS by its word; the others timed out.
	Settled  int     `json:"settled"`
	TimedOut float64 `json:"share_timed_out"`
	// Gaps is the sum of what incumbent and bound leave open over the rows with a formula, in
	// percentage points or features.
	Gaps    float64 `json:"sum_of_gaps"`
	Nodes   int64   `json:"nodes"` // of HiGHS's branch and bound
	Seconds float64 `json:"seconds"`
}

// summarizeHighsTable takes races in order, so many contenders to a row.
func summarizeHighsTable(all []race, table string, start question.Start, limit time.Duration, contenders int) *highsTableSummary {
	s := &highsTableSummary{Table: table, Start: start, TimeLimit: limit.Seconds(), Rows: len(all) / contenders, unit: "percentage points"}
	for i := range contenders {
		s.Solvers = append(s.Solvers, &solverTally{Solver: all[i].Solver, Formulation: all[i].Formulation})
	}
	for first := 0; first < len(all); first += contenders {
		row := all[first : first+contenders]
		best := question.Number(math.NaN())
		for i := range row {
			if less(row[i].Incumbent, best) {
				best = row[i].Incumbent
			}
		}
		for i := range row {
			r, t := &row[i], s.Solvers[i]
			t.Nodes += r.Nodes
			t.Seconds += r.Seconds
			if r.Settled {
				t.Settled++
			}
			if r.Incumbent.Missing() {
				continue
			}
			t.Found++
			if !less(best, r.Incumbent) {
				t.Best++
			}
			scale := 100.0
			if r.Counts {
				scale, s.unit = 1, "features"
			}
			t.Gaps += scale * max(r.gap(), 0)
		}
	}
	for _, t := range s.Solvers {
		t.TimedOut = 1 - float64(t.Settled)/float64(s.Rows)
	}
	return s
}

func (t *solverTally) name() string { return strings.TrimSpace(t.Solver + " " + t.Formulation) }

// gaps writes the sum of gaps; there is none without formulas.
func (t *solverTally) gaps() string {
	if t.Found == 0 {
		return "-"
	}
	return strconv.FormatFloat(t.Gaps, 'f', 4, 64)
}

// counts is the verdict in numbers.
func (s *highsTableSummary) counts() *table.Sheet {
	t := table.NewSheet("solver", "formulas found", "none better", "settled", "timed out", "sum of gaps, "+s.unit, "nodes", "seconds")
	for _, c := range s.Solvers {
		nodes := "-"
		if c.Formulation != "" {
			nodes = strconv.FormatInt(c.Nodes, 10)
		}
		t.Add(c.name(), strconv.Itoa(c.Found), strconv.Itoa(c.Best), strconv.Itoa(c.Settled), fmt.Sprintf("%.0f%%", 100*c.TimedOut),
			c.gaps(), nodes, secondsText(c.Seconds))
	}
	return t
}

// racesByRow sets the contenders side by side, so many to a row.
func racesByRow(all []race, contenders int) *table.Sheet {
	header := []string{"hand", "range"}
	for i := range contenders {
		header = append(header, cmp.Or(all[i].Formulation, all[i].Solver), "bound")
		if all[i].Formulation != "" {
			header = append(header, "nodes")
		}
		header = append(header, "status")
	}
	t := table.NewSheet(header...)
	for first := 0; first < len(all); first += contenders {
		cells := []string{all[first].Hand, all[first].Range}
		for i := range contenders {
			r := &all[first+i]
			cells = append(cells, r.text(r.Incumbent), r.text(r.LowerBound))
			if r.Formulation != "" {
				cells = append(cells, strconv.FormatInt(r.Nodes, 10))
			}
			cells = append(cells, r.Status)
		}
		t.Add(cells...)
	}
	return t
}

// text writes an incumbent or a bound in the unit of the program.
func (r *race) text(n question.Number) string {
	switch {
	case n.Missing():
		return "-"
	case r.Counts:
		return strconv.FormatFloat(float64(n), 'f', -1, 64)
	}
	return pointsText(float64(n), 4)
}

// Text writes the summary for a person.
func (s *highsTableSummary) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d rows, %s each, start %s\n", s.Table, s.Rows, limitText(s.TimeLimit), s.Start)
	for _, c := range s.Solvers {
		fmt.Fprintf(&b, "%-20s formulas in %d rows, none better in %d, settled %d, timed out %.0f%%, sum of gaps %s %s\n",
			c.name()+":", c.Found, c.Best, c.Settled, 100*c.TimedOut, c.gaps(), s.unit)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
