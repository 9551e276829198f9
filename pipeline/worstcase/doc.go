// Package worstcase runs best responses, and matches of two policies, in limit hold'em at full
// size: 1,755 flops and two seats, each a piece of work of solvers/bestresponse/holdem, in parallel,
// behind a progress bar, and with a checkpoint, so that a run that is killed goes on where it
// stopped; of what is done of all flops two sums suffice to go on on another machine.
//
// An opponent that plays blindfold takes about a minute, one that looks at its cards an evening on
// two cores. What is done at any time gives an interval that holds the exact answer, or, from a
// random sample of flops, an estimate.
//
// Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response
// Calculation in Large Extensive Games" (IJCAI 2011).
package worstcase
