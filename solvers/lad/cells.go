package lad

// cells is the partition of the patterns by a set of features.
type cells struct {
	n      int
	of     []int32    // cell of each pattern
	rep    []int32    // first pattern of each cell
	offset []int32    // cell c has columns column[offset[c]:offset[c+1]]
	column []int32    // columns (lead + place in the set) of the features that a cell has
	halves [][2]int32 // of the cells before the last split: without and with the feature, or -1
}

func (c *cells) columns(cell int) []int32 { return c.column[c.offset[cell]:c.offset[cell+1]] }

// one makes the partition by no feature.
func (c *cells) one(patterns, lead int) {
	c.n = 1
	c.of = resize(c.of, patterns)
	clear(c.of)
	c.rep = append(c.rep[:0], 0)
	c.column = c.column[:0]
	for j := range lead {
		c.column = append(c.column, int32(j))
	}
	c.offset = append(c.offset[:0], 0, int32(lead))
}

// split refines the partition from by one more feature, which gets the given column. Cells are
// numbered by their first pattern.
func (c *cells) split(from *cells, p *Problem, id, column int) {
	c.n = 0
	c.of, c.rep = resize(c.of, len(from.of)), c.rep[:0]
	c.offset, c.column = append(c.offset[:0], 0), c.column[:0]
	c.halves = resize(c.halves, from.n)
	for i := range c.halves {
		c.halves[i] = [2]int32{-1, -1}
	}
	word, bit := (id-1)>>6, (id-1)&63
	vectors := p.patterns.Vectors
	for k, old := range from.of {
		has := vectors[k][word] >> bit & 1
		half := &c.halves[old][has]
		if *half < 0 {
			*half = int32(c.n)
			c.n++
			c.rep = append(c.rep, int32(k))
			c.column = append(c.column, from.columns(int(old))...)
			if has == 1 {
				c.column = append(c.column, int32(column))
			}
			c.offset = append(c.offset, int32(len(c.column)))
		}
		c.of[k] = *half
	}
}

// resize returns a slice of length n that reuses the memory of s; its contents are arbitrary.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
