package allin

import (
	"context"
	"math/bits"

	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// comparison compares two hand types on 64 boards, one bit for each: whether the first hand is above the second, and
// whether it is below.
type comparison struct{ above, below uint64 }

// level has the boards with a given number of spades, three to five. A board is the set X of its spade ranks and the
// ranks of its other cards. Boards with the same other ranks are a slice; in each slice bit i is the same set X.
type level struct {
	sets   []rankSet      // X, by bit
	words  int            // 64-bit words of a slice
	slices [][]cards.Rank // the other ranks, ascending
	avoid  [cards.NumRanks][]uint64

	// A row has the strengths of a hand on all boards: first a row for each rank pair without flushes, then one for
	// each hand type that can make a flush.
	rows [][numSuitings]int // number of the row, by place of the rank pair in the engine and by suiting
	pair []int              // place of the rank pair of each row
	// versus[i][j] has a comparison of rows i and j for each word of each slice, where pair[i] <= pair[j].
	versus [][][]comparison
}

const flushCards = 5

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

func (l *level) compare(ctx context.Context, pairs []rankPair, byRanks [][]eval.Strength, workers int) error {
	strengths := l.strengths(pairs, byRanks)
	length, room := l.words*len(l.slices), 0
	for i := range strengths {
		for j := range strengths {
			if l.pair[i] <= l.pair[j] {
				room += length
			}
		}
	}
	comparisons := make([]comparison, room)
	l.versus = make([][][]comparison, len(strengths))
	for i := range strengths {
		l.versus[i] = make([][]comparison, len(strengths))
		for j := range strengths {
			if l.pair[i] <= l.pair[j] {
				l.versus[i][j], comparisons = comparisons[:length:length], comparisons[length:]
			}
		}
	}
	return parallel.Loop{Items: len(strengths), Workers: workers}.Each(ctx, parallel.Same(func(i int) error {
		for j, to := range l.versus[i] {
			if to != nil {
				compareRows(to, strengths[i], strengths[j])
			}
		}
		return nil
	}))
}

// strengths returns the packed rows: one slice after the other, each padded to whole words with zeros.
func (l *level) strengths(pairs []rankPair, byRanks [][]eval.Strength) [][]uint64 {
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
		rows = append(rows, row(func(b int) eval.Strength { return byRanks[i][where[b]] }))
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
					return 0 // the board has a card of the hand; not used
				}
				return max(byRanks[i][where[b]], flush[x|spades])
			}))
		}
	}
	return rows
}

// compareRows compares two rows. One subtraction compares four strengths with four others: no strength has the top bit
// of its 16, which becomes the sign of the difference.
func compareRows(to []comparison, first, second []uint64) {
	const top = 1<<15 | 1<<31 | 1<<47 | 1<<63
	for w := range to {
		a, b := (*[16]uint64)(first[w*16:]), (*[16]uint64)(second[w*16:])
		var notBelow, notAbove uint64
		for i := range a {
			notBelow |= ((a[i] | top) - b[i]) & top >> (i & 15)
			notAbove |= ((b[i] | top) - a[i]) & top >> (i & 15)
		}
		to[w] = comparison{above: ^notAbove, below: ^notBelow}
	}
}

// put sets a strength in a packed row. A uint64 has four strengths, so that compareRows gets the result of board i of a
// word at bit i: bits 15, 31, 47 and 63 from the first uint64.
func put(row []uint64, board int, s eval.Strength) {
	word, bit := board/64, board%64
	row[word*16+15-bit%16] |= uint64(s) << (bit / 16 * 16)
}

type word struct {
	at   int    // index in the slice
	live uint64 // the boards, one bit for each
	n    int    // their number
}

type scratch struct {
	alive    []word
	byWeight [maxWeight + 1][]int32
}

// maxWeight is the number of ways to deal two cards of different ranks from three suits.
const maxWeight = (cards.NumSuits - 1) * (cards.NumSuits - 1)

// avoid lists the words with boards without the given spade ranks. Since sets are ordered by their highest rank, a
// spade in a hand often excludes whole words.
func (s *scratch) avoid(l *level, spades rankSet) {
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
}

// weigh lists the slices by the number of ways to deal their other cards from three suits, without the used number of
// cards of each rank.
func (s *scratch) weigh(l *level, used *[cards.NumRanks]uint8) {
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
}
