package tablefile

import (
	"bytes"
	"strings"
)

// foreign are files of other kinds that people have tables in: how they begin, and how they become one that Rows reads.
// The first that matches counts.
var foreign = []struct{ begin, holds, name, way string }{
	{"PK\x03\x04", "xl/", "an Excel workbook (xlsx)", "save the sheet as \"CSV UTF-8\""},
	{"PK\x03\x04", "opendocument", "an OpenDocument spreadsheet", "save the sheet as CSV"},
	{"PK\x03\x04", "", "a zip archive", "unpack it, or pass one of its files: <(unzip -p FILE NAME)"},
	{"\xd0\xcf\x11\xe0", "", "an old Excel workbook (xls)", "save the sheet as CSV"},
	{"BZh", "1AY&SY", "compressed by bzip2", "pass its content: <(bzcat FILE)"},
	{"\xfd7zXZ\x00", "", "compressed by xz", "pass its content: <(xzcat FILE)"},
	{"7z\xbc\xaf\x27\x1c", "", "a 7z archive", "unpack it"},
	{"\x04\x22\x4d\x18", "", "compressed by lz4", "pass its content: <(lz4cat FILE)"},
	{"\x1f\x9d", "", "compressed by compress", "pass its content: <(zcat FILE)"},
	{"FEA1", "\x00", "a Feather file of version 1", "write it as version 2, Parquet or CSV"},
	{"ORC", "\x00", "an ORC file", "write it as Parquet or CSV"},
	{"Obj\x01", "", "an Avro file", "write it as Parquet or CSV"},
	{"\x89HDF", "", "an HDF5 file", "write the table as Parquet or CSV"},
	{"\x93NUMPY", "", "a file of NumPy", "write the table as Parquet or CSV"},
	{"\x80", "pandas", "a pickle of Python", "write the table by to_parquet or to_csv"},
	{"SQLite format 3\x00", "", "a database of SQLite", "export the table: sqlite3 -csv -header FILE 'SELECT ...'"},
	{"X\n\x00\x00", "", "a file of R (RDS)", "write the table by write.csv"},
	{"RDX", "\nX\n", "a file of R (RData)", "write the table by write.csv"},
	{"<stata_dta>", "", "a file of Stata", "write it as CSV: export delimited"},
	{"$FL2", "@(#)", "a file of SPSS", "save it as CSV"},
	{"%PDF", "", "a PDF", "copy the table to a spreadsheet and save it as CSV"},
	{"<!DOCTYPE", "", "HTML", "save the table as CSV"},
	{"<html", "", "HTML", "save the table as CSV"},
	{"<?xml", "", "XML", "write the table as CSV"},
	{"{\"", "", "JSON", "write the table as CSV"},
	{"{\n", "", "JSON", "write the table as CSV"},
	{"[{", "", "JSON", "write the table as CSV"},
	{"[\n", "", "JSON", "write the table as CSV"},
}

// checkForeign names the kind of a file that is no table to read, and the way out. Start is its first bytes.
func checkForeign(start []byte) error {
	for _, f := range foreign {
		if bytes.HasPrefix(start, []byte(f.begin)) && bytes.Contains(start, []byte(f.holds)) {
			return Unfit("%s, want CSV, Parquet or Arrow: %s", f.name, f.way)
		}
	}
	if order := utf16Of(start); order != "" {
		return Unfit("the file is in UTF-16; want UTF-8: iconv -f %s -t UTF-8 OLD.csv > NEW.csv", order)
	}
	return nil
}

// utf16Of returns the name of UTF-16 if a text begins in it, with a mark or without.
func utf16Of(start []byte) string {
	if bytes.HasPrefix(start, []byte{0xff, 0xfe}) || bytes.HasPrefix(start, []byte{0xfe, 0xff}) {
		return "UTF-16"
	}
	const enough = 8
	text := string(start[:min(len(start), 64)&^1])
	zeros := [2]int{}
	for i := range len(text) {
		if text[i] == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(text) / 2; {
	case len(text) < enough || strings.Contains(text, "\x00\x00"):
	case zeros[1] > half*3/4 && zeros[0] == 0:
		return "UTF-16LE"
	case zeros[0] > half*3/4 && zeros[1] == 0:
		return "UTF-16BE"
	}
	return ""
}
