// Package cover finds short proofs that no choice of columns has a column of every cut. The kernel, model/proof, finds
// that by an exhaustive search, which costs nothing to write down; other programs' checkers want every step.
//
// A proof is a tree. Its inner nodes say of a column whether it is chosen. At a leaf a linear combination of the cuts,
// of the groups and of the limit of N columns is a contradiction: by the duality of linear programs there is one where
// even a choice of parts of columns needs more than the limit. A search without such combinations has a hundred times
// as many nodes.
//
// The linear program of a node has a variable for every cut and a row for every column, packing:
//
//	max sum_q y_q - sum_g h_g    with  sum of the y_q of cuts that have j  <=  1 + h of its group,  for every free j
//
// It is solved by a primal simplex on the dense inverse of the basis, which starts from that of the parent: giving a
// column up drops a row, choosing one drops cuts. The inner node splits on the column whose dual value is largest. The
// multipliers of a leaf are small whole numbers: the doubles of the simplex times a common denominator, rounded down.
//
// Cost: a pivot takes the square of the columns and the sizes of all open cuts, some 0.1 ms for 60 columns and 4,000
// cuts; a node takes some ten. AVGERR(10) of AA against ATC has 268 cuts and a tree of 1,000 leaves, which a search of
// choices closes in 100,000 nodes.
//
// Source: K. Cheung, A. Gleixner and D. Steffy, "Verifying integer programming results", IPCO 2017, for trees of linear
// combinations.
package cover
