// Package dalpasso compares formulas for the equity on the flop with M. Dalpasso and G. Lancia, CEJOR 23(3), 2015:
// Tables 3 and 4, Figures 1 to 6, and their talk at SOR'13.
//
// Each number is a mixed-integer program over all 19,600 flops of a hand and a range: the fewest features within 2.5
// percentage points, or the least average or largest error with N features. pipeline/fit solves them (search, then
// learned cuts with a proof), or the artifact store has them. Numbers that are not proved within the time limit have
// certified bounds. The page of Table 4 also shows what the bounds say about the last printed digit. paper shows the
// whole sweep of configs/paper.yaml. Two go beyond the source: atlas, what the best formulas of all 169 hands have in
// common, and round, the best formulas with round weights.
//
// With the default time limits on two cores each table takes at most 35 minutes, the figures up to three hours, and
// sor13 five minutes; aces takes four CPU-minutes; paper and atlas, which read a sweep, take a second.
//
// An experiment is in the YAML file of its name. The Go files have the methods that these files call.
package dalpasso

import (
	"embed"

	"feltlab/experiments"
)

//go:embed *.yaml *.tmpl
var files embed.FS

// Source has the experiments of this source.
var Source = &experiments.Source{Files: files, Methods: methods}
