package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"feltlab/internal/progress"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// logEvery and showEvery are how often a bound that gets better is worth a line; a better formula
// always is.
const (
	logEvery  = 100 * time.Millisecond
	showEvery = time.Second
)

// watchFit keeps in --log, and shows, how a fit comes on: as lines with --progress, else by a bar
// on a terminal. After the fit stop returns the error of writing.
func (a *app) watchFit(t question.Question, f *fitFlags) (watch func(fit.Progress), stop func() error, err error) {
	var watches []func(fit.Progress)
	var stops []func() error
	add := func(watch func(fit.Progress), stop func() error) {
		watches, stops = append(watches, watch), append(stops, stop)
	}
	if f.log != "" {
		file, err := os.Create(f.log)
		if err != nil {
			return nil, nil, fmt.Errorf("fit: --log: %w", err)
		}
		rows := csv.NewWriter(file)
		rows.Write([]string{"seconds", "incumbent", "bound", "nodes", "engine"})
		watch, flush := thin(logEvery, func(p fit.Progress) {
			rows.Write([]string{
				strconv.FormatFloat(p.Seconds, 'f', 3, 64), numberText(p.Incumbent), numberText(p.Bound),
				strconv.FormatInt(p.Nodes, 10), string(p.Engine),
			})
			rows.Flush() // what is known is there even if the program is killed
		})
		add(watch, func() error { flush(); return errors.Join(rows.Error(), file.Close()) })
	}
	if f.progress {
		watch, flush := thin(showEvery, func(p fit.Progress) { showProgress(a.stderr, t, p) })
		add(watch, func() error { flush(); return nil })
	} else if watch, end := a.fitBar(t); watch != nil {
		add(watch, func() error { end(); return nil })
	}
	watch = func(p fit.Progress) {
		for _, w := range watches {
			w(p)
		}
	}
	return watch, func() error {
		var all error
		for _, s := range stops {
			all = errors.Join(all, s())
		}
		return all
	}, nil
}

// thin passes on what has another incumbent, and of the rest one in so long; flush passes on the
// last if it was held back.
func thin(every time.Duration, pass func(fit.Progress)) (watch func(fit.Progress), flush func()) {
	var passed, latest fit.Progress
	first := true
	watch = func(p fit.Progress) {
		latest = p
		same := p.Incumbent == passed.Incumbent || p.Incumbent.Missing() && passed.Incumbent.Missing()
		if first || !same || p.Engine != passed.Engine || p.Seconds >= passed.Seconds+every.Seconds() {
			first, passed = false, p
			pass(p)
		}
	}
	return watch, func() {
		if latest.Seconds > passed.Seconds {
			pass(latest)
		}
	}
}

// numberText writes a number with all digits, or nothing where there is none.
func numberText(n question.Number) string {
	if n.Missing() {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'g', -1, 64)
}

// showProgress writes a line for a person.
func showProgress(w io.Writer, t question.Question, p fit.Progress) {
	text := func(n question.Number) string {
		if n.Missing() {
			return "none"
		}
		return objectiveText(t, float64(n))
	}
	fmt.Fprintf(w, "%8.1f s  %s  best %s, bound %s, %d nodes\n", p.Seconds, p.Engine, text(p.Incumbent), text(p.Bound), p.Nodes)
}

// fitBar shows a bar that fills with the time limit and tells of every better formula; watch is nil
// where there is no terminal.
func (a *app) fitBar(t question.Question) (watch func(fit.Progress), end func()) {
	const steps = 100
	bar := progress.Start(a.stderr, fmt.Sprintf("%v", t.Subject), steps)
	if bar == nil {
		return nil, nil
	}
	start := time.Now()
	tick := time.NewTicker(200 * time.Millisecond)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				bar.Set(min(steps-1, int(steps*time.Since(start)/t.TimeLimit)))
			case <-done:
				return
			}
		}
	}()
	watch = func(p fit.Progress) {
		if !p.Incumbent.Missing() {
			bar.Latest("best so far " + objectiveText(t, float64(p.Incumbent)))
		}
	}
	return watch, func() { tick.Stop(); close(done); bar.Close() }
}

// objectiveText writes an objective in the unit of its program.
func objectiveText(t question.Question, objective float64) string {
	if t.Program.Kind.CountsFeatures() {
		return fmt.Sprintf("%.0f features", objective)
	}
	return fmt.Sprintf("%.4f points", 100*objective)
}
