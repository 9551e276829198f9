package dalpasso

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// paperSeed is the seed of configs/paper.yaml: with its time limit, our solves are its artifacts.
const paperSeed = 1

func paperTask(hand, rng string, p regression.Program, limit time.Duration) question.Question {
	return question.Question{
		Subject: question.MustSubject(hand, rng), Program: p, Formulation: regression.Pattern, Engine: question.Auto,
		TimeLimit: limit, Seed: paperSeed,
	}
}

// questionsOf asks for a program of the hands and ranges of a published table.
func questionsOf(rows []published.Formula, p regression.Program) []question.Question {
	return experiments.Map(rows, func(row published.Formula) question.Question {
		return question.Question{Subject: question.MustSubject(row.Hand, row.Range), Program: p}
	})
}

// asked returns the rows of a table whose questions, in the same order, are asked for.
func asked(env *experiments.Env, rows []published.Formula, questions []question.Question) (some []published.Formula) {
	for i, row := range rows {
		if env.Asks(questions[i]) {
			some = append(some, row)
		}
	}
	return some
}

// solve solves tasks, or takes their results from the store, and shows a progress bar. After a cancellation the store
// keeps the finished results, the others are nil, and the error wraps experiments.ErrInterrupted.
func solve(
	ctx context.Context, env *experiments.Env, name string, tasks []question.Question,
) ([]*question.Answer, error) {
	bar := env.Progress(name, len(tasks))
	defer bar.Close()
	results, err := sweep.Run(ctx, tasks, env.Store,
		sweep.Options{Workers: env.Workers, Pool: env.Pool, Fresh: env.Fresh, Observe: func(e sweep.Event) error {
			bar.Step(solveText(e.Result))
			return nil
		}})
	if ctx.Err() == nil {
		return results, err
	}
	done := experiments.Count(results, func(r *question.Answer) bool { return r != nil })
	return results, fmt.Errorf("%w with %d of %d solves done; the same command resumes from there",
		experiments.ErrInterrupted, done, len(tasks))
}

func solveText(r *question.Answer) string {
	text := fmt.Sprintf("%v %v", r.Subject, r.Program())
	switch {
	case !r.Found():
		return fmt.Sprintf("%s: %s", text, r.Status)
	case r.CountsFeatures():
		return fmt.Sprintf("%s: %d features, bound %s", text, len(r.Features), r.Bound())
	}
	return fmt.Sprintf("%s: %s, bound %s", text, percentText(r.Objective(), 4), r.Bound())
}

// writeSolves keeps results without loss in a folder, as a sweep does.
func writeSolves(env *experiments.Env, name string, results []*question.Answer) error {
	folder := filepath.Join(env.Out, name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return ledger.WriteSolves(folder, results)
}

func readSweep(env *experiments.Env, name string) ([]*question.Answer, error) {
	folder := filepath.Join(env.Out, name)
	results, err := ledger.Read(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not there: run `feltlab sweep configs/%s.yaml` first",
			filepath.Join(folder, ledger.SolvesFile), name)
	}
	return results, err
}
