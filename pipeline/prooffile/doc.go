// Package prooffile keeps proofs in files: gzip around the text of model/proof, some 8 bytes a cut
// without dual vectors, some 500 with them. It knows no solver. A file of results has its proofs in
// the folder proofs beside it; a result on its own carries its proof ([Record]).
//
// Reading takes memory in proportion to the size of a file: what claims to be more than 24 times as
// much is refused.
package prooffile
