// Package claims judges the sentences of the four sources that data can test. Each claim has a row with our number, a
// verdict, and the command that shows the number. The package also lists the misprints of the sources.
//
// list/claims.yaml has the claims and misprints. A finding is an expression over the cards and the results of other
// experiments (CSV files, and solves.jsonl with proofs next to it); without these results the row names the command
// that makes them. Only a certified bound refutes that an error is reached, and only a better formula refutes that an
// error is least. Timings, and what took a method of its own, are kept as they were found, with the commit that had the
// code.
//
// The experiment takes some seconds.
package claims

import (
	"embed"

	"feltlab/experiments"
)

//go:embed *.yaml *.tmpl
var files embed.FS

// Source has the one experiment of this package, which is about all sources.
var Source = &experiments.Source{Files: files, Methods: methods}
