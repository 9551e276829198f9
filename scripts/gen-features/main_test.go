package main

import (
	"bytes"
	"os"
	"testing"

	"feltlab/internal/must"
)

func TestTableIsCurrent(t *testing.T) {
	want := must.Get(generate())(t)
	if got, err := os.ReadFile("../../model/features/table.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the table is not that of paper-2.yaml; run go generate in model/features: %v", err)
	}
}
