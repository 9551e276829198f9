package johanson

import (
	"io"
	"slices"
	"strings"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
	"feltlab/report/draw"
)

// madeUp is a summary of numbers that nobody computed.
func madeUp() *worstCaseSummary {
	printed := 750.0
	fold, five := judgedRow("always-fold", 0, 750), judgedRow("strength-5", 1000, 321.04)
	fold.Published, fold.SeatValues, five.StandardError, five.Flops = &printed, [2]float64{500, 1000}, new(12.3), 12
	five.Trained.Buckets = "strength-5"
	for k, loss := range []float64{1500, 0, 0, 0} {
		fold.Rounds = append(fold.Rounds, worstcase.Round{Round: k + 1, Loss: loss})
		five.Rounds = append(five.Rounds, worstcase.Round{Round: k + 1, Loss: float64(k)})
	}
	return &worstCaseSummary{
		Trivial: []*worstcase.Judged{fold}, Curve: []*worstcase.Judged{five},
		JamFold: []jamFoldLoss{{BigBlinds: 10, Jam: 0.5828, Call: 0.3738, Mean: 0.00012, Regret: 0.0003}},
		Leduc: &leducSummary{GameValue: -0.085606, GameValueGap: 1e-6, Starts: 20, Rows: []*leducRow{
			{Player1: "real", Player2: "real", Published: 0, Unique: true, Ours: 0.001, Least: -0.001, Most: 0.002},
			{Player1: "JQ.K", Player2: "J.QK", Published: 80.1, Ours: 75, Least: 70, Most: 79},
		}},
	}
}

func TestPages(t *testing.T) {
	s := madeUp()
	env, _ := experimentstest.Env(t)
	must.Do(t, s.write(env))
	for _, part := range []string{
		"from\n1000 iterations of linear CFR on sampled boards", "## Jam or fold", "| 10 | 0.5828 |",
	} {
		if page := experimentstest.Page(t, env, "bestresponse"); !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	must.Do(t, s.Leduc.write(env))
	if page := experimentstest.Page(t, env, "leduc"); !strings.Contains(page, "is -0.085606 (within 1e-06). 1 of 2 published") {
		t.Error(page)
	}
}

// TestAbstractionChart: sizes are as far apart as their ratios, and every error has its bar.
func TestAbstractionChart(t *testing.T) {
	one, many := judgedRow("strength-1", 1000, 2568.8), judgedRow("strength-200", 1000, 278.5)
	one.Trained.Buckets, one.StandardError, many.StandardError = "strength-1", new(30.5), new(23.2)
	chart := abstractionChart([]*worstcase.Judged{one, many})
	want := []draw.Point{{X: 1, Y: 2568.8, Spread: 30.5}, {X: 200, Y: 278.5, Spread: 23.2}}
	if !chart.X.Log || !chart.Y.Log || len(chart.Series) != 1 || !slices.Equal(chart.Series[0].Points, want) {
		t.Errorf("%+v", chart)
	}
	if err := draw.SVG(io.Discard, chart); err != nil {
		t.Error(err)
	}
}
