// Package worstcase runs best responses, and matches of two policies, in limit hold'em at full
// size: 1,755 flops and two seats, each a piece of work of solvers/limitholdem, in parallel,
// behind a progress bar. Finished items are artifacts in the store: a run that was stopped resumes when
// it is started again. So does the training of strategies, from the newest stored state.
//
// An opponent that plays blindfold takes about a minute, one that looks at its cards an evening on
// two cores. What is done at any time gives an interval that holds the exact answer, or, from a
// random sample of flops, an estimate.
//
// Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response
// Calculation in Large Extensive Games" (IJCAI 2011).
//
// It also finds the bucketings of limit hold'em by name, those of package buckets that
// are built first among them: each is built once, kept as an artifact, and read back in a fraction
// of a second. Names that say the same share an artifact. What is read is checked: every hand on
// every board must have a bucket. A build says before it starts if the machine has less memory than
// it needs.
//
// It also asks other programs for their policies. A program is started, in several copies,
// and gets public states on its standard input: the betting history and the board. It answers on
// its standard output with the probabilities of the actions for all hands at once. The protocol is
// that of docs/agents.md: lines of JSON, or frames of binary numbers for speed.
//
// Nothing that comes back is believed: an answer of another length, for other hands, with numbers
// that are no probabilities or sums that are not one ends the work with an error that names the
// public state. So does a program that ends, or that takes longer than it may.
package worstcase
