package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"text/template"
	"time"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/features"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/sweep"
	"feltlab/pipeline/work"
	"feltlab/report/draw"
)

// Experiment reproduces a published table or figure.
type Experiment struct {
	// Name is its name in feltlab reproduce; Short describes it in one line.
	Name, Short string
	// TimeLimit bounds each solve if the environment has no limit; 0 means that the experiment has no solves.
	TimeLimit time.Duration
	// Questions returns those that Run solves, of which Env.Only can select some; nil means that the experiment is
	// computed as a whole.
	Questions func() ([]question.Question, error)
	// Run computes, compares, writes the files and ends with Env.Finish. After a cancellation its
	// error is the context's or wraps ErrInterrupted.
	Run func(ctx context.Context, env *Env) error
}

// ErrInterrupted is wrapped by the error of an experiment that was cancelled between its solves.
var ErrInterrupted = errors.New("interrupted")

// Env is the environment of an experiment: its store, its folder and its printer.
type Env struct {
	// Store holds earlier results.
	Store *store.Store
	// Out is the folder for files, such as "results".
	Out string
	// Workers is the number of goroutines that compute, at least 1.
	Workers int
	// Pool computes pieces of work; nil means this process, with Workers goroutines.
	Pool work.Pool
	// TimeLimit bounds each solve; 0 means the experiment's own limit.
	TimeLimit time.Duration
	// Fresh makes solves start from nothing instead of the known formulas and bounds.
	Fresh bool
	// Only selects the questions to solve; nil means all.
	Only func(question.Question) bool
	// Part says which part of the experiment Only selects, for its page; empty for all.
	Part string
	// JSON makes Finish print JSON.
	JSON bool
	// Stdout receives the summary. Stderr receives the progress if it is a terminal.
	Stdout, Stderr io.Writer
}

// Finish ends an experiment whose files were written with an error or nil: it returns the error or prints the summary,
// as JSON of its exported fields or as the text that the template "NAME summary" makes of it.
func (e *Env) Finish(written error, pages *template.Template, name string, summary any) error {
	if written != nil {
		return written
	}
	if !e.JSON {
		return pages.ExecuteTemplate(e.Stdout, name+" summary", summary)
	}
	enc := json.NewEncoder(e.Stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(summary)
}

// Write replaces a file as a whole or not at all. The name is relative to Out and uses slashes.
func (e *Env) Write(name string, write func(io.Writer) error) error {
	path := filepath.Join(e.Out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return disk.Write(path, write)
}

// Draw writes a figure as name.svg and name.png.
func (e *Env) Draw(name string, f draw.Figure) error {
	for suffix, write := range map[string]func(io.Writer, draw.Figure) error{".svg": draw.SVG, ".png": draw.PNG} {
		if err := e.Write(name+suffix, func(w io.Writer) error { return write(w, f) }); err != nil {
			return err
		}
	}
	return nil
}

// Progress shows a progress bar for work of total steps.
func (e *Env) Progress(name string, total int) *progress.Bar {
	return progress.Start(e.Stderr, name, total)
}

// Cached returns the value of a specification from the store, or computes and stores it. The store keeps values as
// JSON, which must preserve them.
func Cached[T any](ctx context.Context, e *Env, spec store.Spec, compute func(context.Context) (T, error)) (T, error) {
	value, _, err := store.JSON(ctx, e.Store, spec, compute)
	return value, err
}

// pageFunctions are the functions of all pages.
var pageFunctions = template.FuncMap{
	"percent": func(fraction any) float64 { return 100 * Number(fraction) },
	"fixed":   func(x any, decimals int) string { return table.Fixed(Number(x), decimals) },
	"pairs":   Pairs, "reading": func() string { return features.Version },
}

// Asks reports whether a question is to be solved.
func (e *Env) Asks(q question.Question) bool { return e.Only == nil || e.Only(q) }

// Solve solves questions, or takes their answers from the store, and shows a progress bar. After a cancellation the
// store keeps the finished answers, the others are nil, and the error wraps ErrInterrupted.
func (e *Env) Solve(ctx context.Context, name string, questions []question.Question) ([]*question.Answer, error) {
	bar := e.Progress(name, len(questions))
	defer bar.Close()
	answers, err := sweep.Run(ctx, questions, e.Store,
		sweep.Options{Workers: e.Workers, Pool: e.Pool, Fresh: e.Fresh, Observe: func(event sweep.Event) error {
			bar.Step(solveText(event.Result))
			return nil
		}})
	if ctx.Err() == nil {
		return answers, err
	}
	done := Where(answers, func(a *question.Answer) bool { return a != nil })
	return answers, fmt.Errorf("%w with %d of %d solves done; the same command resumes from there",
		ErrInterrupted, len(done), len(questions))
}

func solveText(a *question.Answer) string {
	switch {
	case !a.Found():
		return fmt.Sprintf("%v %v: %s", a.Subject, a.Program(), a.Status)
	case a.CountsFeatures():
		return fmt.Sprintf("%v %v: %d features, bound %s", a.Subject, a.Program(), len(a.Features), a.Bound())
	}
	return fmt.Sprintf("%v %v: %s, bound %s", a.Subject, a.Program(), Points(a.Objective(), 4), a.Bound())
}

// partNote is the head of the page of a part.
const partNote = "> **This is a part.** %s.\n\n"

var partNoteForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^> \*\*This is a part\.\*\* [0-9A-Za-z=,:;.%+ -]{1,300}\n\n`)
})

// PartNote returns the note at the head of the page of a part; nothing for another page.
func PartNote(page []byte) []byte { return partNoteForm().Find(page) }
