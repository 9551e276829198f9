// Package tablefile reads the files of tables: CSV, and the formats that other packages register, as package columnar
// does Parquet and Arrow. Package table writes them.
//
// Rows reads any columns as text, Read some columns as typed values. Both take one pass, and memory for a batch of
// rows.
package tablefile
