// Package postflop solves no-limit hold'em from a board on: two players, two weighted ranges, a pot, equal stacks and
// the bet sizes of a game.Postflop.
//
// Solver runs discounted CFR. One iteration has a pass for each seat. A pass walks the betting tree with a vector over
// all hands of each seat, and deals the boards one by one; at each decision of the seat the strategy is regret
// matching,
//
//	regret[hand][action] = discount x regret + value of the action - value of the strategy
//
// and the strategy enters the average with weight t^3 times the seat's own reach. Regrets and averages are 32-bit
// floats, a row for each decision and board: 8 bytes for each action of each hand there. SizeOf tells the sum before
// anything is allocated.
//
// Five things make a pass fast. An end takes O(n) for n hands, by running totals over hands in the order of their
// strength and over cards. The betting of a round on a board is walked down with the other seat's reach, then its ends
// are valued eight at a time, and then it is walked with the seat's own reach and the values. Boards that differ by
// suits which neither the first board nor the ranges tell apart are walked once. Goroutines share the deals of the
// first chance node on each path; sums are formed in the same order for any number of them, so that results are the
// same to the last bit. The loops over hands are in AVX2 where the processor has it, by scripts/gen-kernels; they
// compute the bits of their twins in plain Go.
//
// The certificate is a best response of package extensive, as pipeline/postflop asks for it. It walks the same tree and
// boards in 64-bit floats, by code for ends of its own, and finds what a best response of each seat gains against the
// average strategy. Without a rake the game has a constant sum, and the sum of both gains bounds how far the value is
// from that of the game. With a rake CFR has no such guarantee; the gains are still exact.
//
// Sources: N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization" (AAAI
// 2019); M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large Extensive
// Games" (IJCAI 2011).
package postflop
