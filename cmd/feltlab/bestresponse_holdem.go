package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/checkpoint"
	"feltlab/pipeline/worstcase"
	"feltlab/report/losses"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

// limitHoldem is the game that takes its own way: 1,755 flops, one after the other.
const limitHoldem = "limit-holdem"

// limitFlags are the flags of bestresponse that only limit hold'em has.
type limitFlags struct {
	checkpoint string
	flops      int
	turns      int
	rivers     int
	seed       uint64
	workers    int
	listen     listenFlags
}

func (f *limitFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.checkpoint, "checkpoint", "", limitHoldem+": file for finished work, from which a stopped run goes on")
	flags.IntVar(&f.flops, "flops", 0, limitHoldem+": estimate from a random sample of so many flops; 0 computes all 1,755")
	flags.IntVar(&f.turns, "turns", 0, limitHoldem+", with --flops: draw so many turns of a flop; 0 takes all")
	flags.IntVar(&f.rivers, "rivers", 0, limitHoldem+", with --flops: draw so many rivers of a turn; 0 takes all")
	flags.Uint64Var(&f.seed, "seed", 0, limitHoldem+": of the sample")
	flags.IntVar(&f.workers, "workers", 0, limitHoldem+": goroutines that compute; 0 for one a processor")
}

// check refuses what the game does not have.
func (f *limitFlags) check(cmd *cobra.Command, name string) error {
	only := map[bool][]string{false: {"checkpoint", "flops", "turns", "rivers", "seed", "workers", "listen"}, true: {"without"}}[name == limitHoldem]
	for _, flag := range only {
		if !cmd.Flags().Changed(flag) {
			continue
		}
		if name == limitHoldem {
			return usage("--%s is not for --game %s", flag, limitHoldem)
		}
		return usage("--%s is for --game %s", flag, limitHoldem)
	}
	return nil
}

// checkDrawn demands a sample where a program is asked, flops where there are turns and rivers, and as many
// as tell how far off they are.
func (f *limitFlags) checkDrawn(names ...string) error {
	switch {
	case f.turns < 0 || f.rivers < 0:
		return usage("--turns is %d and --rivers %d, want no less than 0", f.turns, f.rivers)
	case (f.turns > 0 || f.rivers > 0) && f.flops == 0:
		return usage("--turns and --rivers need --flops")
	}
	sample := f.options(nil)
	if err := sample.Check(); err != nil {
		return usage("--flops: %w", err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, execPrefix) && (f.turns == 0 || f.rivers == 0) {
			return usage("%s: a program cannot be asked for all 10^10 public states: want --flops, --turns and --rivers, such as 20, 8 and 8", name)
		}
	}
	return nil
}

// options are those of a computation without a checkpoint of its own.
func (f *limitFlags) options(progress io.Writer) worstcase.Options {
	return worstcase.Options{
		Flops: f.flops, Turns: f.turns, Rivers: f.rivers, Seed: f.seed, Workers: f.workers, Checkpoint: f.checkpoint, Progress: progress,
	}
}

// normalQuantile makes an interval of 95% of a standard error.
const normalQuantile = 1.96

func confidence(mean, standardError float64) *[2]float64 {
	reach := normalQuantile * standardError
	return &[2]float64{mean - reach, mean + reach}
}

// limitReport is the answer in limit hold'em, in millibigblinds a game.
type limitReport struct {
	Game     string `json:"game"`
	Opponent string `json:"opponent"`
	// Status is exact, estimate (from a sample of flops) or interval (stopped before the end):
	// then values are the middles of their intervals.
	Status     string     `json:"status"`
	SeatValues [2]float64 `json:"seat_values"`
	// Exploitability is half of NashConv; Mean is its former name.
	Mean           float64 `json:"mean"`
	Exploitability float64 `json:"exploitability"`
	NashConv       float64 `json:"nashconv"`
	Unit           string  `json:"unit"`
	Seconds        float64 `json:"seconds"`
	// SeatIntervals and ExploitabilityInterval (formerly MeanInterval) hold the exact values
	// whatever the flops that are left say; not where turns or rivers were drawn.
	SeatIntervals          *[2][2]float64 `json:"seat_intervals,omitempty"`
	MeanInterval           *[2]float64    `json:"mean_interval,omitempty"`
	ExploitabilityInterval *[2]float64    `json:"exploitability_interval,omitempty"`
	// StandardError is that of an estimate's Exploitability.
	StandardError float64 `json:"standard_error,omitempty"`
	// Interval holds what the estimate is one of in 95% of samples. Where turns or rivers were drawn
	// that is more than the exact value, on average.
	Interval *[2]float64 `json:"interval,omitempty"`
	// Lower is what choices win that do not know what is drawn: less than Exploitability on average.
	// Bounds holds that in 95% of samples, from below by Lower, from above by the estimate.
	Lower              *float64    `json:"exploitability_lower,omitempty"`
	LowerStandardError float64     `json:"exploitability_lower_standard_error,omitempty"`
	Bounds             *[2]float64 `json:"exploitability_bounds,omitempty"`
	Flops              int         `json:"flops"`
	// Turns and Rivers are how many were drawn of each flop and turn; 0 for all.
	Turns  int `json:"turns,omitempty"`
	Rivers int `json:"rivers,omitempty"`
	// Done and Total count pieces of work: a flop and a seat.
	Done   int           `json:"done"`
	Total  int           `json:"total"`
	Rounds []limitRound  `json:"rounds,omitempty"`
	Hands  []losses.Hand `json:"hands,omitempty"`
	// Losses are there with a page, of its sample.
	Losses *losses.Report `json:"losses,omitempty"`
}

// limitRound is a betting round and its part of the NashConv.
type limitRound struct {
	Round int     `json:"round"`
	Loss  float64 `json:"loss"`
}

// limitResponse runs the command in limit hold'em.
func (a *app) limitResponse(cmd *cobra.Command, opponent string, f *limitFlags, agents *agentFlags, page *pageFlags, asJSON bool) error {
	names := page.names(opponent)
	if err := f.checkDrawn(names...); err != nil {
		return err
	}
	var reports []*limitReport
	var stopped error
	for i, name := range names {
		own := *f
		if i > 0 && own.checkpoint != "" {
			own.checkpoint += ".beside"
		}
		report, err := a.limitReport(cmd, name, &own, agents, page)
		if report == nil {
			return err
		}
		reports = append(reports, report)
		if stopped = err; err != nil {
			break
		}
	}
	if stopped == nil {
		if err := writeLimitPage(page.file, reports, f); err != nil {
			return err
		}
	}
	var err error
	if asJSON {
		err = a.printJSON(reports[0])
	} else {
		err = reports[0].text(a.stdout)
	}
	return errors.Join(err, stopped)
}

// limitReport judges one opponent. After an interruption there is a report of what is done beside
// the error, if that says something for certain.
func (a *app) limitReport(cmd *cobra.Command, opponent string, f *limitFlags, agents *agentFlags, page *pageFlags) (*limitReport, error) {
	policy, err := a.policy(cmd.Context(), game.LimitHoldem(), opponent, agents)
	if err != nil {
		return nil, err
	}
	digest, err := digestOf(opponent, policy)
	if err != nil {
		return nil, err
	}
	o := f.options(a.stderr)
	o.ByRound = true
	pool, leave, err := f.listen.pool(cmd.Context(), a, cmd, filepath.Dir(f.checkpoint), "best response to "+opponent, parallel.Workers(f.workers))
	if err != nil {
		return nil, err
	}
	o.Pool = pool
	start := time.Now()
	r, err := worstcase.Run(cmd.Context(), policy, digest, o)
	if left := leave(err == nil); err == nil {
		err = left
	}
	stopped := cmd.Context().Err() != nil && r != nil
	if err != nil && !stopped {
		return nil, limitError(err)
	}
	if stopped && r.Drawn {
		return nil, stoppedEarly(r, f.checkpoint) // what is done says nothing for certain
	}
	report, err := newLimitReport(r, f.flops > 0 && !stopped)
	if err != nil {
		return nil, err
	}
	report.Opponent, report.Seconds = opponent, time.Since(start).Seconds()
	report.Turns, report.Rivers = f.turns, f.rivers
	if stopped {
		return report, stoppedEarly(r, f.checkpoint)
	}
	if page.file != "" {
		report.Losses, err = a.limitLosses(cmd, policy, f)
	}
	return report, err
}

// limitError tells what the user typed wrong from what went wrong.
func limitError(err error) error {
	if errors.Is(err, extensive.ErrAsymmetric) {
		return usage("%w; here suits must not matter to it, so let it rename them before it looks at cards", err)
	}
	for _, bad := range []error{
		worstcase.ErrSample, checkpoint.ErrFormat, checkpoint.ErrVersion, checkpoint.ErrOther, checkpoint.ErrCorrupt,
	} {
		if errors.Is(err, bad) {
			return usageError{err}
		}
	}
	return err
}

func stoppedEarly(r *worstcase.Result, path string) error {
	if path == "" {
		return interrupted("with %d of %d pieces done, which are lost without --checkpoint", r.Done, r.Total)
	}
	return interrupted("with %d of %d pieces done; the same command goes on from there", r.Done, r.Total)
}

// millis is what values are multiplied with.
const millis = 1000

func newLimitReport(r *worstcase.Result, estimate bool) (*limitReport, error) {
	report := &limitReport{Game: limitHoldem, Unit: "millibigblinds", Status: "interval", Done: r.Done, Total: r.Total, Flops: r.Flops()}
	if r.Complete() && !r.Drawn {
		report.Status = "exact"
	}
	ends := func(i limitholdem.Interval) [2]float64 { return [2]float64{millis * i.Low, millis * i.High} }
	middle := func(i limitholdem.Interval) float64 { return millis * (i.Low + i.High) / 2 }
	for seat, v := range r.SeatValues {
		report.SeatValues[seat] = middle(v)
	}
	if !r.Drawn {
		report.SeatIntervals = &[2][2]float64{ends(r.SeatValues[0]), ends(r.SeatValues[1])}
		mean := ends(r.Mean())
		report.MeanInterval, report.ExploitabilityInterval = &mean, &mean
	}
	values := func(seat, class int) float64 { return middle(r.Hands[seat][class]) }
	rounds := r.Rounds
	if estimate && report.Status != "exact" {
		e, err := r.Estimate()
		if err != nil {
			return nil, err
		}
		report.Status, report.StandardError = "estimate", millis*e.StandardError
		report.SeatValues = [2]float64{millis * e.SeatValues[0], millis * e.SeatValues[1]}
		values = func(seat, class int) float64 { return millis * e.Hands[seat][class] }
		rounds = e.Rounds
		if e.Lower != nil {
			lower := millis * e.Lower.Mean
			report.Lower, report.LowerStandardError = &lower, millis*e.Lower.StandardError
		}
	}
	report.NashConv = report.SeatValues[0] + report.SeatValues[1]
	report.Exploitability = report.NashConv / 2
	report.Mean = report.Exploitability
	if report.Status == "estimate" {
		report.Interval = confidence(report.Exploitability, report.StandardError)
	}
	if report.Lower != nil {
		report.Bounds = &[2]float64{confidence(*report.Lower, report.LowerStandardError)[0], report.Interval[1]}
	}
	for round, loss := range rounds {
		report.Rounds = append(report.Rounds, limitRound{round + 1, millis * loss})
	}
	if report.Status == "interval" {
		return report, nil // the middles of hands' intervals say nothing
	}
	for class := range cards.NumClasses {
		report.Hands = append(report.Hands, losses.Hand{Hand: cards.Class(class).String(), Values: [2]float64{values(0, class), values(1, class)}})
	}
	return report, nil
}

// drawn says of which turns and rivers the estimate is, and what that does.
func (r *limitReport) drawn() string {
	if r.Turns == 0 && r.Rivers == 0 {
		return ""
	}
	number := func(n int) string {
		if n == 0 {
			return "all"
		}
		return strconv.Itoa(n)
	}
	return fmt.Sprintf(", %s turns of each and %s rivers of each turn\n"+
		"the response knows which, so that the estimate leans upward: an upper bound in expectation", number(r.Turns), number(r.Rivers))
}

// text writes the report for a person.
func (r *limitReport) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "best response to %s in %s, in %s a game\n", r.Opponent, r.Game, r.Unit)
	switch r.Status {
	case "estimate":
		fmt.Fprintf(&b, "estimated from %d of %d flops%s\n", r.Flops, limitholdem.NumFlops, r.drawn())
	case "interval":
		fmt.Fprintf(&b, "stopped with %d of %d pieces of work done\n", r.Done, r.Total)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\n\tsmall blind\tbig blind\tboth\t\n")
	if r.Status != "interval" {
		fmt.Fprintf(t, "best response wins\t%.4f\t%.4f\t%.4f\t  (NashConv)\n", r.SeatValues[0], r.SeatValues[1], r.NashConv)
		fmt.Fprintf(t, "half of both\t\t\t%.4f\t  (exploitability)\n", r.Mean)
	}
	if r.Status == "estimate" {
		fmt.Fprintf(t, "its standard error\t\t\t%.4f\t\n", r.StandardError)
	}
	if r.Lower != nil {
		fmt.Fprintf(t, "without knowing the sample\t\t\t%.4f\t  (leans downward)\n", *r.Lower)
		fmt.Fprintf(t, "its standard error\t\t\t%.4f\t\n", r.LowerStandardError)
		fmt.Fprintf(t, "95%% interval, from both\t\t%.4f\t%.4f\t\n", r.Bounds[0], r.Bounds[1])
	}
	if r.SeatIntervals != nil && r.Status != "exact" {
		fmt.Fprintf(t, "certainly at least\t%.4f\t%.4f\t\t\n", r.SeatIntervals[0][0], r.SeatIntervals[1][0])
		fmt.Fprintf(t, "certainly at most\t%.4f\t%.4f\t\t\n", r.SeatIntervals[0][1], r.SeatIntervals[1][1])
	}
	for i, round := range r.Rounds {
		fmt.Fprintf(t, "arises %s\t\t\t%.4f\t\n", [...]string{"before the flop", "on the flop", "on the turn", "on the river"}[i], round.Loss)
	}
	t.Flush()
	if len(r.Hands) > 0 {
		fmt.Fprintf(&b, "\nby hand of the best response\n\n%s", handTable(r.Hands, [2]string{"small blind", "big blind"}, 1))
	}
	fmt.Fprintf(&b, "\n%.3g s\n", r.Seconds)
	_, err := io.WriteString(w, b.String())
	return err
}
