// Package multiway solves one hand of jam or fold of two to ten players by fictitious play: a table (tournament.Table) by
// Solve, a state of a tournament of two or three by Hands.
//
// # The game
//
// Every player acts once, so a decision is a seat and the set of earlier seats that jammed: 510 decisions of nine
// players with a choice, 169 classes each. A leaf is the set of players in the pot; it determines all actions.
//
// # Two and three players
//
// All deals count, by the exact rollout (dataset/allin): every card blocks, those of players who folded too. The sums
// over deals are kept as distributions of two hands, from which the third player's jams are summed out; a class that
// changes sides costs one pass over the rows (marginal). A best response costs a millisecond or two.
//
// # Four and more players
//
// Given the class of a player, each other player's class has its exact distribution from the deck without the
// player's two cards, and so has the probability of each other player's action. The probability of a leaf given a
// player's class is the product of these: that the others' cards also block each other is left out there, and the
// certificate, whose deals come from one deck, includes it.
//
// What a leaf is worth given a player's class depends on the players in the pot:
//
//   - Two: the exact counts of all deals of two hands (dataset/allin).
//   - Three: the exact counts of three hands.
//   - Four and more: deals and boards that are drawn once from a seed and that all ranges share. Each hand of a deal
//     comes from a mixture of all hands and the best 40, 15 and 5%, and a weight makes up for that, so that tight
//     ranges meet many deals.
//
// In each, a hand has the weight of its jam, times the probability given this hand that the players who folded did so.
// The values of players who folded are the mean over the leaf.
//
// What leaves of three and more are worth is computed anew in some iterations only, more rarely as the strategies settle.
// A leaf is left out for a player if the others play to it with a probability below 1e-6. The sum of these
// probabilities, times the most that a hand can gain or lose, bounds what that costs (Solution.LeftOut).
//
// Nine players with 10 big blinds for prizes take some 14 seconds of CPU time, most of it for leaves of three and more
// players; five take 2 seconds.
//
// # Play
//
// Iteration t mixes a best response into the strategies with the weight 2/(t+2) or 1/t, at all decisions at once. With
// 2/(t+2), at intervals the average drops early responses of hands whose response has not changed since, and hands that
// are nearly pure become pure if the regret stays within the target. The regret is always that of the strategy that is
// returned.
//
// Fictitious play need not converge with three and more players: Ganzfried and Sandholm (AAMAS 2008) saw that it does
// for three. Package expost tells how far an answer is from an equilibrium.
package multiway
