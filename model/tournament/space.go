package tournament

// Space numbers the states of a tournament: first those with three live players, then those with two.
// The package documentation has the formula.
type Space struct {
	Units int // in play
}

// Live returns the number of states with three players, 946 for 45 units.
func (s Space) Live() int {
	if s.Units < NumSeats {
		return 0
	}
	return (s.Units - 1) * (s.Units - 2) / 2
}

// HeadsUp returns the number of states with two players.
func (s Space) HeadsUp() int { return max(0, s.Units-1) }

// Len returns the number of all states.
func (s Space) Len() int { return s.Live() + s.HeadsUp() }

// Index returns the number of a state, and -1 for stacks outside the space: they do not sum to its
// units, or a blind is missing.
func (s Space) Index(stacks Stacks) int {
	button, small := stacks[Button], stacks[SmallBlind]
	switch {
	case button < 0 || small < 1 || stacks[BigBlind] < 1 || stacks.Total() != s.Units:
		return -1
	case button == 0:
		return s.Live() + small - 1
	}
	return s.firstWith(button) + small - 1
}

// firstWith returns the number of states with fewer units on a button that is not empty.
func (s Space) firstWith(button int) int {
	before := button - 1
	return before*(s.Units-1) - before*(before+1)/2
}

// At returns the stacks of a state, 0 <= index < Len.
func (s Space) At(index int) Stacks {
	if heads := index - s.Live(); heads >= 0 {
		return Stacks{0, heads + 1, s.Units - heads - 1}
	}
	low, high := 1, s.Units-1 // the button has at least low units and fewer than high
	for high-low > 1 {
		if mid := (low + high) / 2; s.firstWith(mid) <= index {
			low = mid
		} else {
			high = mid
		}
	}
	small := index - s.firstWith(low) + 1
	return Stacks{low, small, s.Units - low - small}
}

// Values holds the value of every state of a space to the player in each seat, by index.
type Values [][NumSeats]float64
