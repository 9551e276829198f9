package strength

import (
	"math"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// farOff is how many standard errors an estimate may be off, once in 15,000 times by
// chance; the seeds are fixed.
const farOff = 4

// players are a hand and its opponents.
type players struct {
	Hand      cards.Combo
	Board     []cards.Card
	Opponents int
	Range     *ranges.Range
	Mode      Mode
}

func (p players) sample(samples int, seed uint64, workers int) (Shares, error) {
	s, err := SpotOf(p.Hand, p.Board, p.Opponents, p.Range, p.Mode)
	if err != nil {
		return Shares{}, err
	}
	out, err := s.Sample(background, samples, seed, workers, nil)
	if err != nil {
		return Shares{}, err
	}
	return out.All, nil
}

func sample(t testing.TB, of players, samples int, seed uint64, workers int) Shares {
	t.Helper()
	return must.Get(of.sample(samples, seed, workers))(t)
}

func checkEstimate(t testing.TB, what string, s Shares, want float64) {
	t.Helper()
	must.Near(t, s.Equity(), want, farOff*s.StandardError(), what)
}

func TestSampleOfOneOpponent(t *testing.T) {
	for _, m := range Modes() {
		for _, text := range []string{"uniform", "chen", "77+, AhKh:0.5, AQ"} {
			r := opponent(t, text, m)
			h, b := hand(t, "QcQd"), board(t, "AhJcAc")
			want := against(t, enumerate(t, h, b, m), r)
			got := sample(t, players{h, b, 1, r, m}, 50_000, 1, 0)
			checkEstimate(t, string(m)+" "+text, got, want.Equity())
			ties, wantTies := got.Ties.Float()/got.Deals.Float(), float64(want.Ties)/float64(want.Deals)
			must.Near(t, ties, wantTies, farOff*math.Sqrt(wantTies/got.Deals.Float()), m, text)
		}
	}
}

// twoOnRiver is the exact share of the pot against two opponents on a full board.
func twoOnRiver(h cards.Combo, b []cards.Card, r *ranges.Range) float64 {
	five := cards.SetOf(b...)
	mine := eval.Of(five | h.Set())
	var shares, total float64
	for x := range cards.Combo(cards.NumCombos) {
		if r.Weight(x) == 0 || x.Set()&(five|h.Set()) != 0 {
			continue
		}
		sx := eval.Of(five | x.Set())
		for y := range x {
			if r.Weight(y) == 0 || y.Set()&(five|h.Set()|x.Set()) != 0 {
				continue
			}
			weight := float64(r.Weight(x)) * float64(r.Weight(y))
			total += weight
			sharers := 1.0
			for _, theirs := range []eval.Strength{sx, eval.Of(five | y.Set())} {
				if theirs > mine {
					sharers = math.Inf(1)
				} else if theirs == mine {
					sharers++
				}
			}
			shares += weight / sharers
		}
	}
	return shares / total
}

// A board on which many hands tie, and a range whose hands often share a card.
func TestSampleOfTwoOpponents(t *testing.T) {
	h, b := hand(t, "AhKd"), board(t, "AcKsQdJh2c")
	for _, text := range []string{"uniform", "chen", "AA:0.5, AK, AT, AQ:0.1, T9s"} {
		r := opponent(t, text, Rules)
		s := sample(t, players{h, b, 2, r, Rules}, 100_000, 2, 0)
		checkEstimate(t, text, s, twoOnRiver(h, b, r))
	}
}

// Aces against n random hands, known to one part in a thousand.
func TestSampleOfManyOpponents(t *testing.T) {
	const published = 0.001 // half a digit of the published percentages, and more
	known := []float64{.852, .734, .639, .559, .492, .436, .388, .347}
	for i, want := range known {
		s := sample(t, players{hand(t, "AsAh"), nil, i + 1, Uniform.Range(Rules), Rules}, 100_000, 3, 0)
		must.Near(t, s.Equity(), want, farOff*s.StandardError()+published, i+1)
	}
}

// On a royal flush everybody shares, so nothing is left to chance.
func TestSampleOfSharedPot(t *testing.T) {
	for n := 1; n <= MaxOpponents; n++ {
		s := sample(t, players{hand(t, "2c3d"), board(t, "AsKsQsJsTs"), n, Uniform.Range(Rules), Rules}, 100, 4, 0)
		if s.Equity() != 1/float64(n+1) || s.StandardError() > 1e-9 || s.Ties != equity.SumOf(100) || !s.Wins.Zero() {
			t.Errorf("%d opponents: %.4f, standard error %g, %v ties", n, s.Equity(), s.StandardError(), s.Ties)
		}
	}
}

func TestSampleDependsOnSeedAlone(t *testing.T) {
	const samples = 50_000
	for _, text := range []string{"uniform", "chen"} {
		table := players{hand(t, "AsKs"), board(t, "Qs7h2d"), 3, opponent(t, text, Rules), Rules}
		want := sample(t, table, samples, 5, 1)
		must.Equal(t, equity.SumOf(samples), want.Deals, samples)
		for _, workers := range []int{0, 2, 7} {
			must.Equal(t, sample(t, table, samples, 5, workers), want, text, workers)
		}
		if got := sample(t, table, samples, 6, 1); got == want {
			t.Errorf("%s: the same with another seed", text)
		}
	}
}

// The stated standard error is that of repeated runs.
func TestStandardError(t *testing.T) {
	const runs = 200
	table := players{hand(t, "AsKs"), nil, 2, Uniform.Range(Rules), Rules}
	var sum, squares, stated float64
	for seed := range uint64(runs) {
		s := sample(t, table, 1_000, 100+seed, 1)
		sum += s.Equity()
		squares += s.Equity() * s.Equity()
		stated += s.StandardError() / runs
	}
	spread := math.Sqrt((squares - sum*sum/runs) / (runs - 1))
	const relative = 4 / 20.0 // four standard errors of a standard deviation, 1/sqrt(2*runs) each
	must.Near(t, spread/stated, 1, relative, spread, stated)
}

func TestSampleErrors(t *testing.T) {
	good := players{hand(t, "AsKs"), nil, 2, Uniform.Range(Rules), Rules}
	with := func(change func(*players)) players {
		table := good
		change(&table)
		return table
	}
	for _, tc := range []struct {
		table   players
		samples int
		want    string
	}{
		{with(func(t *players) { t.Opponents = 0 }), 100, "0 opponents, want 1 to 8"},
		{with(func(t *players) { t.Opponents = 9 }), 100, "9 opponents, want 1 to 8"},
		{with(func(t *players) { t.Board = []cards.Card{0, 1} }), 100, "has 2 cards"},
		{with(func(tb *players) { tb.Board = board(t, "As2c3c") }), 100, "duplicate card"},
		{with(func(tb *players) { tb.Range = opponent(t, "AsAh", Rules) }), 100, equity.ErrEmptyRange.Error()},
		{with(func(tb *players) { tb.Range, tb.Opponents = opponent(t, "AA", Rules), 3 }), 100, "too narrow"},
		{good, 1, "1 samples"},
		{good, MaxSamples + 1, "2000000001 samples"},
	} {
		_, err := tc.table.sample(tc.samples, 1, 0)
		must.Fail(t, err, tc.want)
	}
}
