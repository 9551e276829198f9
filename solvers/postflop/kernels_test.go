package postflop

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
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
			if math.Float32bits(fast[i]) != math.Float32bits(slow[i]) {
				t.Fatalf("%s of %d hands: %v at %d, want %v", name, n, fast[i], i, slow[i])
			}
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
