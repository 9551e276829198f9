package showdown

import (
	"iter"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// NumLive is the number of hands that avoid a five-card board, C(47,2), and mostLive a three-card board.
const (
	NumLive  = 1_081
	mostLive = 1_176
)

// Order has the live hands of a board, the weakest first, in groups of equal strength. The zero value is
// empty; Sort fills it. It takes 30 KB: a goroutine uses one for all boards.
type Order struct {
	hands  [mostLive + longestRun]holding
	ends   [mostLive]uint16 // ends[g] is the end of group g in hands
	groups int

	dealt   [mostLive + longestRun]holding // The hands before they are sorted, in runs of equal strength
	runs    [mostLive]run
	scratch [mostLive]run
}

// holding is a combo and its cards in one word, so that a sweep needs one load for a hand: the combo in the
// low 16 bits, then a byte for each card.
type holding uint32

func holdingOf(low, high cards.Card) holding {
	h := holding(high)
	return h<<24 + h*(h-1)/2 + holding(low)*(1<<16+1)
}

func (h holding) combo() cards.Combo { return cards.Combo(h) }
func (h holding) low() cards.Card    { return cards.Card(h >> 16) }
func (h holding) high() cards.Card   { return cards.Card(h >> 24) }

type run struct {
	strength   eval.Strength
	start, len uint16
}

// longestRun is the number of combos of two different ranks. Runs are copied with this fixed length, which
// needs no call; the next run overwrites the slots after the end.
const longestRun = cards.NumSuits * cards.NumSuits

// Groups returns the number of different strengths.
func (o *Order) Groups() int { return o.groups }

// Sort fills the order for a board of five cards, or of three or four, where hands have no more cards than these.
//
// The strength of a hand without a flush depends on its ranks only, so that one evaluation serves all its up
// to 16 combos of suits. Sort evaluates and sorts 90 to 130 runs instead of 1,081 hands, and more only on the
// few boards with four or five cards of a suit.
func (o *Order) Sort(board cards.Set) {
	o.arrange(o.deal(board))
}

func (o *Order) arrange(runs []run) {
	sortRuns(runs, o.scratch[:len(runs)])
	n, before := 0, eval.Strength(0)
	o.groups = -1
	for _, r := range runs {
		if r.strength != before {
			o.groups++
			before = r.strength
		}
		*(*[longestRun]holding)(o.hands[n:]) = *(*[longestRun]holding)(o.dealt[r.start:])
		n += int(r.len)
		o.ends[o.groups] = uint16(n)
	}
	o.groups++
}

func (o *Order) deal(board cards.Set) []run {
	d := dealer{Order: o, board: eval.HandOf(board), live: cards.FullDeck &^ board}
	d.findFlush(board)
	var ranks [cards.NumRanks]rank
	for r := range ranks {
		ranks[r] = d.rank(cards.Rank(r))
		for low := range ranks[:r] {
			d.dealRanks(&ranks[r], &ranks[low])
		}
		d.dealPairs(&ranks[r])
	}
	if d.flushNeeds <= 2 {
		d.dealFlushes()
	}
	return o.runs[:d.numRuns]
}

type dealer struct {
	*Order
	board      eval.Hand
	live       cards.Set
	flushSuit  cards.Set // the live cards of the suit in which a flush is possible
	flushNeeds int       // number of these cards in a hand that makes a flush; noFlush if none can
	numDealt   int
	numRuns    int
}

const noFlush = 3

func (d *dealer) findFlush(board cards.Set) {
	d.flushNeeds = noFlush
	for s := range cards.Suit(cards.NumSuits) {
		if n := ranksOf(board, s).Len(); n >= 3 {
			d.flushNeeds = 5 - n
			d.flushSuit = d.live & (clubs << s)
		}
	}
}

type rank struct {
	cards [cards.NumSuits]cards.Card
	n     int
	plain int // number of cards that are not of the flush suit; they come first
	// Number of first cards that make no flush with a card of another rank that is not (0) or is (1) of the flush suit.
	with [2]int
}

func (d *dealer) rank(r cards.Rank) (k rank) {
	ofRank := d.live & (15 << (4 * r))
	for rest := ofRank &^ d.flushSuit; rest != 0; rest &= rest - 1 {
		k.cards[k.n] = rest.Min()
		k.n++
	}
	k.plain = k.n
	if last := ofRank & d.flushSuit; last != 0 {
		k.cards[k.n] = last.Min()
		k.n++
	}
	switch d.flushNeeds {
	case noFlush:
		k.with = [2]int{k.n, k.n}
	case 2:
		k.with = [2]int{k.n, k.plain}
	case 1:
		k.with = [2]int{k.plain, 0}
	}
	return k
}

func (d *dealer) dealRanks(highs, lows *rank) {
	n := d.numDealt
	for i, high := range highs.cards[:highs.n] {
		partners := lows.with[0]
		if i >= highs.plain {
			partners = lows.with[1]
		}
		for _, low := range lows.cards[:partners] {
			d.dealt[n] = holdingOf(low, high)
			n++
		}
	}
	d.endRun(n)
}

func (d *dealer) dealPairs(k *rank) {
	n := d.numDealt
	for i, a := range k.cards[:k.n] {
		partners := min(i, k.with[0])
		if i >= k.plain {
			partners = min(i, k.with[1])
		}
		for _, b := range k.cards[:partners] {
			d.dealt[n] = holdingOf(min(a, b), max(a, b))
			n++
		}
	}
	d.endRun(n)
}

func (d *dealer) dealFlushes() {
	holders := d.live
	if d.flushNeeds == 2 {
		holders = d.flushSuit
	}
	for rest := holders; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		for below := holders & (1<<high - 1); below != 0; below &= below - 1 {
			low := below.Min()
			if (d.flushSuit & cards.SetOf(low, high)).Len() >= d.flushNeeds {
				d.dealt[d.numDealt] = holdingOf(low, high)
				d.endRun(d.numDealt + 1)
			}
		}
	}
}

// endRun makes a run of the hands dealt since the last one, if any. All have the strength of the first.
func (d *dealer) endRun(end int) {
	start := d.numDealt
	if start == end {
		return
	}
	h := d.dealt[start]
	strength := d.board.Add(h.low()).Add(h.high()).Strength()
	d.runs[d.numRuns] = run{strength, uint16(start), uint16(end - start)}
	d.numRuns++
	d.numDealt = end
}

// Strengths are below 2^13: two digits.
const (
	lowDigit  = 7
	highDigit = 6
)

// sortRuns sorts by strength, by a radix sort without branches that depend on the runs.
func sortRuns(runs, scratch []run) {
	var low [1 << lowDigit]uint16
	var high [1 << highDigit]uint16
	for _, r := range runs {
		low[r.strength%(1<<lowDigit)]++
		high[r.strength>>lowDigit%(1<<highDigit)]++
	}
	runningTotals(low[:])
	runningTotals(high[:])
	for _, r := range runs {
		at := &low[r.strength%(1<<lowDigit)]
		scratch[*at] = r
		*at++
	}
	for _, r := range scratch {
		at := &high[r.strength>>lowDigit%(1<<highDigit)]
		runs[*at] = r
		*at++
	}
}

func runningTotals(counts []uint16) {
	total := uint16(0)
	for i, n := range counts {
		counts[i] = total
		total += n
	}
}

// Ranking is another order of the strengths of package eval, such as that of a program with a mistake: entry s is the
// rank of strength s; the larger rank wins, equal ranks tie. Ranks are at most eval.NumStrengths; entry 0 is not used.
type Ranking = [eval.NumStrengths + 1]eval.Strength

// SortBy is Sort with another ranking of hands. It costs one more look-up for each run.
func (o *Order) SortBy(board cards.Set, ranking *Ranking) {
	runs := o.deal(board)
	for i, r := range runs {
		runs[i].strength = ranking[r.strength]
	}
	o.arrange(runs)
}

// Weight is the type that a sweep adds up. The caller makes sure that integers do not overflow. Since the
// sweep only adds and subtracts, several small integers can be packed into lanes of one word, one lane for
// each range; a lane is right if its final total fits.
//
// In floating point, a tie is the difference of two running totals and has the rounding error of the totals.
type Weight interface {
	~uint32 | ~uint64 | ~int32 | ~int64 | ~float32 | ~float64
}

// Outcome is the weight that a hand beats and the weight that it ties.
type Outcome[W Weight] struct{ Below, Tied W }

// Sweep computes, for every live hand h of the order, the total weight of the hands that h beats and of the
// hands that it ties, among hands that share no card with h:
//
//	beaten by {a, b} = T(below) - C[a](below) - C[b](below)
//
// where T(below) is the weight of all weaker hands and C[a](below) of those with card a; no weaker hand has
// both a and b. The same formula with the hands of equal strength included, minus the beaten weight, is the
// tied weight; since it adds h once and subtracts it twice, h is added again.
//
// Sweep ignores the weights of dead hands and does not change their outcomes. It takes three passes over the
// live hands, about 3 µs for a board.
func Sweep[W Weight](o *Order, weights *[cards.NumCombos]W, out *[cards.NumCombos]Outcome[W]) {
	var total W
	var holding [64]W // by card; longer than the deck so that a masked index needs no check
	start := 0
	for _, end := range o.ends[:o.groups] {
		group := o.hands[start:end]
		for _, h := range group {
			out[h.combo()].Below = total - holding[h.low()&63] - holding[h.high()&63]
		}
		for _, h := range group {
			w := weights[h.combo()]
			total += w
			holding[h.low()&63] += w
			holding[h.high()&63] += w
		}
		for _, h := range group {
			mine := &out[h.combo()]
			atOrBelow := total - holding[h.low()&63] - holding[h.high()&63] + weights[h.combo()]
			mine.Tied = atOrBelow - mine.Below
		}
		start = int(end)
	}
}

// Completions yields all boards of five cards that add cards other than the dead ones to a board.
func Completions(board, dead cards.Set) iter.Seq[cards.Set] {
	return func(yield func(cards.Set) bool) {
		var complete func(board cards.Set, under cards.Card) bool
		complete = func(board cards.Set, under cards.Card) bool {
			if board.Len() == 5 {
				return yield(board)
			}
			for c := range under {
				if !(board | dead).Has(c) && !complete(board.With(c), c) {
					return false
				}
			}
			return true
		}
		complete(board, cards.NumCards)
	}
}
