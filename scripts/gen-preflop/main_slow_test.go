//go:build slow

package main

import (
	"bytes"
	"os"
	"testing"
)

// TestTableIsCurrent counts everything again and compares with the committed file.
func TestTableIsCurrent(t *testing.T) {
	want, err := render(preflop())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../model/ranges/preflop.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("model/ranges/preflop.go is not what gen-preflop writes")
	}
}
