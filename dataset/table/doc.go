// Package table writes rows of Go values as zstd Parquet and as Arrow IPC files, through Arrow, and
// as CSV, from one list of columns: what a column is called, its type, and how its value follows
// from a row. Columns are flat, so that every reader takes them, but for formulas, which are lists
// of terms; a value that may be missing is null in Parquet and Arrow and an empty field in CSV. The
// same rows give the same bytes. ReadParquet reads such a file back, in batches, and believes no more
// of it than its pages' sizes allow.
//
// The cost is one pass over rows and columns. A Writer holds the rows since the last Flush.
package table
