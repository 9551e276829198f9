package main

import (
	"io"
	"strings"

	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// setFlag names a file with features of the user's own.
type setFlag struct {
	Set string `flag:"feature-set"`
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
