// Package columnar reads and writes tables as Parquet (zstd) and Arrow IPC files for package table, which knows them
// once this package is linked: import it for its effect. Parquet is read by the Arrow project's pqarrow, after what a
// damaged file could make it allocate was checked: the footer, the number of rows and the pages. The memory that a file
// takes is bounded by 256 times its size. The same rows give the same bytes.
package columnar
