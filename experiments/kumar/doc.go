// Package kumar sets exact hand strengths beside Kumar and Keshner, Poker Hand Strength, 2017: Tables 1 and 2, before
// the flop against a uniform opponent and one weighted by Chen's points, and the case of section 5 street by street.
//
// Strengths are enumerated by dataset/strength, by the rules of poker and with the slips of the published program.
// Which opponent is behind the weighted numbers is searched: every combination of what Chen's rules leave open is
// weighed against the printed points and strengths, from counts by class that are enumerated once.
//
// It costs about 20 CPU-seconds, most of them for these counts, which the artifact store keeps.
package kumar
