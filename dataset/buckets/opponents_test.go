package buckets

import (
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// shareAgainst is by the definition what a hand wins against a cluster of opponents, in winUnits, or
// against all where the hand and the board block the whole cluster.
func shareAgainst(of *[cards.NumCombos]int, cluster int, h cards.Combo, board cards.Set) float64 {
	strength := func(h cards.Combo) eval.Strength { return eval.Of(h.Set() | board) }
	var won, opponents, wonOfAll, all float64
	mine := strength(h)
	for o := range cards.Combo(cards.NumCombos) {
		if o.Set()&(board|h.Set()) != 0 {
			continue
		}
		win := 0.0
		if theirs := strength(o); theirs < mine {
			win = 1
		} else if theirs == mine {
			win = 0.5
		}
		wonOfAll, all = wonOfAll+win, all+1
		if of[o] == cluster {
			won, opponents = won+win, opponents+1
		}
	}
	if opponents == 0 {
		won, opponents = wonOfAll, all
	}
	return winUnit * won / opponents
}

// What hands win against clusters is what a look at every opponent finds, with clusters that hold one hand
// or none among them.
func TestAgainst(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 9))
	var of [cards.NumCombos]int
	o := new(opponents)
	for h := range of {
		of[h] = rng.IntN(opponentClusters - 2)
	}
	of[0] = opponentClusters - 2 // the last stays empty
	for h, c := range of {
		o[c/lanes][h] = 1 << (c % lanes * laneBits)
	}
	a := new(against)
	for _, text := range []string{"2h3s4d9cAc", "AcKcQcJcTc", "2c2d2h2sAh", "7c8d9hJsKs"} {
		board := cards.SetOf(mustCards(t, text)...)
		a.compare(o, board)
		for h := range cards.Combo(cards.NumCombos) {
			if h.Set()&board != 0 || rng.IntN(8) > 0 {
				continue
			}
			for c, got := range a.wins[h] {
				if want := shareAgainst(&of, c, h, board); float64(got) < want-0.5 || float64(got) > want+0.5 {
					t.Fatalf("%v on %s wins %d of cluster %d, want %v", h, text, got, c, want)
				}
			}
		}
	}
}

// The opponent's clusters are of classes, none is empty, and the order of their numbers is that of their
// strength: aces are in the last and 32o is in the first.
func TestOpponents(t *testing.T) {
	b := built(t, "kmeans-ochs:169-6-5-12", fewBoards, 0)
	o := opponentsOf(t, b)
	counts := make([]int, opponentClusters)
	cluster := func(h cards.Combo) (c int) {
		for c = range opponentClusters {
			if o[c/lanes][h]>>(c%lanes*laneBits)&1 == 1 {
				break
			}
		}
		return c
	}
	first := map[cards.Class]int{}
	for h := range cards.Combo(cards.NumCombos) {
		c := cluster(h)
		if was, ok := first[h.Class()]; ok && was != c {
			t.Fatalf("%v is in clusters %d and %d", h.Class(), was, c)
		}
		first[h.Class()] = c
		counts[c]++
	}
	aces, worst := mustCards(t, "AcAd"), mustCards(t, "3c2d")
	if c := cluster(cards.ComboOf(aces[0], aces[1])); c != opponentClusters-1 {
		t.Errorf("aces are in cluster %d", c)
	}
	if c := cluster(cards.ComboOf(worst[0], worst[1])); c != 0 {
		t.Errorf("32o is in cluster %d", c)
	}
	for c, n := range counts {
		if n == 0 {
			t.Errorf("cluster %d is empty: %v", c, counts)
		}
	}
}

// Each hand of the rivers that were built is in the bucket whose centre is nearest: none of the hands of
// another bucket would be nearer to its own mean.
func TestRiverBucketsAreClusters(t *testing.T) {
	b := built(t, "kmeans-ochs:169-6-5-12", fewBoards, 0)
	o, a := opponentsOf(t, b), new(against)
	points, at := NewPoints(Vectors, opponentClusters, showdown.RiverPairs().First(fewBoards)), 0
	var buckets []int
	of, row := make([]int32, cards.NumCombos), new(showdown.PairRow)
	for i := range fewBoards {
		set := showdown.Boards().Set(i)
		b.Of(3, game.BoardOf(set.Cards()...), of)
		a.compare(o, set)
		showdown.RiverPairs().Row(i, row)
		for k, h := range row.Hands {
			points.Set(at, a.wins[h][:], uint32(row.Sizes[k]))
			buckets = append(buckets, int(of[h]))
			at++
		}
		for h, k := range of {
			if n := row.Number[h]; (n < 0) != (k == strategy.Blocked) || n >= 0 && int(k) != buckets[n] {
				t.Fatalf("%v on %v is in bucket %d", cards.Combo(h), set, k)
			}
		}
	}
	centres := must.Get(Cluster(t.Context(), points, ClusterOptions{Clusters: 12, Stream: 3 << 32}))(t)
	f := NewCentreFinder(centres)
	for i, k := range buckets {
		if got := f.NearestOf(points, i); got != k {
			t.Fatalf("pair %d is in bucket %d, nearest is centre %d", i, k, got)
		}
	}
}

// opponentsOf are those that the rivers of a bucketing were divided by.
func opponentsOf(t *testing.T, b *Bucketing) *opponents {
	t.Helper()
	return must.Get((&builder{Spec: b.spec, classes: classes}).newOpponents(t.Context()))(t)
}
