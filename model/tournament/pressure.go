package tournament

import "math"

// Pressure is what prizes change about an all-in of two players: how much more a player loses by chips that go than
// the same number of chips that come are worth.
type Pressure struct {
	// Factor is the bubble factor: what the player loses by a loss, over what the player gains by a win, for the same
	// number of chips. It is 1 where chips are worth themselves.
	Factor float64
	// Equity is the equity that the player needs, from 0 to 1; Odds is the equity that chips alone ask for.
	Equity, Odds float64
}

// Premium returns the risk premium: by how much the equity that is needed is above that for chips.
func (p Pressure) Premium() float64 { return p.Equity - p.Odds }

// pressure compares values and chips if a player stays out, wins and loses.
func pressure(values, chips [3]float64) Pressure {
	loss, gain := values[0]-values[2], values[1]-values[0]
	risk, win := chips[0]-chips[2], chips[1]-chips[0]
	return Pressure{Factor: loss / gain * win / risk, Equity: loss / (loss + gain), Odds: risk / (risk + win)}
}

// Pressures returns the pressure on each player, by index, all-in against each other player for the smaller stack of
// the two, without blinds and antes: Odds is 1/2. Of a player with himself all is NaN. It takes n(n-1) values of ICM
// for n stacks. The errors are those of ICM.
func Pressures(stacks, prizes []float64) ([][]Pressure, error) {
	now, err := ICM(stacks, prizes)
	if err != nil {
		return nil, err
	}
	// won[i][j] are the values after i wins against j.
	won := make([][][]float64, len(stacks))
	for i := range stacks {
		won[i] = make([][]float64, len(stacks))
		for j := range stacks {
			after := append([]float64{}, stacks...)
			after[i] += min(stacks[i], stacks[j])
			after[j] -= min(stacks[i], stacks[j])
			if won[i][j], err = ICM(after, prizes); err != nil {
				return nil, err
			}
		}
	}
	all := make([][]Pressure, len(stacks))
	for i := range stacks {
		for j := range stacks {
			p := Pressure{math.NaN(), math.NaN(), math.NaN()}
			if chips := min(stacks[i], stacks[j]); i != j && chips > 0 {
				p = pressure([3]float64{now[i], won[i][j][i], won[j][i][i]},
					[3]float64{stacks[i], stacks[i] + chips, stacks[i] - chips})
			}
			all[i] = append(all[i], p)
		}
	}
	return all, nil
}

// CallPressure returns the pressure on a player who calls the jam of a single other one, if all behind fold: what the
// pot, the prizes, and the bounties at the table ask for. Ok is false unless one player jammed and the call risks
// something.
func (t *Table) CallPressure(at Decision) (p Pressure, ok bool) {
	if at.Jammed.Len() != 1 {
		return Pressure{}, false
	}
	jam, me := at.Jammed, SeatSet(1)<<at.Seat
	for seat := at.Seat + 1; seat < len(t.Stacks); seat++ { // who cannot fold is in the pot
		if t.Stays(seat, jam) || t.Stays(seat, jam|me) {
			return Pressure{}, false
		}
	}
	ranks := make([]uint8, len(t.Stacks))
	var values, chips [3]float64
	value := t.Valuer()
	for i, in := range []SeatSet{jam, jam | me, jam | me} {
		ranks[jam.First()], ranks[at.Seat] = uint8(i%2), uint8(i/2)
		e := t.End(in, ranks)
		values[i], chips[i] = value(e)[at.Seat], e.Stacks[at.Seat]
	}
	p = pressure(values, chips)
	return p, p.Odds > 0 && p.Odds < 1
}
