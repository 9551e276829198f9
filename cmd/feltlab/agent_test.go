package main

import (
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/worstcase"
)

// example is the agent in Python, as a word of a command line.
func example(t *testing.T) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	return "'exec:" + python + " " + filepath.Join("..", "..", "scripts", "agent.py") + "'"
}

// A program's policy loses the same when it is asked and when it was written to a file, and plays matches.
func TestExec(t *testing.T) {
	agent, path := example(t), filepath.Join(t.TempDir(), "agent.json")
	says(t, "convert --game leduc "+agent+" "+path)
	var losses [2]float64
	for i, opponent := range []string{agent, path} {
		var r worstcase.Response
		answers(t, "bestresponse --game leduc --copies 2 --opponent "+opponent, &r)
		losses[i] = r.Exploitability
	}
	if math.Abs(losses[0]-losses[1]) > 1e-12 || losses[0] < 0.1 {
		t.Errorf("%v", losses)
	}
	var r worstcase.Matches
	if answers(t, "match --game leduc "+agent+" "+path, &r); math.Abs(r.Matches[0].Mean) > 1e-12 {
		t.Errorf("%+v", r)
	}
	says(t, "match --game limit-holdem --deals 2 --copies 1 "+agent+" always-call")
}

func TestExecErrors(t *testing.T) {
	agent := example(t)
	refuses(t, "bestresponse", map[string]string{
		"--game kuhn --opponent exec:/no/such":             "cannot start",
		"--game limit-holdem --opponent " + agent:          "want --flops, --turns and --rivers",
		"--game limit-holdem --opponent uniform --turns 3": "need --flops",
		"--game leduc --opponent uniform --rivers 3":       "--rivers is for",
	})
	fails(t, 2, "match --game limit-holdem "+agent+" uniform --flops 2", "want --flops, --turns and --rivers")
	for args, want := range map[string]string{
		"exec:true": "ended", "'exec:echo hello'": `"hello" is not JSON`,
		"'exec:sleep 9' --answer-time 0.1": "it had 100ms",
	} {
		fails(t, 1, "bestresponse --game kuhn --opponent "+args, want)
	}
}

// Drawn turns and rivers give an estimate that says so, and no interval that claims to be certain.
func TestDrawnTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fold.txt")
	// An opponent that folds at once, but looks at its cards: only the blinds are won.
	says(t, "equilibrium --game limit-holdem --buckets strength-1 --boards 1 --iterations 1 --out "+path)
	line := "bestresponse --game limit-holdem --flops 2 --turns 1 --rivers 1 --opponent " + path
	var r worstcase.Response
	answers(t, line, &r)
	if r.Status != "estimate" || r.Interval == nil || r.CertainInterval != nil || r.Turns != 1 || r.Rivers != 1 {
		t.Errorf("%+v", r)
	}
	if out := says(t, line, "an upper bound in expectation"); strings.Contains(out, "is within") {
		t.Error(out)
	}
}
