package buckets

import (
	"bytes"
	"context"
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
		Spec: s, Options: Options{Boards: boards, Workers: workers}, sums: swept, classes: classes,
		rivers: new(riverBins),
	}
	out := must.Get(b.build(t.Context()))(t)
	builds.Store(key, out.Named(name))
	return out.Named(name)
}

var builds sync.Map

// classes keeps the distributions before the flop for the tests.
var classes = sync.OnceValues(func() (*ByClass, error) { return DistributionOfClasses(context.Background(), 0) })

// fewBoards are flops and turns that are built in tests: the first, whose cards are the lowest, so
// that the flops of the turns are among them.
const fewBoards = 3

// small are bucketings of all kinds of sizes.
var small = []string{"kmeans-emd:169-6-5-10", "kmeans-emd:169-6-5-10:seed=7", "kmeans-emd:1-3-3-2",
	"kmeans-emd:5-1-4-1"}

// boardsOf lists boards of a street that a bucketing of the tests is built for: turns with each card last and, from
// them, some rivers.
func boardsOf(street int) (boards []game.Board) {
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
// used.
func TestBuildCovers(t *testing.T) {
	of := make([]int32, cards.NumCombos)
	for _, name := range small {
		b := built(t, name, fewBoards, 0)
		for street := range streets {
			used := make([]bool, b.Len(street))
			for _, board := range boardsOf(street) {
				b.Of(street, board, of)
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
					used[k] = true
				}
			}
			// On the river not all of the built boards are looked at.
			if slices.Contains(used, false) && street < 3 {
				t.Errorf("%s: on street %d not all buckets are used: %v", name, street, used)
			}
		}
		for street, text := range map[int]string{1: "AcKdQh", 2: "AcKdQhJs"} {
			board := game.BoardOf(setOf(t, text).Cards()...)
			if b.Of(street, board, of); b.Len(street) > 1 && slices.Max(of) != strategy.Blocked {
				t.Errorf("%s has buckets on %s, for which it was not built", name, text)
			}
			b.Of((street+1)%streets, board, of)
			must.Equal(t, slices.Max(of), strategy.Blocked, name, text)
		}
	}
}

// Renaming suits and the order of the cards change nothing.
func TestBuildSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 5))
	for _, name := range small {
		for street := 1; street < streets; street++ {
			for _, board := range boardsOf(street) {
				checkRenamed(t, built(t, name, fewBoards, 0), street, board, rng)
			}
		}
	}
}

// What is summed up over all boards is what each board's rivers sum up to.
func TestSumsAreTallies(t *testing.T) {
	slow := newTally()
	for _, text := range []string{"2c2d2h2s", "AcAdKhKs", "9c8c7c6c", "9s8c7h2d"} {
		set := setOf(t, text)
		i, p := showdown.Turns().Index(set)
		slow.count(set)
		for h, sum := range slow.Sum {
			must.Equal(t, swept().turns[i][cards.Combo(h).Permute(p)], sum, cards.Combo(h), text)
		}
	}
}

// Any number of goroutines builds the same, and another seed builds other clusters.
func TestBuildDeterminism(t *testing.T) {
	tables := func(b *Bucketing) string { return fmt.Sprint(b.preflop, b.flop, b.turn, b.river) }
	for _, name := range small[1:] {
		must.Equal(t, tables(built(t, name, fewBoards, 1)), tables(built(t, name, fewBoards, 3)), name)
	}
	if tables(built(t, "kmeans-emd:169-6-5-10", fewBoards, 0)) == tables(built(t, "kmeans-emd:169-6-5-10:seed=7",
		fewBoards, 0)) {
		t.Error("two seeds build the same clusters")
	}
}

// A sample has as many deals as asked for, spread evenly, and all where there are few items.
func TestSample(t *testing.T) {
	l := &level{sizes: make([]uint8, 10_000)}
	rng := rand.New(rand.NewPCG(seed, 7))
	total := 0
	for i := range l.sizes {
		l.sizes[i] = uint8(1 + rng.IntN(24))
		total += int(l.sizes[i])
	}
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
	b := built(t, "kmeans-emd:1", 0, 0)
	var out bytes.Buffer
	must.Do(t, b.Encode(&out))
	good := out.Bytes()
	must.Equal(t, len(good), 2*(cards.NumClasses+showdown.NumFlopPairs+showdown.NumTurnPairs+riverStrengths))
	again, err := Decode(bytes.NewReader(good), b.spec)
	if err != nil || !slices.Equal(again.turn, b.turn) {
		t.Fatal(err)
	}
	for _, tc := range map[string]struct {
		in   io.Reader
		text string
	}{
		"cut":  {bytes.NewReader(good[:1001]), "street 1 has fewer than 1286792 entries"},
		"long": {io.MultiReader(bytes.NewReader(good), strings.NewReader("x")), "bytes after its end"},
		"a hole": {io.MultiReader(bytes.NewReader(good[:400]), strings.NewReader("\xff\xff"),
			bytes.NewReader(good[402:])), "in bucket 65535 of 1"},
	} {
		must.Fails(Decode(tc.in, b.spec))(t, ErrFormat, tc.text)
	}
}

func TestParse(t *testing.T) {
	for name, want := range map[string]string{
		"kmeans-emd:10":               "[10 10 10 10]",
		"kmeans-emd:169-200-300-400":  "[169 200 300 400]",
		"kmeans-emd:400-9-9-9:seed=3": "[169 9 9 9]",
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
		"percentile":            "want strength-K",
		"kmeens-emd":            `or kmeans-emd:SIZES, did you mean "kmeans-emd"?`,
		"kmeans-emd":            "want kmeans-emd:SIZES",
		"kmeans-end:10":         `did you mean "kmeans-emd"`,
		"nested:10":             `unknown family "nested", want kmeans-emd`,
		"kmeans-emd:10x5":       `"10x5" is not a number`,
		"kmeans-emd:":           `"" is not a number`,
		"kmeans-emd:010":        `"010" is not a number`,
		"kmeans-emd:5-5":        "neither one number of buckets nor 4",
		"kmeans-emd:70000":      `"70000" is not a number`,
		"kmeans-emd:9:seed=0":   `"0" is not a seed`,
		"kmeans-emd:9:seed=1:x": `"x" after the sizes, want seed=N`,
		"kmeans-emd:9:perfect":  `"perfect" after the sizes, want seed=N`,
		"kmeans-emd:9:sed=1":    `"sed=1" after the sizes, want seed=N`,
	} {
		must.Fails(Lookup(game.LimitHoldem(), name))(t, strategy.ErrBuckets, text)
	}
}
