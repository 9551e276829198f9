//go:build slow && linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// setup is how a sweep is run in TestSpeedup.
type setup struct {
	name    string
	listen  bool
	cores   int // of the coordinator
	workers int // of one core each
}

// spent is what a setup needed.
type spent struct {
	wall                 time.Duration
	coordinator, workers time.Duration // of processors
	results              []*question.Answer
}

// TestSpeedup runs a sweep by one process, by a coordinator alone, and by one and two workers of one core, and logs
// what each took. What is proved must be the same; how fast that is depends on who else uses the machine, so it is only
// logged, as a table for docs/scale-out.md:
//
//	go test -tags slow -count=1 -v -run 'TestSpeedup$' ./cmd/feltlab
func TestSpeedup(t *testing.T) {
	folder := t.TempDir()
	program := buildProgram(t, folder)
	cache := filepath.Join(folder, "cache")
	for _, x := range []struct{ name, hands, features string }{
		{"a sweep", `hands: [AA, KK, "99", 55]`, "4..6"},
	} {
		t.Run(x.name, func(t *testing.T) {
			// Counting comes before, so that it is in nobody's time.
			config := filepath.Join(folder, "c.yaml")
			for _, n := range []string{"1", x.features} {
				text := fmt.Sprintf("%s\nranges: [RUS]\nprograms: AVGERR\nfeatures: %s\ntime_limit: 3600\n", x.hands, n)
				must.Do(t, os.WriteFile(config, []byte(text), 0o600))
				if n == "1" {
					runProgram(t, program, "--cache", cache, "--cores", "1", "sweep", config, "--set",
						"output="+t.TempDir())
				}
			}
			var first spent
			for i, c := range []setup{
				{"one process", false, 1, 0},
				{"coordinator alone", true, 1, 0},
				{"1 worker", true, 0, 1},
				{"2 workers", true, 0, 2},
			} {
				s := runSetup(t, program, cache, config, c)
				if i == 0 {
					first = s
				}
				seconds, cuts := 0.0, 0
				for k, r := range s.results {
					if o := first.results[k]; r.Status != o.Status || r.Status == question.Optimal &&
						!question.Meets(regression.AvgErr, r.Objective(), float64(o.LowerBound)) {
						t.Errorf("%s: %+v, want %+v", c.name, r, o)
					}
					if seconds += r.Seconds; r.Proof != nil {
						cuts += r.Proof.Cuts
					}
				}
				t.Logf("| %s, %d solves | %s | %.1f s, %.2fx | %.1f CPU-s | %.1f CPU-s | %d cuts | solves say %.1f s |",
					x.name, len(s.results), c.name,
					s.wall.Seconds(), first.wall.Seconds()/s.wall.Seconds(), s.coordinator.Seconds(),
					s.workers.Seconds(), cuts, seconds)
			}
		})
	}
}

// runSetup sweeps from nothing.
func runSetup(t *testing.T, program, counted, config string, c setup) (s spent) {
	t.Helper()
	place := t.TempDir()
	cacheOf := func(who string) string { return copyCounts(t, filepath.Join(place, who), counted) }
	out := filepath.Join(place, "out")
	args := []string{"--cache", cacheOf("cache"), "--cores", fmt.Sprint(c.cores), "sweep", config, "--fresh", "--set",
		"output=" + out}
	if c.listen {
		args = append(args, "--listen", "127.0.0.1:0")
	}
	began := time.Now()
	coordinator := startProcess(t, program, args...)
	var workers []*process
	if c.workers > 0 {
		file := filepath.Join(out, "connect.json")
		wait(t, "the connection file", func() bool { _, err := os.Stat(file); return err == nil })
		for i := range c.workers {
			workers = append(workers, startProcess(t, program, "--cache", cacheOf(fmt.Sprint(i)), "--cores", "1",
				"worker", "--connect", file))
		}
		began = time.Now()
	}
	if err := <-coordinator.done; err != nil {
		t.Fatalf("%v: %s", err, coordinator.said)
	}
	s.wall = time.Since(began)
	used := func(p *process) time.Duration { return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime() }
	s.coordinator = used(coordinator)
	for _, w := range workers {
		<-w.done
		s.workers += used(w)
		t.Logf("a worker used %.1f CPU-s and said: %s", used(w).Seconds(), strings.TrimSpace(w.said.String()))
	}
	var err error
	if s.results, err = ledger.Read(out); err != nil {
		t.Fatal(err)
	}
	return s
}
