package experiments

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/go-viper/mapstructure/v2"

	"feltlab/dataset/published"
	"feltlab/pipeline/config"
	"feltlab/pipeline/question"
)

// seed is that of configs/paper.yaml: with its time limit, our solves are its artifacts.
const seed = 1

// group asks questions with the keys of a sweep. Its hands and ranges may also be those of a published table.
type group struct {
	question.Ask

	Rows string // table3 or table4
}

// newGroup reads a group. Without a time limit of its own it has that of the experiment, or a minute.
func newGroup(keys map[string]any, limit time.Duration) (*group, error) {
	g := &group{Ask: question.NewAsk()}
	g.TimeLimit, g.Seed = []time.Duration{cmp.Or(limit, time.Minute)}, []int{seed}
	d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{Result: g, Squash: true, ErrorUnused: true,
		DecodeHook: mapstructure.ComposeDecodeHookFunc(mapstructure.DecodeHookFuncType(config.Lists),
			mapstructure.StringToTimeDurationHookFunc(), mapstructure.TextUnmarshallerHookFunc())})
	if err == nil {
		err = d.Decode(keys)
	}
	return g, err
}

// questions lists the questions of a recipe, with a limit of time for each.
func (r *recipe) questions(limit time.Duration) (all []question.Question, err error) {
	for i, keys := range r.Questions {
		g, err := newGroup(keys, limit)
		var some []question.Question
		if err == nil {
			some, err = g.questions()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: group %d of the questions: %w", r.Name, i+1, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

func (g *group) questions() ([]question.Question, error) {
	rows := map[string]func() []published.Formula{"table3": published.Table3, "table4": published.Table4}[g.Rows]
	if rows == nil {
		all, impossible, err := g.Questions()
		return all, errors.Join(append(impossible, err)...)
	}
	var subjects []question.Subject
	for _, row := range rows() {
		s, err := question.ParseTyped(row.Hand, row.Range)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, s)
	}
	return g.About(subjects)
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

// pageLimit matches the time limit of a solve on a page: no answer has it.
var pageLimit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bat\s+most\s+([0-9]{1,6}) s (a row|a solve|for each|to each)\b`)
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
