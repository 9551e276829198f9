// Package multiway solves one hand of jam or fold of two to ten players (tournament.Table) by fictitious play.
//
// # The game
//
// Every player acts once, so a decision is a seat and the set of earlier seats that jammed: 510 decisions of nine
// players with a choice, 169 classes each. A leaf is the set of players in the pot; it determines all actions.
//
// # Cards
//
// Given the class of a player, each other player's class has its exact distribution from the deck without the
// player's two cards, and so has the probability of each other player's action. The probability of a leaf given a
// player's class is the product of these: that the others' cards also block each other is left out there, and the
// certificate, whose deals come from one deck, includes it. With two players nothing is left out. With three players
// of 7.5 big blinds for prizes of 50, 30 and 20 the small blind jams 70% of hands instead of 67%, and the exact check
// finds that a player gains $0.002 by playing otherwise.
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
// # Play
//
// Iteration t mixes a best response into the strategies with the weight 2/(t+2), at all decisions at once. What
// leaves of three and more are worth is computed anew in some iterations only, more rarely as the strategies settle.
// A leaf is left out for a player if the others play to it with a probability below 1e-6. The sum of these
// probabilities, times the most that a hand can gain or lose, bounds what that costs (Solution.LeftOut).
//
// Nine players with 10 big blinds for prizes take some 14 seconds of CPU time, most of it for leaves of three and more
// players; five take 2 seconds.
//
// Fictitious play need not converge with three and more players: Ganzfried and Sandholm (AAMAS 2008) saw that it does
// for three. Package expost tells how far an answer is from an equilibrium.
package multiway
