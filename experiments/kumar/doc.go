// Package kumar compares exact hand strengths with Kumar and Keshner, Poker Hand Strength, 2017: Tables 1 and 2, before
// the flop against a uniform opponent and one weighted by Chen's points, and the case of section 5 street by street.
//
// dataset/strength enumerates the strengths, by the rules of poker and with the slips of the published program. A
// search finds the opponent of the weighted numbers: it compares every reading of Chen's rules with the printed points
// and strengths, from counts by class that are enumerated once.
//
// It takes about 20 CPU-seconds, most of them for these counts, which the artifact store keeps.
package kumar

import (
	"embed"

	"feltlab/experiments"
)

// Experiments lists the experiments of this source.
func Experiments() []experiments.Experiment { return []experiments.Experiment{strengths} }

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, nil)
