package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
		out, err := feltlab(t, "equilibrium", "--game", "limit-holdem", "--buckets", "strength-3,strength-2-3-4-5",
			"--iterations", "2", "--seed", "7", "--out", path, "--json")
		if err != nil {
			t.Fatal(out, err)
		}
		var report equilibriumAnswer
		must.Do(t, json.Unmarshal([]byte(out), &report))
		if report.Iterations != 2 || report.Boards != 2*2*training.DefaultBoards || report.Gap == nil ||
			report.Unit != "big blinds" {
			t.Errorf("%s", out)
		}
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
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
	args := func(more ...string) []string {
		return append([]string{"equilibrium", "--game", "limit-holdem", "--buckets", "strength-2", "--boards", "1",
			"--seed", "3"}, more...)
	}
	whole, parts := filepath.Join(dir, "whole.txt"), filepath.Join(dir, "parts.txt")
	for _, run := range [][]string{
		args("--iterations", "2", "--fresh", "--out", whole),
		args("--iterations", "1", "--cache", filepath.Join(dir, "cache")),
		args("--iterations", "2", "--cache", filepath.Join(dir, "cache"), "--out", parts),
	} {
		if out, err := feltlab(t, run...); err != nil {
			t.Fatal(out, err)
		}
	}
	a, err := os.ReadFile(whole)
	b, err2 := os.ReadFile(parts)
	if err != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("two sittings write another file (%v, %v)", err, err2)
	}
	out, err := feltlab(t, args("--iterations", "1", "--respond", "turn", "--strategy", "current", "--json")...)
	var report equilibriumAnswer
	if err := errors.Join(err, json.Unmarshal([]byte(out), &report)); err != nil || report.Loss == nil ||
		report.Gap != nil {
		t.Errorf("%s %v", out, err)
	}
	for _, bad := range []struct {
		args []string
		want string
	}{
		{args("--tilt", "101,0,0,0"), "a tilt of 101%"},
		{args("--tilt", "7"), "--tilt has 1 numbers"},
		// What is wrong is found before clusters are built.
		{args("--buckets", "kmeans-emd:1000", "--tilt", "NaN,0,0,0"), `--tilt "NaN,0,0,0": want a number`},
		{[]string{"equilibrium", "--game", "limit-holdem", "--buckets", "kmeans-emd:1000", "--boards", "49",
			"--respond", "turn"}, "49 rivers, want 1 to 48"},
		{args("--respond", "river"), `--respond "river": want turn or flop`},
		{args("--strategy", "curent"), "current"},
		{[]string{"equilibrium", "--game", "kuhn", "--tilt", "7,0,0,7"}, "--tilt is for --game limit-holdem"},
	} {
		t.Run(bad.want, func(t *testing.T) {
			if _, err := feltlab(t, bad.args...); ExitCode(err) != 2 || !strings.Contains(err.Error(), bad.want) {
				t.Errorf("%s: %v, want code 2 and %q", bad.args, err, bad.want)
			}
		})
	}
}

// learnFirst is many iterations of two buckets.
const learnFirst = 600 * time.Millisecond

// An interruption keeps what was learnt.
func TestHoldemEquilibriumInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "strategy.txt")
	ctx, cancel := context.WithCancel(t.Context())
	g := game.LimitHoldem()
	b, err := buckets.Lookup(g, "strength-2")
	if err != nil {
		t.Fatal(err)
	}
	// The interruption comes once something was learnt: the tables of the buckets are made first.
	b.Of(0, game.Board{}, make([]int32, g.Hands().Len(0)))
	time.AfterFunc(learnFirst, cancel)
	var stdout, stderr bytes.Buffer
	err = Run(ctx, []string{"equilibrium", "--game", "limit-holdem", "--buckets", "strength-2", "--time-limit", "10m",
		"--out", path}, &stdout, &stderr)
	if ExitCode(err) != 130 || !strings.Contains(err.Error(), "interrupted after") || !strings.Contains(stdout.String(),
		"while learning") {
		t.Fatalf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if table, err := strategy.Read(file, g, buckets.Lookup); err != nil || table.Check() != nil {
		t.Error(err)
	}
}
