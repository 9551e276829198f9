// Package table writes answers as tables from one list of columns: the name of a column says its unit, its value
// follows from a row. Of makes the list from the JSON fields of a struct; computed columns are added with Text,
// Int64, OptionalFloat and their like. The same list gives aligned text, CSV, Markdown, LaTeX, Parquet (zstd) and
// Arrow IPC files. Show prints a whole answer for people: its values and its lists, by the same fields. A missing value is null in Parquet and Arrow and empty in text. The same rows give the same bytes.
//
// ReadParquet reads a Parquet file back in batches and bounds what a damaged page makes it allocate. Rows reads a table
// of any columns, CSV, Parquet or Arrow, as text.
//
// The cost is one pass over rows and columns. A Writer holds the rows since the last Flush.
package table
