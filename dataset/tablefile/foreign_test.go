package tablefile

import (
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestForeign names the kinds of files that are no tables to read, and the way out, and takes CSV for none of them.
func TestForeign(t *testing.T) {
	rows := func(text string) error {
		return Rows(strings.NewReader(text),
			func(h Header) ([]bool, error) { return make([]bool, len(h.Columns)), nil },
			func(int64, []string) error { return nil })
	}
	for text, want := range map[string]string{
		"PK\x03\x04\x14\x00[Content_Types].xml xl/workbook.xml":               "Excel workbook (xlsx)",
		"PK\x03\x04\x14\x00mimetypeapplication/vnd.oasis.opendocument.spread": "OpenDocument",
		"PK\x03\x04\x14\x00table.csv":                                         "<(unzip -p FILE NAME)",
		"BZh91AY&SY\x01\x02":                                                  "<(bzcat FILE)",
		"x\x00,\x00y\x00\n\x001\x00":                                          "iconv -f UTF-16LE",
		"\x00x\x00,\x00y\x00\n\x001":                                          "iconv -f UTF-16BE",
		"\xff\xfex\x00,\x00":                                                  "iconv -f UTF-16 -t UTF-8",
		`[{"x": 1, "y": 2}]`:                                                  "JSON",
		"X\n\x00\x00\x00\x03":                                                 "write.csv",
	} {
		must.Fail(t, rows(text), ErrColumns, want)
	}
	for _, text := range []string{"ORC,y\n1,2\n", "BZh,y\n1,2\n", "[x],y\n1,2\n", "RDX,y\n", "<x>,y\n", "{x},y\n1,2\n",
		"$FL2,PK\n1,2\n"} {
		if err := rows(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
