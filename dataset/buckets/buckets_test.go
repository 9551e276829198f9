package buckets

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/model/strategy"
)

const seed = 20

// swept keeps the strengths for the tests, which then need only one sweep.
var swept = sync.OnceValue(func() *strengths { return sweepAll() })

func TestMain(m *testing.M) {
	ComputePercentiles = sync.OnceValue(func() *Percentiles { return newTables(swept()) })
	os.Exit(m.Run())
}

// halves is a count in the unit of this package.
func halves(t *testing.T, hand cards.Combo, board cards.Set) uint64 {
	t.Helper()
	all := must.Get(ranges.Parse("ATC"))(t)
	c := must.Get(equity.Against(t.Context(), hand, all, board.Cards()))(t)
	return 2*c.Wins + c.Ties
}

// Strengths on every street are those that package equity counts deal by deal.
func TestStrengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 0))
	all := swept()
	turns, flops, classes := all.turns, all.flops, &all.classes

	sweep := NewSweeper()
	boards := uint64(0)
	for _, n := range all.rivers {
		boards += n
	}
	must.Equal(t, boards, uint64(2_598_960*1_081))
	for range 20 {
		deck := rng.Perm(cards.NumCards)
		hand := cards.ComboOf(cards.Card(deck[0]), cards.Card(deck[1]))
		set := func(n int) (s cards.Set) {
			for _, c := range deck[2 : 2+n] {
				s = s.With(cards.Card(c))
			}
			return s
		}
		must.Equal(t, uint64(sweep.Strengths(set(5))[hand]), halves(t, hand, set(5)), hand, set(5))
		for _, street := range []struct {
			boards *showdown.Orbits
			rows   []sums
			n      int
		}{{showdown.Turns(), turns, 4}, {showdown.Flops(), flops, 3}} {
			t.Run(fmt.Sprint(street.n, " cards"), func(t *testing.T) {
				board := set(street.n)
				i, p := street.boards.Index(board)
				must.Equal(t, uint64(street.rows[i][hand.Permute(p)]), halves(t, hand, board), hand, board)
			})
		}
	}
	// Boards with symmetries are few and the ones that go wrong.
	for _, text := range []string{"2c2d2h", "AcKcQc"} { // turns: TestSumsAreTallies
		board, hand := setOf(t, text), must.Get(cards.ParseCombo("AsTh"))(t)
		i, p := showdown.Flops().Index(board)
		must.Equal(t, uint64(flops[i][hand.Permute(p)]), halves(t, hand, board), hand, board)
	}
	anyTwo := must.Get(ranges.Parse("ATC"))(t)
	preflop := must.Get(equity.Preflop(t.Context(), anyTwo, nil, 0))(t)
	for k, c := range preflop {
		must.Equal(t, classes[k], 2*c.Wins+c.Ties, cards.Class(k))
	}
}

func lookup(t testing.TB, name string) strategy.Bucketing {
	t.Helper()
	return must.Get(Lookup(game.LimitHoldem(), name))(t)
}

// boardOf makes a board in the order in which its cards came.
func boardOf(deck []int) game.Board {
	dealt := make([]cards.Card, len(deck))
	for i, c := range deck {
		dealt[i] = cards.Card(c)
	}
	return game.BoardOf(dealt...)
}

// shareTolerance is how far a bucket's share of random deals may be from a tenth: five standard
// errors of 1,000 boards' means, and the granularity of 169 classes before the flop.
var shareTolerance = [streets]float64{0.012, 0.015, 0.015, 0.015}

// The buckets of a street are equally likely, and a stronger hand is never in a lower one.
func TestEquallyLikely(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 1))
	b := lookup(t, "strength-10")
	of := make([]int32, cards.NumCombos)
	for street, n := range boardCards {
		var counts [10]float64
		total := 0.0
		for range 1_000 {
			board := boardOf(rng.Perm(cards.NumCards)[:n])
			b.Of(street, board, of)
			for h, k := range of {
				if blocked := cards.Combo(h).Set()&board.Set() != 0; blocked != (k == strategy.Blocked) {
					t.Fatalf("%v on %v is in bucket %d", cards.Combo(h), board.Set(), k)
				}
				if k != strategy.Blocked {
					counts[k]++
					total++
				}
			}
			if n == 0 {
				break
			}
		}
		for k := range counts {
			must.Near(t, counts[k]/total, 0.1, shareTolerance[street], street, k)
		}
	}
}

// On a river the buckets are in the order of the showdown, and the nuts are on top.
func TestOrder(t *testing.T) {
	b := lookup(t, "strength-1000")
	of := make([]int32, cards.NumCombos)
	board := game.BoardOf(setOf(t, "AcKcQcJc2d").Cards()...)
	b.Of(3, board, of)
	sweep := NewSweeper()
	v := sweep.Strengths(board.Set())
	for h := range of {
		for o := range of {
			if of[h] != strategy.Blocked && of[o] != strategy.Blocked && v[h] > v[o] && of[h] < of[o] {
				t.Fatalf("%v is stronger than %v and in a lower bucket", cards.Combo(h), cards.Combo(o))
			}
		}
	}
	royal := cards.ComboOf(cards.New(cards.Ten, cards.Clubs), cards.New(cards.Three, cards.Hearts))
	if top := slices.Max(of); of[royal] != top || top < 990 {
		t.Errorf("a royal flush is in bucket %d, the best hand in %d", of[royal], top)
	}
}

func setOf(t testing.TB, text string) cards.Set {
	t.Helper()
	return cards.SetOf(must.Get(cards.ParseCards(text))(t)...)
}

// Renaming suits, and the order of the cards of a flop, changes nothing; the turn and the
// river only as a set.
func TestSuitSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 2))
	b := lookup(t, "strength-200")
	for street, n := range boardCards {
		for range 20 {
			checkRenamed(t, b, street, boardOf(rng.Perm(cards.NumCards)[:n]), rng)
		}
	}
}

// checkRenamed puts the hands of a board in buckets again, with suits renamed and the cards in another order.
func checkRenamed(t *testing.T, b strategy.Bucketing, street int, board game.Board, rng *rand.Rand) {
	t.Helper()
	plain, renamed := make([]int32, cards.NumCombos), make([]int32, cards.NumCombos)
	b.Of(street, board, plain)
	p, dealt := cards.SuitPerms[rng.IntN(len(cards.SuitPerms))], slices.Clone(board.Cards())
	for i, c := range dealt {
		dealt[i] = p.Card(c)
	}
	rng.Shuffle(len(dealt), func(i, j int) { dealt[i], dealt[j] = dealt[j], dealt[i] })
	b.Of(street, game.BoardOf(dealt...), renamed)
	for h := range plain {
		if to := cards.Combo(h).Permute(p); plain[h] != renamed[to] {
			t.Fatalf("%s: %v on %v under %v: %d and %d", b.Name(), cards.Combo(h), board.Cards(), p, plain[h],
				renamed[to])
		}
	}
}

func TestPreflopClasses(t *testing.T) {
	of := make([]int32, cards.NumCombos)
	b := lookup(t, "strength-200")
	if b.Len(0) != cards.NumClasses || b.Len(1) != 200 {
		t.Fatalf("%d and %d buckets", b.Len(0), b.Len(1))
	}
	b.Of(0, game.Board{}, of)
	seen := map[int32]cards.Class{}
	for h, k := range of {
		class := cards.Combo(h).Class()
		if other, ok := seen[k]; ok && other != class {
			t.Fatalf("%v and %v share bucket %d", class, other, k)
		}
		seen[k] = class
	}
	if seen[168].String() != "AA" || seen[0].String() != "32o" || len(seen) != cards.NumClasses {
		t.Errorf("from %v to %v, %d in all", seen[0], seen[168], len(seen))
	}
	if b := lookup(t, "strength-3-10-20-30"); b.Len(0) != 3 || b.Len(1) != 10 || b.Len(2) != 20 || b.Len(3) != 30 ||
		b.Name() != "strength-3-10-20-30" {
		t.Errorf("%s: %d, %d, %d, %d", b.Name(), b.Len(0), b.Len(1), b.Len(2), b.Len(3))
	}
}

// TestSizeOf holds what names tell to the bucketings and to what is built.
func TestSizeOf(t *testing.T) {
	for name, want := range map[string]struct {
		family string
		river  int
	}{
		"strength-5":                    {"strength", 5},
		"strength-169-10-20-30":         {"strength", 30},
		"percentile-hs2:200":            {"percentile-hs2", 200},
		"nested:169-10x5-10x5-20x3":     {"nested", 60},
		"kmeans-l2:5:perfect:seed=2":    {"kmeans-l2, perfect recall", 625},
		"kmeans-emd:169-200-200-100":    {"kmeans-emd", 100},
		"kmeans-emd:169-200-200:seed=2": {},
		"strength":                      {},
	} {
		family, river, err := SizeOf(name)
		if family != want.family || river != want.river || errors.Is(err, strategy.ErrBuckets) != (want.family == "") {
			t.Errorf("%s: %q, %v, %v, want %v", name, family, river, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	g := game.LimitHoldem()
	for _, name := range Names(g) {
		if _, err := Parse(name); err == nil && IsBuilt(name) {
			continue
		}
		must.Equal(t, must.Get(Lookup(g, name))(t).Name(), name)
	}
	for name, text := range map[string]string{
		"":                        "strength-K",
		"strength":                "strength-K",
		"strenght-10":             `did you mean "strength-10"`,
		"strength-0":              `"0" is not a number`,
		"strength-010":            `"010" is not a number`,
		"strength-+5":             `"+5" is not a number`,
		"strength-1001":           "from 1 to 1000",
		"strength-5-5":            "a number for each street",
		"strength-5-5-5-x":        `"x" is not a number`,
		"strength-99999999999999": "is not a number",
		"kmeans-emd:10":           "must be built first",
		"kmeans-emd:0":            `"0" is not a number`,
	} {
		t.Run(name, func(t *testing.T) {
			must.Fails(Lookup(g, name))(t, strategy.ErrBuckets, text)
		})
	}
	must.Equal(t, must.Get(Lookup(game.Leduc(), "real"))(t).Name(), "real")
	must.Fails(Lookup(game.Leduc(), "strength-5"))(t, strategy.ErrBuckets)
}

// TestOutline: what is told before a build is what is built, and no hand has a bucket yet.
func TestOutline(t *testing.T) {
	g, of := game.LimitHoldem(), make([]int32, cards.NumCombos)
	for _, name := range []string{"kmeans-emd:169-6-5-10", "kmeans-emd:1-3-3-2"} {
		o := must.Get(Outline(g, name))(t)
		b := built(t, name, fewBoards, 0)
		for street := range streets {
			must.Equal(t, o.Len(street), b.Len(street))
			must.Equal(t, o.Name(), b.Name())
		}
		for street := range streets {
			board := boardsOf(street)[0]
			o.Of(street, board, of)
			must.Equal(t, slices.Max(of), strategy.Blocked, name, board.Cards())
		}
	}
	must.Equal(t, must.Get(Outline(g, "strength-5"))(t).Len(3), 5)
	must.Equal(t, must.Get(Outline(game.Leduc(), "real"))(t).Name(), "real")
	for _, bad := range []string{"kmeans-emd", "strength-0", "kmeans-emd:3:perfect"} {
		must.Fails(Outline(g, bad))(t, strategy.ErrBuckets)
	}
}

// A board of another street blocks everything rather than giving buckets of another.
func TestWrongBoard(t *testing.T) {
	of := make([]int32, cards.NumCombos)
	lookup(t, "strength-5").Of(2, game.BoardOf(setOf(t, "AcKcQc").Cards()...), of)
	must.Equal(t, slices.Max(of), strategy.Blocked, "a flop has buckets on the turn")
}

// Percentiles survive the store, and give the buckets that they gave. A file of other bytes is refused.
func TestPercentilesInFiles(t *testing.T) {
	var b bytes.Buffer
	want := ComputePercentiles()
	must.Do(t, want.Encode(&b))
	got := must.Get(DecodePercentiles(bytes.NewReader(b.Bytes())))(t)
	if got.preflop != want.preflop || got.rank != want.rank || got.river != want.river ||
		!slices.Equal(got.flop, want.flop) || !slices.Equal(got.turn, want.turn) {
		t.Error("other percentiles")
	}
	// If this changes, raise the version in package worstcase.
	const digest = "d864e1f69796d33a4f79996b288b811f6bd858186297f771326ffdf5a576b006"
	must.Equal(t, fmt.Sprintf("%x", sha256.Sum256(b.Bytes())), digest)
	for _, text := range map[string][]byte{
		"short": b.Bytes()[:1000], "of another rank": append(bytes.Repeat([]byte{255}, 1000), b.Bytes()[1000:]...),
	} {
		must.Fails(DecodePercentiles(bytes.NewReader(text)))(t, ErrFormat)
	}
}
