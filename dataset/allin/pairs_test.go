package allin

import (
	"math"
	"slices"
	"sync"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

var pairTable = sync.OnceValue(Pairs)

func TestPairsEqualNaive(t *testing.T) {
	table := pairTable()
	for _, names := range [][2]string{
		{"AA", "KK"}, {"AKs", "QQ"}, {"AKo", "QQ"}, {"AKs", "AKs"}, {"AA", "AA"}, {"22", "AKs"},
		{"A5s", "54s"}, {"JTs", "J9o"}, {"32s", "K3o"}, {"AKo", "AKs"},
	} {
		a, b := class(t, names[0]), class(t, names[1])
		if got, want := table.Counts(a, b), naivePair(a, b); got != want {
			t.Errorf("%v: %+v, want %+v", names, got, want)
		}
	}
}

// The sum over all opponents, cards removed, is the equity against one random hand.
func TestPairsSumToPreflop(t *testing.T) {
	table := pairTable()
	var grand uint64
	for a := range cards.Class(cards.NumClasses) {
		var total PairCounts
		for b := range cards.Class(cards.NumClasses) {
			c, back := table.Counts(a, b), table.Counts(b, a)
			if c != (PairCounts{back.Losses, back.Ties, back.Wins}) {
				t.Fatalf("%v %v: %+v one way, %+v the other", a, b, c, back)
			}
			combos := uint64(sumOf(suitingsOf(a, b)))
			if table.Combos(a, b) != combos || c.Deals() != combos*BoardsAvoidingTwo {
				t.Fatalf("%v %v: %+v for %d combos", a, b, c, combos)
			}
			total.Wins += c.Wins
			total.Ties += c.Ties
			total.Losses += c.Losses
		}
		grand += total.Deals()
		wins, ties := ranges.Preflop(a)
		size := uint64(a.Size())
		if total != (PairCounts{size * wins, size * ties, size * (ranges.PreflopDeals - wins - ties)}) {
			t.Errorf("%v: %+v, want %d times %d wins and %d ties", a, total, size, wins, ties)
		}
	}
	if want := uint64(cards.NumCombos) * ranges.PreflopDeals; grand != want {
		t.Errorf("%d deals in all, want %d", grand, want)
	}
}

func sumOf(counts [64]int64) (total int64) {
	for _, n := range counts {
		total += n
	}
	return total
}

// thirdHands is how many deals of three players a deal of two is, whoever the third is: with two
// hands and the board dealt, 43 cards are left.
const thirdHands = 43 * 42 / 2

// addDuel adds what the order of three hands says of the first two.
func (c *PairCounts) addDuel(counts Counts) {
	for o, n := range counts {
		switch tournament.Order(o).Between(0, 1) {
		case tournament.FirstWins:
			c.Wins += n
		case tournament.Tied:
			c.Ties += n
		default:
			c.Losses += n
		}
	}
}

// Three hands, summed over the third, are two hands.
func TestTriplesSumToPairs(t *testing.T) {
	e := must.Get(newEngine(background, allClasses(), 0))(t)
	w, table := e.newWorker(), newTable()
	for _, names := range [][2]string{{"AKs", "QQ"}, {"76s", "A7o"}} {
		a, b := class(t, names[0]), class(t, names[1])
		var got PairCounts
		for k := range e.pairs {
			places := []int{int(pairOfClass(a)), int(pairOfClass(b)), k}
			slices.Sort(places)
			w.triple(places[0], places[1], places[2], table.put)
			for _, c := range e.classes[k] {
				got.addDuel(table.Orders(a, b, c))
			}
		}
		want := pairTable().Counts(a, b)
		if got != (PairCounts{thirdHands * want.Wins, thirdHands * want.Ties, thirdHands * want.Losses}) {
			t.Errorf("%v: %+v, want %d times %+v", names, got, thirdHands, want)
		}
	}
}

func TestEquity(t *testing.T) {
	if got := (PairCounts{1, 2, 1}).Equity(); got != 0.5 {
		t.Errorf("equity %v, want 0.5", got)
	}
	if got := (PairCounts{}).Equity(); got != 0 {
		t.Errorf("equity %v without deals", got)
	}
	// As every table of all-in equities prints it: aces beat kings 81.9% of the time.
	const printed = 0.0005
	if got := pairTable().Counts(class(t, "AA"), class(t, "KK")).Equity(); math.Abs(got-0.8195) > printed {
		t.Errorf("AA against KK: %v", got)
	}
}
