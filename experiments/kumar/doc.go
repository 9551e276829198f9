// Package kumar compares exact hand strengths with Kumar and Keshner, Poker Hand Strength, 2017: Tables 1 and 2, before
// the flop against a uniform opponent and one weighted by Chen's points, and the case of section 5 street by street.
//
// dataset/strength enumerates the strengths, by the rules of poker and with the slips of the published program. It
// takes some ten CPU-seconds.
package kumar

import (
	"embed"

	"feltlab/experiments"
)

//go:embed *.yaml *.tmpl
var files embed.FS

// Source has the experiment of this source.
var Source = &experiments.Source{Files: files, Methods: methods}
