package experiments

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"feltlab/dataset/published"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// seed is that of configs/paper.yaml: with its time limit, our solves are its artifacts.
const seed = 1

// group is a product of questions with the keys of a sweep. Hands may also be those of the rows of Table 3 or 4.
type group struct {
	Hands, Ranges    list[string]
	Rows             string // table3 or table4
	Together         bool
	Programs         list[string]
	Features         list[int]
	MaxErrorsPercent list[float64] `yaml:"max_errors_percent"`
	// Steps are multiples of the weights in percentage points; 0 for any weights.
	Steps  list[int]
	Engine string
	Seed   list[int]
	// TimeLimit replaces the experiment's; Share is the part of the limit that each solve has.
	TimeLimit time.Duration `yaml:"time_limit"`
	Share     float64
}

// list is a list in YAML, or a value alone for a list of one.
type list[T any] []T

// UnmarshalYAML reads a list, a value, or the first and the last of consecutive numbers as "1..10".
func (l *list[T]) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return n.Decode((*[]T)(l))
	}
	var first, last int
	if numbers, ok := any(l).(*list[int]); ok {
		if got, _ := fmt.Sscanf(n.Value, "%d..%d", &first, &last); got == 2 {
			for x := first; x <= last; x++ {
				*numbers = append(*numbers, x)
			}
			return nil
		}
	}
	var one T
	err := n.Decode(&one)
	*l = list[T]{one}
	return err
}

func (l list[T]) or(other T) list[T] {
	if len(l) == 0 {
		return list[T]{other}
	}
	return l
}

// questions lists the questions of a recipe, with a limit of time for each.
func (r *recipe) questions(limit time.Duration) (all []question.Question, err error) {
	for i := range r.Questions {
		some, err := r.Questions[i].questions(limit)
		if err != nil {
			return nil, fmt.Errorf("%s: group %d of the questions: %w", r.Name, i+1, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

func (g *group) questions(limit time.Duration) (all []question.Question, err error) {
	subjects, err := g.subjects()
	if err != nil {
		return nil, err
	}
	programs, err := g.programs()
	if err != nil {
		return nil, err
	}
	limit = cmp.Or(g.TimeLimit, limit)
	if g.Share > 0 {
		limit = time.Duration(g.Share * float64(limit))
	}
	engine, err := question.ParseEngine(cmp.Or(g.Engine, string(question.Auto)))
	for _, n := range g.Seed.or(seed) {
		for _, s := range subjects {
			for _, p := range programs {
				for _, step := range g.Steps.or(0) {
					q := question.Question{Subject: s, Program: p, Formulation: regression.Pattern, Engine: engine,
						TimeLimit: limit, Seed: n}
					if step > 0 {
						q.Weights = regression.Multiples(step)
					}
					all = append(all, q)
				}
			}
		}
	}
	return all, err
}

func (g *group) subjects() (all []question.Subject, err error) {
	add := func(hand, rng string) {
		s, failed := question.ParseTyped(hand, rng)
		if g.Together {
			against, bad := question.Versus(rng)
			hands, worse := ranges.Parse(hand)
			if failed = errors.Join(bad, worse); failed == nil {
				s, failed = question.Together(hands, against)
			}
		}
		all, err = append(all, s), errors.Join(err, failed)
	}
	rows := map[string]func() []published.Formula{"table3": published.Table3, "table4": published.Table4}[g.Rows]
	if rows != nil {
		for _, row := range rows() {
			add(row.Hand, row.Range)
		}
	}
	for _, hand := range g.Hands {
		for _, rng := range g.Ranges {
			add(hand, rng)
		}
	}
	return all, err
}

func (g *group) programs() (all []regression.Program, err error) {
	for _, name := range g.Programs {
		kind, err := regression.ParseKind(name)
		if err != nil {
			return nil, err
		}
		if kind.CountsFeatures() {
			for _, e := range g.MaxErrorsPercent {
				all = append(all, regression.Program{Kind: kind, E: e / 100})
			}
			continue
		}
		for _, n := range g.Features {
			all = append(all, regression.Program{Kind: kind, N: n})
		}
	}
	return all, nil
}

// solve answers the questions of a recipe, and then those that follow from the answers.
func (r *recipe) solve(e *Evaluation, limit time.Duration) ([]*question.Answer, error) {
	questions, err := r.questions(limit)
	if err != nil {
		return nil, err
	}
	first, err := e.Env.Solve(e.ctx, r.Name, Where(questions, e.Env.Asks))
	next, ok := e.methods[r.Next].(func(*question.Answer, time.Duration) []question.Question)
	if err != nil || !ok {
		return first, err
	}
	var further []question.Question
	var owner []int
	for i, a := range first {
		for _, q := range next(a, limit) {
			further, owner = append(further, q), append(owner, i)
		}
	}
	more, err := e.Env.Solve(e.ctx, r.Name+", further questions", further)
	if err != nil {
		return nil, err
	}
	var all []*question.Answer
	for i, a := range first {
		all = append(all, a)
		for n, b := range more {
			if owner[n] == i {
				all = append(all, b)
			}
		}
	}
	return all, nil
}

// Rows returns answers as expressions use them: with the keys of fit --json, and
//
//	answer     the answer itself, for methods
//	found      whether there is a formula
//	proved     whether it is optimal
//	objective  what the program minimises; null without a formula
//	bound      the proved lower bound of that; null without one
//	terms      the features and weights, the largest weight first
func Rows(answers []*question.Answer) []any {
	return Map(answers, func(a *question.Answer) any {
		row := map[string]any{}
		text, err := json.Marshal(a)
		if err == nil {
			err = json.Unmarshal(text, &row)
		}
		if err != nil {
			panic(err) // answers are values of JSON
		}
		row["answer"], row["found"], row["proved"] = a, a.Found(), a.Status == question.Optimal
		row["objective"], row["bound"] = nil, nil
		if row["features"] == nil {
			row["features"] = []any{}
		}
		if a.Found() {
			row["objective"] = a.Objective()
		}
		if !a.LowerBound.Missing() {
			row["bound"] = float64(a.LowerBound)
		}
		row["terms"] = Map(a.ByWeight(), func(w question.Weight) any {
			return map[string]any{"id": w.ID, "name": w.Name, "weight": w.Weight}
		})
		return row
	})
}

// AnswersOf returns the answers of rows.
func AnswersOf(rows any) []*question.Answer {
	return Map(anys(rows), func(row any) *question.Answer { return row.(map[string]any)["answer"].(*question.Answer) })
}

// writeSolves keeps answers without loss in a folder, as a sweep does.
func writeSolves(env *Env, name string, answers []*question.Answer) error {
	folder := filepath.Join(env.Out, name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return ledger.WriteSolves(folder, answers)
}

func readAnswers(env *Env, name string) ([]any, error) {
	folder := filepath.Join(env.Out, filepath.FromSlash(name))
	answers, err := ledger.Read(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{name + "/" + ledger.SolvesFile}
	}
	return Rows(answers), err
}

// pageLimit matches the time limit of a solve on a page: no answer has it.
var pageLimit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`, with\s+at\s+most\s+([0-9]{1,6}) s (a row|a solve|for each)\b`)
})

func limitOf(page []byte) (time.Duration, error) {
	limit := pageLimit().FindSubmatch(page)
	if limit == nil {
		return 0, errors.New("the page has no time limit of a row or solve, such as: with at most 45 s a solve")
	}
	seconds, err := strconv.Atoi(string(limit[1]))
	return time.Duration(seconds) * time.Second, err
}

// anys returns a list of any type as a list of its values.
func anys(list any) []any {
	if all, ok := list.([]any); ok || list == nil {
		return all
	}
	v := reflect.ValueOf(list)
	all := make([]any, v.Len())
	for i := range all {
		all[i] = v.Index(i).Interface()
	}
	return all
}
