package buckets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// built builds for a few boards only, once for all tests. Sums over all boards come from the one
// sweep of the tests.
func built(t testing.TB, name string, boards, workers int) *Bucketing {
	t.Helper()
	key := fmt.Sprint(name, boards, workers)
	if b, ok := builds.Load(key); ok {
		return b.(*Bucketing)
	}
	s := must.Get(Parse(name))(t)
	b := &builder{
		Spec: s, Options: Options{Boards: boards, Workers: workers}, sums: swept, squares: sweptSquares,
		classes: classes, rivers: new(riverBins),
	}
	out := must.Get(b.build(t.Context()))(t)
	builds.Store(key, out.Named(name))
	return out.Named(name)
}

var builds sync.Map

var sweptSquares = sync.OnceValue(func() *strengths[uint64] { return sweepAll(square) })

// classes keeps the distributions before the flop for the tests.
var classes = sync.OnceValues(func() (*ByClass, error) { return DistributionOfClasses(context.Background(), 0) })

// fewBoards are flops and turns that are built in tests: the first, whose cards are the lowest, so
// that the flops of the turns are among them.
const fewBoards = 3

// small are bucketings of all families. The squares of all boards, which those need that go by them
// before the flop, are summed up in slow tests only.
var small = []string{
	"percentile-hs2:1-7-8-1", "percentile-hs2:1-3-3-2:perfect",
	"nested:1-2x3-4x2-5x2", "nested:1-2x2-1x2-2:perfect", "kmeans-l2:169-6-5-10", "kmeans-emd:169-6-5-10",
	"kmeans-emd:169-6-5-10:seed=7", "kmeans-emd:1-3-3-2:perfect", "kmeans-ochs:169-6-5-12",
}

// boardsOf lists boards of a street that a bucketing of the tests is built for, in every order that
// matters: turns with each card last and, from them, some rivers; the first rivers where their pairs are
// divided.
func (b *Bucketing) boardsOf(street int) (boards []game.Board) {
	dealt := func(set cards.Set, last ...cards.Card) game.Board {
		for _, c := range last {
			set = set.Without(c)
		}
		return game.BoardOf(append(set.Cards(), last...)...)
	}
	for i := range fewBoards {
		flop, turn := showdown.Flops().Set(i), showdown.Turns().Set(i)
		switch street {
		case 0:
			return []game.Board{{}}
		case 1:
			boards = append(boards, dealt(flop))
		case 2:
			for _, c := range turn.Cards() {
				boards = append(boards, dealt(turn, c))
			}
		case 3:
			if b.spec.riverPairs() {
				boards = append(boards, dealt(showdown.Boards().Set(i)))
				continue
			}
			for _, c := range turn.Cards() {
				for river := cards.Card(i); river < cards.NumCards; river += 17 {
					if !turn.Has(river) {
						boards = append(boards, dealt(turn.With(river), c, river))
					}
				}
			}
		}
	}
	return boards
}

// Every hand has a bucket on every board that was built for, and on no other; all buckets are
// used, and with perfect recall each lies in one of the street before.
func TestBuildCovers(t *testing.T) {
	of, before := make([]int32, cards.NumCombos), make([]int32, cards.NumCombos)
	for _, name := range small {
		b := built(t, name, fewBoards, 0)
		for street := range streets {
			used := make([]bool, b.Len(street))
			for _, board := range b.boardsOf(street) {
				b.Of(street, board, of)
				parents := b.spec.PerfectRecall && street > 0
				if parents {
					b.Of(street-1, game.BoardOf(board.Cards()[:boardCards[street-1]]...), before)
				}
				for h, k := range of {
					if blocked := cards.Combo(h).Set()&board.Set() != 0; blocked != (k == strategy.Blocked) {
						t.Fatalf("%s: %v on %v is in bucket %d", name, cards.Combo(h), board.Cards(), k)
					}
					if k == strategy.Blocked {
						continue
					}
					if int(k) >= len(used) {
						t.Fatalf("%s: %v on %v is in bucket %d of %d", name, cards.Combo(h), board.Cards(), k,
							len(used))
					}
					if used[k] = true; parents && int(k)/b.spec.Sizes[street].product() != int(before[h]) {
						t.Fatalf("%s: %v on %v is in bucket %d after %d", name, cards.Combo(h), board.Cards(), k,
							before[h])
					}
				}
			}
			// On the river not all of the built boards are looked at.
			if slices.Contains(used, false) && (street < 3 || b.spec.riverPairs()) && !b.spec.PerfectRecall {
				t.Errorf("%s: on street %d not all buckets are used: %v", name, street, used)
			}
		}
		foreign := map[int]string{1: "AcKdQh", 2: "AcKdQhJs"}
		if b.spec.riverPairs() {
			foreign[3] = "AcKdQhJsTc"
		}
		for street, text := range foreign {
			if b.Of(street, game.BoardOf(mustCards(t, text)...), of); b.Len(street) > 1 &&
				slices.Max(of) != strategy.Blocked {
				t.Errorf("%s has buckets on %s, for which it was not built", name, text)
			}
			if b.Of((street+1)%streets, game.BoardOf(mustCards(t, text)...), of); slices.Max(of) != strategy.Blocked {
				t.Errorf("%s has buckets on %s as a board of another street", name, text)
			}
		}
	}
}

// Renaming suits and the order of the flop change nothing; with perfect recall it matters which
// card came last, without it does not.
func TestBuildSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 5))
	plain, renamed := make([]int32, cards.NumCombos), make([]int32, cards.NumCombos)
	for _, name := range small {
		b, ordered := built(t, name, fewBoards, 0), false
		for street := 1; street < streets; street++ {
			for _, board := range b.boardsOf(street) {
				b.Of(street, board, plain)
				p := cards.SuitPerms[rng.IntN(len(cards.SuitPerms))]
				dealt := slices.Clone(board.Cards())
				for i, c := range dealt {
					dealt[i] = p.Card(c)
				}
				rng.Shuffle(3, func(i, j int) { dealt[i], dealt[j] = dealt[j], dealt[i] })
				b.Of(street, game.BoardOf(dealt...), renamed)
				for h := range plain {
					if to := cards.Combo(h).Permute(p); plain[h] != renamed[to] {
						t.Fatalf("%s: %v on %v under %v: %d and %d", name, cards.Combo(h), board.Cards(), p, plain[h],
							renamed[to])
					}
				}
				if street == 2 {
					dealt[0], dealt[3] = dealt[3], dealt[0]
					b.Of(street, game.BoardOf(dealt...), plain)
					ordered = ordered || !slices.Equal(plain, renamed)
				}
			}
		}
		if ordered != b.spec.PerfectRecall {
			t.Errorf("%s: the order of the turn matters is %v", name, ordered)
		}
	}
}

// A stronger hand is in no lower bucket of the same parent; that holds of squares.
func TestBuildMonotone(t *testing.T) {
	slow := newTally()
	of := make([]int32, cards.NumCombos)
	for _, name := range small[:4] {
		b := built(t, name, fewBoards, 0)
		for street := 1; street < 3; street++ {
			size := b.spec.Sizes[street]
			var all [][3]uint32 // group, value, bucket
			for _, board := range b.boardsOf(street) {
				b.Of(street, board, of)
				slow.count(board.Set())
				for h, k := range of {
					if k == strategy.Blocked {
						continue
					}
					value, group, part := slow.Square[h], int(k)/size.product(), int(k)%size.product()/size.Inner
					all = append(all, [3]uint32{uint32(group), value, uint32(part)})
					if size.Inner > 1 {
						all = append(all, [3]uint32{1<<16 + uint32(int(k)/size.Inner), slow.Sum[h],
							uint32(int(k) % size.Inner)})
					}
				}
			}
			slices.SortFunc(all, func(a, b [3]uint32) int { return slices.Compare(a[:], b[:]) })
			for i, now := range all[1:] {
				if was := all[i]; now[0] == was[0] && (now[2] < was[2] || now[1] == was[1] && now[2] != was[2]) {
					t.Fatalf("%s, street %d: bucket %d of %d with %d, %d with %d", name, street, was[2], was[0], was[1],
						now[2], now[1])
				}
			}
		}
	}
}

// The parts are as the definition has them, item by item.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 6))
	it := items{make([]uint8, 300), 4}
	values := make([]uint32, len(it.sizes))
	for i := range values {
		it.sizes[i], values[i] = uint8(1+rng.IntN(24)), uint32(rng.IntN(90))<<25
	}
	in := groups{make([]uint16, it.len()), 3}
	for i := range in.of {
		in.of[i] = uint16(rng.IntN(3))
		if rng.IntN(9) == 0 {
			in.of[i] = none
		}
	}
	const parts = 7
	for _, workers := range []int{1, 3} {
		out, err := it.split(t.Context(), in, values, parts, workers)
		if err != nil || out.n != 3*parts {
			t.Fatal(out.n, err)
		}
		for item, g := range in.of {
			if g == none {
				if out.of[item] != none {
					t.Fatalf("item %d has a bucket", item)
				}
				continue
			}
			below, equal, total := 0.0, 0.0, 0.0
			for other, og := range in.of {
				if og != g {
					continue
				}
				n := float64(it.sizes[other/4])
				total += n
				if v := values[other/4]; v < values[item/4] {
					below += n
				} else if v == values[item/4] {
					equal += n
				}
			}
			want := int(g)*parts + int(parts*(below+equal/2)/total)
			if int(out.of[item]) != want {
				t.Fatalf("item %d is in part %d, want %d", item, out.of[item], want)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := it.split(ctx, in, values, parts, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What is summed up over all boards is what each board's rivers sum up to.
func TestSumsAreTallies(t *testing.T) {
	slow := newTally()
	for _, text := range []string{"2c2d2h2s", "AcAdKhKs", "9c8c7c6c", "9s8c7h2d"} {
		set := cards.SetOf(mustCards(t, text)...)
		i, p := showdown.Turns().Index(set)
		slow.count(set)
		for h, sum := range slow.Sum {
			if got := swept().turns[i][cards.Combo(h).Permute(p)]; got != sum {
				t.Fatalf("%v on %s: %d, want %d", cards.Combo(h), text, got, sum)
			}
		}
	}
}

// Any number of goroutines builds the same, and another seed builds other clusters.
func TestBuildDeterminism(t *testing.T) {
	tables := func(b *Bucketing) string { return fmt.Sprint(b.preflop, b.flop, b.turn, b.river) }
	for _, name := range []string{"nested:1-2x2-1x2-2:perfect", "kmeans-emd:169-6-5-10", "kmeans-l2:1-3-3-1:perfect",
		"kmeans-ochs:169-6-5-12"} {
		if tables(built(t, name, fewBoards, 1)) != tables(built(t, name, fewBoards, 3)) {
			t.Errorf("%s: three goroutines build something else", name)
		}
	}
	if tables(built(t, "kmeans-emd:169-6-5-10", fewBoards, 0)) == tables(built(t, "kmeans-emd:169-6-5-10:seed=7",
		fewBoards, 0)) {
		t.Error("two seeds build the same clusters")
	}
}

// A sample has as many deals as asked for, spread evenly, and all where there are few items.
func TestSample(t *testing.T) {
	l := &level{items: items{make([]uint8, 10_000), 1}}
	rng := rand.New(rand.NewPCG(seed, 7))
	total := 0
	for i := range l.sizes {
		l.sizes[i] = uint8(1 + rng.IntN(24))
		total += int(l.sizes[i])
	}
	l.before = l.together()
	if s := l.sample(len(l.sizes)); len(s.items) != len(l.sizes) || s.counts[17] != uint32(l.sizes[17]) {
		t.Errorf("%d of all items, %d of one", len(s.items), s.counts[17])
	}
	const most = 1_000
	s := l.sample(most)
	taken, passed, at := 0, 0, 0
	for i, item := range s.items {
		for ; at <= int(item); at++ {
			passed += int(l.sizes[at])
		}
		taken += int(s.counts[i])
		if ahead := float64(taken) - float64(most)*float64(passed)/float64(total); ahead > 0.5 || ahead < -0.5 {
			t.Fatalf("after item %d %d are taken", item, taken)
		}
	}
	if taken != most || !slices.IsSorted(s.items) {
		t.Errorf("%d taken, want %d", taken, most)
	}
}

func TestEncode(t *testing.T) {
	b := built(t, "percentile-hs2:1", 0, 0)
	var out bytes.Buffer
	must.Do(t, b.Encode(&out))
	good := out.Bytes()
	if want := 2 * (cards.NumClasses + showdown.NumFlopPairs + showdown.NumTurnPairs +
		riverStrengths); len(good) != want {
		t.Errorf("%d bytes, want %d", len(good), want)
	}
	again, err := Decode(bytes.NewReader(good), b.spec)
	if err != nil || !slices.Equal(again.turn, b.turn) {
		t.Fatal(err)
	}
	finer := must.Get(Parse("percentile-hs2:1-1-1-1:perfect"))(t)
	for name, tc := range map[string]struct {
		in   io.Reader
		spec Spec
		text string
	}{
		"cut":  {bytes.NewReader(good[:1001]), b.spec, "street 1 has fewer than 1286792 entries"},
		"long": {io.MultiReader(bytes.NewReader(good), strings.NewReader("x")), b.spec, "bytes after its end"},
		"a hole": {io.MultiReader(bytes.NewReader(good[:400]), strings.NewReader("\xff\xff"),
			bytes.NewReader(good[402:])), b.spec, "in bucket 65535 of 1"},
		"of other": {bytes.NewReader(good), finer, "street 2 has fewer"},
	} {
		if _, err := Decode(tc.in, tc.spec); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), tc.text) {
			t.Errorf("%s: %v, want %q", name, err, tc.text)
		}
	}
}

func TestParse(t *testing.T) {
	for name, want := range map[string]string{
		"percentile-hs2:10":                "[10 10 10 10]",
		"percentile-hs2:10:perfect":        "[10 100 1000 10000]",
		"nested:169-10x5-7-50":             "[169 50 7 50]",
		"nested:20x10":                     "[169 200 200 200]",
		"kmeans-l2:169-200-300-400":        "[169 200 300 400]",
		"kmeans-emd:5:perfect:seed=3":      "[5 25 125 625]",
		"kmeans-emd:400-9-9-9:seed=3":      "[169 9 9 9]",
		"kmeans-ochs:5-9-9-20:seed=3":      "[5 9 9 20]",
		"percentile-hs2:169-4-4-4:perfect": "[169 676 2704 10816]",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Parse(name)
			if err != nil || fmt.Sprint(s.lens()) != want || !IsBuilt(name) {
				t.Errorf("%s: %v, %v, want %s", name, s.lens(), err, want)
			}
			if less, more := s.Memory(1), s.Memory(8); less < 50<<20 || more <= less {
				t.Errorf("%s takes %d and %d bytes", name, less, more)
			}
		})
	}
	for name, text := range map[string]string{
		"percentile":                  "want strength-K",
		"kmeens-l2":                   `or sizes after percentile-hs2:, nested:, kmeans-l2:, kmeans-emd:, kmeans-ochs:, did you mean "kmeans-l2"?`,
		"percentile-hs2":              "want percentile-hs2:SIZES",
		"percentile-hs3:10":           `did you mean "percentile-hs`,
		"percentile-hs2:10x5":         "only nested has sizes",
		"percentile-hs2:":             `"" is not a number`,
		"percentile-hs2:010":          `"010" is not a number`,
		"percentile-hs2:5-5":          "neither one number of buckets nor 4",
		"percentile-hs2:10:prefect":   `did you mean "perfect"`,
		"percentile-hs2:10:seed=3":    `"seed=3" after the sizes, want perfect`,
		"percentile-hs2:50:perfect":   "125000 buckets on street 2, want at most 65535",
		"percentile-hs2:70000":        `"70000" is not a number`,
		"nested:300x300":              "90000 buckets on street 1",
		"nested:3x0":                  `"0" is not a number`,
		"kmeans-emd:9:seed=0":         `"0" is not a seed`,
		"kmeans-emd:9:seed=1:x":       `"x" after the sizes, want perfect or seed=N`,
		"kmeans-emd:9:seed=1:perfect": `"perfect" after the sizes`,
		"kmeans-ochs:9:perfect":       "kmeans-ochs has no perfect recall",
		"kmeans-ochs:9:sed=1":         `"sed=1" after the sizes, want seed=N`,
	} {
		_, err := Lookup(game.LimitHoldem(), name)
		if !errors.Is(err, strategy.ErrBuckets) || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v, want %q", name, err, text)
		}
	}
}
