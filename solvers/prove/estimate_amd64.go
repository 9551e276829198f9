package prove

import "golang.org/x/sys/cpu"

const smallGroup = 3

func (e *estimates) add(t *table, below, above []float64) {
	if !cpu.X86.HasAVX2 {
		e.addPortable(t, below, above)
		return
	}
	e.group(smallGroup)
	estimateAVX2(&t.word[0], t.stride, t.words, &e.subsets[0], e.unit, violationTol,
		&below[0], &above[0], &e.sums[0], &e.distance[0], &e.outside[0])
}
