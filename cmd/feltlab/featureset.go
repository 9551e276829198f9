package main

import (
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/model/proof"
	"feltlab/pipeline/question"
)

// setFlag names a file with features of the user's own.
type setFlag struct {
	Set string `flag:"feature-set" help:"features of your own, a YAML file (docs/feature-words.md)"`
}

// set reads the file. The error is a usage error.
func (f *setFlag) set() (question.FeatureSet, error) {
	set, err := question.OfSet(f.Set)
	if err != nil {
		return set, usageError{named(err)}
	}
	return set, nil
}

// printDull reports features that say nothing about a hand, or the same as another.
func printDull(w io.Writer, m *matrix.Matrix) {
	if m.Set == nil {
		return
	}
	rows := make([]proof.Vector, len(m.Flops))
	for i := range m.Flops {
		rows[i] = m.Flops[i].Features
	}
	dull := m.Set.Dull(rows)
	name := func(id int) string { return m.Set.Features[id-1].Name }
	pairs := mapped(dull.Duplicate, func(p [2]int) string { return name(p[0]) + ", as " + name(p[1]) })
	for _, line := range []struct {
		what string
		list []string
	}{{"constant features", mapped(dull.Constant, name)}, {"features that are true on the same flops", pairs}} {
		if len(line.list) > 0 {
			fmt.Fprintf(w, "  %s\n", wrap(line.what+": "+strings.Join(line.list, "; "), "    ", lineWidth-2))
		}
	}
}
