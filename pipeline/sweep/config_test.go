package sweep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestAsPeopleWrite reads single entries, numbers for hands, spans and groups.
func TestAsPeopleWrite(t *testing.T) {
	for name, c := range map[string]struct {
		yaml string
		set  []string
		want string // hand range program of the tasks
	}{
		"one entry": {yaml: "hands: 99\nranges: ATC\nprograms: AVGERR\nfeatures: 3", want: "99 ATC AVGERR(3)"},
		"numbers": {yaml: "hands: [AA, 99]\nranges: ATC\nprograms: AVGERR\nfeatures: 3",
			want: "AA ATC AVGERR(3), 99 ATC AVGERR(3)"},
		"span": {yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: [1..3, 7]",
			want: "AA ATC AVGERR(1), AA ATC AVGERR(2), AA ATC AVGERR(3), AA ATC AVGERR(7)"},
		"twice": {yaml: "hands: [AA, AA]\nranges: [ATC, any]\nprograms: AVGERR\nfeatures: [2, 1..2]",
			want: "AA ATC AVGERR(2), AA ATC AVGERR(1)"},
		"groups": {
			yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1\ngroups:\n  - {}\n  - hands: [KK, AA]\n    " +
				"features: 1..2\n",
			want: "AA ATC AVGERR(1), KK ATC AVGERR(1), KK ATC AVGERR(2), AA ATC AVGERR(2)",
		},
		"alike": {
			yaml: "hands: [AhAd, AA, AsAc, KQs]\nranges: [ATC, AhKh]\nprograms: AVGERR\nfeatures: 1\n" +
				"formulation: [merged, plain]\nengine: exact\ngroups: [{}, {formulation: pattern, hands: KhQh}]",
			// against AhKh, which is no hand without those cards, suits differ
			want: "AhAd ATC AVGERR(1), KQs ATC AVGERR(1)",
		},
		"impossible": {
			yaml: "hands: [AA, 72o]\nranges: [AA, KK+]\nstreet: [flop, river]\nprograms: AVGERR\nfeatures: 1",
			want: "AA KK+ AVGERR(1), 72o KK+ AVGERR(1), 72o KK+ AVGERR(1)",
			// three aces or four cards more leave no aces
		},
		"set": {yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..9",
			set: []string{"features=2", "hands=[KK, 55]"}, want: "KK ATC AVGERR(2), 55 ATC AVGERR(2)"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, task := range must.Get(Load(written(t, c.yaml), c.set...))(t).Questions {
				got = append(got, fmt.Sprint(task.Hand(), " ", task.Against().Range, " ", task.Program))
			}
			must.Equal(t, strings.Join(got, ", "), c.want)
		})
	}
}

// TestSettingsCount refuses settings that would have no effect.
func TestSettingsCount(t *testing.T) {
	const grouped = "programs: AVGERR\nranges: ATC\nfeatures: 1\ngroups:\n  - hands: AA\n    features: 2\n  - " +
		"hands: KK\n"
	path := written(t, grouped)
	for set, want := range map[string]string{
		"features=7": `pairs.yaml:6: groups[0]: features has its own value there`,
		"hands=QQ":   `pairs.yaml:5: groups[0]: hands has`,
		"features=":  `setting "features=": features has no value`, "hands=": "hands has no value",
		"output=": "output has no value", "output=~": "output has no value", "features=1\n---\n2": "want key=value",
		"ranges=RS": "", "output=there": "", "features=0x1": "features: 0x1: want a whole number",
		"ranges=[0x63]": `ranges: "0x63" at character 1`, "ranges=022": `ranges: "022" at character 1`,
	} {
		c, err := Load(path, set)
		if want == "" {
			if err != nil || set == "ranges=RS" && c.Questions[1].RangeText() != "RS" || set != "ranges=RS" &&
				c.Output != "there" {
				t.Errorf("--set %s: %v", set, err)
			}
		} else if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), want) {
			t.Errorf("--set %s: %v, want %s", set, err, want)
		}
	}
}

func TestCompares(t *testing.T) {
	for yaml, want := range map[string]bool{
		"seed: [1, 2]": true, "time_limit: [1s, 2s]": true, "engine: [exact, highs]": true,
		"formulation: [plain, pattern]": false, "seed: 1": false,
		"groups: [{gap_percent: 10}, {}]": true, "gap_percent: 10": false,
		"groups: [{time_limit: 1s}, {time_limit: 2s}]":              true,
		"groups: [{time_limit: 1s}, {features: 3, time_limit: 2s}]": false,
	} {
		t.Run(yaml, func(t *testing.T) {
			c := load(t, "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..2\n"+yaml)
			must.Equal(t, c.Compares(), want)
		})
	}
}

// TestFolder holds a folder of results against whoever would lose some of them.
func TestFolder(t *testing.T) {
	c := load(t, yaml)
	tasks := c.Questions
	results := make([]*question.Answer, len(tasks))
	for i, task := range tasks {
		results[i] = &question.Answer{Subject: task.Subject, ProgramKeys: question.ProgramKeys(task.Program),
			Status: question.None}
	}
	finish := func(results []*question.Answer) bool {
		t.Helper()
		f := must.Get(OpenFolder(c))(t)
		defer f.Close()
		return must.Get(f.Finish(results))(t)
	}
	rows := func() int {
		t.Helper()
		s, err := StatusOf(c.Output)
		if err != nil || s.Manifest == nil || s.Manifest.Finished != s.Results ||
			s.Manifest.Partial != (s.Results < len(tasks)) {
			t.Fatalf("%+v, %v", s, err)
		}
		return s.Results
	}
	some := append(make([]*question.Answer, 3), results[3:6]...)
	if !finish(append(some, make([]*question.Answer, len(tasks)-6)...)) || rows() != 3 {
		t.Errorf("partial results: %d rows, want 3", rows())
	}
	if !finish(results) || rows() != len(tasks) {
		t.Errorf("all results: %d rows", rows())
	}
	if finish(make([]*question.Answer, len(tasks))) ||
		finish(append(some, make([]*question.Answer, len(tasks)-6)...)) || rows() != len(tasks) {
		t.Errorf("an interrupted sweep left %d rows", rows())
	}
	t.Run("what a kill left", func(t *testing.T) {
		left := filepath.Join(c.Output, "table.csv.0123456789abcdef.tmp")
		must.Do(t, os.WriteFile(left, []byte("half"), 0o666))
		finish(results)
		if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", left, err)
		}
	})
	t.Run("two at once", func(t *testing.T) {
		f := must.Get(OpenFolder(c))(t)
		defer f.Close()
		must.Fails(OpenFolder(c))(t, ErrFolder, "another feltlab")
	})
	t.Run("another configuration", func(t *testing.T) {
		other := load(t, strings.Replace(yaml, "[1, 2]", "[2]", 1))
		other.Output = c.Output
		must.Fails(OpenFolder(other))(t, ErrFolder, "AVGERR(1)")
	})
	must.Equal(t, rows(), len(tasks))
}

func TestCompare(t *testing.T) {
	write := func(results ...*question.Answer) string {
		t.Helper()
		folder := t.TempDir()
		must.Do(t, ledger.WriteSolves(folder, results))
		return folder
	}
	result := func(n int, e, bound float64) *question.Answer {
		r := &question.Answer{Subject: question.MustSubject("AA", "ATC"), Status: question.Feasible, Seconds: 2,
			ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: n}, AverageError: question.Number(e)}
		r.SetBound(bound)
		return r
	}
	first := write(result(1, 0.1, 0.1), result(2, 0.05, 0.01), result(3, 0.04, 0.01))
	second := write(result(1, 0.1, 0.1), result(2, 0.05, 0.05), result(4, 0.03, 0.01))
	c, err := Compare(first, second)
	if err != nil || c.Both != 2 || c.OnlyFirst != 1 || c.OnlySecond != 1 || c.FirstSeconds != 4 ||
		len(c.Differences) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	if d := c.Differences[0]; d.First.Program().String() != "AVGERR(2)" || d.First.LowerBound != 0.01 ||
		d.Second.LowerBound != 0.05 || d.First.Status != question.Feasible || d.Second.Status != question.Optimal {
		t.Errorf("%+v", d)
	}
	var text strings.Builder
	if err := c.Text(&text); err != nil || !strings.Contains(text.String(),
		"5.0000%  5.0000%  1.0000%  5.0000%  feasible, optimal") {
		t.Errorf("%v\n%s", err, &text)
	}
}
