package river

// Folds is the number of ways in which the betting of a street ends with a fold.
const Folds = 8

const numEnds = Sequences + Folds

// Ends holds a number for each end of a street's betting and betting history: the showdowns by Sequence, and after
// them the folds. First come those after a bet of the opponent: ours to that bet, its to our raise, ours to its
// raise, its to our last; then those after a bet of ours: its to that bet, ours to its raise, its to our raise, ours
// to its last.
type Ends[R Real] [numEnds]Vector[R]

// Pay fills in the losses to us, at each end, of an opponent in some bucket, a showdown as if we won it: its shares
// times the stakes. A fold loses the stakes before the last bet, a showdown is for the stakes with it.
func (e *Ends[R]) Pay(shares *Shares[R], stakes *Stakes[R], opponentFirst bool) {
	for i := range shares {
		for l, share := range shares[i] {
			e[i][l] = R(stakes[betsOf(i)][l] * share)
		}
	}
	e.fold(shares, stakes, opponentFirst)
}

// fold fills in the folds: the opponent folds the reach at its decision that neither calls nor raises.
func (e *Ends[R]) fold(f *Shares[R], stakes *Stakes[R], opponentFirst bool) {
	folds := e[Sequences:]
	for l := range Lanes {
		arrived := f[0][l] - f[5][l] - f[6][l]
		if !opponentFirst {
			arrived += f[1][l] // it bets after our check with it
		}
		folds[0][l] = -R(stakes[0][l] * f[1][l])
		folds[1][l] = R(stakes[1][l] * (f[1][l] - f[2][l] - f[3][l]))
		folds[2][l] = -R(stakes[2][l] * f[3][l])
		folds[3][l] = R(stakes[3][l] * (f[3][l] - f[4][l]))
		folds[4][l] = R(stakes[0][l] * arrived)
		folds[5][l] = -R(stakes[1][l] * f[6][l])
		folds[6][l] = R(stakes[2][l] * (f[6][l] - f[7][l] - f[8][l]))
		folds[7][l] = -R(stakes[3][l] * f[8][l])
	}
}

// Play fills in the probability that we, in some bucket, play our part of each end.
func (e *Ends[R]) Play(shares *Shares[R], opponentFirst bool) {
	copy(e[:Sequences], shares[:])
	p, folds := shares, e[Sequences:]
	for l := range Lanes {
		arrived := R(1)
		if !opponentFirst {
			arrived = p[0][l] // by our check
		}
		folds[0][l] = arrived - p[1][l] - p[2][l]
		folds[1][l] = p[2][l]
		folds[2][l] = p[2][l] - p[3][l] - p[4][l]
		folds[3][l] = p[4][l]
		folds[4][l] = p[5][l]
		folds[5][l] = p[5][l] - p[6][l] - p[7][l]
		folds[6][l] = p[7][l]
		folds[7][l] = p[7][l] - p[8][l]
	}
}

// Book holds Ends by bucket, laid out for a kernel: lanes that it works on together are neighbours.
type Book[R Real] struct {
	buckets, width int
	numbers        []R // by part of the lanes, bucket, end and lane
}

// NewBook returns an empty book with a number of buckets.
func (k *Kernel[R]) NewBook(buckets int) *Book[R] {
	return &Book[R]{buckets, k.width, make([]R, buckets*numEnds*Lanes)}
}

// Set fills in the ends of a bucket.
func (b *Book[R]) Set(bucket int, ends *Ends[R]) {
	for part := range Lanes / b.width {
		at := b.numbers[(part*b.buckets+bucket)*numEnds*b.width:]
		for k := range ends {
			copy(at[k*b.width:][:b.width], ends[k][part*b.width:])
		}
	}
}

// end is an end of a bucket, in books of kernels that work on all lanes together.
func (b *Book[R]) end(bucket uint16, k int) *Vector[R] {
	return (*Vector[R])(b.numbers[(int(bucket)*numEnds+k)*Lanes:])
}

// from is the beginning of the part whose first lane is given.
func (b *Book[R]) from(lane int) *R { return &b.numbers[lane*b.buckets*numEnds] }
