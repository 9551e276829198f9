package postflop

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// The loops that this machine runs compute the same bits as those in plain Go, for any number of hands.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(rng.NormFloat64() * math.Pow(10, float64(rng.IntN(9)-4)) * float64(rng.IntN(4)))
		}
		return x
	}
	same := func(name string, n int, fast, slow []float32) {
		t.Helper()
		for i := range fast {
			must.Equal(t, math.Float32bits(fast[i]), math.Float32bits(slow[i]), name, n, fast[i], i, slow[i])
		}
	}
	for n := 1; n < 40; n++ {
		a, b, out := random(n), random(n), random(n)
		for name, f := range map[string][2]func(out, a, b []float32){
			"add": {add, addPortable}, "multiply": {multiply, multiplyPortable}, "mix": {mix, mixPortable},
		} {
			fast, slow := slices.Clone(out), slices.Clone(out)
			f[0](fast, a, b)
			f[1](slow, a, b)
			same(name, n, fast, slow)
		}
		for actions := 1; actions < 5; actions++ {
			weights, fast, slow := random(actions*n), make([]float32, actions*n), make([]float32, actions*n)
			match(weights, fast, n)
			matchPortable(weights, slow, n, 0)
			same("match", n, fast, slow)
		}
		l := lesson{random(n), random(n), random(n), random(n), random(n), random(n), 0.5, 0.25, 27}
		other := l
		other.regret, other.sum = slices.Clone(l.regret), slices.Clone(l.sum)
		l.learn()
		other.learnPortable(0)
		same("learn", n, l.regret, other.regret)
		same("learn", n, l.sum, other.sum)
	}
}

// Ends that are valued together have the bits of ends that are valued one by one, for any number of them, with and
// without a rake, where a hand cannot have the board's cards and where both seats can have a hand.
func TestEndsTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, x := range []spec{
		{"Td9d6hQc3s", oopRange, ipRange, "60%,e,a", "2.5x", 200, 900, 0, 0},
		{"Td9d6hQc3s", ipRange, oopRange, "60%,e,a", "2.5x", 200, 900, 0.05, 0},
		{"8s8d5c3h2h", "AcAd,QcQd,KhKd", "KcKd,KhKd", "a", "a", 10, 10, 0.1, 0},
		{"8s8d5c3h2h", "8cAd", "KcKd,8h2d", "a", "a", 10, 10, 0, 0},
	} {
		l := newLayout(x.game(t), true)
		kinds := map[game.Kind][]*game.Node{}
		for _, n := range l.nodes {
			for _, c := range n.Children {
				kinds[c.Kind] = append(kinds[c.Kind], c)
			}
		}
		var a arena
		var rows lanes
		for kind, nodes := range kinds {
			for i := 0; kind != game.Decision && i < 20; i++ {
				seat, ends := i%2, make([]*leaf, 1+rng.IntN(eight))
				for k := range ends {
					ends[k] = &leaf{node: nodes[rng.IntN(len(nodes))], reach: a.floats(len(l.hands[1-seat].held)),
						values: a.floats(len(l.hands[seat].held))}
					for h := range ends[k].reach {
						ends[k].reach[h] = float32(rng.IntN(3)) * rng.Float32()
					}
				}
				board := &l.rounds[0][0]
				if !rows.value(l, board, seat, ends) {
					continue
				}
				for k, e := range ends {
					want := make([]float32, len(e.values))
					l.value(e.node, board, seat, e.reach, want)
					if !slices.Equal(e.values, want) {
						t.Fatalf("%v, seat %d, end %d of %d: %v, want %v", x, seat, k, len(ends), e.values, want)
					}
				}
			}
		}
	}
}
