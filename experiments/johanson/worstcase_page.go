package johanson

import (
	"fmt"
	"io"
	"strings"

	"feltlab/experiments/reproduce"
)

// write writes tables, the curve and the page.
func (s *worstCaseSummary) write(env *reproduce.Env) error {
	files := []struct {
		name string
		t    *reproduce.Table
	}{
		{"trivial", trivialTable(s.Trivial)}, {"abstractions", abstractionTable(s.Curve)}, {"accelerations", speedTable(s.Speed.Rows)},
		{"jamfold", jamFoldLossTable(s.JamFold)}, {"leduc", leducTable(s.Leduc.Rows)},
	}
	for _, f := range files {
		if err := env.Write("bestresponse/"+f.name+".csv", f.t.CSV); err != nil {
			return err
		}
	}
	if err := env.Draw("bestresponse/abstractions", abstractionChart(s.Curve)); err != nil {
		return err
	}
	page := strings.Join([]string{
		worstCaseHead,
		"## Opponents that do not look at their cards\n\n", trivialNote, files[0].t.Markdown(),
		"## Abstractions of limit hold'em\n\n", curveNote(), files[1].t.Markdown(), "![Exploitability by number of buckets](abstractions.svg)\n\n",
		"## What each acceleration gains\n\n", speedNote, files[2].t.Markdown(),
		"## The whole game\n\n", s.Speed.Whole.note(),
		"## Jam or fold\n\n", jamFoldLossNote, files[3].t.Markdown(),
		"## Leduc hold'em\n\n", leducNote, files[4].t.Markdown(),
	}, "")
	return env.Write("bestresponse/README.md", func(w io.Writer) error {
		_, err := io.WriteString(w, strings.TrimRight(page, "\n")+"\n")
		return err
	})
}

const worstCaseHead = `# Worst case

What a strategy loses to a best response, beside M. Johanson, K. Waugh, M. Bowling and M. Zinkevich,
"Accelerating Best Response Calculation in Large Extensive Games", IJCAI 2011. Limit hold'em is
heads-up, with blinds of 1/2 and 1, bets of 1 and 2 and at most four bets a round; numbers are
thousandths of a big blind a game. Made by ` + "`feltlab reproduce bestresponse`" + `.

`

const trivialNote = `All 1,755 flops, 2,554,656 rivers and 567 betting histories, exactly. Exploitability is the mean over
both seats; the last columns say in which round both seats' gains arise.

`

func trivialTable(rows []trivialRow) *reproduce.Table {
	t := reproduce.NewTable("opponent", "published", "exploitability", "small blind wins", "big blind wins", "before the flop", "on the flop", "on the turn", "on the river")
	for _, r := range rows {
		cells := []string{r.Opponent, fmt.Sprint(r.Published)}
		for _, v := range append([]float64{r.Mean, r.SeatValues[0], r.SeatValues[1]}, r.Rounds...) {
			cells = append(cells, fmt.Sprintf("%.4f", v))
		}
		t.Add(cells...)
	}
	return t
}

func curveNote() string {
	return fmt.Sprintf(`Equilibria of abstract games, with so many equally likely buckets of exact strength on each street, by
%d iterations of sampled CFR+; what they lose in the real game is estimated from the same %d random
flops for all, each of them exactly. The standard error is that of the sample, by the jackknife; before
the flop the best response knows the sample, so estimates lean upwards. The exact number takes an
evening for each: `+"`feltlab equilibrium --game limit-holdem`, then `feltlab bestresponse`"+`.

`, curveIterations, curveFlops)
}

const speedNote = `A subtree of limit hold'em (` + speedHistory + ` on ` + speedBoard + `, with all rivers) against an opponent with 1,000 buckets.
"Alone": how many times as fast the plain information-set search becomes by this alone. "Without":
how many times slower all of them together become without it. On this board only two suits may
change places; over the whole game isomorphism leaves 2,554,656 rivers of 51,979,200, a factor of
20.3. The talk's gains are those of the whole game, one after the other.

`

func speedTable(rows []accelerationRow) *reproduce.Table {
	t := reproduce.NewTable("acceleration", "alone", "without", "talk", "seconds")
	for _, r := range rows {
		t.Add(r.Acceleration, fmt.Sprintf("%.2f", r.Alone), fmt.Sprintf("%.2f", r.Without), r.Talk, fmt.Sprintf("%.4f", r.Seconds))
	}
	return t
}

// talkSubtreeSeconds is what a subtree took in the talk: 76 CPU-days for all.
const talkSubtreeSeconds = 270

func (w *wholeGame) note() string {
	return fmt.Sprintf(`%d subtrees (a flop, a history before it and a seat) against %d buckets took %.2f CPU-seconds each, with
the river's kernel %s; the talk's took %d. The whole game, %d subtrees, is estimated at %.1f hours on
%d cores, or %.2f CPU-days; the talk's took 76 CPU-days.

`, w.Subtrees, w.Buckets, w.SubtreeSeconds, w.Kernel, talkSubtreeSeconds, allSubtrees, w.Hours, w.Cores, w.SubtreeSeconds*allSubtrees/86400)
}

const jamFoldLossNote = `Heads-up equilibria of the jam-or-fold solver (fictitious play), judged by the best response of this
page, which shares no code with it; the last column is the solver's own regret of the seat that gains
most.

`

func jamFoldLossTable(rows []jamFoldLoss) *reproduce.Table {
	t := reproduce.NewTable("big blinds", "jam", "call", "exploitability", "solver's regret")
	for _, r := range rows {
		t.Add(fmt.Sprint(r.BigBlinds), fmt.Sprintf("%.4f", r.Jam), fmt.Sprintf("%.4f", r.Call), fmt.Sprintf("%.5f", r.Mean), fmt.Sprintf("%.5f", r.Regret))
	}
	return t
}

const leducNote = `Thousandths of a chip; how it is read stands on [its own page](../leduc/README.md).

`
