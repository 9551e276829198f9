// Package ganzfried sets jam-or-fold equilibria beside S. Ganzfried and T. Sandholm, Computing an
// approximate jam/fold equilibrium for 3-player no-limit Texas hold'em tournaments, AAMAS 2008.
//
// The tournaments and hands are solved and certified by pipeline/jamfold (fictitious play inside policy iteration);
// here their cells, frequencies and values are counted against the printed ones: Tables 2, 3 and 5 to 16, the study of
// ICM, the ranking of Karlson & Sklansky, and the heads-up tournament of Miltersen & Sorensen. A second experiment
// plays the paper's own algorithm, VI-FP. Two go beyond the source: the way from ICM through hands played ahead to the
// equilibrium, and other prizes and antes.
//
// From nothing the printed tables cost some ten CPU-minutes, most of them for two tournaments; each other structure of
// prizes is a tournament of its own. Solutions, and every round on the way, are kept in the artifact store.
package ganzfried
