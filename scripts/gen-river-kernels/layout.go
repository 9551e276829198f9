package main

// Layout of package river in float32, in bytes.
const (
	sequences   = 9
	cards       = 52
	entryStride = 12  // Entry
	laneStride  = 64  // Vector[float32]
	shareStride = 576 // Shares[float32]
	reachShift  = 6   // log2 of laneStride

	combo, bucket, own, lowAt, highAt, low, high = 0, 2, 4, 6, 8, 10, 11 // fields of Entry

	groupStride = 6 // of group: the number of hands, cards and classes
)

// totals is the size of the type totals in vectors, all hands before the cards. Lanes that a kernel does not work on
// are left out, so that AVX2 needs half of the memory, which stays in the first-level cache.
const totals = (1 + cards) * sequences // the type, in which the cards come after all

// Layout of the scratch memory of Kernel.Add, in vectors of the kernel's width. In Block the inverse stakes follow the
// stakes.
const (
	folds  = 8
	ends   = sequences + folds
	levels = 5 // of stakes
	hands  = 1081

	runningCards = sequences
	halfEdge     = totals
	halfFolds    = halfEdge + sequences
	cardEnds     = halfFolds + folds
	totalsAt     = cardEnds + cards*ends // of classes
	partsAt      = totalsAt + hands
)

// Layout of what is learnt, in bytes.
const (
	planStride   = 13 * laneStride   // Plan[float32]
	laterStride  = 1326 * laneStride // a sequence of Lesson.Later
	updateStride = 12                // Update[float32]

	bucketOf, positive, negative = 0, 4, 8 // fields of Update

	stakesSize             = 5 * laneStride // Stakes[float32]
	win, lose, show, drift = 0, stakesSize, 2 * stakesSize, 3 * stakesSize
)

// Layout of what Kernel.Learn works with in Scratch, in vectors of the kernel's width.
const (
	finalAll    = 0
	finalCards  = sequences
	runAll      = totals
	runCards    = totals + sequences
	edge        = 2 * totals
	beforeHands = edge + sequences
)

// The entries of decisions: see Place.
const open, facing1, facing3, facing2, facing4 = 0, 2, 5, 8, 11

// places are the decisions with their number of actions.
var places = [...]struct{ first, actions int }{{open, 2}, {facing1, 3}, {facing3, 3}, {facing2, 3}, {facing4, 2}}

// levelOf returns the number of bets of a sequence.
func levelOf(i int) int {
	if i < levels {
		return i
	}
	return i - levels + 1
}
