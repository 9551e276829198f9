// Package claims judges the sentences of the four sources that data can test. Each claim has a row with our number, a
// verdict, and the command that shows the number. The package also lists the misprints of the sources.
//
// No number of ours is typed in. Each judge counts from the cards, calls the packages above, or reads the results of
// other experiments (CSV files, and solves.jsonl with proofs next to it). Without these results the row names the
// command that makes them. Only a certified bound refutes that an error is reached, and only a better formula refutes
// that an error is least. Timings are processor times of each run. The guarantee of jam or fold in the heads-up
// tournament is computed here (guarantee.go).
//
// The experiment takes some four CPU-minutes, half of them for the timings.
package claims

import (
	"embed"

	"feltlab/experiments"
)

// Experiments lists the one experiment of this package, which is about all sources.
func Experiments() []experiments.Experiment { return []experiments.Experiment{allClaims} }

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, nil)
