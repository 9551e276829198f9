package ranges

import "feltlab/model/cards"

// A row is the pairs from aces down, or the kickers of one high card from the best down, with a suited and
// an offsuit class for each. A token with a dash or a plus covers a run of cells in a row.
//
// Dynamic programming over the cells finds a shortest cover of a row by tokens. A kind of token covers one
// line of the row or, for "AK" without a suffix, both. Runs of several kinds can overlap ("A5+,A2s+"), so the
// state between two cells is the set of kinds whose run goes on. The length of a run's token is added where
// the run starts: a plus in the first cell, a dash in the others.

// lines is a set of the lines of a row: bit 0 suited or pairs, bit 1 offsuit.
type lines uint8

const (
	firstLine  lines = 1
	secondLine lines = 2
	bothLines        = firstLine | secondLine
)

type kind struct {
	covers lines
	suffix string
}

type kinds uint8

var (
	pairKinds   = []kind{{firstLine, ""}}
	kickerKinds = []kind{{firstLine, "s"}, {secondLine, "o"}, {bothLines, ""}}
)

// single, plus and dash are the lengths of the three forms of a kind: "AKs", "ATs+", "A5s-A2s".
func (k kind) single() int { return 2 + len(k.suffix) }
func (k kind) plus() int   { return k.single() + 1 }
func (k kind) dash() int   { return 2*k.single() + 1 }

// row has, for each cell, the lines that tokens may cover and the lines that they must cover.
type row struct {
	high  cards.Rank // the high card of the kickers
	pairs bool       // whether it is the row of pairs
	cells []cell
}

type cell struct{ may, must lines }

func (r *row) rank(i int) cards.Rank {
	if r.pairs {
		return cards.Ace - cards.Rank(i)
	}
	return r.high - 1 - cards.Rank(i)
}

func (r *row) kinds() []kind {
	if r.pairs {
		return pairKinds
	}
	return kickerKinds
}

func (r *row) name(i int, k kind) string {
	if r.pairs {
		return r.rank(i).String() + r.rank(i).String()
	}
	return r.high.String() + r.rank(i).String() + k.suffix
}

// step is the shortest way to a state, which is the set of runs that cover a cell.
type step struct {
	length  int
	from    kinds // runs that cover the cell before
	singles kinds // single tokens in the cell
}

const maxStates = 1 << 3

const unreachable = 1 << 30

// cover returns the length of a shortest cover of the row, with extra characters for the weight and the
// comma of every token, and the best step to each state of each cell.
func (r *row) cover(extra int) (length int, steps [][maxStates]step) {
	states := kinds(1) << len(r.kinds())
	var before [maxStates]step
	for s := kinds(1); s < states; s++ {
		before[s].length = unreachable
	}
	steps = make([][maxStates]step, len(r.cells))
	for i := range r.cells {
		for to := range states {
			best := step{length: unreachable}
			if singles, singlesLength, ok := r.singles(i, to, extra); ok {
				for from := range states {
					length := before[from].length + r.starts(i, to&^from, extra) + singlesLength
					if length < best.length {
						best = step{length, from, singles}
					}
				}
			}
			steps[i][to] = best
		}
		before = steps[i]
	}
	length = unreachable
	for s := range states {
		length = min(length, before[s].length)
	}
	return length, steps
}

func (r *row) starts(i int, started kinds, extra int) int {
	length := 0
	for j, k := range r.kinds() {
		switch {
		case started>>j&1 == 0:
		case i == 0:
			length += k.plus() + extra
		default:
			length += k.dash() + extra
		}
	}
	return length
}

// singles returns the shortest single tokens that cover cell i together with the runs; ok is false if a run
// covers a line that it may not cover.
func (r *row) singles(i int, runs kinds, extra int) (best kinds, length int, ok bool) {
	length = unreachable
	for set := range kinds(1) << len(r.kinds()) {
		covered, cost := lines(0), 0
		for j, k := range r.kinds() {
			if (runs|set)>>j&1 != 0 {
				covered |= k.covers
			}
			if set>>j&1 != 0 {
				cost += k.single() + extra
			}
		}
		if covered&^r.cells[i].may == 0 && r.cells[i].must&^covered == 0 && cost < length {
			best, length = set, cost
		}
	}
	return best, length, length < unreachable
}

func (r *row) tokens(extra int) []string {
	length, steps := r.cover(extra)
	last := len(steps) - 1
	state := kinds(0)
	for steps[last][state].length != length {
		state++
	}
	runs := make([]kinds, len(steps)+1) // one more, to end all runs
	for i := last; i >= 0; i-- {
		runs[i] = state
		state = steps[i][state].from
	}
	var out []string
	for i := range steps {
		for j, k := range r.kinds() {
			if steps[i][runs[i]].singles>>j&1 != 0 {
				out = append(out, r.name(i, k))
			}
			if runs[i]>>j&1 == 0 || i > 0 && runs[i-1]>>j&1 != 0 {
				continue
			}
			end := i
			for runs[end+1]>>j&1 != 0 {
				end++
			}
			if i == 0 {
				out = append(out, r.name(end, k)+"+")
			} else {
				out = append(out, r.name(i, k)+"-"+r.name(end, k))
			}
		}
	}
	return out
}
