package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/buckets"
	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/training"
)

// A strategy for limit hold'em, learnt in a few iterations: the file can be read, and the same
// seed writes the same bytes.
func TestHoldemEquilibrium(t *testing.T) {
	var files [2][]byte
	for i := range files {
		path := filepath.Join(t.TempDir(), "strategy.txt")
		var report equilibriumAnswer
		out := answers(t, "equilibrium --game limit-holdem --buckets strength-3,strength-2-3-4-5 --iterations 2 "+
			"--seed 7 --out "+path, &report)
		if report.Iterations != 2 || report.Boards != 2*2*training.DefaultBoards || report.Gap == nil ||
			report.Unit != "big blinds" {
			t.Errorf("%s", out)
		}
		files[i] = must.Get(os.ReadFile(path))(t)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same seed writes another file")
	}
	table := must.Get(strategy.Read(bytes.NewReader(files[0]), game.LimitHoldem(), buckets.Lookup))(t)
	must.Do(t, table.Check())
	if n := table.Buckets(1).Len(3); n != 5 {
		t.Errorf("%d river buckets, want 5", n)
	}
}

// Training resumes from its state in the cache; bad settings are refused.
func TestTraining(t *testing.T) {
	dir := t.TempDir()
	const train = "equilibrium --game limit-holdem --buckets strength-2 --boards 1 --seed 3 --iterations "
	whole, parts, cache := filepath.Join(dir, "whole.txt"), filepath.Join(dir, "parts.txt"), filepath.Join(dir, "cache")
	says(t, train+"2 --fresh --out "+whole)
	says(t, train+"1 --cache "+cache)
	says(t, train+"2 --cache "+cache+" --out "+parts)
	if a, b := must.Get(os.ReadFile(whole))(t), must.Get(os.ReadFile(parts))(t); !bytes.Equal(a, b) {
		t.Error("two sittings write another file")
	}
	var report equilibriumAnswer
	out := answers(t, train+"1 --respond turn --strategy current", &report)
	if report.Loss == nil || report.Gap != nil {
		t.Error(out)
	}
	refuses(t, "equilibrium", map[string]string{
		"--game limit-holdem --tilt 101,0,0,0": "a tilt of 101%",
		"--game limit-holdem --tilt 7":         "--tilt has 1 numbers",
		// What is wrong is found before clusters are built.
		"--game limit-holdem --buckets kmeans-emd:1000 --tilt NaN,0,0,0":           `--tilt "NaN,0,0,0": want a number`,
		"--game limit-holdem --buckets kmeans-emd:1000 --boards 49 --respond turn": "49 rivers, want 1 to 48",
		"--game limit-holdem --respond river":                                      "want turn or flop",
		"--game limit-holdem --strategy curent":                                    "current",
		"--game kuhn --tilt 7,0,0,7":                                               "--tilt is for --game limit-holdem",
	})
}

// learnFirst is many iterations of two buckets.
const learnFirst = 600 * time.Millisecond

// An interruption keeps what was learnt.
func TestHoldemEquilibriumInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "strategy.txt")
	ctx, cancel := context.WithCancel(t.Context())
	g := game.LimitHoldem()
	b := must.Get(buckets.Lookup(g, "strength-2"))(t)
	// The interruption comes once something was learnt: the tables of the buckets are made first.
	b.Of(0, game.Board{}, make([]int32, g.Hands().Len(0)))
	time.AfterFunc(learnFirst, cancel)
	var stdout, stderr bytes.Buffer
	err := Run(ctx, words("equilibrium --game limit-holdem --buckets strength-2 --time-limit 10m --out "+path), &stdout,
		&stderr)
	if ExitCode(err) != 130 || !strings.Contains(err.Error(), "interrupted after") ||
		!strings.Contains(stdout.String(), "while learning") {
		t.Fatalf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	if table, err := strategy.Read(file, g, buckets.Lookup); err != nil || table.Check() != nil {
		t.Error(err)
	}
}
