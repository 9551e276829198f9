// Package explain says where a formula is right and where it is wrong: its errors by the flop's
// texture, the flops it misses most, one flop worked out step by step, and how it compares with
// the rule of four and two.
//
// Every error is recomputed from the matrix, on the rows of a group alone.
// Flops that are one up to the suits that the hand does not tell apart, with the same equity,
// are listed once. The cost is a few passes over the 19,600 flops.
package explain
