// Package published holds the numbers that the sources print, as embedded CSV, for comparison with ours. It computes
// nothing; it only translates features to the numbers of model/features.
//
// Sources:
//
//   - M. Dalpasso and G. Lancia, Estimating the strength of poker hands by integer linear
//     programming techniques, CEJOR 23(3), 2015, Tables 3 and 4.
//   - Kumar and Keshner, Poker Hand Strength, 2017, Tables 1 and 2 and the case of
//     section 5.
//   - S. Ganzfried and T. Sandholm, Computing an approximate jam/fold equilibrium for 3-player
//     no-limit Texas hold'em tournaments, AAMAS 2008, Tables 2 to 16 and the study of ICM.
//   - M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, Accelerating best response calculation in
//     large extensive games, IJCAI 2011: the trivial opponents, and the abstractions of Leduc.
//   - HoldemResources, HeadsUp Push/Fold Nash Equilibrium (holdemresources.net/hune), without antes: both
//     charts, and the gaps of its three footnotes.
//   - Jam or fold at tables of two to nine players, from the articles, threads, blogs and programs whose addresses
//     multiway-spots.csv has.
package published
