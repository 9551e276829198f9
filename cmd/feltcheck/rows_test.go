package main

import (
	"fmt"
	"strings"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
)

// TestRows checks a proof about a table by exported rows, which only those with the claim's hash are.
func TestRows(t *testing.T) {
	o := data.Options{Target: "y"}
	path := written(t, []byte(oddTable))
	file := written(t, tableProof(t, path, o, "").Encode())
	table := must.Get(data.Read(path, o))(t)
	rows := table.ExactRows()
	text := "features,numerator,denominator,weight\n"
	for _, r := range rows {
		ids := strings.Trim(fmt.Sprint(r.Columns.IDs()), "[]")
		text += fmt.Sprintf("%s,%d,%d,%d\n", ids, r.Numerator, r.Denominator, r.Weight)
	}
	for name, c := range map[string]struct {
		text string
		code int
		want string
	}{
		"as exported":      {text, 0, "that its rows are those of the table is not checked"},
		"a row missing":    {text[:strings.LastIndex(text[:len(text)-1], "\n")+1], 1, "which are none of"},
		"an unknown id":    {text + "99,1,2,1\n", 1, "want numbers from 1 to"},
		"no target":        {text + "1,x,2,1\n", 1, "invalid syntax"},
		"no columns of it": {"y,x\n1,2\n", 1, "column features is missing"},
	} {
		expect(t, name, c.code, c.want, "--rows", written(t, []byte(c.text)), file)
	}
}
