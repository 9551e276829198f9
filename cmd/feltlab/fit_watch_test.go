package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// TestWatch: the log has every better formula, the last report, and others at some distance in time. A missing
// number is empty.
func TestWatch(t *testing.T) {
	none := question.Number(math.NaN())
	path := filepath.Join(t.TempDir(), "log.csv")
	a := &app{stderr: io.Discard}
	task := question.Question{Subject: question.MustSubject("AA", "ATC"),
		Program: regression.Program{Kind: regression.AvgErr, N: 3}}
	watch, stop, err := a.watchFit(task, path)
	must.Do(t, err)
	for _, p := range []fit.Progress{
		{Seconds: 0.01, Incumbent: none, Bound: none, Nodes: 0, Engine: question.Search},
		{Seconds: 0.02, Incumbent: none, Bound: 0.001, Nodes: 0, Engine: question.Search}, // too soon
		{Seconds: 0.03, Incumbent: 0.04, Bound: 0.001, Nodes: 0, Engine: question.Search},
		{Seconds: 0.04, Incumbent: 0.03, Bound: 0.001, Nodes: 0, Engine: question.Search},
		{Seconds: 0.05, Incumbent: 0.03, Bound: 0.002, Nodes: 0, Engine: question.HiGHS},
		{Seconds: 0.06, Incumbent: 0.03, Bound: 0.003, Nodes: 1, Engine: question.HiGHS}, // too soon
		{Seconds: 0.16, Incumbent: 0.03, Bound: 0.004, Nodes: 2, Engine: question.HiGHS},
		{Seconds: 0.17, Incumbent: 0.03, Bound: 0.005, Nodes: 3, Engine: question.HiGHS}, // the last
	} {
		watch(p)
	}
	must.Do(t, stop())
	text := must.Get(os.ReadFile(path))(t)
	rows := must.Get(csv.NewReader(bytes.NewReader(text)).ReadAll())(t)
	want := [][]string{
		{"seconds", "incumbent", "bound", "nodes", "engine"},
		{"0.010", "", "", "0", "search"},
		{"0.030", "0.04", "0.001", "0", "search"},
		{"0.040", "0.03", "0.001", "0", "search"},
		{"0.050", "0.03", "0.002", "0", "highs"},
		{"0.160", "0.03", "0.004", "2", "highs"},
		{"0.170", "0.03", "0.005", "3", "highs"},
	}
	if !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("%v", rows)
	}
	if _, _, err := a.watchFit(task, filepath.Join(path, "below")); err == nil || !strings.Contains(err.Error(),
		"--log") {
		t.Error(err)
	}
}

func TestHiGHSUsage(t *testing.T) {
	refuses(t, "milp --hand AA --features 3", map[string]string{
		"--out x --log y": "leave out --log", "--start nome": `did you mean "none"`})
}
