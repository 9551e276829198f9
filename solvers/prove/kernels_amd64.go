package prove

import "golang.org/x/sys/cpu"

const smallGroup = 3

func (e *estimates) add(t *table, below, above []float64, likely float64) {
	if !cpu.X86.HasAVX2 {
		e.addPortable(t, below, above, likely)
		return
	}
	e.group(smallGroup)
	estimateAVX2(&t.word[0], t.stride, t.words, &e.subsets[0], e.unit, violationTol, likely,
		&below[0], &above[0], &t.size[0], &e.sums[0], &e.distance[0], &e.outside[0], &e.high[0])
}

func (l *lp) subtract(col []float64) {
	if !cpu.X86.HasAVX2 || len(l.live) == 0 {
		l.subtractPortable(col)
		return
	}
	subtractAVX2(&l.inv[0], l.stride/vectorWidth, &l.live[0], len(l.live), &l.r[0], &col[0])
}
