// Package multiway compares jam or fold at tables of two to nine players with what public pages print: articles, forum
// threads and blogs about HoldemResources Calculator, ICMIZER, SnapShove, SNG Wizard and their like.
//
// A table is solved and certified by pipeline/jamfold. For each printed decision the page shows the percentage of hands,
// printed and ours, how many hands differ, and what the printed range loses against our equilibrium, which is the
// measure of a difference: hands that neither gain nor lose may be in or out. A second part follows the gain of other
// play over the iterations of the solver.
//
// With an empty store the tables take some five CPU-minutes.
package multiway

import (
	"embed"
	"text/template"

	"feltlab/experiments"
)

// Experiments lists the experiments of this package.
func Experiments() []experiments.Experiment { return []experiments.Experiment{multiway} }

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, template.FuncMap{"slug": slug, "number": number, "host": host})
