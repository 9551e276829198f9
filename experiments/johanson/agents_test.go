package johanson

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
)

func lookUpHalves(game.Game, string) (strategy.Bucketing, error) { return halves{}, nil }

// Training goes on from what an earlier run left, to the same strategy.
func TestAgentResumes(t *testing.T) {
	env, _ := experimentstest.Env(t)
	fresh := func() *agent { return &agent{Buckets: "halves", find: lookUpHalves} }
	other, _ := experimentstest.Env(t)
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
	if _, err := runAgents(stopped, env, []*agent{{Buckets: "halves", find: lookUpHalves,
		points: []int{3}, judge: &worstcase.Options{Flops: 2}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that is stopped: %v", err)
	}
}

// TestAgentKept takes the row that an earlier run left, with nothing else of that run, whatever is not
// known before it.
func TestAgentKept(t *testing.T) {
	env, _ := experimentstest.Env(t)
	a := &agent{Buckets: "halves", find: lookUpHalves, points: []int{3},
		judge: &worstcase.Options{Flops: 2}}
	all := must.Get(numbers([]*agent{a}, nil))(t)
	row := judgedRow("halves", 3, 1234)
	row.Key = all[0].key.String()
	must.Do(t, writeAgents(t.Context(), env, []*worstcase.Judged{row}, nil))
	first := *a
	first.Tilts[0].Win = 7
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := runAgents(stopped, env, []*agent{&first, a}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if page := experimentstest.Page(t, env, "agents"); !strings.Contains(page, "| halves |") ||
		!strings.Contains(page, "1234.00") {
		t.Errorf("what is known of a later agent does not stand in\n%s", page)
	}
	if rows, err := runAgents(t.Context(), env, []*agent{a}); err != nil || a.training != nil || len(rows) != 1 ||
		rows[0].Exploitability != 1234 {
		t.Errorf("%v, trained %v, %+v", err, a.training != nil, rows)
	}
}

// judgedRow is an estimate for a strategy over strength-200.
func judgedRow(name string, iterations int, exploitability float64) *worstcase.Judged {
	return &worstcase.Judged{
		Response: worstcase.Response{Opponent: name, Status: "estimate", Exploitability: exploitability},
		Trained:  &worstcase.Trained{Buckets: "strength-200", Tilt: "0, 0, 0, 0", Iterations: iterations},
	}
}

func TestAgentPages(t *testing.T) {
	env, _ := experimentstest.Env(t)
	abstract := 31.25
	estimate, exact, tilted := judgedRow("strength-200", 250, 280), judgedRow("strength-200", 500, 270.123),
		judgedRow("strength-200, tilt 7, 0, 0, 7", 500, 260)
	responding, small := judgedRow("strength-200, CFR-BR from the turn", 500, 160), judgedRow("strength-10", 500, 390)
	estimate.StandardError, estimate.SeatValues = new(23.0), [2]float64{5, 6}
	estimate.Trained.InformationSets, estimate.Trained.CPUHours, estimate.Trained.Abstract = 1_275_600, 0.5, &abstract
	for k := range 4 {
		estimate.Rounds = append(estimate.Rounds, worstcase.Round{Round: k + 1, Loss: float64(k + 1)})
	}
	exact.Status = "exact"
	for class := range cards.Class(cards.NumClasses) {
		exact.Hands = append(exact.Hands, worstcase.HandValue{Hand: class.String(), Values: [2]float64{float64(class),
			1000 + float64(class)}})
	}
	tilted.Trained.Tilt, responding.Trained.Respond, responding.Trained.CPUHours = "7, 0, 0, 7", "turn", 2
	small.Trained.Buckets, small.Trained.CPUHours = "strength-10", 9
	rows := []*worstcase.Judged{estimate, exact, tilted, responding, small}
	for i := range rows {
		rows[i].Key = fmt.Sprint(i)
	}
	later := judgedRow("later", 1, 1)
	later.Key = "later"
	must.Do(t, writeAgents(t.Context(), env, rows, append([]*worstcase.Judged{later}, rows...)))
	kept, err := experiments.ReadLines[*worstcase.Judged](env, agentRows)
	if diff := cmp.Diff(append(slices.Clone(rows), later), kept); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
	page := experimentstest.Page(t, env, "agents")
	for _, part := range []string{
		"| strength-200 | strength-200 | 1275600 | 0.500 | 280.00 | 23.0 | no | 250 | 0, 0, 0, 0 |  | 31.2 |",
		"270.12 | 0.0 | yes", "| PULPO |  |  | 399 |",
		"| 250 | no | 5.0 | 6.0 | 1.0 | 2.0 | 3.0 | 4.0 |", "strength-200 after 500 iterations:",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	csv, err := os.ReadFile(filepath.Join(env.Out, "agents", "hands.csv"))
	if lines := strings.Count(string(csv), "\n"); err != nil || lines != 1+cards.NumClasses ||
		!strings.Contains(string(csv), "strength-200,500,"+cards.Class(7).String()+",7.0,1007.0\n") {
		t.Errorf("%d lines of hands (%v):\n%s", lines, err, csv)
	}
	if names := agentPlan(); len(names) < 8 || names[0].exact == 0 {
		t.Error("the plan is not the plan")
	}
	if n := len(published.Agents()); n != 12 {
		t.Errorf("%d published agents", n)
	}
}

// Of a strategy the charts of abstractions and tilts show what is exact, and what was estimated of the
// same training, though another was longer.
func TestFinal(t *testing.T) {
	var rows []*worstcase.Judged
	for _, x := range []struct {
		name       string
		iterations int
		exact      bool
	}{{"a", 1, false}, {"a", 2, false}, {"a", 2, true}, {"a", 4, false}, {"b", 3, false}, {"b", 5, false}} {
		r := judgedRow(x.name, x.iterations, 1)
		if x.exact {
			r.Status = "exact"
		}
		rows = append(rows, r)
	}
	want := []*worstcase.Judged{rows[1], rows[2], rows[5]}
	if got := final(rows); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
