package ranges

import "feltlab/model/cards"

// ChenMode selects the rules as Kumar & Keshner state them or as their numbers follow them.
type ChenMode uint8

const (
	// ChenStated follows the rules as stated.
	ChenStated ChenMode = iota
	// ChenAsPublished uses the difference of the ranks instead of the number of ranks between them in
	// rules 4 and 5, as the paper's table does: AK, which misses no rank, costs 1. It does not raise small
	// pairs to 5 points either: 22, 33 and 44 have 2, 3 and 4.
	ChenAsPublished
)

// String returns "stated" or "as published".
func (m ChenMode) String() string {
	if m == ChenAsPublished {
		return "as published"
	}
	return "stated"
}

// ChenScore returns the points of a class as stated, -1 (72o) to 20 (AA).
func ChenScore(k cards.Class) int { return ChenStated.Score(k) }

// ChenWeight returns the weight of a class in the range "chen", max(ChenScore, 1), 1 to 20.
func ChenWeight(k cards.Class) int { return ChenStated.Weight(k) }

// Weight returns max(Score, 1).
func (m ChenMode) Weight(k cards.Class) int { return max(m.Score(k), 1) }

// Score returns the points of a class in this mode.
func (m ChenMode) Score(k cards.Class) int {
	high, low := k.Ranks()
	halves := ChenCardHalves(high)
	if k.Pair() {
		const leastPair = 2 * 5
		if m == ChenAsPublished {
			return roundUp(2 * halves)
		}
		return roundUp(max(2*halves, leastPair))
	}
	if k.Suited() {
		halves += 2 * 2
	}
	gap := int(high-low) - 1
	if m == ChenAsPublished {
		gap++
	}
	halves -= 2 * ChenGapCost(gap)
	if gap <= 1 && high < cards.Queen {
		halves += 2 * 1
	}
	return roundUp(halves)
}

// ChenGapCost returns the points that a number of ranks between the cards costs.
func ChenGapCost(gap int) int { return [...]int{0, 1, 2, 4, 5}[min(gap, 4)] }

// ChenCardHalves returns twice a card's points, an integer.
func ChenCardHalves(r cards.Rank) int {
	switch r {
	case cards.Ace:
		return 2 * 10
	case cards.King:
		return 2 * 8
	case cards.Queen:
		return 2 * 7
	case cards.Jack:
		return 2 * 6
	}
	return int(r) + 2 // the pips; a ten has 5 points as well
}

func roundUp(halves int) int { return (halves + 1) >> 1 }
