package reproduce

import (
	"bytes"
	"testing"
)

func TestTable(t *testing.T) {
	table := NewTable("hand", "note")
	table.Add("AA", "a|b, c")
	var csv bytes.Buffer
	if err := table.CSV(&csv); err != nil {
		t.Fatal(err)
	}
	if want := "hand,note\nAA,\"a|b, c\"\n"; csv.String() != want {
		t.Errorf("%q, want %q", csv.String(), want)
	}
	if want := "| hand | note |\n|---|---|\n| AA | a\\|b, c |"; table.String() != want {
		t.Errorf("%q, want %q", table.String(), want)
	}
}
