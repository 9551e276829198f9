// Package worstcase runs best responses, and matches of two policies, in limit hold'em at full size: 1,755 flops and
// two seats, each an item of solvers/limitholdem, in parallel or on other machines, behind a progress bar. Finished
// items are artifacts in the store: a run that was stopped resumes when it is started again. So does the training of
// strategies, from the newest stored state.
//
// An opponent that ignores its cards takes about a minute, others take several hours on two cores. The items so far
// give an interval that holds the exact answer, or, from a random sample of flops, an estimate.
//
// A Finder finds the bucketings of limit hold'em by name. It builds them once, stores them as artifacts, and reads them
// in a fraction of a second. Names with the same meaning share an artifact. A build first checks memory, and returns an
// error if the machine has too little.
//
// An Agent is the policy of another program, in any game. The program is started, in several copies, and gets public
// states on its standard input: the betting history and the board. It answers on its standard output with the
// probabilities of the actions for all hands at once, by the protocol of docs/agents.md. A bad answer, the end of the
// program, or a missed timeout ends the run with an error that names the public state.
//
// Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large
// Extensive Games" (IJCAI 2011).
package worstcase
