// Package weights says which weights formulas have besides their bounds, as one canonical text that names questions,
// proofs and files: multiples of a step, some values, or none below 0. It turns the text into rules of the kernel, and
// reads it back from them.
package weights
