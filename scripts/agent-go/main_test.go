package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
)

// asAgent makes the test binary the agent.
const asAgent = "FELTLAB_TEST_AGENT"

func TestMain(m *testing.M) {
	if os.Getenv(asAgent) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A strategy served by the agent loses what it loses from its file, but for single precision.
func TestServedStrategy(t *testing.T) {
	g := game.Leduc()
	b := must.Get(strategy.BucketingOf(g, "[JQ].K"))(t)
	table := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	for id, n := range g.Root().Decisions() {
		for k := range b.Len(n.Round) {
			row, rest := table.Row(id, k), 1.0
			for i := range row[1:] {
				row[1+i] = rest / float64(3+k+id%4)
				rest -= row[1+i]
			}
			row[0] = rest
		}
	}
	path := filepath.Join(t.TempDir(), "s.txt")
	f := must.Get(os.Create(path))(t)
	must.Do(t, strategy.Write(f, table))
	f.Close()
	t.Setenv(asAgent, "1")
	served, err := worstcase.StartAgent(t.Context(), fmt.Sprint(os.Args[0], " leduc ", path), g,
		worstcase.AgentOptions{Copies: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	var values [2]float64
	for i, p := range []game.Policy{table, served} {
		r := must.Get(extensive.BestResponse(t.Context(), g, p, extensive.ResponseOptions{}))(t)
		values[i] = r.NashConv()
	}
	if d := values[0] - values[1]; d > 1e-6 || d < -1e-6 || served.Name() != "agent-go" {
		t.Errorf("%v from %s, want %v", values[1], served.Name(), values[0])
	}
}
