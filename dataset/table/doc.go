// Package table writes answers as tables from one list of columns: the name of a column says its unit, its value
// follows from a row. Of makes the list from the JSON fields of a struct; computed columns are added with Text,
// Int64, OptionalFloat and their like. The same list gives CSV, Markdown and LaTeX, and Parquet and Arrow files where
// package columnar is linked. Show prints a whole answer for people: its values, numbers by seat and lists, by the same
// fields and their tags; SheetOf has a list of it for a page. A missing value is null in Parquet and Arrow and empty in
// text. The same rows give the same bytes.
//
// Package tablefile reads tables back.
//
// The cost is one pass over rows and columns. A Writer holds the rows since the last Flush.
package table
