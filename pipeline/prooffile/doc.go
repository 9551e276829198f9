// Package prooffile keeps proofs in files: gzip around the text of model/proof, some 8 bytes a cut without dual
// vectors, some 500 with them. It makes and judges nothing: solvers/prove makes proofs, and model/proof judges them. A
// file of results has its proofs in the folder proofs next to it; a single result carries its proof ([Record]).
//
// Reading takes memory in proportion to the size of a file: a file that unpacks to more than 24 times its
// size is refused.
package prooffile
