// Package history reads the hand histories of poker rooms: no-limit hold'em of PokerStars (in English, French, German,
// Portuguese and Spanish), GGPoker, 888, partypoker, iPoker (XML, and the text that trackers write) and Winamax.
//
// All rooms become one model: a Hand is its seats in the order in which they act, with stacks, bounties, cards that are
// known and winnings, and its events, which are posts and actions with the chips that they put in. Amounts are
// hundredths of a chip, or of the currency in cash games. A room is a grammar: the line that begins a hand, the words
// of its actions, and what the amount of a raise means; Read does the rest. It replays the chips, so that a hand whose
// amounts do not add up is an error.
//
// Read splits a text at the lines that begin a hand, whatever the room, so that files may mix rooms; texts may be in
// UTF-8, UTF-16 or Windows-1252. A hand that is cut off or is of another game is an error of its own, and the others
// are read. The cost is one pass: 10,000 hands take some seconds.
package history
