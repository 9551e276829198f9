// Package experiments reproduces published tables and figures, one file each: what it needs,
// how it compares, how it is drawn.
//
// An Experiment computes its numbers with the packages above, or takes them from the artifact
// store, sets them beside those of the source (experiments/published) and writes CSV, a
// Markdown page and figures (experiments/draw) under one folder. The files are the same bytes
// whenever the numbers are; each is replaced as a whole or not at all. All lists them; what
// an experiment costs stands with it.
package experiments
