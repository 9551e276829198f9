package expost

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// TableEnd is an end of a hand at a table: the players in the pot, the ranks of their hands by seat, and how often it
// comes.
type TableEnd struct {
	In          tournament.SeatSet
	Ranks       []uint8
	Probability float64
}

// TableEnds estimates by deals how a hand ends from a decision on, the likeliest first. Ends that no deal has are
// missing. A deal of nine players takes a microsecond or two. The error is stochastic.ErrUnreached.
func TableEnds(
	t *tournament.Table, x stochastic.Strategy, from tournament.Decision, seed uint64, deals int,
) ([]TableEnd, error) {
	d, err := newTableDealer(t, x, from, nil, 1)
	if err != nil {
		return nil, err
	}
	rng := rand.NewPCG(seed, 0)
	by := map[uint64]*TableEnd{}
	for range deals {
		d.deal(rng)
		d.ends(from.Seat, from.Jammed, 1/float64(deals), by)
	}
	ends := make([]TableEnd, 0, len(by))
	for _, key := range slices.SortedFunc(maps.Keys(by), func(a, b uint64) int {
		return cmp.Or(cmp.Compare(by[b].Probability, by[a].Probability), cmp.Compare(a, b))
	}) {
		ends = append(ends, *by[key])
	}
	return ends, nil
}

// ends adds the ends of a deal from a seat on, after jams of earlier seats.
func (d *tableDealer) ends(seat int, jammed tournament.SeatSet, p float64, by map[uint64]*TableEnd) {
	if n := len(d.table.Stacks); seat == n {
		packed := uint64(0)
		if jammed.Len() > 1 {
			d.compare(jammed)
			packed = d.rank(jammed, 0)
		}
		key, ranks := packed<<tournament.MaxTable|uint64(jammed), unpack(packed)
		if by[key] == nil {
			by[key] = &TableEnd{In: jammed, Ranks: slices.Clone(ranks[:n])}
		}
		by[key].Probability += p
		return
	}
	in := d.x[tournament.Node(seat, jammed)][d.class[seat]]
	if in > 0 {
		d.ends(seat+1, jammed|1<<seat, p*in, by)
	}
	if in < 1 {
		d.ends(seat+1, jammed, p*(1-in), by)
	}
}
