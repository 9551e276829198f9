package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// logEvery is the shortest time between two lines for better bounds. A better formula always gets a line.
const logEvery = 100 * time.Millisecond

// watchFit writes the progress of a fit to a CSV file, if it has a name, and shows it as a bar on a terminal. Call stop
// after the fit; it returns the error of writing.
func (a *app) watchFit(q question.Question, path string) (watch func(fit.Progress), stop func() error, err error) {
	log, closeLog := func(fit.Progress) {}, func() error { return nil }
	if path != "" {
		file, err := disk.Stream(path)
		if err != nil {
			return nil, nil, fmt.Errorf("--log: %w", err)
		}
		rows := csv.NewWriter(file)
		rows.Write([]string{"seconds", "incumbent", "bound", "nodes", "engine"})
		thinned, flush := thin(func(p fit.Progress) {
			rows.Write([]string{
				strconv.FormatFloat(p.Seconds, 'f', 3, 64), numberText(p.Incumbent), numberText(p.Bound),
				strconv.FormatInt(p.Nodes, 10), string(p.Engine),
			})
			rows.Flush() // the file is complete even if the program is killed
		})
		log, closeLog = thinned, func() error { flush(); return errors.Join(rows.Error(), file.Close()) }
	}
	show, end := a.fitBar(q)
	return func(p fit.Progress) { log(p); show(p) }, func() error { end(); return closeLog() }, nil
}

// thin passes on every report with a new incumbent, and at most one other report in each period of logEvery. flush
// passes on the latest report if it was held back.
func thin(pass func(fit.Progress)) (watch func(fit.Progress), flush func()) {
	var passed, latest fit.Progress
	first := true
	watch = func(p fit.Progress) {
		latest = p
		same := p.Incumbent == passed.Incumbent || p.Incumbent.Missing() && passed.Incumbent.Missing()
		if first || !same || p.Engine != passed.Engine || p.Seconds >= passed.Seconds+logEvery.Seconds() {
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

// numberText writes a number with all digits; a missing number is empty.
func numberText(n question.Number) string {
	if n.Missing() {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'g', -1, 64)
}

// fitBar shows a bar that fills over the time limit, with the error of the incumbent, on a terminal.
func (a *app) fitBar(t question.Question) (watch func(fit.Progress), end func()) {
	const steps = 100
	bar := progress.Start(a.stderr, fmt.Sprintf("%v", t.Subject), steps)
	if bar == nil {
		return func(fit.Progress) {}, func() {}
	}
	start := clock.Now()
	tick := time.NewTicker(200 * time.Millisecond)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				bar.Set(min(steps-1, int(steps*clock.Since(start)/t.TimeLimit)))
			case <-done:
				return
			}
		}
	}()
	watch = func(p fit.Progress) {
		if !p.Incumbent.Missing() {
			text := fmt.Sprintf("best so far %.4f points", 100*p.Incumbent)
			if t.Program.Kind.CountsFeatures() {
				text = fmt.Sprintf("best so far %.0f features", p.Incumbent)
			}
			bar.Latest(text)
		}
	}
	return watch, func() { tick.Stop(); close(done); bar.Close() }
}
