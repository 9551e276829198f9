package rollout

import (
	"context"
	"math/bits"

	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// A verdict compares two hand types on 64 boards, a bit for each: whether the first hand is
// above the second, and whether it is below.
type verdict struct{ above, below uint64 }

// A level is all boards with a given number of spades, three to five. A board is the set X
// of its spade ranks and the ranks of its other cards. Boards of equal other ranks make a
// slice, and within each slice bit i stands for the same set X.
type level struct {
	sets   []rankSet      // X, by bit
	words  int            // 64-bit words of a slice
	slices [][]cards.Rank // the other ranks, ascending
	avoid  [cards.NumRanks][]uint64

	// A row is a strength on all boards: that of the ranks alone for each rank pair, then
	// that of each hand type that makes a flush. Rows of one rank pair need not be
	// neighbours; pair says which it is.
	rows [][numSuitings]int // by place of the rank pair in the engine, and suiting
	pair []int
	// versus[i][j] has a verdict for each word of each slice, where pair[i] <= pair[j].
	versus [][][]verdict
}

// flushCards is the number of cards of a suit that make a flush.
const flushCards = 5

// newLevel lists the boards with the given number of spades.
func newLevel(spades int) *level {
	l := &level{slices: multisets(flushCards - spades)}
	for x := range rankSet(1 << cards.NumRanks) {
		if bits.OnesCount16(uint16(x)) == spades {
			l.sets = append(l.sets, x)
		}
	}
	l.words = (len(l.sets) + 63) / 64
	for r := range l.avoid {
		l.avoid[r] = make([]uint64, l.words)
		for i, x := range l.sets {
			if x>>r&1 == 0 {
				l.avoid[r][i/64] |= 1 << (i % 64)
			}
		}
	}
	return l
}

// multisets lists the multisets of n ranks.
func multisets(n int) [][]cards.Rank {
	if n == 0 {
		return [][]cards.Rank{nil}
	}
	var out [][]cards.Rank
	for _, shorter := range multisets(n - 1) {
		first := cards.Rank(0)
		if n > 1 {
			first = shorter[n-2]
		}
		for r := first; r < cards.NumRanks; r++ {
			out = append(out, append(shorter[:n-1:n-1], r))
		}
	}
	return out
}

// compare fills the level's rows and verdicts for the given rank pairs, whose strengths on
// each board pattern are given.
func (l *level) compare(ctx context.Context, pairs []rankPair, blind [][]eval.Strength, workers int) error {
	strengths := l.strengths(pairs, blind)
	length, room := l.words*len(l.slices), 0
	for i := range strengths {
		for j := range strengths {
			if l.pair[i] <= l.pair[j] {
				room += length
			}
		}
	}
	verdicts := make([]verdict, room)
	l.versus = make([][][]verdict, len(strengths))
	for i := range strengths {
		l.versus[i] = make([][]verdict, len(strengths))
		for j := range strengths {
			if l.pair[i] <= l.pair[j] {
				l.versus[i][j], verdicts = verdicts[:length:length], verdicts[length:]
			}
		}
	}
	return parallel.Loop{Items: len(strengths), Workers: workers}.Each(ctx, parallel.Same(func(i int) error {
		for j, to := range l.versus[i] {
			if to != nil {
				judge(to, strengths[i], strengths[j])
			}
		}
		return nil
	}))
}

// strengths lists the rows: slice after slice, each padded to whole words with zeros.
func (l *level) strengths(pairs []rankPair, blind [][]eval.Strength) [][]eval.Strength {
	index := patterns().index
	flush := flushStrengths()
	where := make([]int, 0, len(l.slices)*len(l.sets)) // board pattern of each board
	for _, others := range l.slices {
		for _, x := range l.sets {
			var ranks copies
			for _, r := range others {
				ranks = ranks.add(r)
			}
			for r := range cards.Rank(cards.NumRanks) {
				if x>>r&1 != 0 {
					ranks = ranks.add(r)
				}
			}
			where = append(where, index[ranks])
		}
	}
	row := func(of func(board int) eval.Strength) []eval.Strength {
		out := make([]eval.Strength, len(l.slices)*l.words*64)
		for i := range where {
			out[i/len(l.sets)*l.words*64+i%len(l.sets)] = of(i)
		}
		return out
	}
	var rows [][]eval.Strength
	l.rows = make([][numSuitings]int, len(pairs))
	for i := range pairs {
		rows = append(rows, row(func(b int) eval.Strength { return blind[i][where[b]] }))
		l.rows[i] = [numSuitings]int{i, i, i, i}
		l.pair = append(l.pair, i)
	}
	for i, p := range pairs {
		for s := range numSuitingsOf(p) {
			spades, _ := ranksOf(p, s)
			if bits.OnesCount16(uint16(spades))+bits.OnesCount16(uint16(l.sets[0])) < flushCards {
				continue
			}
			l.rows[i][s] = len(rows)
			l.pair = append(l.pair, i)
			rows = append(rows, row(func(b int) eval.Strength {
				x := l.sets[b%len(l.sets)]
				if x&spades != 0 {
					return 0 // one card twice: never looked at
				}
				return max(blind[i][where[b]], flush[x|spades])
			}))
		}
	}
	return rows
}

// judge compares two rows.
func judge(to []verdict, first, second []eval.Strength) {
	for w := range to {
		a, b := (*[64]eval.Strength)(first[w*64:]), (*[64]eval.Strength)(second[w*64:])
		var v verdict
		for i := range a {
			// The sign bit of a difference is the answer, without a branch.
			d := uint64(a[i]) - uint64(b[i])
			v.below = v.below>>1 | d&(1<<63)
			v.above = v.above>>1 | -d&(1<<63)
		}
		to[w] = v
	}
}

// A word is 64 boards of every slice, of which some count.
type word struct {
	at   int // in the slice
	live uint64
}

// alive lists the words that have boards which hold none of the given spade ranks. Sets are
// ordered by their highest rank, so a spade in a hand often strikes out whole words.
func (l *level) alive(out []word, spades rankSet) []word {
	out = out[:0]
	for at := range l.words {
		live := ^uint64(0)
		if pad := len(l.sets) - at*64; pad < 64 {
			live = 1<<pad - 1
		}
		for s := spades; s != 0; s &= s - 1 {
			live &= l.avoid[bits.TrailingZeros16(uint16(s))][at]
		}
		if live != 0 {
			out = append(out, word{at, live})
		}
	}
	return out
}

// weigh computes in how many ways each slice's other cards can be dealt from three suits
// of which used says how many cards of each rank are gone.
func (l *level) weigh(out []uint32, used *[cards.NumRanks]uint8) []uint32 {
	const otherSuits = cards.NumSuits - 1
	out = out[:len(l.slices)]
	for i, others := range l.slices {
		switch {
		case len(others) == 2 && others[0] == others[1]:
			out[i] = choose[otherSuits-used[others[0]]][2]
		default:
			out[i] = 1
			for _, r := range others {
				out[i] *= uint32(otherSuits - used[r])
			}
		}
	}
	return out
}
