// Package tournament states the rules of jam-or-fold hold'em: what each course of a hand does to the stacks at a
// table of two to ten players, which hand follows in a tournament, and the values of stacks by the Independent Chip
// Model (ICM).
//
// It contains no cards: the order in which hands finish at the showdown is an argument. A Table is one hand; its
// decisions are numbered (Node), and its end is the set of players in the pot and the ranks of their hands (End,
// Ended). A State is the Table of a state of a tournament of three, or of two, with the states that follow its ends
// (Leaf): flat lists that are computed once, of which Payoffs makes values without allocating. The rules of
// tournaments are those of Ganzfried and Sandholm, "Computing an approximate jam/fold equilibrium for a 3-player
// no-limit Texas hold'em tournament" (AAMAS 2008); choices that the paper leaves open are options of Rules.
//
// # Seats and play
//
// Seats are numbered in the order in which they act; the small blind is the last but one, the big blind the last.
// Each player posts the ante, or the big blind alone posts it; then the blinds post. A short stack pays its ante
// first and its blind from the rest. Then each player in turn jams (puts in the whole stack; against a jam this is
// the call) or folds. A big blind wins the pot if nobody jams: a walk.
//
// Some players have no choice (Table.Stays):
//
//   - A player whose stack is at or below ante and blind is all-in and in the pot.
//   - A player whose posted chips cover the bets of all others still in is in the pot if all others are all-in:
//     there is nothing to call and nobody left to bet against. A big blind of 600 against a jam for 300 stays in.
//     Strategies call this a jam; chips that nobody matches are returned. (With equal blinds the small blind covers
//     the big blind's bet but may still jam or fold, since the big blind can call.)
//
// # Pots
//
// A bet beyond the contributions of all other players is returned. The rest is cut at the contributions of the
// players in the pot: the side pot of a layer holds what everyone, folded or not, put into it, and the players who
// put in the full layer are eligible for it. The eligible players who finish best share a side pot in equal parts,
// fractions of chips included.
//
// In a tournament chips are whole units: where two players share an odd pot, its last unit goes to either with the same
// probability. At a table of three at most one unit remains in a hand (only an odd pot shared by two leaves one, and no
// two pots of a hand are both odd and shared by two), so an end leads to at most two states.
//
// # Antes, dead money and bounties
//
// The big blind's ante goes to the main pot, and no other player matches it. A head goes to the winners of the last pot
// that its owner could win, in equal parts. Of the models of Bounty BountyShared and BountyEqual value stacks and heads
// to the money in play, and BountyProportional if all players left sit at the table: BountyFixed and BountyHalf leave
// out the heads that remain, and with BountyWinner players who do not finish first lose what their heads were worth to
// those who take them.
//
// # From hand to hand
//
// Final stacks (y1, y2, y3) of three live players become the state (y2, y3, y1). When one of them is out, the big
// blind moves to the next seat with chips, and the other player has the small blind and acts first. So nobody posts
// the big blind twice in a row, and no blind is ever dead; the only dead money is that of folded players.
//
// A player who loses all chips takes the lowest prize not yet taken. When two players go out in one hand, TwoBust
// decides their order; if it leaves them equal they split the two prizes. A list of prizes may have any length:
// places without a prize pay 0, and prizes below the number of players have been paid before.
//
// A hand without prizes stands alone: its values are the final chips.
//
// # States
//
// With n units in play the state with s1 units on the button and s2 in the small blind has the index
//
//	s2 - 1 + sum over i = 1..s1-1 of (n - i - 1)
//
// among (n-1)(n-2)/2 states of three, 946 for 45 units. The n-1 heads-up states follow, by the units of the small
// blind. Values of a state are by the seats of its table: of a heads-up state by small and big blind.
//
// # ICM
//
// By Malmuth and Harville a player wins with a probability equal to the player's share of the chips, and the others
// play for the next place as if the winner had not been there. ICM computes it exactly by a recursion over the sets
// of players that can take the first places, O(n 2^n), for up to 14 players. For more players it uses that the
// finishing order is that of independent exponential times whose rates are the stacks: given the time at which a
// player finishes, the number of players before is a sum of independent coin flips, whose distribution takes O(n
// places). A few hundred nodes of the trapezoidal rule give the integral; their distance shrinks with 1/sqrt(n), as
// the places of many players need. With 15 to 25 players it agrees with sums over sets within 1e-14 of the prizes.
// ICMError and Table.ICMError tell how far nodes at half the distance move values. A Table among more than 14 players
// computes the part of the integral that follows from the players at other tables once: 0.02 seconds for 1,000 of
// them, a second for 5,000. Each end of a hand then takes 0.02 to 0.2 ms.
package tournament
