// Package multiway solves one hand of jam or fold of two to ten players by fictitious play: a tournament.Table by
// Solve, a state of a tournament of two or three by Hands.
//
// # The game
//
// Every player acts once, so a decision is a seat and the set of earlier seats that jammed: 510 decisions of nine
// players with a choice, 169 classes each. A leaf is the set of players in the pot; it determines all actions.
//
// A hand may begin at a later decision (Game.From): then all is given that play comes there, by strategies of the seats
// before that do not change. A seat that folded whatever it held has random cards, and its hand does not matter.
//
// # Two and three hands
//
// All deals count, by the exact rollout (dataset/allin): every card blocks, those of players who folded too. The sums
// over deals are kept as distributions of two hands, from which the third player's jams are summed out; a class that
// changes sides costs one pass over the rows (marginal). A best response costs a millisecond or two.
//
// Two players whose payoffs have a constant sum are not played but solved, as a linear program (YesNo).
//
// # Four and more hands
//
// The probability of a leaf given a player's class is a product over the others in turn: the probability of each
// one's action given the class. The acting player's own class has the distribution from the deck without the player's
// two cards, in which a class counts by the probability, given this class, of the actions before. So cards count
// between every two hands, folded ones too: after six folds the big blind holds more aces. Left out is
//
//   - that cards of two hands are gone for a third one, beyond the product of both effects;
//   - where the earlier actions condition each other: each is taken given the class at hand and the actions before it;
//   - that after many folds high cards are likelier on the board.
//
// Complete deals correct that (see below).
//
// What a leaf is worth given a player's class depends on the players in the pot:
//
//   - Two: the exact counts of all deals of two hands (dataset/allin).
//   - Three: the exact counts of three hands.
//   - Four and more: deals and boards that are drawn once from a seed and that all ranges share, 200,000 of four hands
//     and fewer of more. All hands of a deal come from all combos, from the best 40, 15 or 5%, or each from any of
//     these; a weight makes up for that, so that both wide and tight ranges meet many deals.
//
// In each, a hand has the weight of its jam, times the probability given this hand that the players who folded did so.
// The values of players who folded are the mean over the leaf.
//
// The value of a leaf of three and more players is computed anew when its ranges have moved so far that as much as the
// regret may depend on it, and a tenth of that where play may stop. A leaf is left out for a player if the others play
// to it with a probability below 1e-6. The sum of these probabilities, times the most that a hand can gain or lose,
// bounds what that costs (Solution.LeftOut).
//
// Nine players with 10 big blinds for prizes take 6 to 8 seconds of CPU time from a cold start, and half a second to a
// few from the solution of a similar table (Options.Start). With 2 to 3 big blinds ten players jam most hands and
// nearly all leaves count: 200 iterations take some 30 seconds.
//
// # Complete deals
//
// When play by the product has ended, complete deals measure what the product leaves out: hands of all players from
// one deck, folded ones too, each with up to six boards of the cards that nobody holds. For each decision and hand the
// deals give what a jam gains over a fold, and what a fold is worth, against the same strategies. What they give more
// than the product is a correction, which is added to the product's values. Play then goes on, and further deals
// measure the new strategies. The values of a solution are corrected by deals of its last strategies alone, three
// quarters of all.
//
// The deals of a hand are few, and its correction is noisy. But most of it comes from the cards that folded hands
// leave to the board and to the others, and is nearly a sum over the ranks of the hand's cards: with many folds high
// cards are left, and low cards win less. So the corrections of a decision are estimated together, by a regression on
// ranks, suitedness and pairs, weighted by the inverse of the variances and shrunk as James and Stein do; a hand keeps
// as much of its distance to the regression as the distances exceed their noise. A decision that fewer than FewDeals
// deals reach has no correction. Where several have jammed, four and more hands often meet, of which the product has
// few deals for a hand, and its values are rough. Where hands have much more of their own than the deals' noise, the
// deals' values replace the product's until the next deals.
//
// A deal of nine players takes some 1.5 to 2 microseconds of CPU time, of five 0.5. With nine players of 10 big blinds
// the corrections are 5 to 20 cents of 100 dollars for calls and for jams from late seats, up to 30 cents for low
// cards.
//
// # Play
//
// Iteration t mixes a best response into the strategies with the weight 2/(t+2), at all decisions at once. At
// intervals the average drops early responses of hands whose response has not changed since, and hands that
// are nearly pure become pure if the regret stays within the target. The regret is always that of the strategy that is
// returned.
//
// Fictitious play need not converge with three and more players: Ganzfried and Sandholm (AAMAS 2008) saw that it does
// for three. Package expost tells how far an answer is from an equilibrium.
package multiway
