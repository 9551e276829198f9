// Package scorecard finds the score with at most N yes/no columns that gets the fewest rows wrong, and has the kernel
// prove that none gets fewer wrong.
//
// A score adds up the whole weights of its columns that are true in a row, and says the greatest target from a cut on.
// The kernel (proof.Scores) goes through all sets of 1, 2, ..., N columns. Where it finds one with a better score than
// the best so far, the best score of that set takes its place, and the search goes on from the part that it was in:
// what was shown for more wrong rows holds for fewer. The answer does not depend on the number of workers.
//
// The best score of a set is found by trying all whole weights of magnitudes up to 1, 1, 2, 3 and 5 for 1 to 5 columns,
// or up to those that are asked for, the smallest first: they make all threshold functions.
//
// Cost: a set takes 2^(N-1) population counts for each 64 patterns of rows, and binary digit of what they count. The
// sets of fewer columns take a small part of that.
//
// Sources: B. Ustun and C. Rudin, "Supersparse linear integer models for optimized medical scoring systems", Machine
// Learning 102 (2016), for scores with few rows wrong as an integer program; S. Muroga, "Threshold Logic and Its
// Applications" (1971), for the functions and their weights.
package scorecard
