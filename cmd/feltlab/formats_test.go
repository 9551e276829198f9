package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"feltlab/pipeline/handout"
	"feltlab/pipeline/sweep"
)

// TestFormatFlags compares the values of --format with the formats that are written.
func TestFormatFlags(t *testing.T) {
	for _, c := range []struct {
		flags any
		want  []string
	}{
		{exportFlags{}, slices.Clone(sweep.Formats)},
		{exportCodeFlags{}, slices.Clone(handout.Languages)},
		{datasetFlags{}, slices.Clone(datasetFormats)},
	} {
		kind := reflect.TypeOf(c.flags)
		field, ok := kind.FieldByName("Format")
		got := strings.Split(field.Tag.Get("oneof"), ",")
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(c.want)); !ok || !slices.Equal(got, want) {
			t.Errorf("%v: --format takes %q, want %q", kind, got, want)
		}
	}
}
