package postflop

import "golang.org/x/sys/cpu"

// eights is how many of n numbers the assembly takes.
func eights(n int) int {
	if !cpu.X86.HasAVX2 {
		return 0
	}
	return n &^ 7
}

// inEights leaves what is not a multiple of eight to plain Go.
func inEights(fast func(out, a, b *float32, n int), slow func(out, a, b []float32), out, a, b []float32) {
	n := eights(len(out))
	if n > 0 {
		fast(&out[0], &a[0], &b[0], n)
	}
	slow(out[n:], a[n:], b[n:])
}

func add(out, a, b []float32)      { inEights(addAVX2, addPortable, out, a, b) }
func multiply(out, a, b []float32) { inEights(multiplyAVX2, multiplyPortable, out, a, b) }
func mix(out, a, b []float32)      { inEights(mixAVX2, mixPortable, out, a, b) }

// match is matchPortable from the first hand on.
func match(weights, play []float32, n int) {
	from, actions := eights(n), len(play)/n
	if from > 0 {
		matchAVX2(&weights[0], &play[0], from, n, actions, tiny, float32(tiny)/float32(actions))
	}
	matchPortable(weights, play, n, from)
}

// learn is learnPortable from the first hand on.
func (l *lesson) learn() {
	n := eights(len(l.regret))
	if n > 0 {
		learnAVX2(&l.regret[0], &l.sum[0], &l.up[0], &l.values[0], &l.own[0], &l.played[0], n, l.down, l.more, l.weight)
	}
	l.learnPortable(n)
}
