// Package prooffile keeps proofs in files: gzip around the text of model/proof, some 8 bytes a cut without dual
// vectors, some 500 with them. It makes and judges nothing: solvers/prove makes proofs, and model/proof judges them. A
// file of results has its proofs in the folder proofs next to it; a single result carries its proof ([Record]).
//
// Proofs are read a line at a time: memory follows from the number of cuts, which is at most 2^20 (proof.Read), however
// well a file compresses.
package prooffile
