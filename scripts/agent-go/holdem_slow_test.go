//go:build slow

package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"feltlab/dataset/buckets"
	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/limitholdem/training"
)

// startServing writes a strategy of limit hold'em over buckets to a file and starts an agent with
// it. Fill puts the probabilities of a decision and bucket in a row.
func startServing(t *testing.T, name string, fill func(n *game.Node, bucket int, row []float64)) (*strategy.Table,
	*worstcase.Agent) {
	t.Helper()
	g := game.LimitHoldem()
	b := must.Get(buckets.Lookup(g, name))(t)
	table := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	for id, n := range g.Root().Decisions() {
		for k := range b.Len(n.Round) {
			fill(n, k, table.Row(id, k))
		}
	}
	path := filepath.Join(t.TempDir(), "s.txt")
	f := must.Get(os.Create(path))(t)
	defer f.Close()
	must.Do(t, strategy.Write(f, table))
	t.Setenv(asAgent, "1")
	served, err := worstcase.StartAgent(t.Context(), fmt.Sprint(os.Args[0], " limit-holdem ", path), g,
		worstcase.AgentOptions{Copies: 2, Timeout: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(served.Close)
	return table, served
}

func estimate(t *testing.T, p game.Policy, o worstcase.Options) *worstcase.Response {
	t.Helper()
	r := must.Get(worstcase.BestResponse(t.Context(), p, "", o))(t)
	return must.Get(r.Answer("", true, 0))(t)
}

// A strategy over buckets that is served loses on a sample what its file loses on the same sample.
func TestServedBuckets(t *testing.T) {
	table, served := startServing(t, "strength-5", func(n *game.Node, bucket int, row []float64) {
		rest := 1.0
		for i := range row[1:] { // the stronger, the less it folds and calls
			row[i] = rest / float64(2+bucket+n.ID%3)
			rest -= row[i]
		}
		row[len(row)-1] = rest
	})
	o := worstcase.Options{Flops: 2, Turns: 2, Rivers: 1, Seed: 1}
	want, got := estimate(t, table, o), estimate(t, served, o)
	for seat, v := range got.SeatValues { // the agent answers in single precision
		if math.Abs(v-want.SeatValues[seat]) > 1e-5*worstcase.Millis {
			t.Errorf("seat %d: %v, want %v", seat, v, want.SeatValues[seat])
		}
	}
	if math.Abs(got.Spread()-want.Spread()) > 1e-5*worstcase.Millis {
		t.Errorf("± %v, want %v", got.Spread(), want.Spread())
	}
}

// The estimates of a program, from turns and rivers that its best response knows and from such as it
// does not, enclose the exact number of its file on the same flops.
func TestServedEnclosed(t *testing.T) {
	g := game.LimitHoldem()
	b := must.Get(buckets.Lookup(g, "strength-5"))(t)
	s := must.Get(training.New(g, training.Options{Buckets: [2]strategy.Bucketing{b, b}, Seed: 1}))(t)
	must.Do(t, s.Run(t.Context(), 30, nil))
	r := s.Result()
	table, served := startServing(t, "strength-5", func(n *game.Node, bucket int, row []float64) {
		if n.Round > 0 {
			copy(row, r.Strategy.Row(n.ID, bucket))
			return
		}
		clear(row) // before the flop it calls: two histories to walk instead of seven
		for i, a := range n.Actions {
			if a == game.Call {
				row[i] = 1
			}
		}
	})
	exact := estimate(t, table, worstcase.Options{Flops: 3, Seed: 1})
	e := estimate(t, served, worstcase.Options{Flops: 3, Turns: 4, Rivers: 4, Seed: 1})
	t.Logf("%.4f to %.4f, exactly %.4f", *e.Lower, e.Exploitability, exact.Exploitability)
	if *e.Lower > exact.Exploitability || e.Exploitability < exact.Exploitability ||
		e.Exploitability-*e.Lower > exact.Exploitability {
		t.Error("not enclosed")
	}
}

// A strategy whose number in the whole game is known is served, and estimated from a sample.
func TestServedCaller(t *testing.T) {
	_, served := startServing(t, "strength-1", func(n *game.Node, _ int, row []float64) {
		clear(row)
		for i, a := range n.Actions {
			if a == game.Call {
				row[i] = 1
			}
		}
	})
	const exact = 1.1634758 // always-call
	e := estimate(t, served, worstcase.Options{Flops: 36, Turns: 8, Rivers: 8, Seed: 2})
	low, high := e.Interval[0]/worstcase.Millis, e.Interval[1]/worstcase.Millis
	if low > exact || high < exact || high-low > 0.2 {
		t.Errorf("%v to %v, want %v", low, high, exact)
	}
}
