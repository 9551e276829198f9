// Package johanson compares worst cases with M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, Accelerating Best
// Response Calculation in Large Extensive Games, IJCAI 2011, and with the table of Waugh, Schnizlein, Bowling and
// Szafron, Abstraction Pathologies in Extensive Games, AAMAS 2009.
//
// Exact best responses on the public tree compute the loss of a strategy (solvers/extensive, pipeline/worstcase). For
// opponents that ignore their cards they cover all of limit hold'em. Equilibria over buckets of strength are trained on
// sampled boards, and their losses are estimated from a sample of flops, each exact. CFR+ solves abstractions of Leduc
// hold'em to a certified gap. A best response that shares no code with the jam-or-fold solver checks its equilibria.
// The distributions of hand strength are counted over all rivers.
//
// Leduc takes about a CPU-minute; strategies that look at their cards take nearly all of the other time. The artifact
// store keeps what is computed.
package johanson

import (
	"embed"

	"feltlab/experiments"
)

// Experiments lists the experiments of this source by name.
func Experiments() []experiments.Experiment {
	return []experiments.Experiment{agents, distributions, leduc, worstCases}
}

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, nil)
