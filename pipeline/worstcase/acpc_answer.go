package worstcase

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// LogAnswer is what the players of a log won.
type LogAnswer struct {
	Hands   int         `json:"hands"`   // number of hands
	Pairs   int         `json:"pairs"`   // hands played twice with the seats exchanged: pairs of the same cards
	Players []LogPlayer `json:"players"` // both players
}

// LogPlayer is what a player of a log won.
type LogPlayer struct {
	Name     string     `json:"name" text:"player"`              // name in the log
	Strategy string     `json:"strategy,omitempty" text:"plays"` // the strategy that it is said to play
	Won      float64    `json:"won" text:"-" unit:"unit"`        // sum over all hands
	All      LogMean    `json:"all" text:"all hands"`            // mean of all hands
	Seats    [2]LogMean `json:"seats" by:"SeatNames"`            // mean by seat; seat 1 is the small blind
	Paired   *LogMean   `json:"paired,omitempty" text:"pairs"`   // mean of the pairs, where there are any
	// Reduced is an estimate with less variance and the same mean: without the luck of turn and river, and where a
	// strategy is known also by imaginary observations.
	Reduced *LogMean `json:"reduced,omitempty" text:"less variance"`
	// ReducedPairs is the mean of the pairs in that estimate, where there are any.
	ReducedPairs *LogMean `json:"reduced_pairs,omitempty" text:"less variance in pairs"`
}

// Notes say what the estimates with less variance are.
func (a LogAnswer) Notes() []string {
	if a.Players[0].Strategy == "" && a.Players[1].Strategy == "" {
		return []string{"less variance: without the luck of turn and river (as AIVAT, Burch et al. 2018)"}
	}
	return []string{"less variance: imaginary observations of the known hands (Bowling et al. 2008) and the luck of " +
		"turn and river (as AIVAT, Burch et al. 2018); right if the players played those strategies"}
}

// LogMean is a mean over hands or pairs.
type LogMean struct {
	Count int `json:"count"` // number of hands or pairs
	// Mean is the winnings in a hand; none of no hands.
	Mean *float64 `json:"mean,omitempty" unit:"unit"`
	// StandardError is the standard error of Mean; none of fewer than two.
	StandardError *float64 `json:"standard_error,omitempty" unit:"unit"`
}

// String writes the mean and its standard error.
func (m LogMean) String() string {
	switch {
	case m.Mean == nil:
		return ""
	case m.StandardError == nil:
		return fmt.Sprintf("%.1f", *m.Mean)
	}
	return fmt.Sprintf("%.1f ± %.1f", *m.Mean, *m.StandardError)
}

// logMean makes the mean of values in big blinds.
func logMean(values []float64) LogMean {
	m := LogMean{Count: len(values)}
	mean, e := meanOf(values, Millis)
	if len(values) > 0 {
		m.Mean = &mean
	}
	if len(values) > 1 {
		m.StandardError = &e
	}
	return m
}

// LogStrategy is what a player of a log is said to play.
type LogStrategy struct {
	Name   string // of the strategy
	Policy game.Policy
}

// Players returns the names of both players, in the order in which the first hand has them.
func (r *LogReader) Players() []string { return r.players }

// Check returns ErrLog if no hands were read, or for a name that no player has.
func (r *LogReader) Check(names iter.Seq[string]) error {
	if len(r.Hands) == 0 {
		return fmt.Errorf("%w: it has no hands", ErrLog)
	}
	for name := range names {
		if !slices.Contains(r.players, name) {
			return fmt.Errorf("%w: no player is named %q; they are %q%s", ErrLog, name, r.players,
				plain.Hint(name, r.players))
		}
	}
	return nil
}

// Answer makes the answer about the hands that were read. known has the strategies of players by name; with any,
// estimates with less variance are those of extensive.Reducer, else without the luck of turn and river.
// Out gets a bar. Errors are those of Check, and of Reducer.Value with the place of the hand.
func (r *LogReader) Answer(ctx context.Context, known map[string]LogStrategy, out io.Writer) (*LogAnswer, error) {
	if err := r.Check(maps.Keys(known)); err != nil {
		return nil, err
	}
	plain := make([]float64, len(r.Hands))
	for i := range r.Hands {
		plain[i] = float64(r.Hands[i].Chips) / float64(r.chips)
	}
	reduced, err := r.reduce(ctx, known, out)
	if err != nil {
		return nil, err
	}
	pairs := r.pairs()
	a := &LogAnswer{Hands: len(r.Hands), Pairs: len(pairs)}
	for _, name := range r.players {
		p := LogPlayer{Name: name, Strategy: known[name].Name}
		all, seats := r.of(name, plain)
		sum := 0.0
		for _, v := range all {
			sum += v
		}
		p.All, p.Won = logMean(all), Millis*sum
		p.Seats = [2]LogMean{logMean(seats[0]), logMean(seats[1])}
		p.Paired = paired(all, pairs)
		all, _ = r.of(name, reduced)
		mean := logMean(all)
		p.Reduced, p.ReducedPairs = &mean, paired(all, pairs)
		a.Players = append(a.Players, p)
	}
	return a, nil
}

// of turns values to seat 1 into those to a player, all and by the player's seat.
func (r *LogReader) of(name string, values []float64) (all []float64, seats [2][]float64) {
	for i, v := range values {
		seat := 0
		if r.Hands[i].Names[0] != name {
			v, seat = -v, 1
		}
		all = append(all, v)
		seats[seat] = append(seats[seat], v)
	}
	return all, seats
}

// pairs finds hands with the same number and cards, and the players in exchanged seats.
func (r *LogReader) pairs() (pairs [][2]int) {
	first := map[logKey]int{}
	for i, h := range r.Hands {
		first[logKey{h.Number, h.Names, h.Played.Hands}] = i
	}
	for i, h := range r.Hands {
		j, ok := first[logKey{h.Number, [2]string{h.Names[1], h.Names[0]}, h.Played.Hands}]
		if !ok || i >= j {
			continue
		}
		x, y := h.End.Board.Cards(), r.Hands[j].End.Board.Cards()
		if n := min(len(x), len(y)); slices.Equal(x[:n], y[:n]) { // in the rounds that both hands reached
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

func paired(values []float64, pairs [][2]int) *LogMean {
	if len(pairs) == 0 {
		return nil
	}
	var means []float64
	for _, p := range pairs {
		means = append(means, (values[p[0]]+values[p[1]])/2)
	}
	m := logMean(means)
	return &m
}

// reduce computes the values to seat 1 with less variance.
func (r *LogReader) reduce(ctx context.Context, known map[string]LogStrategy, out io.Writer) ([]float64, error) {
	bar := progress.Start(out, "hands", len(r.Hands))
	defer bar.Close()
	values := make([]float64, len(r.Hands))
	loop := parallel.Loop{Items: len(r.Hands), Report: func(done, _ int) { bar.Set(done) }}
	err := loop.Each(ctx, func() func(int) error {
		reducer := extensive.NewReducer(r.game)
		return func(i int) (err error) {
			h := &r.Hands[i]
			if len(known) == 0 {
				values[i] = float64(h.Chips)/float64(r.chips) - h.luck()
				return nil
			}
			seats := [2]game.Policy{known[h.Names[0]].Policy, known[h.Names[1]].Policy}
			values[i], err = reducer.Value(&h.Played, seats)
			if err != nil {
				return fmt.Errorf("%s: %w", h.Place, err)
			}
			return nil
		}
	})
	return values, err
}

// luck is what the cards of turn and river changed in seat 1's equity against the other hand, times the pots before
// them, in big blinds. The flop is not corrected.
func (h *LoggedHand) luck() (total float64) {
	dealt := h.End.Board.Cards()
	for deal := 1; deal < len(h.pots); deal++ {
		before := h.edge(cards.SetOf(dealt[:deal+2]...))
		total += h.pots[deal] * (h.edge(cards.SetOf(dealt[:deal+3]...)) - before)
	}
	return total
}

// edge is the probability that seat 1 wins on a board, less that it loses.
func (h *LoggedHand) edge(board cards.Set) float64 {
	sum, n := 0, 0
	ours, theirs := cards.Combo(h.Played.Hands[0]).Set(), cards.Combo(h.Played.Hands[1]).Set()
	for full := range showdown.Completions(board, ours|theirs) {
		sum += cmp.Compare(eval.Of(full|ours), eval.Of(full|theirs))
		n++
	}
	return float64(sum) / float64(n)
}
