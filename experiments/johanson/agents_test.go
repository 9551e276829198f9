package johanson

import (
	"context"
	"errors"
	"strings"
	"testing"

	"feltlab/experiments/published"
	"feltlab/experiments/reproduce/reproducetest"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/cfr/sampled"
)

func lookUpHalves(game.Game, string) (strategy.Bucketing, error) { return halves{}, nil }

// Training goes on from what an earlier run left, to the same strategy.
func TestAgentResumes(t *testing.T) {
	env, _ := reproducetest.Env(t)
	fresh := func() *agent { return &agent{Buckets: "halves", Weighting: sampled.Linear, find: lookUpHalves} }
	other, _ := reproducetest.Env(t)
	whole, _, err := fresh().trained(t.Context(), other, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, hours, err := fresh().trained(t.Context(), env, 1); err != nil || hours <= 0 {
		t.Fatal(hours, err)
	}
	second := fresh()
	parts, _, err := second.trained(t.Context(), env, 2)
	if err != nil {
		t.Fatal(err)
	}
	a, errA := strategy.Digest(whole)
	b, errB := strategy.Digest(parts)
	if err := errors.Join(errA, errB); err != nil || a != b {
		t.Errorf("%s in two runs, %s in one (%v)", b, a, err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := runAgents(stopped, env, []*agent{{Buckets: "halves", Weighting: sampled.Linear, find: lookUpHalves, points: []int{3}, judge: &worstcase.Options{Flops: 2}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that is stopped: %v", err)
	}
}

func TestAgentPages(t *testing.T) {
	env, _ := reproducetest.Env(t)
	abstract := 31.25
	s := &agentSummary{Rows: []agentRow{
		{Strategy: "strength-200", Buckets: "strength-200", Tilt: noTilt, InformationSets: 1_275_600, Iterations: 250, CPUHours: 0.5, Abstract: &abstract, Exploitability: 280, StandardError: 23, Rounds: []float64{1, 2, 3, 4}, Seats: []float64{5, 6}},
		{Strategy: "strength-200", Buckets: "strength-200", Tilt: noTilt, Iterations: 500, Exploitability: 270.123, Exact: true},
		{Strategy: "strength-200, tilt 7, 0, 0, 7", Buckets: "strength-200", Tilt: "7, 0, 0, 7", Iterations: 500, Exploitability: 260},
		{Strategy: "strength-200, CFR-BR from the turn", Buckets: "strength-200", Tilt: noTilt, Respond: "turn", Iterations: 500, Exploitability: 160},
	}}
	if err := s.write(env); err != nil {
		t.Fatal(err)
	}
	page := reproducetest.Page(t, env, "agents")
	for _, part := range []string{
		"| strength-200 | strength-200 | 1275600 | 0.500 | 280.00 | 23.0 | no | 250 | 0, 0, 0, 0 |  | 31.2 |", "270.12 | 0.0 | yes", "| PULPO |  |  | 399 |",
		"| 5.0 | 6.0 | 1.0 | 2.0 | 3.0 | 4.0 |",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	if names := agentPlan(); len(names) < 8 || !names[0].exact {
		t.Error("the plan is not the plan")
	}
	if n := len(published.Agents()); n != 12 {
		t.Errorf("%d published agents", n)
	}
}
