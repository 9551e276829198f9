package tournament

// out marks a player without a seat in the next hand.
const out = -1

// Transition is the state after a hand with the given final stacks, and the prizes that the hand pays.
type Transition struct {
	// Next is the next state, all zero when the tournament is over.
	Next Stacks
	// Seat is the seat in Next of the player in each seat, -1 for players who are out.
	Seat [NumSeats]int8
	// Prize is the prize that the hand pays to the player in each seat.
	Prize [NumSeats]float64
}

// Transition returns the state that follows final stacks, and the prizes. Start are the stacks before the
// hand; ranks are those of the hands at the showdown, 0 the best, and matter only to ShowdownOrder.
func (r *Rules) Transition(start, final Stacks, ranks [NumSeats]uint8) Transition {
	var s Transition
	s.Next, s.Seat = rotate(final)
	players, live := start.Seated(), final.Seated()
	busted := players &^ live
	switch busted.Len() {
	case 1:
		s.pay(busted, r.prize(players.Len()))
	case 2:
		r.payTwo(&s, busted, start, ranks)
	}
	if live.Len() == 1 {
		s.pay(live, r.prize(1))
	}
	return s
}

// pay gives every player of the set a prize.
func (s *Transition) pay(players SeatSet, prize float64) {
	for seat := range Seat(NumSeats) {
		if players.Has(seat) {
			s.Prize[seat] = prize
		}
	}
}

// payTwo pays places 2 and 3 to two players who go out in the same hand.
func (r *Rules) payTwo(s *Transition, busted SeatSet, start Stacks, ranks [NumSeats]uint8) {
	a, b := busted.first(), (busted & (busted - 1)).first()
	lead := 0 // positive if a finishes higher
	switch r.TwoBust {
	case LargerStack:
		lead = start[a] - start[b]
	case ShowdownOrder:
		lead = int(ranks[b]) - int(ranks[a])
	}
	second, third := r.prize(2), r.prize(3)
	switch {
	case lead > 0:
		s.Prize[a], s.Prize[b] = second, third
	case lead < 0:
		s.Prize[a], s.Prize[b] = third, second
	default:
		s.pay(busted, (second+third)/2)
	}
}

// rotate moves the button. Of three live players each moves one seat back: the small blind
// gets the button, the big blind the small blind, and the button the big blind. Of two, the
// first live player after the big blind gets the big blind, the other the small blind.
func rotate(final Stacks) (next Stacks, seats [NumSeats]int8) {
	seats = [NumSeats]int8{out, out, out}
	live := final.Seated()
	switch live.Len() {
	case 3:
		seats = [NumSeats]int8{Button: int8(BigBlind), SmallBlind: int8(Button), BigBlind: int8(SmallBlind)}
	case 2:
		big := live.first() // seats are numbered from the one after the big blind
		small := (live &^ (1 << big)).first()
		seats[big], seats[small] = int8(BigBlind), int8(SmallBlind)
	}
	for seat, to := range seats {
		if to != out {
			next[to] = final[seat]
		}
	}
	return next, seats
}
