package tournament

import (
	"fmt"
	"math"
)

// Bounty is how the heads of players who go out are paid, and what the heads that remain are worth.
type Bounty = Option[bounties]

const (
	// BountyFixed pays the whole head at once. Heads that remain are worth nothing.
	BountyFixed Bounty = iota
	// BountyHalf pays half of the head at once. The other half joins the winner's own head, which is worth nothing.
	BountyHalf
	// BountyProportional is BountyHalf, and the players share the heads that remain in proportion to their chips.
	BountyProportional
	// BountyWinner is BountyHalf, and a player's own head is worth its size times the player's chance to finish first.
	BountyWinner
	// BountyShared is BountyFixed, and all players left share the heads that remain in proportion to their chips, as
	// ICMIZER's chip model has it. Players at other tables have the mean head of this table.
	BountyShared
	// BountyEqual is BountyFixed, and the head of a player who finishes n-th goes to each of the n-1 before with the
	// same chance, by ICM, as HoldemResources Calculator has it; the winner keeps the own head. All heads are equal,
	// also those at other tables.
	BountyEqual
)

type bounties struct{}

func (bounties) values() values {
	return values{"Bounty", "model of bounties", []string{"fixed", "half", "proportional", "winner", "shared", "equal"}}
}

func (t *Table) validateHeads() error {
	switch {
	case len(t.Heads) == 0 && t.Bounty != BountyFixed:
		return fmt.Errorf("%w: the model of bounties is %v, and there are no bounties; give one for each stack",
			ErrPrizes, t.Bounty)
	case len(t.Heads) == 0:
		return nil
	case len(t.Heads) != len(t.Stacks):
		return fmt.Errorf("%w: bounties for %d of %d players; give one for each stack, or one for all",
			ErrPrizes, len(t.Heads), len(t.Stacks))
	}
	for i, h := range t.Heads {
		switch {
		case !(h >= 0) || math.IsInf(h, 0):
			return fmt.Errorf("%w: the bounty of %s is %v; bounties must be 0 or more",
				ErrPrizes, TableSeats(len(t.Stacks))[i], h)
		case t.Bounty == BountyEqual && h != t.Heads[0]:
			return fmt.Errorf("%w: %v is for bounties that are all the same, not for %v and %v; shared is for others",
				ErrPrizes, t.Bounty, t.Heads[0], h)
		}
	}
	return nil
}

// payHeads pays the heads of the players who are out to the winners of their last pots, in equal parts.
func (t *Table) payHeads(e *Ended, last []SeatSet) {
	for seat, head := range t.Heads {
		if e.Stacks[seat] > 0 {
			continue
		}
		e.Heads[seat] -= head
		part := head / float64(max(1, last[seat].Len()))
		for winner := range e.Heads {
			switch {
			case !last[seat].Has(winner):
			case t.Bounty == BountyFixed, t.Bounty == BountyShared, t.Bounty == BountyEqual:
				e.Cash[winner] += part
			default:
				e.Cash[winner] += part / 2
				e.Heads[winner] += part / 2
			}
		}
	}
}

// headsElsewhere returns the heads at other tables that a model of bounties shares by chips.
func (t *Table) headsElsewhere() float64 {
	if t.Bounty != BountyShared {
		return 0
	}
	return mean(t.Heads) * float64(len(t.Others))
}

// places returns what a player gets by ICM, by place: the prizes, and with BountyEqual the expected heads of players
// who finish behind, among as many players as begin the hand.
func (t *Table) places() []float64 {
	if t.Bounty != BountyEqual {
		return t.Prizes
	}
	n := len(t.Stacks) + len(t.Others)
	places := make([]float64, n)
	copy(places, t.Prizes)
	for behind, sum := n-1, 0.0; behind >= 0; behind-- { // of place behind+1
		if places[behind] += t.Heads[0] * sum; behind == 0 {
			places[0] += t.Heads[0]
		} else {
			sum += 1 / float64(behind)
		}
	}
	return places
}

// addHeads adds what heads that remain are worth to the players left at the table.
func (t *Table) addHeads(values []float64, e Ended, left int) {
	heads, chips := sumOf(e.Heads), sumOf(e.Stacks)
	total := chips + float64(sumOf(t.Others))
	paid := 0.0 // of the places, what players who are out leave to each player
	if t.Bounty == BountyEqual {
		for behind := left + len(t.Others); behind < len(t.Stacks)+len(t.Others); behind++ {
			paid += t.Heads[0] / float64(behind)
		}
	}
	for seat, s := range e.Stacks {
		switch {
		case s <= 0:
		case t.Bounty == BountyProportional:
			values[seat] += heads * s / chips
		case t.Bounty == BountyWinner:
			values[seat] += e.Heads[seat] * s / total
		case t.Bounty == BountyShared:
			values[seat] += (heads + t.headsElsewhere()) * s / total
		case t.Bounty == BountyEqual:
			values[seat] -= paid
		}
	}
}
