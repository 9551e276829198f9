package main

import (
	"io"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// setFlag names a file with features of the user's own.
type setFlag struct {
	Set string `flag:"feature-set"`
}

// setFor reads the file for a street. The error is a usage error.
func (f *setFlag) setFor(street cards.Street) (question.FeatureSet, error) {
	set, err := question.OfSet(f.Set, street)
	if err != nil {
		return set, usageError{named(err)}
	}
	return set, nil
}

// streetFlag names a street.
type streetFlag struct {
	Street cards.Street `flag:"street" default:"flop" oneof:"flop,turn,river"`
}

// about returns a range on the street, with the features of the set. The error is a usage error.
func (f *setFlag) about(r rangeText, on streetFlag) (question.Against, error) {
	set, err := f.setFor(on.Street)
	a := r.versus()
	a.Street = on.Street
	return a.By(set), err
}

// printDull reports features that say nothing about a hand, or the same as another. It says nothing about the features
// of the paper, which have no set.
func printDull(w io.Writer, set *featureset.Set, rows []proof.Vector) {
	if set == nil {
		return
	}
	twins := regression.TwinsOf(set.Names(), rows)
	pairs := mapped(twins.Duplicates, func(p [2]string) string { return p[0] + ", as " + p[1] })
	for _, line := range []struct {
		what string
		list []string
	}{{"constant features", twins.Constant}, {"features that are true on the same boards", pairs}} {
		if len(line.list) > 0 {
			printWrapped(w, "%s: %s", line.what, strings.Join(line.list, "; "))
		}
	}
}
