// Package cards has the values of hold'em: cards, sets of cards, suit permutations, two-card combos and
// the 169 classes of starting hands.
//
// All are small integers, which index tables:
//
//	Card   0..51    4*rank + suit, rank 0 = deuce .. 12 = ace, suits c d h s
//	Set    64 bits  bit c is card c
//	Combo  0..1325  a pair of cards a < b, numbered b(b-1)/2 + a
//	Class  0..168   cell 13*row + column of the usual grid, aces first
//
// All operations are O(1) or O(number of cards). Errors of parsing functions name the wrong text and its
// position; no input makes them panic.
package cards
