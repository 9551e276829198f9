package tournament

import (
	"cmp"
	"math"
	"slices"
)

// Next returns the table of the hand after one that ended, and the players of its seats by their seats before. The
// blinds move as in tournaments of three: the first player with chips after the big blind posts the big blind, and
// the last before that player the small blind. Stacks are rounded to whole chips, and keep their sum. There is no
// table if fewer than two players are left.
func (t *Table) Next(e Ended) (next *Table, players []int) {
	if players = e.playersLeft(); len(players) < 2 {
		return nil, nil
	}
	next = new(Table)
	*next = *t
	next.After, next.Dead, next.Heads, next.Stacks = nil, 0, nil, wholeChips(e.Stacks, players)
	if len(t.Heads) > 0 {
		for _, seat := range players {
			next.Heads = append(next.Heads, e.Heads[seat])
		}
	}
	return next, players
}

// playersLeft returns the seats with chips in the order of their seats in the next hand.
func (e *Ended) playersLeft() (players []int) {
	for seat, s := range e.Stacks {
		if s > 0 {
			players = append(players, seat)
		}
	}
	return append(players[1:], players[0])
}

// wholeChips rounds the stacks of players: each gets its whole chips, at least one, and chips that are left go to the
// largest fractions.
func wholeChips(stacks []float64, players []int) []int {
	whole := make([]int, len(players))
	order := make([]int, len(players))
	sum, rest := 0.0, 0
	fraction := func(i int) float64 { return stacks[players[i]] - float64(whole[i]) }
	for i, seat := range players {
		const rounding = 1e-6 // of sums of parts of pots
		whole[i] = max(1, int(math.Floor(stacks[seat]+rounding)))
		sum += stacks[seat]
		rest -= whole[i]
		order[i] = i
	}
	rest += int(math.Round(sum))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fraction(b), fraction(a)) })
	for _, i := range order {
		if rest > 0 {
			whole[i]++
			rest--
		}
	}
	return whole
}

// ValuesBy is Values with the values of the players who play on, at the table that Next returns, instead of those of
// ICM and of bounties on their heads.
func (t *Table) ValuesBy(e Ended, next []float64, players []int) []float64 {
	values := make([]float64, len(t.Stacks))
	for i, seat := range players {
		values[seat] = next[i]
	}
	t.pay(values, e)
	return values
}
