package allin

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

// strengths lists the rows, packed: slice after slice, each padded to whole words with zeros.
func (l *level) strengths(pairs []rankPair, blind [][]eval.Strength) [][]uint64 {
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
	row := func(of func(board int) eval.Strength) []uint64 {
		out := make([]uint64, len(l.slices)*l.words*16)
		for i := range where {
			put(out, i/len(l.sets)*l.words*64+i%len(l.sets), of(i))
		}
		return out
	}
	var rows [][]uint64
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

// judge compares two rows. Of a word of four strengths and one of another four, a difference is
// had with one subtraction: none reaches the top bit of its 16, which says whether it is negative.
func judge(to []verdict, first, second []uint64) {
	const top = 1<<15 | 1<<31 | 1<<47 | 1<<63
	for w := range to {
		a, b := (*[16]uint64)(first[w*16:]), (*[16]uint64)(second[w*16:])
		var notBelow, notAbove uint64
		for i := range a {
			notBelow |= ((a[i] | top) - b[i]) & top >> (i & 15)
			notAbove |= ((b[i] | top) - a[i]) & top >> (i & 15)
		}
		to[w] = verdict{above: ^notAbove, below: ^notBelow}
	}
}

// A packed row holds strengths so that judge has the result of board i of a word at bit i: four
// to a uint64, bits 15, 31, 47 and 63 in the first.
func put(row []uint64, board int, s eval.Strength) {
	word, bit := board/64, board%64
	row[word*16+15-bit%16] |= uint64(s) << (bit / 16 * 16)
}

// A word is 64 boards of every slice, of which some count.
type word struct {
	at   int // in the slice
	live uint64
	n    int // how many count
}

// scratch is the memory for one level of a worker.
type scratch struct {
	alive    []word
	byWeight [maxWeight + 1][]int32
}

// maxWeight is in how many ways two cards of different ranks can be dealt from three suits.
const maxWeight = (cards.NumSuits - 1) * (cards.NumSuits - 1)

// avoiding lists the words that have boards which hold none of the given spade ranks. Sets are
// ordered by their highest rank, so a spade in a hand often strikes out whole words.
func (s *scratch) avoiding(l *level, spades rankSet) []word {
	s.alive = s.alive[:0]
	for at := range l.words {
		live := ^uint64(0)
		if pad := len(l.sets) - at*64; pad < 64 {
			live = 1<<pad - 1
		}
		for left := spades; left != 0; left &= left - 1 {
			live &= l.avoid[bits.TrailingZeros16(uint16(left))][at]
		}
		if live != 0 {
			s.alive = append(s.alive, word{at, live, bits.OnesCount64(live)})
		}
	}
	return s.alive
}

// weigh lists the slices by in how many ways their other cards can be dealt from three suits of
// which used says how many cards of each rank are gone.
func (s *scratch) weigh(l *level, used *[cards.NumRanks]uint8) *[maxWeight + 1][]int32 {
	const otherSuits = cards.NumSuits - 1
	for weight := range s.byWeight {
		s.byWeight[weight] = s.byWeight[weight][:0]
	}
	for i, others := range l.slices {
		weight := uint32(1)
		switch {
		case len(others) == 2 && others[0] == others[1]:
			weight = choose[otherSuits-used[others[0]]][2]
		default:
			for _, r := range others {
				weight *= uint32(otherSuits - used[r])
			}
		}
		s.byWeight[weight] = append(s.byWeight[weight], int32(i))
	}
	return &s.byWeight
}
