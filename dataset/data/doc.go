// Package data makes instances of regression problems from tables in files: CSV (also compressed by gzip or zstd),
// Parquet, and Arrow files and streams, also from standard input and pipes. [Read] reads a file with [Options], which
// say what the columns mean. [Open] first decides what the options leave open, as for a file that R or pandas wrote.
//
// # Columns
//
// One column is the target. Every other column of the file becomes yes/no columns, in the order of the file:
//
//	0 and 1 (or false and true)   itself
//	other numbers                 "Age >= 45" for each threshold: quantiles of the column, or listed values
//	text                          "color = red" for each category, in the order of the alphabet
//
// The thresholds are the values at the quantiles k/(q+1), k = 1..q, by weighted rows, without the smallest value,
// which all rows reach; equal ones count once. A column with at most q+1 values so has a threshold at each but the
// smallest. Numbers of such columns are compared as 64-bit floating-point numbers. A missing value ([Words])
// is an error, or makes a yes/no column "Age is missing" where the options ask for it.
//
// Options may add products: "Age >= 45 and color = red" is true where both columns are. Products that are true in no
// row, or in the same rows as one of the two, are left out.
//
// # Targets
//
// Targets are decimals, read exactly, so whole numbers of a unit 10^-d, where d is the most digits that a target has
// after the point. LOW and HIGH are the least and the greatest, rounded outward to nine digits. The instance has the
// target (y - LOW) / (HIGH - LOW), a ratio of whole numbers of units, not reduced; HIGH - LOW has at most 2^62 units:
// between 0 and 1 targets have up to 18 digits. Options may count targets in units of a power of ten, and round them.
// Rows without a target, or with the weight 0, do not count. Rows with equal yes/no columns and equal
// targets are merged, and their weights added. The merged rows ascend by columns and target.
//
// # Cost
//
// Read takes time linear in the cells, and memory of two bytes a cell for columns of at most 65,536 different values,
// else eight (16 in the target), and some 70 bytes for each merged row. The file is read twice, first for its SHA-256.
package data
