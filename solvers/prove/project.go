package prove

import (
	"cmp"
	"slices"
)

// projection is a table with some of the columns of another, its root, whose patterns that only differ
// in the others are one: fewer and smaller pivots. Its dual vectors are lifted to the root, where
// they are certified.
type projection struct {
	*table
	root    *table
	column  []int         // column of the root
	local   map[int]int32 // and back
	first   []int32       // pattern p is the patterns member[first[p]:first[p+1]] of the root
	member  []int32
	columns columns // of the root
}

// whole is the projection to all columns.
func (t *table) whole() *projection {
	v := &projection{table: t, root: t, columns: t.all(), local: map[int]int32{}}
	for j := range t.ids {
		v.column, v.local[j] = append(v.column, j), int32(j)
	}
	for p := range t.patterns {
		v.first, v.member = append(v.first, int32(p)), append(v.member, int32(p))
	}
	v.first = append(v.first, int32(t.patterns))
	return v
}

// project keeps the given columns of the root, which v has.
func (v *projection) project(keep columns) *projection {
	w := &projection{table: &table{}, root: v.root, columns: keep, local: map[int]int32{}}
	index := make([]int32, len(v.ids)) // of a column of v in w, or -1
	for i, j := range v.column {
		index[i] = -1
		if keep.has(j) {
			index[i] = int32(len(w.column))
			w.local[j] = index[i]
			w.column, w.ids, w.reach = append(w.column, j), append(w.ids, v.ids[i]), append(w.reach, v.reach[i])
		}
	}
	keys := make([]columns, v.patterns)
	order := make([]int32, v.patterns)
	for p, members := range v.members {
		order[p] = int32(p)
		for _, j := range members {
			if i := index[j]; i >= 0 {
				keys[p] = keys[p].with(int(i))
			}
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(keys[a][1], keys[b][1]), cmp.Compare(keys[a][0], keys[b][0]), cmp.Compare(a, b))
	})
	for i := 0; i < len(order); {
		k := i + 1
		for k < len(order) && keys[order[k]] == keys[order[i]] {
			k++
		}
		w.join(v, order[i:k], keys[order[i]])
		i = k
	}
	w.table.first = append(w.table.first, int32(len(w.y)))
	w.first = append(w.first, int32(len(w.member)))
	w.findWords()
	return w
}

// step is a kink and by how much the slope rises there.
type step struct{ y, rise float64 }

// join makes one pattern of some patterns of v.
func (w *projection) join(v *projection, patterns []int32, key columns) {
	w.table.first = append(w.table.first, int32(len(w.y)))
	w.first = append(w.first, int32(len(w.member)))
	w.patterns++
	var members []int32
	for ; !key.empty(); key = key.without(key.smallest()) {
		members = append(members, int32(key.smallest()))
	}
	w.members = append(w.members, members)
	var steps []step
	slope := 0.0
	for _, p := range patterns {
		w.member = append(w.member, v.member[v.first[p]:v.first[p+1]]...)
		a, b := v.table.first[p], v.table.first[p+1]
		slopes := v.slope[a+p : b+p+1]
		slope += slopes[0]
		for i, y := range v.y[a:b] {
			steps = append(steps, step{y, slopes[i+1] - slopes[i]})
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(a.y, b.y) })
	loss := 0.0
	for _, p := range patterns {
		a := v.table.first[p]
		loss += v.loss[a] + v.slope[a+p]*(steps[0].y-v.y[a])
	}
	w.slope = append(w.slope, slope)
	for i, s := range steps {
		slope += s.rise
		if i > 0 && s.y == steps[i-1].y {
			w.slope[len(w.slope)-1] = slope
			continue
		}
		if i > 0 {
			loss += w.slope[len(w.slope)-1] * (s.y - steps[i-1].y)
		}
		w.y, w.loss, w.slope = append(w.y, s.y), append(w.loss, loss), append(w.slope, slope)
	}
}

// lift writes a dual vector of the root that is worth as much as that of l to mu: the lambda of a
// pattern is divided among its members so that each is a slope of its loss at one estimate.
func (v *projection) lift(l *lp, mu []float64) {
	for p := range v.patterns {
		a, k := int(v.table.first[p]), int(l.pos[p])
		at := v.y[a+max(k-1, 0)] // nonbasic: a member's slope is that right of it, or of all kinks if k = 0
		if l.where[p] >= 0 {
			at = v.y[a+k]
		}
		left := l.lambda[p]
		members := v.member[v.first[p]:v.first[p+1]]
		for _, q := range members {
			y, slope := v.root.kinks(q)
			c := 0
			for c < len(y) && (y[c] < at || l.where[p] < 0 && k > 0 && y[c] == at) {
				c++
			}
			mu[q] = slope[c]
			left -= slope[c]
		}
		if l.where[p] < 0 {
			continue
		}
		for _, q := range members {
			y, slope := v.root.kinks(q)
			if c, ok := slices.BinarySearch(y, at); ok && left > 0 {
				more := min(left, slope[c+1]-slope[c])
				mu[q] += more
				left -= more
			}
		}
	}
}

// kinks returns the kinks of a pattern and its slopes, one more.
func (t *table) kinks(p int32) (y, slope []float64) {
	a, b := t.first[p], t.first[p+1]
	return t.y[a:b], t.slope[a+p : b+p+1]
}
