// Package distribution counts how strong hands are on the river: exactly, over all rivers that a
// board leads to.
//
// The strength of a hand on a river is 2 x wins + ties against the 990 hands that an opponent may
// hold, an integer from 0 to Most; divided by Most it is the hand strength HS. On a flop or turn
// a Tally has for every hand the sum of the strengths over the rivers to come, the sum of their
// squares, and a histogram of Bins bins. From those follow
//
//	E[HS]   = Sum / (rivers x Most)       E[HS^2] = Square / (rivers x Most^2)
//
// and how hands compare by either follows from the integers. E[HS] cannot tell a made hand from a
// draw of the same equity; E[HS^2] ranks the draw higher, which becomes strong or weak; the
// histogram tells them apart. Before the flop Classes has the whole distribution, not in bins.
//
// A turn takes 48 sweeps (package showdown) and a flop 1,176, for all hands at once. For
// histograms of many boards RiverBins sweeps each river up to suits once and looks them up.
//
// Sources: M. Johanson, "Robust Strategies and Counter-Strategies" (MSc thesis, University of
// Alberta, 2007) for E[HS^2]; A. Gilpin, T. Sandholm and T. B. Sorensen, "Potential-Aware
// Automated Abstraction of Sequential Games, and Holistic Equilibrium Analysis of Texas Hold'em
// Poker" (AAAI 2007) for distributions; S. Ganzfried and T. Sandholm, "Potential-Aware
// Imperfect-Recall Abstraction with Earth Mover's Distance in Imperfect-Information Games" (AAAI
// 2014) for fifty bins of two hundredths.
package distribution
