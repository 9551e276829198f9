package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// table3ByHighs and table4ByHighs give the programs of Tables 3 and 4 to HiGHS, in each requested formulation, and to
// feltlab without known results: the same time limit and one thread each. A table of 44 rows takes up to 44 time
// limits for each method, divided by the number of workers.
func table3ByHighs(ctx context.Context, env *experiments.Env, q experiments.HiGHS) error {
	return runHighsTable(ctx, env, q, "3", experiments.Where(table3Questions, env.Asks))
}

func table4ByHighs(ctx context.Context, env *experiments.Env, q experiments.HiGHS) error {
	return runHighsTable(ctx, env, q, "4", experiments.Where(table4Questions, env.Asks))
}

func runHighsTable(ctx context.Context, env *experiments.Env, q experiments.HiGHS, number string,
	questions []question.Question) error {
	methods := append(experiments.Map(q.Formulations, func(f regression.Formulation) method {
		return byHighs(f, q.Start)
	}), byFeltlab)
	limit := cmp.Or(env.TimeLimit, highsLimit)
	name := "highs-table" + number
	if q.Start != question.StartNone {
		name += "-" + string(q.Start)
	}
	all, err := raceAll(ctx, env, name, questions, methods, limit)
	if err != nil {
		return err
	}
	s := summarizeHighsTable(all, "table"+number, q.Start, limit, len(methods))
	written := env.Write(name+".csv", raceTable(all).CSV)
	err = errors.Join(written, env.WritePageAs(pages, name, "highs_tables.tmpl", struct {
		*highsTableSummary
		Name, Number, Question, Unit, Limit string
		Workers                             int
		Counts, RowByRow                    *table.Sheet
	}{
		s, name, number, all[0].Program, s.Unit, limitText(s.TimeLimit), env.Workers, s.counts(),
		racesByRow(all, len(methods)),
	}))
	return env.Finish(err, pages, "highs tables", s)
}

// raceAll solves every question by every method, in the order of the questions, or takes the race from the folder of
// results or from the store. The folder also keeps the races of interrupted runs and those with other limits.
func raceAll(
	ctx context.Context, env *experiments.Env, name string, questions []question.Question, methods []method,
	limit time.Duration,
) ([]race, error) {
	if !highs.Available() {
		return nil, highs.ErrMissing
	}
	file := name + "/races.jsonl"
	kept, err := experiments.ReadLines[race](env, file)
	if err != nil {
		return nil, err
	}
	instances := fit.NewInstances(env.Store, env.Workers)
	all := make([]race, len(questions)*len(methods))
	var left []int // of all
	var tasks []question.Question
	for i := range all {
		t := methods[i%len(methods)].asked(questions[i/len(methods)], limit)
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
	alone.Fresh = true // no method starts from known results
	results, stopped := solve(ctx, &alone, name, tasks)
	for n, r := range results {
		if i := left[n]; r != nil {
			key := all[i].Key
			all[i] = methods[i%len(methods)].race(questions[i/len(methods)], r)
			all[i].Key = key
		}
	}
	answered := experiments.Where(all, func(r race) bool { return r.Solver != "" })
	if err := experiments.WriteLines(env, file,
		experiments.WithKept(answered, kept, func(r race) string { return r.Key })); err != nil {
		return nil, err
	}
	return all, stopped
}

type highsTableSummary struct {
	Table     string         `json:"table"`
	Start     question.Start `json:"start"`
	TimeLimit float64        `json:"time_limit_seconds"`
	Rows      int            `json:"rows"`
	Solvers   []*solverTally `json:"solvers"`

	Unit string `json:"-"` // of errors and bounds
}

type solverTally struct {
	Solver      string `json:"solver"`
	Formulation string `json:"formulation,omitempty"`
	// Found counts the rows with a formula, Best those where no other method has a better one.
	Found int `json:"found"`
	Best  int `json:"best_incumbents"`
	// Settled counts optimal or infeasible rows (HiGHS by its own claim); the others timed out.
	Settled  int     `json:"settled"`
	TimedOut float64 `json:"share_timed_out"`
	// Gaps is the sum of gaps over the rows with a formula, in percentage points or features.
	Gaps    float64 `json:"sum_of_gaps"`
	Nodes   int64   `json:"nodes"` // of HiGHS's branch and bound
	Seconds float64 `json:"seconds"`
}

// summarizeHighsTable expects the races of each row next to one another.
func summarizeHighsTable(all []race, table string, start question.Start, limit time.Duration,
	methods int) *highsTableSummary {
	s := &highsTableSummary{Table: table, Start: start, TimeLimit: limit.Seconds(), Rows: len(all) / methods,
		Unit: "percentage points"}
	for i := range methods {
		s.Solvers = append(s.Solvers, &solverTally{Solver: all[i].Solver, Formulation: all[i].Formulation})
	}
	for first := 0; first < len(all); first += methods {
		row := all[first : first+methods]
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
				scale, s.Unit = 1, "features"
			}
			t.Gaps += scale * max(r.gap(), 0)
		}
	}
	for _, t := range s.Solvers {
		t.TimedOut = 1 - float64(t.Settled)/float64(s.Rows)
	}
	return s
}

// Name names the solver and its formulation.
func (t *solverTally) Name() string { return strings.TrimSpace(t.Solver + " " + t.Formulation) }

// GapsText writes the sum of gaps; a dash without formulas.
func (t *solverTally) GapsText() string {
	if t.Found == 0 {
		return "-"
	}
	return strconv.FormatFloat(t.Gaps, 'f', 4, 64)
}

func (s *highsTableSummary) counts() *table.Sheet {
	t := table.NewSheet("solver", "formulas found", "none better", "settled", "timed out", "sum of gaps, "+s.Unit,
		"nodes", "seconds")
	for _, c := range s.Solvers {
		nodes := "-"
		if c.Formulation != "" {
			nodes = strconv.FormatInt(c.Nodes, 10)
		}
		t.Addf("%s\t%d\t%d\t%d\t%.0f%%\t%s\t%s\t%.1f", c.Name(), c.Found, c.Best, c.Settled, 100*c.TimedOut,
			c.GapsText(), nodes, c.Seconds)
	}
	return t
}

func racesByRow(all []race, methods int) *table.Sheet {
	header := []string{"hand", "range"}
	for i := range methods {
		header = append(header, cmp.Or(all[i].Formulation, all[i].Solver), "bound")
		if all[i].Formulation != "" {
			header = append(header, "nodes")
		}
		header = append(header, "status")
	}
	t := table.NewSheet(header...)
	for first := 0; first < len(all); first += methods {
		cells := []string{all[first].Hand, all[first].Range}
		for i := range methods {
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
