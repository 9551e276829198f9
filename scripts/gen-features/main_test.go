package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTableIsCurrent(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("../../model/features/table.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the table is not that of paper-2.yaml; run go generate in model/features: %v", err)
	}
}
