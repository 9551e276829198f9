package postflop

import "golang.org/x/sys/cpu"

// eights is how many of n numbers the assembly takes.
func eights(n int) int {
	if !cpu.X86.HasAVX2 {
		return 0
	}
	return n &^ 7
}

// add is addPortable.
func add(out, a, b []float32) {
	n := eights(len(out))
	if n > 0 {
		addAVX2(&out[0], &a[0], &b[0], n)
	}
	addPortable(out[n:], a[n:], b[n:])
}

// multiply is multiplyPortable.
func multiply(out, a, b []float32) {
	n := eights(len(out))
	if n > 0 {
		multiplyAVX2(&out[0], &a[0], &b[0], n)
	}
	multiplyPortable(out[n:], a[n:], b[n:])
}

// mix is mixPortable.
func mix(out, a, b []float32) {
	n := eights(len(out))
	if n > 0 {
		mixAVX2(&out[0], &a[0], &b[0], n)
	}
	mixPortable(out[n:], a[n:], b[n:])
}

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
