package river

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

const buckets = 50

// boards are of all kinds: the board plays, quads, four and five of a suit, and ordinary ones.
var boards = []string{"AhKhQhJhTh", "7c7d7h7s2c", "QcQdQh3s3c", "2h5h9hKh3c", "2s4s6s8sTs", "2c3d4h5s6c", "2c7cQcQd9h"}

// block is a random one with the shares it was made of.
type block[R Real] struct {
	Block[R]
	theirs, ours []Shares[R]
}

// random fills a block with reach that is 0 now and then, and shares of a random policy, of the opponent or of both.
func random[R Real](k *Kernel[R], board *Board, rng *rand.Rand, opponentFirst, both bool) *block[R] {
	b := &block[R]{theirs: make([]Shares[R], buckets)}
	b.Reach, b.Sum = new([cards.NumCombos]Vector[R]), new([cards.NumCombos]Vector[float64])
	b.OpponentFirst, b.Weight = opponentFirst, 0.75
	fill := func(v *Vector[R]) {
		for l := range v {
			v[l] = R(float32(max(0, rng.Float64()-0.2))) // the same in both precisions
		}
	}
	for h := range b.Reach {
		fill(&b.Reach[h])
	}
	if both {
		b.ours = make([]Shares[R], buckets)
	}
	for _, shares := range [][]Shares[R]{b.theirs, b.ours} {
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
	b.ends(k)
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

// ends fills in what follows from the shares.
func (b *block[R]) ends(kernel *Kernel[R]) {
	b.Theirs, b.Ours = kernel.NewBook(len(b.theirs)), nil
	var ends Ends[R]
	for k := range b.theirs {
		ends.Pay(&b.theirs[k], &b.Stakes, b.OpponentFirst)
		b.Theirs.Set(k, &ends)
	}
	if len(b.ours) > 0 {
		b.Ours = kernel.NewBook(len(b.ours))
	}
	for k := range b.ours {
		ends.Play(&b.ours[k], b.OpponentFirst)
		b.Ours.Set(k, &ends)
	}
}

func parse(t testing.TB, text string) cards.Set {
	board := must.Get(cards.ParseBoard(text))(t)
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
		before, sorted, holders := eval.Strength(0), b.sorted[:], b.holders[:]
		seen := map[uint16]bool{}
		for _, g := range b.groups[:b.numGroups] {
			var strength eval.Strength
			var held cards.Set
			for i, e := range sorted[:g.hands] {
				h := cards.Combo(e.Combo)
				low, high := h.Cards()
				s := eval.Of(set | h.Set())
				if i == 0 {
					strength = s
				}
				if s != strength || s <= before || h.Set()&set != 0 || seen[e.Combo] || e.Low != uint8(low) ||
					e.High != uint8(high) {
					t.Fatalf("%s: %v in the wrong place", text, h)
				}
				seen[e.Combo] = true
				held |= h.Set()
			}
			must.Equal(t, setOf(holders[:g.cards]), held, text)
			before, sorted, holders = strength, sorted[g.hands:], holders[g.cards:]
		}
		must.Equal(t, len(seen), NumLive, text)
	}
}

func setOf(list []uint8) (set cards.Set) {
	for _, c := range list {
		set = set.With(cards.Card(c))
	}
	return set
}

// Classes are exactly the hands of a group in the same bucket, and the parts of a hand are those of its
// class and cards.
func TestClasses(t *testing.T) {
	const seed = 13
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, text := range boards {
		for _, buckets := range []int32{1, 3, 2000} {
			var b Board
			b.Set(parse(t, text))
			of := new([cards.NumCombos]int32)
			for h := range of {
				of[h] = rng.Int32N(buckets)
			}
			b.SetOwn(of)
			b.Swap()
			sorted, classes, members, parts := b.sorted[:], b.classes[:], b.members[:], 0
			for _, g := range b.groups[:b.numGroups] {
				seen := map[uint16]bool{}
				hands := 0
				for _, c := range classes[:g.classes] {
					if seen[c.bucket] {
						t.Fatalf("%s: two classes of bucket %d", text, c.bucket)
					}
					seen[c.bucket] = true
					var held cards.Set
					for _, e := range sorted[:g.hands] {
						if e.Bucket != c.bucket {
							continue
						}
						hands++
						held |= cards.Combo(e.Combo).Set()
						for _, at := range [][2]int{{int(e.lowAt), int(e.Low)}, {int(e.highAt), int(e.High)}} {
							if at[0] < parts || at[0] >= parts+int(c.cards) || int(members[at[0]-parts]) != at[1] {
								t.Fatalf("%s: part %d for card %d", text, at[0], at[1])
							}
						}
					}
					must.Equal(t, setOf(members[:c.cards]), held, text)
					members, parts = members[c.cards:], parts+int(c.cards)
				}
				must.Equal(t, hands, int(g.hands), text, g.hands)
				sorted, classes = sorted[g.hands:], classes[g.classes:]
			}
			must.Equal(t, parts, b.numParts, text)
		}
	}
}

// ends computes what the opponent's reach amounts to at folds and showdowns, for one hand and
// history, by comparing the hand with every other.
func ends[R Real](board cards.Set, entries []Entry, b *block[R], mine Entry, l int) (fold,
	showdown [Sequences]float64) {
	hole := cards.Combo(mine.Combo).Set()
	strength := eval.Of(board | hole)
	for _, e := range entries {
		other := cards.Combo(e.Combo).Set()
		if other&hole != 0 {
			continue
		}
		theirs := eval.Of(board | other)
		for i := range fold {
			r := float64(b.Reach[e.Combo][l]) * float64(b.theirs[e.Bucket][i][l])
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

// bestOf goes up the betting tree of a street. Of each sequence, by its number, f is what
// the opponent's reach amounts to and w what we win of it minus what we lose. Whoever folds
// loses the stakes before the last bet, the showdown is for the stakes with it.
//
// The tree below a bet of theirs (sequences 1 to 4) and the one below a bet of ours (5 to 8) do not depend on who
// opened the street. In the comments, r is a bet or raise of theirs, R one of ours.
func bestOf[R Real](opponentFirst bool, f, w *[Sequences]R, stakes *[MaxBets + 1]R) R {
	ourCall := func(bets, i int) R { // or our fold
		return max(-R(stakes[bets-1]*f[i]), R(stakes[bets]*w[i]))
	}
	theirCall := func(bets, i int, folded R) R { // and their fold
		return R(stakes[bets-1]*folded) + R(stakes[bets]*w[i])
	}
	rRrR := theirCall(4, 4, f[3]-f[4])
	rRr := max(ourCall(3, 3), rRrR)
	rR := theirCall(2, 2, f[1]-f[2]-f[3]) + rRr
	theirBet := max(ourCall(1, 1), rR)

	RrRr := ourCall(4, 8)
	RrR := theirCall(3, 7, f[6]-f[7]-f[8]) + RrRr
	Rr := max(ourCall(2, 6), RrR)
	ourBet := R(stakes[1]*w[5]) + Rr
	folded := f[0] - f[5] - f[6]
	if !opponentFirst {
		folded += f[1] // they bet after our check with it
	}
	ourBet += R(stakes[0] * folded)

	checked := R(stakes[0] * w[0])
	if opponentFirst {
		return max(checked, ourBet) + theirBet
	}
	return max(checked+theirBet, ourBet)
}

// playedOf is bestOf with our own choices given: p is the probability that we play our part
// of each sequence. What we neither call nor raise we fold.
func playedOf[R Real](opponentFirst bool, f, w *[Sequences]R, stakes *[MaxBets + 1]R, p *[Sequences]R) R {
	ourCall := func(bets, i int, folded R) R {
		return R(p[i]*R(stakes[bets]*w[i])) - R(folded*R(stakes[bets-1]*f[i]))
	}
	theirCall := func(bets, i int, folded R) R {
		return R(p[i] * (R(stakes[bets-1]*folded) + R(stakes[bets]*w[i])))
	}
	theirBet := ourCall(3, 3, p[2]-p[3]-p[4])
	theirBet += theirCall(4, 4, f[3]-f[4])
	theirBet += theirCall(2, 2, f[1]-f[2]-f[3])
	arrived := R(1)
	if !opponentFirst {
		arrived = p[0] // by our check
	}
	theirBet += ourCall(1, 1, arrived-p[1]-p[2])

	ourBet := ourCall(4, 8, p[7]-p[8])
	ourBet += theirCall(3, 7, f[6]-f[7]-f[8])
	ourBet += ourCall(2, 6, p[5]-p[6]-p[7])
	folded := f[0] - f[5] - f[6]
	if !opponentFirst {
		folded += f[1]
	}
	ourBet += theirCall(1, 5, folded)
	return theirBet + ourBet + R(p[0]*R(stakes[0]*w[0]))
}

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
			b := random(k, &board, rng, first, both)
			k.Add(&board, &b.Block, scratch)
			for range 5 {
				mine, l := board.sorted[rng.IntN(NumLive)], rng.IntN(Lanes)
				fold, showdown := ends(parse(t, text), board.sorted[:], b, mine, l)
				var stakes [MaxBets + 1]float64
				for i := range stakes {
					stakes[i] = float64(b.Stakes[i][l])
				}
				want := bestOf(first, &fold, &showdown, &stakes)
				if both {
					var ours [Sequences]float64
					for i := range ours {
						ours[i] = float64(b.ours[mine.Own][i][l])
					}
					want = playedOf(first, &fold, &showdown, &stakes, &ours)
				}
				want *= float64(b.Weight)
				must.Near(t, b.Sum[mine.Combo][l], want, tolerance*1000*stakes[MaxBets], k, text, first, both,
					cards.Combo(mine.Combo))
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
			var want *block[float32]
			for _, k := range kernels {
				var board Board
				board.Set(parse(t, text))
				b := random(k, &board, rand.New(rand.NewPCG(seed, 0)), first, both)
				k.Add(&board, &b.Block, scratch)
				if want == nil {
					want = b
				} else if *b.Sum != *want.Sum {
					t.Errorf("%v on %s, opponent first %v, both given %v, differs from %v", k, text, first, both,
						kernels[0])
				}
			}
		}
	}
}

// BenchmarkKernels values a board whose buckets are by strength, as most are, and one where they are scattered.
func BenchmarkKernels(b *testing.B) {
	for _, k := range Kernels() {
		for name, both := range map[string]bool{"best response": false, "as played": true} {
			for _, scattered := range []bool{false, true} {
				var board Board
				board.Set(parse(b, "2c7cQcQd9h"))
				block := random(k, &board, rand.New(rand.NewPCG(1, 0)), false, both)
				if !scattered {
					of := new([cards.NumCombos]int32)
					for i, e := range board.sorted {
						of[e.Combo] = int32(i * buckets / NumLive)
					}
					board.SetBuckets(of)
				}
				scratch := new(Scratch[float32])
				b.Run(fmt.Sprintf("%v %s scattered=%v", k, name, scattered), func(b *testing.B) {
					for b.Loop() {
						k.Add(&board, &block.Block, scratch)
					}
				})
			}
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
