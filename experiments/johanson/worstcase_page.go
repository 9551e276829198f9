package johanson

import (
	"fmt"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/pipeline/worstcase"
)

// write writes tables, the curve and the page.
func (s *worstCaseSummary) write(env *experiments.Env) error {
	files := []struct {
		name string
		t    *table.Sheet
	}{
		{"trivial", trivialTable(s.Trivial)}, {"abstractions", abstractionTable(s.Curve)}, {"accelerations", speedTable(s.Speed.Rows)},
		{"jamfold", jamFoldLossTable(s.JamFold)}, {"leduc", leducTable(s.Leduc.Rows)},
	}
	for _, f := range files {
		if err := env.Write("bestresponse/"+f.name+".csv", f.t.CSV); err != nil {
			return err
		}
	}
	if err := experiments.WriteLines(env, "bestresponse/strategies.jsonl", append(s.Trivial, s.Curve...)); err != nil {
		return err
	}
	if err := env.Draw("bestresponse/abstractions", abstractionChart(s.Curve)); err != nil {
		return err
	}
	return env.WritePage(pages, "bestresponse", struct {
		Trivial, Abstractions, Accelerations, JamFold, Leduc *table.Sheet

		Iterations, Flops        int
		History, Board           string
		Whole                    *WholeGame
		TalkSeconds, AllSubtrees int
	}{
		files[0].t, files[1].t, files[2].t, files[3].t, files[4].t,
		curveIterations, curveFlops, speedHistory, speedBoard, &s.Speed.Whole, talkSubtreeSeconds, allSubtrees,
	})
}

func trivialTable(rows []*worstcase.Judged) *table.Sheet {
	t := table.NewSheet(append([]string{"opponent", "published", "exploitability", "small blind wins", "big blind wins"}, lossColumns...)...)
	for _, r := range rows {
		cells := []string{r.Opponent, fmt.Sprint(*r.Published)}
		for _, v := range append([]float64{r.Exploitability, r.SeatValues[0], r.SeatValues[1]}, r.Losses()...) {
			cells = append(cells, fmt.Sprintf("%.4f", v))
		}
		t.Add(cells...)
	}
	return t
}

func speedTable(rows []Acceleration) *table.Sheet {
	t := table.NewSheet("acceleration", "alone", "without", "talk", "seconds")
	for _, r := range rows {
		t.Add(r.Name, fmt.Sprintf("%.2f", r.Alone), fmt.Sprintf("%.2f", r.Without), r.Talk, fmt.Sprintf("%.4f", r.Seconds))
	}
	return t
}

// talkSubtreeSeconds is what a subtree took in the talk: 76 CPU-days for all.
const talkSubtreeSeconds = 270

// Days is the time of the whole game in CPU-days.
func (w *WholeGame) Days() float64 { return w.SubtreeSeconds * allSubtrees / 86400 }

func jamFoldLossTable(rows []jamFoldLoss) *table.Sheet {
	t := table.NewSheet("big blinds", "jam", "call", "exploitability", "solver's regret")
	for _, r := range rows {
		t.Add(fmt.Sprint(r.BigBlinds), fmt.Sprintf("%.4f", r.Jam), fmt.Sprintf("%.4f", r.Call), fmt.Sprintf("%.5f", r.Mean), fmt.Sprintf("%.5f", r.Regret))
	}
	return t
}
