package tournament

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
)

// valuesByPermutations are those of the definition, where players without chips share the places behind.
func valuesByPermutations(stacks, prizes []float64) []float64 {
	if prizes == nil {
		return stacks
	}
	in := slices.DeleteFunc(slices.Clone(stacks), func(s float64) bool { return s == 0 })
	values := icmByPermutations(in, prizes)
	all := make([]float64, len(stacks))
	for i, s := range stacks {
		if s > 0 {
			all[i], values = values[0], values[1:]
		} else if len(in) < len(prizes) {
			all[i] = prizes[len(in)]
		}
	}
	return all
}

// neededEquity looks for the equity at which a player is as well off all-in as out, by halving.
func neededEquity(out, win, lose float64) float64 {
	low, high := 0.0, 1.0
	for range 100 {
		if middle := (low + high) / 2; middle*win+(1-middle)*lose < out {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func TestPressures(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for range 60 {
		var stacks []float64
		for range 2 + rng.IntN(4) {
			stacks = append(stacks, float64(1+rng.IntN(12)))
		}
		prizes := []float64{50, 30, 20}[:1+rng.IntN(3)]
		if len(prizes) >= len(stacks) {
			prizes = prizes[:len(stacks)-1]
		}
		now := valuesByPermutations(stacks, prizes)
		for i, row := range must.Get(Pressures(stacks, prizes))(t) {
			for j, p := range row {
				if i == j {
					if !math.IsNaN(p.Factor) || !math.IsNaN(p.Equity) {
						t.Fatalf("a player has pressure %v on himself", p)
					}
					continue
				}
				values := func(sign float64) float64 {
					after, chips := slices.Clone(stacks), min(stacks[i], stacks[j])
					after[i] += sign * chips
					after[j] -= sign * chips
					return valuesByPermutations(after, prizes)[i]
				}
				win, lose := values(1), values(-1)
				if math.Abs(p.Equity-neededEquity(now[i], win, lose)) > 1e-9 || p.Odds != 0.5 ||
					math.Abs(p.Factor*(win-now[i])-(now[i]-lose)) > 1e-9 {
					t.Fatalf("stacks %v, prizes %v: %d against %d: %+v", stacks, prizes, i, j, p)
				}
			}
		}
	}
}

// TestCallPressure counts the chips of calls by hand.
func TestCallPressure(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 17))
	for range 200 {
		n := 2 + rng.IntN(4)
		table := &Table{SmallBlind: 1, BigBlind: 2, Ante: rng.IntN(3), BigBlindAnte: rng.IntN(2) > 0}
		if rng.IntN(3) > 0 {
			table.Prizes = []float64{50, 30, 20}[:1+rng.IntN(min(3, n-1))]
		}
		antes, blinds := make([]float64, n), make([]float64, n)
		blinds[n-2], blinds[n-1] = 1, 2
		stacks := make([]float64, n)
		for i := range n {
			table.Stacks = append(table.Stacks, 7+rng.IntN(20))
			stacks[i] = float64(table.Stacks[i])
			if !table.BigBlindAnte || i == n-1 {
				antes[i] = float64(table.Ante)
			}
		}
		jam := rng.IntN(n - 1)
		me := jam + 1 + rng.IntN(n-1-jam)
		after := func(won int, bet float64) []float64 {
			left, pot := slices.Clone(stacks), 0.0
			for i := range n {
				put := antes[i] + blinds[i]
				if i == jam || i == me && bet > 0 {
					put = antes[i] + max(bet, blinds[i])
				}
				left[i] -= put
				pot += put
			}
			left[won] += pot
			return left
		}
		bet := min(stacks[jam]-antes[jam], stacks[me]-antes[me])
		out, win, lose := after(jam, 0), after(me, bet), after(jam, bet)
		p, ok := table.CallPressure(Decision{Seat: me, Jammed: SeatSet(1) << jam})
		value := func(stacks []float64) float64 { return valuesByPermutations(stacks, table.Prizes)[me] }
		if want := neededEquity(value(out), value(win), value(lose)); !ok || math.Abs(p.Equity-want) > 1e-9 {
			t.Fatalf("%+v: %d calls %d: %+v, %v, want %v", table, me, jam, p, ok, want)
		}
		if want := neededEquity(out[me], win[me], lose[me]); math.Abs(p.Odds-want) > 1e-9 {
			t.Fatalf("%+v: %d calls %d: odds %v, want %v", table, me, jam, p.Odds, want)
		}
	}
}
