package river

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

const buckets = 50

// boards are of all kinds: the board plays, quads, four and five of a suit, and ordinary ones.
var boards = []string{"AhKhQhJhTh", "7c7d7h7s2c", "QcQdQh3s3c", "2h5h9hKh3c", "2s4s6s8sTs", "2c3d4h5s6c", "2c7cQcQd9h"}

// random fills a block with reach that is 0 now and then, and shares of a random policy, of the
// opponent or of both.
func random[R Real](board *Board, rng *rand.Rand, both bool) *Block[R] {
	b := &Block[R]{Reach: new([cards.NumCombos]Vector[R]), Sum: new([cards.NumCombos]Vector[float64])}
	b.Shares = make([]Shares[R], buckets)
	fill := func(v *Vector[R]) {
		for l := range v {
			v[l] = R(float32(max(0, rng.Float64()-0.2))) // the same in both precisions
		}
	}
	for h := range b.Reach {
		fill(&b.Reach[h])
	}
	if both {
		b.Ours = make([]Shares[R], buckets)
	}
	for _, shares := range [][]Shares[R]{b.Shares, b.Ours} {
		for k := range shares {
			for i := range shares[k] {
				fill(&shares[k][i])
			}
		}
	}
	for l := range Lanes {
		for k := range b.Stakes {
			b.Stakes[k][l] = R(1 + l + 2*k)
		}
	}
	of := new([cards.NumCombos]int32)
	for h := range of {
		of[h] = rng.Int32N(buckets)
	}
	board.SetBuckets(of)
	for h := range of {
		of[h] = rng.Int32N(buckets)
	}
	board.SetOwn(of)
	return b
}

func parse(t testing.TB, text string) cards.Set {
	board, err := cards.ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return cards.SetOf(board...)
}

// Groups are exactly the hands of equal strength, in ascending order.
func TestBoard(t *testing.T) {
	for _, text := range boards {
		set := parse(t, text)
		var b Board
		b.Set(set)
		for n, high := 1, b.dealt[:]; n < liveCards; high, n = high[n:], n+1 {
			if high[0].High != high[n-1].High || n > 1 && high[n-2].Low >= high[n-1].Low {
				t.Fatalf("%s: hands with the %dth card are not together", text, n+1)
			}
		}
		before, start := eval.Strength(0), uint16(0)
		seen := map[uint16]bool{}
		for _, end := range b.ends[:b.groups] {
			var strength eval.Strength
			for i, e := range b.sorted[start:end] {
				h := cards.Combo(e.Combo)
				low, high := h.Cards()
				s := eval.Of(set | h.Set())
				if i == 0 {
					strength = s
				}
				if s != strength || s <= before || h.Set()&set != 0 || seen[e.Combo] || e.Low != uint8(low) || e.High != uint8(high) {
					t.Fatalf("%s: %v in the wrong place", text, h)
				}
				seen[e.Combo] = true
			}
			before, start = strength, end
		}
		if len(seen) != NumLive {
			t.Errorf("%s: %d hands", text, len(seen))
		}
	}
}

// ends computes what the opponent's reach amounts to at folds and showdowns, for one hand and
// history, by comparing the hand with every other.
func ends[R Real](board cards.Set, entries []Entry, b *Block[R], mine Entry, l int) (fold, showdown [Sequences]float64) {
	hole := cards.Combo(mine.Combo).Set()
	strength := eval.Of(board | hole)
	for _, e := range entries {
		other := cards.Combo(e.Combo).Set()
		if other&hole != 0 {
			continue
		}
		theirs := eval.Of(board | other)
		for i := range fold {
			r := float64(b.Reach[e.Combo][l]) * float64(b.Shares[e.Bucket][i][l])
			fold[i] += r
			switch {
			case strength > theirs:
				showdown[i] += r
			case strength < theirs:
				showdown[i] -= r
			}
		}
	}
	return fold, showdown
}

const (
	// exact is rounding in double precision, relative to the stakes and a thousand hands.
	exact = 1e-12
	// single is the same in single precision.
	single = 2e-6
)

func checkAgainstPairs[R Real](t *testing.T, k *Kernel[R], tolerance float64) {
	const seed = 11
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	scratch := new(Scratch[R])
	for _, text := range boards {
		for variant := range 4 {
			first, both := variant&1 == 1, variant&2 == 2
			var board Board
			board.Set(parse(t, text))
			b := random[R](&board, rng, both)
			b.OpponentFirst = first
			k.Add(&board, b, scratch)
			for range 5 {
				mine, l := board.sorted[rng.IntN(NumLive)], rng.IntN(Lanes)
				fold, showdown := ends(parse(t, text), board.sorted[:], b, mine, l)
				var stakes [MaxBets + 1]float64
				for i := range stakes {
					stakes[i] = float64(b.Stakes[i][l])
				}
				want := bestResponse(first, &fold, &showdown, &stakes)
				if both {
					var ours [Sequences]float64
					for i := range ours {
						ours[i] = float64(b.Ours[mine.Own][i][l])
					}
					want = asPlayed(first, &fold, &showdown, &stakes, &ours)
				}
				if d := b.Sum[mine.Combo][l] - want; math.Abs(d) > tolerance*1000*stakes[MaxBets] {
					t.Errorf("%v on %s, opponent first %v, both given %v, %v: %v, want %v", k, text, first, both, cards.Combo(mine.Combo), b.Sum[mine.Combo][l], want)
				}
			}
		}
	}
}

func TestKernelsEqualPairs(t *testing.T) {
	checkAgainstPairs(t, Portable[float64](), exact)
	for _, k := range Kernels() {
		checkAgainstPairs(t, k, single)
	}
}

// All float32 kernels compute the same bits.
func TestKernelsAgree(t *testing.T) {
	const seed = 12
	t.Log("seed", seed)
	kernels := Kernels()
	scratch := new(Scratch[float32])
	for _, text := range boards {
		for variant := range 4 {
			first, both := variant&1 == 1, variant&2 == 2
			var want *Block[float32]
			for _, k := range kernels {
				var board Board
				board.Set(parse(t, text))
				b := random[float32](&board, rand.New(rand.NewPCG(seed, 0)), both)
				b.OpponentFirst = first
				k.Add(&board, b, scratch)
				if want == nil {
					want = b
				} else if *b.Sum != *want.Sum {
					t.Errorf("%v on %s, opponent first %v, both given %v, differs from %v", k, text, first, both, kernels[0])
				}
			}
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	var board Board
	board.Set(parse(b, "2c7cQcQd9h"))
	scratch := new(Scratch[float32])
	for name, both := range map[string]bool{"best response": false, "as played": true} {
		block := random[float32](&board, rand.New(rand.NewPCG(1, 0)), both)
		for _, k := range Kernels() {
			b.Run(k.String()+" "+name, func(b *testing.B) {
				for b.Loop() {
					k.Add(&board, block, scratch)
				}
			})
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	set := parse(b, "2c7cQcQd9h")
	var board Board
	for b.Loop() {
		board.Set(set)
	}
}
