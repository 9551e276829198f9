package proof

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Counts says how a claim about rows that scores get wrong counts them, and which weights scores have.
type Counts struct {
	Low, High int64 // what a row with the least, and with the greatest target counts; at least 1
	Points    int64 // weights are whole numbers of at most this magnitude; 0: any numbers
}

// String writes the numbers as a text has them, such as "1 5 points 3".
func (c Counts) String() string {
	if c.Points == 0 {
		return fmt.Sprintf("%d %d", c.Low, c.High)
	}
	return fmt.Sprintf("%d %d points %d", c.Low, c.High, c.Points)
}

// MostScored is the largest number of columns of a claim about scores.
const MostScored = 5

const (
	mostCount  = 1 << 20 // what a row counts
	mostWrong  = 1 << 52 // what all rows count
	mostPoints = 1000
)

// validWrong returns nil, or an error that wraps ErrHeader.
func (h *Header) validWrong() error {
	c, r := h.Wrong, h.Rules
	switch {
	case h.Loss != Wrong && c == Counts{}:
		return nil
	case h.Loss != Wrong:
		return fmt.Errorf("%w: what rows count, with the loss %v", ErrHeader, h.Loss)
	case h.Features > MostScored:
		return fmt.Errorf("%w: scores of %d columns, want at most %d", ErrHeader, h.Features, MostScored)
	case min(c.Low, c.High) < 1 || max(c.Low, c.High) > mostCount || c.Points < 0 || c.Points > mostPoints:
		return fmt.Errorf("%w: loss wrong %v, want two numbers from 1 to %d, and points from 1 to %d", ErrHeader, c,
			mostCount, mostPoints)
	case r == nil || !r.Any() || r.Intercept != FreeIntercept || len(r.Groups)+len(h.Except) > 0 ||
		slices.ContainsFunc(r.Bounds, func(b Bounds) bool { return b.Lower == 0 || b.Upper == 0 }):
		return fmt.Errorf("%w: scores have any weights of both signs, a free intercept, no groups and no "+
			"excepted sets", ErrHeader)
	case h.Cutoff != math.Trunc(h.Cutoff):
		return fmt.Errorf("%w: the cutoff is %v, want a whole number", ErrHeader, h.Cutoff)
	}
	return nil
}

// Scores is the search that shows a claim about scores: it goes through sets of as many columns as the claim has.
// Several goroutines may use it at once.
type Scores struct {
	total   int64      // D of the page
	scale   []int64    // by word of a bitset: what its bits count
	whole   bitset     // the bits of all rows
	columns [][]uint64 // by column: the bits of the rows in which it is true
	with    []int      // columns of every set
	free    []int      // the others that sets may have
	size    int        // of a set
	tables  [][]uint32 // the threshold functions by their values, those with the same lower half together
}

// NewScores prepares the search. The error wraps ErrForeign or ErrHeader.
func (in *Instance) NewScores(h *Header) (*Scores, error) {
	err := in.CheckHeader(h)
	if err == nil && h.Loss != Wrong {
		err = fmt.Errorf("%w: the loss is %v, want wrong", ErrHeader, h.Loss)
	}
	s := &Scores{with: h.With.IDs(), columns: make([][]uint64, in.columns+1)}
	if err = cmp.Or(err, s.lay(in, h)); err != nil {
		return nil, err
	}
	same, rows := in.Interchangeable(h.Rules), in.trueIn()
	for _, id := range in.every.IDs() {
		if !h.With.Has(id) && !slices.Equal(rows[id], rows[0]) && (h.Wrong.Points > 0 || same[id].Smallest() == id) {
			s.free = append(s.free, id)
		}
	}
	s.size = min(h.Features, len(s.with)+len(s.free))
	limit := [MostScored + 1]int64{0, 1, 1, 2, 3, 5}[s.size] // makes all functions
	for _, f := range thresholds(s.size, min(limit, cmp.Or(h.Wrong.Points, limit))) {
		if last := len(s.tables) - 1; last < 0 || uint16(s.tables[last][0]) != uint16(f) {
			s.tables = append(s.tables, nil)
		}
		last := len(s.tables) - 1
		s.tables[last] = append(s.tables[last], f)
	}
	return s, nil
}

// lay gives each pattern a bit for each binary digit of its d. Bits that count alike share words.
func (s *Scores) lay(in *Instance, h *Header) error {
	d := make([]int64, len(in.patterns))
	for i := range in.patterns {
		p := &in.patterns[i]
		for k, e := range p.target {
			switch n := p.rows[k]; {
			case e == 0 && in.slack == 0:
				d[i] -= n * h.Wrong.Low
			case e == in.unit && in.slack == 0:
				d[i] += n * h.Wrong.High
				s.total += n * h.Wrong.High
			default:
				return fmt.Errorf("%w: a target between the least and the greatest", ErrHeader)
			}
		}
	}
	for digit := range 2 * 53 {
		unit, n := int64(1)<<(digit/2)*int64(1-2*(digit%2)), 0
		for i := range in.patterns {
			if d[i]/unit <= 0 || d[i]/unit&1 == 0 {
				continue
			}
			if n%64 == 0 {
				s.scale, s.whole = append(s.scale, unit), append(s.whole, 0)
				for id := range s.columns {
					s.columns[id] = append(s.columns[id], 0)
				}
			}
			at, bit := len(s.whole)-1, uint64(1)<<(n%64)
			s.whole[at] |= bit
			for _, id := range in.patterns[i].ids {
				s.columns[id][at] |= bit
			}
			n++
		}
	}
	return nil
}

// thresholds lists the functions of n bits that a cut and whole weights of magnitudes up to a limit make, each by its
// values: bit x is that for the bits of x. They are sorted by their lower halves.
func thresholds(n int, limit int64) (all []uint32) {
	const most = MostScored * MostScored // magnitude of a sum
	for code := range int(math.Pow(float64(2*limit+1), float64(n))) {
		sums := [1 << MostScored]int{most}
		for i, rest := 0, code; i < n; i, rest = i+1, rest/int(2*limit+1) {
			for x := range 1 << i {
				sums[x|1<<i] = sums[x] + rest%int(2*limit+1) - int(limit)
			}
		}
		var at [2*most + 1]uint32 // by sum: the bits with it
		for x, sum := range sums[:1<<n] {
			at[sum] |= 1 << x
		}
		f := uint32(0)
		all = append(all, f)
		for _, some := range slices.Backward(at[:]) {
			if f |= some; some != 0 {
				all = append(all, f)
			}
		}
	}
	slices.SortFunc(all, func(a, b uint32) int {
		return cmp.Compare(bits.RotateLeft32(a, 16), bits.RotateLeft32(b, 16))
	})
	return slices.Compact(all)
}

// Free returns how many columns the search chooses from, and how many of them a set has.
func (s *Scores) Free() (columns, chosen int) { return len(s.free), s.size - len(s.with) }

// Parts returns the number of parts of the search: by the first of the columns that a set need not have.
func (s *Scores) Parts() int {
	if s.size == len(s.with) {
		return 1
	}
	return len(s.free) + len(s.with) - s.size + 1
}

// Part returns nil if no score of a part of the sets counts less than a cutoff. The error is the context's, or wraps
// ErrCover; then the set has a score that counts less.
func (s *Scores) Part(ctx context.Context, part int, cutoff float64) (set []int, err error) {
	w := &scoring{Scores: s, ctx: ctx, most: s.total - int64(cutoff)}
	w.cells[0], w.d[0] = s.whole, []int64{s.sum(s.whole, s.whole)}
	for _, id := range s.with {
		w.take(id)
	}
	if len(w.set) < s.size {
		w.take(s.free[part])
	}
	w.rest(part + 1)
	return w.set, w.err
}

// scoring goes through sets of columns.
type scoring struct {
	*Scores
	ctx   context.Context
	most  int64                   // G of the page
	set   []int                   // the columns chosen
	cells [MostScored + 1]bitset  // by number of columns chosen: the bits of each cell, one cell after the other
	d     [MostScored + 1][]int64 // of these cells
	err   error
}

// sum is the d of the rows in two sets.
func (s *Scores) sum(a, b bitset) (d int64) {
	for i, word := range a {
		d += s.scale[i] * int64(bits.OnesCount64(word&b[i]))
	}
	return d
}

// split finds the d of the cells that a further column parts, and returns the best.
func (w *scoring) split(id int) (best int64) {
	k, n := len(w.set), len(w.whole)
	next := w.d[k+1]
	for x, all := range w.d[k] {
		in := w.sum(w.cells[k][n*x:n*(x+1)], w.columns[id])
		next[x], next[x+len(next)/2] = all-in, in
		best += max(all-in, 0) + max(in, 0)
	}
	return best
}

// take chooses a column.
func (w *scoring) take(id int) {
	k := len(w.set)
	next := w.cells[k+1][:0]
	for _, not := range []uint64{math.MaxUint64, 0} {
		for i, word := range w.cells[k] {
			next = append(next, word&(w.columns[id][i%len(w.whole)]^not))
		}
	}
	w.d[k+1] = make([]int64, 2<<k)
	w.split(id)
	w.cells[k+1], w.set = next, append(w.set, id)
}

// rest goes through the sets with the columns chosen and free ones from a place on. It reports whether it went through
// all of them.
func (w *scoring) rest(from int) bool {
	k := len(w.set)
	if w.err = w.ctx.Err(); k == w.size {
		return w.err == nil && w.judge(k)
	}
	if k+1 == w.size {
		w.d[k+1] = make([]int64, 2<<k)
	}
	for i := from; i <= len(w.free)-(w.size-k) && w.err == nil; i++ {
		if k+1 < w.size {
			w.take(w.free[i])
			if !w.rest(i + 1) {
				return false
			}
		} else if best := w.split(w.free[i]); best > w.most {
			if w.set = append(w.set, w.free[i]); !w.judge(k + 1) {
				return false
			}
		}
		w.set = w.set[:k]
	}
	return w.err == nil
}

// judge reports whether no score of the k columns chosen counts less than the cutoff.
func (w *scoring) judge(k int) bool {
	const block = 8 // cells whose sums are looked up together
	var sums [1 << MostScored / block][1 << block]int64
	upper := int64(0) // the best of the upper half
	for x, v := range w.d[k] {
		if x >= 2*block {
			upper += max(v, 0)
		}
		at, bit := &sums[x/block], 1<<(x%block)
		for f := range bit {
			at[bit|f] = at[f] + v
		}
	}
	for _, same := range w.tables {
		lower := sums[0][same[0]&255] + sums[1][same[0]>>8&255]
		if lower+upper <= w.most {
			continue
		}
		for _, f := range same {
			if lower+sums[2][f>>16&255]+sums[3][f>>24] > w.most {
				w.err = fmt.Errorf("%w: a score of %v", ErrCover, w.set)
				return false
			}
		}
	}
	return true
}

// coverScores goes through all parts of a claim about scores.
func (in *Instance) coverScores(ctx context.Context, p *Proof) error {
	s, err := in.NewScores(&p.Header)
	if err == nil && len(p.Cuts) > 0 {
		err = fmt.Errorf("%w: a claim about scores has none", ErrCut)
	}
	for part := 0; err == nil && part < s.Parts(); part++ {
		_, err = s.Part(ctx, part, p.Cutoff)
	}
	return err
}
