package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
)

// example is the agent in Python.
func example(t *testing.T) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	return "exec:" + python + " " + filepath.Join("..", "..", "scripts", "agent.py")
}

// A program's policy loses the same when it is asked and when it was written to a file, and plays
// matches.
func TestExec(t *testing.T) {
	agent, path := example(t), filepath.Join(t.TempDir(), "agent.json")
	must.Get(feltlab(t, "convert", "--game", "leduc", agent, path))(t)
	var losses [2]float64
	for i, opponent := range []string{agent, path} {
		out, err := feltlab(t, "bestresponse", "--game", "leduc", "--opponent", opponent, "--copies", "2", "--json")
		if err != nil {
			t.Fatal(err)
		}
		var r worstcase.Response
		must.Do(t, json.Unmarshal([]byte(out), &r))
		losses[i] = r.Exploitability
	}
	if math.Abs(losses[0]-losses[1]) > 1e-12 || losses[0] < 0.1 {
		t.Errorf("%v", losses)
	}
	out := must.Get(feltlab(t, "match", "--game", "leduc", "--json", agent, path))(t)
	var r worstcase.Matches
	if err := json.Unmarshal([]byte(out), &r); err != nil || math.Abs(r.Matches[0].Mean) > 1e-12 {
		t.Errorf("%+v (%v)", r, err)
	}
	if _, err := feltlab(t, "match", "--game", "limit-holdem", "--deals", "2", agent, "always-call", "--copies",
		"1"); err != nil {
		t.Error(err)
	}
}

func TestExecErrors(t *testing.T) {
	agent := example(t)
	for _, tc := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"bestresponse", "--game", "kuhn", "--opponent", "exec:/no/such"}, 2, "cannot start"},
		{[]string{"bestresponse", "--game", "kuhn", "--opponent", "exec:true"}, 1, "ended"},
		{[]string{"bestresponse", "--game", "kuhn", "--opponent", "exec:echo hello"}, 1, `"hello" is not JSON`},
		{[]string{"bestresponse", "--game", "kuhn", "--opponent", "exec:sleep 9", "--answer-time", "0.1"}, 1,
			"it had 100ms"},
		{[]string{"bestresponse", "--game", "limit-holdem", "--opponent", agent}, 2,
			"want --flops, --turns and --rivers"},
		{[]string{"bestresponse", "--game", "limit-holdem", "--opponent", "uniform", "--turns", "3"}, 2,
			"need --flops"},
		{[]string{"bestresponse", "--game", "leduc", "--opponent", "uniform", "--rivers", "3"}, 2, "--rivers is for"},
		{[]string{"match", "--game", "limit-holdem", agent, "uniform", "--flops", "2"}, 2,
			"want --flops, --turns and --rivers"},
	} {
		t.Run(strings.Join(tc.args, " "), func(t *testing.T) {
			_, err := feltlab(t, tc.args...)
			if ExitCode(err) != tc.code || !strings.Contains(fmt.Sprint(err), tc.want) {
				t.Errorf("%s: exit %d, %v, want %q", tc.args, ExitCode(err), err, tc.want)
			}
		})
	}
}

// Drawn turns and rivers give an estimate that says so, and no interval that claims to be certain.
func TestDrawnTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fold.txt")
	// An opponent that folds at once, but looks at its cards: only the blinds are won.
	if _, err := feltlab(t, "equilibrium", "--game", "limit-holdem", "--buckets", "strength-1", "--boards", "1",
		"--iterations", "1", "--out", path); err != nil {
		t.Fatal(err)
	}
	args := []string{"bestresponse", "--game", "limit-holdem", "--opponent", path, "--flops", "2", "--turns", "1",
		"--rivers", "1"}
	out, err := feltlab(t, append(args, "--json")...)
	if err != nil {
		t.Fatal(err)
	}
	var r worstcase.Response
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if r.Status != "estimate" || r.Interval == nil || r.CertainInterval != nil || r.Turns != 1 || r.Rivers != 1 {
		t.Errorf("%+v", r)
	}
	out, err = feltlab(t, args...)
	if err != nil || !strings.Contains(out, "an upper bound in expectation") || strings.Contains(out, "is within") {
		t.Errorf("%s (%v)", out, err)
	}
}
