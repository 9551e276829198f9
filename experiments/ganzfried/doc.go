// Package ganzfried compares jam-or-fold equilibria with S. Ganzfried and T. Sandholm, Computing an approximate
// jam/fold equilibrium for 3-player no-limit Texas hold'em tournaments, AAMAS 2008.
//
// pipeline/jamfold solves and certifies the tournaments and hands (fictitious play inside policy iteration). This
// package compares cells, frequencies and values with the printed ones: Tables 2, 3 and 5 to 16, the study of ICM, the
// ranking of Karlson & Sklansky, and the heads-up tournament of Miltersen & Sorensen. vi-fp runs the paper's own
// algorithm. structures goes beyond the source: other prizes and antes.
//
// With an empty store the printed tables take some ten CPU-minutes, most of them for two tournaments; each other prize
// structure is another tournament. The artifact store keeps the solutions and every round before them.
package ganzfried

import (
	"embed"

	"feltlab/experiments"
)

// Experiments lists the experiments of this source by name.
func Experiments() []experiments.Experiment {
	return []experiments.Experiment{jamFold, structures, viFP}
}

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, nil)
