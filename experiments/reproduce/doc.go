// Package reproduce is what the experiments of all sources share: what an Experiment is, the Env in
// which it finds artifacts and leaves files and a summary, and the tables of its CSV files and
// Markdown pages.
//
// Files are replaced as a whole or not at all, and are the same bytes whenever the numbers are. The
// package knows no source and no published number; it computes nothing.
package reproduce
